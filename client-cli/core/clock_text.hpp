// Times and clocks as people write and read them.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

#include "shared/protocol/clock.hpp"
#include "shared/rules/result.hpp"

namespace morris::client {

// "2:05:09", "4:32", "0:12"; what has begun to pass is no longer shown.
std::string time_text(std::chrono::milliseconds time);

// The same of a player's clock, which counts tenths below ten seconds: "9.7".
std::string clock_time_text(std::chrono::milliseconds time);

// "5+3": minutes, and seconds added after each move; a base that is no whole minutes is written
// "90s+0". As parse_clock reads it.
std::string clock_terms_text(const protocol::ClockTerms& terms);

// The same as a game's text has it, in seconds: "300+3"; and such a text as people write it.
std::string record_clock_text(const protocol::ClockTerms& terms);
std::string clock_of_record(std::string_view text);

// "5+3", "90s+0", "0:30+0"; "none" is no clock. The failure is a sentence.
Result<std::optional<protocol::ClockTerms>, std::string> parse_clock(std::string_view text);

}  // namespace morris::client
