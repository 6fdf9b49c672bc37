// The text form of a whole game, what a person saves to a file and reads back: headers, then
// numbered moves. RULES.md shows one.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "shared/rules/notation.hpp"

namespace morris {

// A game as written down. The moves are as the text has them: parsing checks form, not legality
// (replay does).
struct GameRecord {
    std::string white;  // players' names; empty: not known
    std::string black;
    std::string date;  // YYYY-MM-DD; empty: not known
    Options options;
    // "300+3": seconds at first and for each move, with up to three decimals; empty: no clock.
    std::string clock;
    std::uint32_t hints = 0;  // that a player of the computer asked for
    std::uint32_t undos = 0;
    // "white resigned", "draw threefold", …; empty: unfinished. First word who won (or "draw", or
    // "none" for a game nobody won or drew), second why. The text says it in words for people:
    // result_text.hpp.
    std::string result;
    std::vector<Move> moves;

    bool operator==(const GameRecord&) const = default;
};

std::string to_text(const GameRecord& record);

// A line and column (both from 1) beside the message, a sentence or two.
struct GameTextError {
    std::size_t line = 1;
    std::size_t column = 1;
    std::string message;
    // Of a move that cannot be read, once there are moves: which it is, from 1, and as it stands.
    std::optional<std::size_t> ply;
    std::string word;
};

Result<GameRecord, GameTextError> parse_game_text(std::string_view text);

}  // namespace morris
