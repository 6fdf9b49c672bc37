// The durable facts of one table's history. They carry their outcome: replaying them decides
// nothing again. journal turns them into bytes.
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>

#include "server/table/clock.hpp"
#include "shared/rules/game.hpp"
#include "shared/rules/level.hpp"

namespace morris::table {

using Instant = std::chrono::sys_time<std::chrono::milliseconds>;

// SHA-256 of a seat's secret; the secret itself is never kept.
using SecretHash = std::array<std::uint8_t, 32>;

struct Person {
    std::string player;  // public player id
    SecretHash secret{};

    bool operator==(const Person&) const = default;
};

struct Computer {
    Level level{};

    bool operator==(const Computer&) const = default;
};

// Who holds a seat; monostate: it is open.
using Holder = std::variant<std::monostate, Person, Computer>;

enum class EndReason : std::uint8_t {
    reduced,
    blocked,
    threefold,
    no_mill,
    resigned,
    withdrawn,  // the host left before anyone joined
    expired,    // nothing happened for too long, or too much: see most_plies
    closed,     // by the operator, or after a fault
    move_limit,
    timeout,
    agreed,
    aborted,    // given up before both sides had moved, or a first move did not come in time
    abandoned,  // claimed: the other side was away for too long
    idle,       // claimed: the other side did not move for too long
};

enum class Winner : std::uint8_t { white, black, draw, nobody };

struct End {
    Winner winner = Winner::nobody;
    EndReason reason{};

    bool operator==(const End&) const = default;
};

// After how long a game may be claimed from the other side. Fixed when the table is made.
struct ClaimTerms {
    Millis away{};            // of counted absence
    Millis idle = Millis(0);  // without a move, at a table without a clock

    bool operator==(const ClaimTerms&) const = default;
};
inline constexpr ClaimTerms usual_claims{std::chrono::minutes(3), std::chrono::minutes(10)};
inline constexpr ClaimTerms usual_claims_with_clock{std::chrono::minutes(1), Millis(0)};

// Always the first event, and only the first.
struct Made {
    Options options;
    bool listed = false;
    std::array<Holder, 2> seats;  // by Color
    std::string invite;           // opens the open seat; empty where both are taken from the start
    std::uint64_t seed = 0;       // what the computer's choices at this table are drawn from
    std::optional<ClockTerms> clock;
    ClaimTerms claims = usual_claims;

    bool operator==(const Made&) const = default;
};

struct Joined {
    Color color{};
    Person person;
    std::optional<ClockState> clock;  // at a table with one

    bool operator==(const Joined&) const = default;
};

struct Moved {
    Color color{};
    Move move;
    std::optional<End> end;           // set: this move ended the game
    std::optional<ClockState> clock;  // at a table with one
    std::uint8_t depth = 0;           // plies the computer looked ahead; 0: a person's

    bool operator==(const Moved&) const = default;
};

// An end that no move made.
struct Ended {
    std::optional<Color> by;  // the seat that resigned, withdrew, aborted or claimed
    End end;
    std::uint64_t offer = 0;          // of the draw that was agreed
    std::optional<ClockState> clock;  // at a table with one

    bool operator==(const Ended&) const = default;
};

enum class OfferKind : std::uint8_t { draw, takeback };

// Its seq is the offer's id.
struct Offered {
    Color color{};
    OfferKind kind{};

    bool operator==(const Offered&) const = default;
};

// By the side that made it (withdrawn) or the other (declined).
struct OfferClosed {
    Color by{};
    OfferKind kind{};
    std::uint64_t offer = 0;
    bool declined = false;

    bool operator==(const OfferClosed&) const = default;
};

// The last plies are taken back: as offered and agreed between two people, or by a person alone
// against the computer (an undo), then also after the end of the game, which goes on.
struct TakenBack {
    Color color{};  // whose last turn it was
    std::uint32_t plies = 0;
    std::uint64_t offer = 0;  // 0: an undo
    std::optional<ClockState> clock;

    bool operator==(const TakenBack&) const = default;
};

// The clock stands or goes otherwise than the last move left it: around a restart.
struct ClockSet {
    ClockState clock;

    bool operator==(const ClockSet&) const = default;
};

// This side's absence counts towards a claim from now on.
struct Absent {
    Color color{};

    bool operator==(const Absent&) const = default;
};

struct Returned {
    Color color{};

    bool operator==(const Returned&) const = default;
};

// The person asked for a hint, for the first time in this turn.
struct Hinted {
    Color color{};

    bool operator==(const Hinted&) const = default;
};

struct RematchOffered {
    Color color{};

    bool operator==(const RematchOffered&) const = default;
};

struct Rematched {
    std::string next;  // id of the new table

    bool operator==(const Rematched&) const = default;
};

using EventBody = std::variant<Made, Joined, Moved, Ended, RematchOffered, Rematched, Offered,
                               OfferClosed, TakenBack, ClockSet, Absent, Returned, Hinted>;

struct Event {
    Instant at{};
    Served served{};  // 0 in logs older than clocks
    EventBody body;

    bool operator==(const Event&) const = default;
};

}  // namespace morris::table
