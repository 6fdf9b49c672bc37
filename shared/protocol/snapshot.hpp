// What a table looks like: its seats, its game, its clock, and what is asked there.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "shared/protocol/clock.hpp"
#include "shared/rules/game.hpp"
#include "shared/rules/level.hpp"

namespace morris::protocol {

enum class SeatKind : std::uint8_t { open, person, computer };

struct Seat {
    SeatKind kind = SeatKind::open;
    std::string player;          // public player id; persons only
    std::string name;            // "" for an open seat
    std::optional<Level> level;  // computer only; nullopt also for one newer than this program
    // Persons only: the part of `player` that tells two players of one name apart.
    std::string mark = {};

    bool operator==(const Seat&) const = default;
};

enum class GameEnd : std::uint8_t {
    reduced,
    blocked,
    threefold,
    no_mill,  // by the rules
    resigned,
    withdrawn,   // the host left before anyone joined
    expired,     // kept too long without a move
    closed,      // by the operator, or the server after a fault
    move_limit,  // by the rules
    timeout,
    agreed,
    aborted,    // before both sides had moved
    abandoned,  // claimed from a side that was away
    idle,       // claimed from a side that did not move
    other,      // a reason newer than this program
};

enum class Winner : std::uint8_t { white, black, draw, nobody };

struct GameResult {
    Winner winner = Winner::nobody;
    GameEnd reason{};
    std::string reason_word = {};  // of GameEnd::other only: the server's word

    bool operator==(const GameResult&) const = default;
};

struct RematchState {
    std::optional<Color> offered_by;
    std::optional<std::string> table;  // the new table, once both want it

    bool operator==(const RematchState&) const = default;
};

enum class OfferKind : std::uint8_t { draw, takeback };

// An offer that waits for its answer.
struct OpenOffer {
    std::uint64_t offer = 0;  // seq of the event that made it
    OfferKind kind{};
    Color color{};  // who made it

    bool operator==(const OpenOffer&) const = default;
};

// Moves that are played no more.
struct TakenBack {
    std::uint64_t turn = 0;   // the one in which they were taken back
    Color color{};            // who asked for it
    std::vector<Move> moves;  // in the order in which they were played
    bool undo = false;        // against the computer, which is not asked

    bool operator==(const TakenBack&) const = default;
};

// After how long a side may claim the game from the other one.
struct ClaimTerms {
    std::int64_t away_ms = 0;             // of absence
    std::optional<std::int64_t> idle_ms;  // without a move; nullopt: there is a clock for that

    bool operator==(const ClaimTerms&) const = default;
};

// A side whose absence counts towards a claim.
struct AbsentSide {
    Color color{};
    std::int64_t claim_in_ms = 0;  // in so long the other side may claim the game; 0: now

    bool operator==(const AbsentSide&) const = default;
};

// Everything a viewer may know of a table, as of event `seq`.
struct Snapshot {
    std::string table;
    std::uint64_t seq = 0;
    std::uint64_t turn = 0;
    Instant made_at{};
    Options options;
    bool listed = false;
    std::array<Seat, 2> seats;  // by Color
    bool begun = false;         // both seats are taken
    Position position;
    int plies_without_take = 0;
    std::vector<Move> moves;           // since ply 0; its size is the ply
    std::optional<GameResult> result;  // set: the game is over
    RematchState rematch;
    std::optional<Clock> clock;
    std::vector<OpenOffer> offers;
    std::optional<ClaimTerms> claims;   // where both seats are persons'
    std::vector<AbsentSide> absent;     // White first
    std::vector<TakenBack> taken_back;  // oldest first
    unsigned hints = 0;                 // turns in which the player asked for one
    unsigned undos = 0;
    std::optional<std::int64_t> idle_ms;  // until the side to move may be claimed against; 0: now
    std::optional<std::string> invite;    // to the seats of a table that is still open
    std::optional<std::vector<Move>> legal;  // to the viewer whose turn it is

    bool operator==(const Snapshot&) const = default;
};

}  // namespace morris::protocol
