// What a table's clock shows at any instant, reckoned from what the server said last and from when
// it came, so that nothing drifts. Instants are values: the shell alone asks for the time.
#pragma once

#include <chrono>
#include <optional>

#include "shared/protocol/clock.hpp"

namespace morris::client {

using Millis = std::chrono::milliseconds;

// An instant of a clock that only ever goes on; only differences mean anything.
using Moment = std::chrono::milliseconds;

// What the server said, and when it came.
struct ClockState {
    protocol::Clock said;
    Moment at{};

    bool operator==(const ClockState&) const = default;
};

// Never below nothing.
Millis left_of(const ClockState& clock, Color color, Moment now);

// Whose time is being used at this very moment.
std::optional<Color> running(const ClockState& clock, Moment now);

// Until the time of the side to move begins to run; nullopt: it runs, or it is not going to.
std::optional<Millis> starts_in(const ClockState& clock, Moment now);

// What is left for a first move, which is not charged; nullopt: this is none.
std::optional<Millis> first_move_in(const ClockState& clock, Moment now);

// So little that it is worth a word.
bool is_low(const ClockState& clock, Color color, Moment now);

// Until `due`, never below nothing.
Millis until(Moment due, Moment now);

}  // namespace morris::client
