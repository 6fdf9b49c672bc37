// How the text of a game states its result: who won, and why in a few fixed words that name the
// side meant. Inside, a result is two words, such as "white resigned": the winner and the reason.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace morris {

// "White wins, Black resigned" for "white resigned". A reason that is not known stays a word.
std::string result_text(std::string_view two_words);

// The two words again; nullopt: that is no result. Takes capitals or not, and the two words
// themselves, as older texts have them.
std::optional<std::string> parse_result_text(std::string_view text);

}  // namespace morris
