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
};

struct Resign {
    Color color{};
};

// The maker gives up a table that nobody joined.
struct Withdraw {
    Color color{};
};

// Offers a rematch, or, if the other seat offered one or is the computer's, begins it: then `next`
// is the id of a table that exists.
struct WantRematch {
    Color color{};
    std::string next;
};

// Nothing happened here for too long.
struct Expire {};

// A game without draws has no end of its own. The move of this ply ends it (`expired`), so that a
// table stays small enough to be sent and read back.
inline constexpr std::uint32_t most_plies = 10'000;

// The operator, or a fault, ends the game.
struct Close {};

using Command = std::variant<Join, Play, Resign, Withdraw, WantRematch, Expire, Close>;

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
};

struct Accepted {
    std::vector<Event> events;  // empty: done before, nothing is left to do
    std::uint64_t seq = 0;      // of the event that does it, or did it before
};

// The same command again is accepted again, with the seq of the first time and no events.
Result<Accepted, Refusal> decide(const Table& table, const Command& command, Instant now);

// True if a WantRematch by this seat begins the rematch, rather than offering it.
bool begins_rematch(const Table& table, Color color);

// The new table of a rematch: same options, listing and players, colours swapped.
Made rematch_of(const Table& table, std::uint64_t seed);

}  // namespace morris::table
