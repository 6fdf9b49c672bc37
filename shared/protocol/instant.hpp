// Instants as the wire has them: UTC ISO 8601 with milliseconds, 2026-11-30T11:22:33.444Z.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "shared/protocol/messages.hpp"

namespace morris::protocol {

// Instants before the year 0 or after 9999 are written as the first or last one within.
std::string to_text(Instant instant);

// Takes exactly what to_text writes: the three digits after the point and the Z too.
std::optional<Instant> parse_instant(std::string_view text);

}  // namespace morris::protocol
