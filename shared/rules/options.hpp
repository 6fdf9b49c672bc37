// What a table's game is played with: fixed when the table is made.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "shared/rules/result.hpp"

namespace morris {

enum class Board : std::uint8_t { nine };

struct Options {
    Board board = Board::nine;
    std::uint8_t pieces = 9;  // pieces each: 3, 6 or 9
    bool flying = true;
    bool threefold = true;
    // Plies in a row without a take that make a draw: 50, 100 or 200; nullopt: never.
    std::optional<std::uint16_t> no_mill = 100;
    // A draw after so many moves in all, where a take counts as one more: 200; nullopt: never.
    std::optional<std::uint16_t> move_limit = std::nullopt;
    // A side down to two pieces, its hand counted, has lost at once.
    bool hand_counts = false;

    bool operator==(const Options&) const = default;
};

// Refuses values outside the lists above; the text names the field and what it may be.
Result<Options, std::string> checked(const Options& options);

}  // namespace morris
