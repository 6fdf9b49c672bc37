// How the messages say instants, days and clocks.
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <optional>

#include "shared/rules/move.hpp"

namespace morris::protocol {

// An instant of the server's clock; on the wire UTC ISO 8601 with milliseconds.
using Instant = std::chrono::sys_time<std::chrono::milliseconds>;

// A day in UTC; on the wire "2026-11-30".
using Date = std::chrono::sys_days;

// What a table's clock is set to when the table is made.
struct ClockTerms {
    std::int64_t base_ms = 0;
    std::int64_t increment_ms = 0;  // added after each move of a side but its first

    bool operator==(const ClockTerms&) const = default;
};

// A clock at one instant: of an event when it happened, otherwise when the message was sent.
struct Clock {
    ClockTerms terms;
    std::array<std::int64_t, 2> left_ms{};      // by Color
    std::optional<Color> runs;                  // whose time runs or is about to; nullopt: nobody's
    std::optional<std::int64_t> starts_in_ms;   // it runs only then; nullopt: it runs already
    std::optional<std::int64_t> first_move_ms;  // so long for a first move, else it is aborted
    std::optional<Color> waits_for;             // after a restart: until this side is back

    bool operator==(const Clock&) const = default;
};

}  // namespace morris::protocol
