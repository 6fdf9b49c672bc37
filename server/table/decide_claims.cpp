// Absence, and what may be claimed from a side that is away or does not move.
#include <algorithm>

#include "server/table/deciding.hpp"

namespace morris::table {
namespace {

// Before both sides have moved there is nothing to win or to draw: that is aborted.
bool is_a_game(const Table& table) {
    return table.to_move() && table.between_people() && table.has_moved(Color::white) &&
           table.has_moved(Color::black);
}

}  // namespace

std::optional<Millis> away_claimable_in(const Table& table, Color gone, const Moment& now) {
    if (!is_a_game(table) || !table.is_absent(gone)) return std::nullopt;
    return std::max(table.made().claims.away - now.away_for[index(gone)], Millis(0));
}

std::optional<Millis> idle_claimable_in(const Table& table, const Moment& now) {
    if (!is_a_game(table) || table.clock()) return std::nullopt;
    return std::max(table.turn_began() + table.made().claims.idle - now.served, Millis(0));
}

std::optional<Millis> claimable_in(const Table& table, Color by, const Moment& now) {
    const Color from = other(by);
    const auto away = away_claimable_in(table, from, now);
    const auto idle =
        table.to_move() == from ? idle_claimable_in(table, now) : std::optional<Millis>();
    if (!away || !idle) return away ? away : idle;
    return std::min(*away, *idle);
}

Decision decide_on(const Table& table, const Claim& claim, const Moment& now) {
    if (table.end()) {
        const EndReason reason = table.end()->reason;
        const bool claimed = reason == EndReason::abandoned || reason == EndReason::idle;
        const bool again = claimed && table.ended_by() == claim.color &&
                           claim.win == (table.end()->winner != Winner::draw);
        return again ? done_before(table.end_seq()) : refused(Refusal::game_over);
    }
    if (!table.to_move()) return refused(Refusal::not_begun);
    if (!table.between_people()) return refused(Refusal::no_person);
    if (claimable_in(table, claim.color, now) != Millis(0)) {
        return refused(Refusal::not_claimable);
    }
    const bool away = away_claimable_in(table, other(claim.color), now) == Millis(0);
    const End end{claim.win ? winner_of(claim.color) : Winner::draw,
                  away ? EndReason::abandoned : EndReason::idle};
    return one_event(table, now, Ended{claim.color, end, 0, clock_when_over(table, now)});
}

Decision decide_on(const Table& table, const NoteAbsent& note, const Moment& now) {
    const bool counts = table.to_move() && table.between_people() && !table.is_absent(note.color);
    return counts ? one_event(table, now, Absent{note.color}) : refused(Refusal::not_due);
}

Decision decide_on(const Table& table, const NoteReturned& note, const Moment& now) {
    const bool counts = table.to_move() && table.is_absent(note.color);
    return counts ? one_event(table, now, Returned{note.color}) : refused(Refusal::not_due);
}

}  // namespace morris::table
