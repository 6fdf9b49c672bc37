// Text from others made fit for a terminal: nothing that steers it, nothing that runs over the
// width, and plain ASCII where the terminal shows no more.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace morris::client {

inline constexpr std::size_t screen_columns = 60;    // where a width is not known
inline constexpr std::size_t longest_sentence = 80;  // columns; longer lines are hard to read

// What the terminal can show.
struct Style {
    bool unicode = true;
    bool colour = false;
    std::size_t width = screen_columns;  // columns
};

// Control and direction characters and bytes that are not UTF-8 become '?'; without `unicode` so
// does everything beyond ASCII.
std::string clean(std::string_view text, bool unicode);

// Columns that cleaned text takes on a terminal, East Asian wide characters counted as two.
std::size_t columns(std::string_view text);

// At most `width` columns, the end cut off with "..." if need be.
std::string fit(std::string_view text, std::size_t width);

// Breaks at spaces into lines of at most `width` columns; a longer word stays whole.
std::vector<std::string> wrap(std::string_view text, std::size_t width);

// The text in lines that end with '\n', broken between words where the width makes it necessary.
std::string paragraph(std::string_view text, const Style& style);

// Lines longer than `width` broken between words, each part set in like the whole. Lines with
// colours stay as they are.
std::string broken(std::string_view lines, std::size_t width);

// Without white space at the ends.
std::string_view trimmed(std::string_view text);

// ASCII letters in lower case.
std::string lower(std::string_view text);

// "1 ply", "9 plies"
std::string plies_text(std::size_t count);

// "a", "a and b", "a, b and c".
std::string listed(const std::vector<std::string>& items, std::string_view last_word);

}  // namespace morris::client
