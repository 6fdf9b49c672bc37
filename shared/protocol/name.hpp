// What a player may be called: text that another person can read on one line, and nothing that
// hides in it or turns the line around.
#pragma once

#include <string>
#include <string_view>

#include "shared/rules/result.hpp"

namespace morris::protocol {

// The name as the server shows it: UTF-8 in normalisation form C, without spaces at the ends and
// variation selectors, 1 to max_name_code_points code points. Otherwise a sentence that says what
// is wrong with it. Refused: control, format, invisible, private and unassigned characters, line
// and paragraph separators, and a mark at the start that would sit on what stands before the name;
// and names that read like another player's with its mark, or like the computer player's.
Result<std::string, std::string> checked_name(std::string_view text);

}  // namespace morris::protocol
