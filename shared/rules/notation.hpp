// Text forms of points, moves and positions, and their parsers, which say where and why they fail.
//   move      d2  d2xa7  a1-a4  a1-a4xd7
//   position  white W:a7,d7+6 B:a1,d1,g1+6 q12     (or `start`)
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "shared/rules/game.hpp"

namespace morris {

struct ParseError {
    std::size_t offset = 0;  // byte offset into the text where it went wrong
    std::string message;     // a sentence: what was wrong, what was expected
};

std::string to_text(Point point);
std::string to_text(const Move& move);
std::string_view to_text(Color color);  // "white", "black"
std::string_view to_text(
    Reason reason);  // "reduced", "blocked", "threefold", "no-mill", "move-limit"

Result<Point, ParseError> parse_point(std::string_view text);
Result<Move, ParseError> parse_move(std::string_view text);
Result<Color, ParseError> parse_color(std::string_view text);

// A position with the number of plies since a piece was last taken.
struct PositionText {
    Position position;
    int plies_without_take = 0;
};

// ` q…` is written when it is not 0.
std::string to_text(const PositionText& position);

// Refuses overlapping or repeated points, more pieces than the options allow, and unknown names.
Result<PositionText, ParseError> parse_position(std::string_view text, const Options& options);

}  // namespace morris
