// What the decisions have in common. Only decide*.cpp include it.
#pragma once

#include <utility>

#include "server/table/decide.hpp"

namespace morris::table {

using Decision = Result<Accepted, Refusal>;

inline Decision refused(Refusal refusal) {
    return Failure<Refusal>(refusal);
}

inline Decision done_before(std::uint64_t seq) {
    return Accepted{{}, seq};
}

inline Decision one_event(const Table& table, const Moment& now, EventBody body) {
    return Accepted{{Event{now.at, now.served, std::move(body)}}, table.seq() + 1};
}

inline std::size_t index(Color color) {
    return static_cast<std::size_t>(color);
}

// Why nothing can be done in a game that is not on.
inline Decision refused_without_game(const Table& table) {
    return refused(table.end() ? Refusal::game_over : Refusal::not_begun);
}

// The clock after the side to move has used its time (Fischer's clock), and `next` is to move.
// nullopt: the table has none.
std::optional<ClockState> clock_when_moved(const Table& table, const Moment& now);
// The clock when the turn is broken off: the side to move is charged, and nothing is added.
std::optional<ClockState> clock_when_broken_off(const Table& table, const Moment& now, Color next);
// The clock when the game ends.
std::optional<ClockState> clock_when_over(const Table& table, const Moment& now);
// The time of the side to move is up.
bool is_time_up(const Table& table, const Moment& now);

Decision decide_on(const Table& table, const Offer& offer, const Moment& now);
Decision decide_on(const Table& table, const Answer& answer, const Moment& now);
Decision decide_on(const Table& table, const WithdrawOffer& withdraw, const Moment& now);
Decision decide_on(const Table& table, const Undo& undo, const Moment& now);
Decision decide_on(const Table& table, const Hint& hint, const Moment& now);
Decision decide_on(const Table& table, const Claim& claim, const Moment& now);
Decision decide_on(const Table& table, const NoteAbsent& note, const Moment& now);
Decision decide_on(const Table& table, const NoteReturned& note, const Moment& now);
Decision decide_on(const Table& table, const Flag& flag, const Moment& now);
Decision decide_on(const Table& table, const Hold& hold, const Moment& now);
Decision decide_on(const Table& table, const Go& go, const Moment& now);

}  // namespace morris::table
