#include "client-cli/core/clock.hpp"

#include <algorithm>

namespace morris::client {
namespace {

using namespace std::chrono_literals;

// An eighth of the base time is little, within what a person can still act upon.
constexpr int low_part = 8;
constexpr Millis least_low = 10s;
constexpr Millis most_low = 60s;

}  // namespace

Millis until(Moment due, Moment now) {
    return std::max(due - now, Millis(0));
}

Millis left_of(const ClockState& clock, Color color, Moment now) {
    const Millis said(clock.said.left_ms[static_cast<std::size_t>(color)]);
    if (clock.said.runs != color) return std::max(said, Millis(0));
    const Moment began = clock.at + Millis(clock.said.starts_in_ms.value_or(0));
    return std::max(said - until(now, began), Millis(0));
}

std::optional<Color> running(const ClockState& clock, Moment now) {
    if (starts_in(clock, now)) return std::nullopt;
    return clock.said.runs;
}

std::optional<Millis> starts_in(const ClockState& clock, Moment now) {
    if (!clock.said.runs || !clock.said.starts_in_ms) return std::nullopt;
    const Millis left = until(clock.at + Millis(*clock.said.starts_in_ms), now);
    return left > 0ms ? std::optional(left) : std::nullopt;
}

std::optional<Millis> first_move_in(const ClockState& clock, Moment now) {
    if (!clock.said.first_move_ms) return std::nullopt;
    return until(clock.at + Millis(*clock.said.first_move_ms), now);
}

bool is_low(const ClockState& clock, Color color, Moment now) {
    const Millis part = Millis(clock.said.terms.base_ms) / low_part;
    return left_of(clock, color, now) < std::clamp(part, least_low, most_low);
}

}  // namespace morris::client
