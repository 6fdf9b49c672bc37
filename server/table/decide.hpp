// What a table answers to a command: the events that carry it out, or a refusal. Nothing here
// changes anything; time and drawn values come in as arguments.
#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "server/table/table.hpp"

namespace morris::table {

struct Join {
    Person person;
};

struct Play {
    Color color{};
    std::uint64_t turn = 0;  // the table's turn that the move is for
    Move move;
    std::uint8_t depth = 0;  // plies the computer looked ahead; 0: a person's
};

struct Resign {
    Color color{};
};

// The maker gives up a table that nobody joined.
struct Withdraw {
    Color color{};
};

// Ends a game in which not both sides have moved.
struct Abort {
    Color color{};
};

// A draw offer while the other side's is open accepts that one.
struct Offer {
    Color color{};
    OfferKind kind{};
    std::uint64_t turn = 0;  // the table's, as the side knows it
};

struct Answer {
    Color color{};
    std::uint64_t offer = 0;
    OfferKind kind{};
    bool accept = false;
};

struct WithdrawOffer {
    Color color{};
    std::uint64_t offer = 0;
    OfferKind kind{};
};

// A person against the computer takes back the last turn, with what the computer answered.
struct Undo {
    Color color{};
    std::uint64_t turn = 0;
};

// A person against the computer is to be given a hint. This only notes it.
struct Hint {
    Color color{};
    std::uint64_t turn = 0;
};

// Takes a game from an opponent who is gone, or does not move.
struct Claim {
    Color color{};
    bool win = false;  // false: a draw will do
};

// A side's absence begins to count, or is over.
struct NoteAbsent {
    Color color{};
};
struct NoteReturned {
    Color color{};
};

// The time is up: of the side to move, or for its first move.
struct Flag {};

// After a restart: the running clock is charged up to the moment, and waits for its player.
struct Hold {};

// The clock that waits goes on, from the side's charged_from.
struct Go {};

// Offers a rematch, or, if the other seat offered one or is the computer's, begins it: then `next`
// is the id of a table that exists.
struct WantRematch {
    Color color{};
    std::string next;
};

// Nothing happened here for too long.
struct Expire {};

// A game without draws has no end of its own. The move of this turn ends it (`expired`), so that a
// table stays small enough to be sent and read back.
inline constexpr std::uint64_t most_turns = 10'000;

// The operator, or a fault, ends the game.
struct Close {};

using Command =
    std::variant<Join, Play, Resign, Withdraw, Abort, Offer, Answer, WithdrawOffer, Undo, Hint,
                 Claim, NoteAbsent, NoteReturned, Flag, Hold, Go, WantRematch, Expire, Close>;

enum class Refusal : std::uint8_t {
    seat_taken,
    not_begun,
    begun,  // withdrawing a game that has begun
    not_your_turn,
    stale_turn,
    future_turn,
    illegal_move,
    game_over,
    not_over,
    no_rematch,  // of a game that nobody began
    time_up,     // the move came too late
    no_time,     // to go on with, after a loss by time
    too_late,    // to abort
    offer_gone,  // answered, withdrawn, overtaken, or another
    too_soon,    // to make such an offer again
    nothing_to_undo,
    not_claimable,
    no_computer,  // what is only against the computer
    no_person,    // what is only between two people
    not_due,      // an internal command whose cause is gone
};

struct Accepted {
    std::vector<Event> events;  // empty: done before, nothing is left to do
    std::uint64_t seq = 0;      // of the event that does it, or did it before
};

// The same command again is accepted again, with the seq of the first time and no events.
Result<Accepted, Refusal> decide(const Table& table, const Command& command, const Moment& now);

// When a Flag is due; nullopt: no time runs.
std::optional<Served> flag_due(const Table& table, const Moment& now);

// What the clock shows at this moment, lag not looked at. @pre table.clock()
std::array<Millis, 2> left_now(const Table& table, const Moment& now);

// From when on the side to move is charged; nullopt: its clock waits, or there is none.
std::optional<Served> charged_from(const Table& table, const Moment& now);

// How long until the game may be claimed from this side for being away, or from the side to move
// for not moving; nullopt: not as long as things stay as they are.
std::optional<Millis> away_claimable_in(const Table& table, Color gone, const Moment& now);
std::optional<Millis> idle_claimable_in(const Table& table, const Moment& now);
// How long until this side may claim, for either.
std::optional<Millis> claimable_in(const Table& table, Color by, const Moment& now);

// True if a WantRematch by this seat begins the rematch, rather than offering it.
bool begins_rematch(const Table& table, Color color);

// The new table of a rematch: same options, listing and players, colours swapped.
Made rematch_of(const Table& table, std::uint64_t seed);

}  // namespace morris::table
