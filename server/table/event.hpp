// The durable facts of one table's history. They carry their outcome: replaying them decides
// nothing again. journal turns them into bytes.
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>

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
    timeout,    // a side's time was up
    agreed,     // both wanted a draw
    aborted,    // given up before both sides had moved
    abandoned,  // a side was away for too long, and the other claimed it
    idle,       // without a clock: a side did not move for too long, and the other claimed it
};

enum class Winner : std::uint8_t { white, black, draw, nobody };

struct End {
    Winner winner = Winner::nobody;
    EndReason reason{};

    bool operator==(const End&) const = default;
};

// Always the first event, and only the first.
struct Made {
    Options options;
    bool listed = false;
    std::array<Holder, 2> seats;  // by Color
    std::string invite;           // opens the open seat; empty where both are taken from the start
    std::uint64_t seed = 0;       // what the computer's choices at this table are drawn from

    bool operator==(const Made&) const = default;
};

struct Joined {
    Color color{};
    Person person;

    bool operator==(const Joined&) const = default;
};

struct Moved {
    Color color{};
    Move move;
    std::optional<End> end;  // set: this move ended the game

    bool operator==(const Moved&) const = default;
};

// An end that no move made.
struct Ended {
    std::optional<Color> by;  // the seat that resigned or withdrew
    End end;

    bool operator==(const Ended&) const = default;
};

struct RematchOffered {
    Color color{};

    bool operator==(const RematchOffered&) const = default;
};

struct Rematched {
    std::string next;  // id of the new table

    bool operator==(const Rematched&) const = default;
};

using EventBody = std::variant<Made, Joined, Moved, Ended, RematchOffered, Rematched>;

struct Event {
    Instant at{};
    EventBody body;

    bool operator==(const Event&) const = default;
};

}  // namespace morris::table
