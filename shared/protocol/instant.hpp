// Instants and days as the wire has them: UTC ISO 8601, 2026-11-30T11:22:33.444Z and 2026-11-30.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "shared/protocol/clock.hpp"

namespace morris::protocol {

// What lies before the year 0 or after 9999 is written as the first or last one within.
std::string to_text(Instant instant);
std::string to_text(Date day);

// Take exactly what to_text writes: the three digits after the point and the Z too.
std::optional<Instant> parse_instant(std::string_view text);
std::optional<Date> parse_date(std::string_view text);

}  // namespace morris::protocol
