// Reports as a person at a terminal sees them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "client-cli/core/report.hpp"
#include "client-cli/core/text.hpp"
#include "client-cli/core/view.hpp"

namespace morris::client {

// Zero or more whole lines. `view`: as it is now; nullptr before the first snapshot.
std::string screen_lines(const Report& report, const View* view, const Style& style);

// What stands before the line being typed: "White to move> ",
// "Black to move 4:32 (you are White 5:00)> ".
std::string prompt(const View* view);

// The same and what may stand in its place where there is little room: without what can be claimed,
// and at last the time of the side to move alone. The longest first; never empty.
std::vector<std::string> prompts(const View* view);

// After how long the prompt says another time; nullopt: nothing is counted down.
std::optional<Millis> next_change(const View& view);

}  // namespace morris::client
