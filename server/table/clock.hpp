// A table's clock: what time a side has left, and from when its thinking is charged. All times are
// on the served line (hub/ports/served_line.hpp), which stands still while no server runs and knows
// nothing of the wall clock.
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <optional>

#include "shared/rules/move.hpp"

namespace morris::table {

using Millis = std::chrono::milliseconds;

// An instant of the served line.
using Served = std::chrono::milliseconds;

// Base time and what is added after each move but a side's first (Fischer's clock).
struct ClockTerms {
    Millis base{};
    Millis increment{};

    bool operator==(const ClockTerms&) const = default;
};

inline constexpr Millis shortest_base{1'000};
inline constexpr Millis longest_base = std::chrono::hours(3);

// A side's first move is not charged, but has to come within this, or the table is aborted.
inline constexpr Millis first_move_time = std::chrono::seconds(60);

// After a restart the side to move is charged again this long after it came back, ...
inline constexpr Millis return_grace = std::chrono::seconds(3);
// ... or, if it does not come back, this long after the restart.
inline constexpr Millis return_limit = std::chrono::seconds(60);

// What is given back of a move's way through the network, at most.
inline constexpr Millis most_lag{300};

struct ClockState {
    std::array<Millis, 2> left{};  // by Color
    // From when the side to move is charged; nullopt: its clock waits for its player, who has not
    // been back since the server restarted.
    std::optional<Served> starts;

    bool operator==(const ClockState&) const = default;
};

// What a decision has to know of the world around its table.
struct Moment {
    std::chrono::sys_time<Millis> at{};  // the wall clock's, for what is shown
    Served served{};                     // for what is measured
    // By Color: thinking before it is not charged, because the player could not know that it was
    // its turn. not_back: not seen since the server restarted.
    std::array<Served, 2> charged_from{};
    std::array<Millis, 2> lag{};       // by Color: the way to the player and back, as measured
    std::array<Millis, 2> away_for{};  // by Color: how long its absence has counted by now
};
inline constexpr Served not_back = Served::max();

}  // namespace morris::table
