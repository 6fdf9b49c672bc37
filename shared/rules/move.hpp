// A move is one whole turn: where from (unless placing), where to, and what it takes.
#pragma once

#include <cstdint>

#include "shared/rules/geometry.hpp"

namespace morris {

enum class Color : std::uint8_t { white, black };

constexpr Color other(Color color) {
    return color == Color::white ? Color::black : Color::white;
}

struct Move {
    Point from = no_point;  // no_point: the piece comes from the hand
    Point to = no_point;
    Point take = no_point;  // no_point: nothing is taken

    bool operator==(const Move&) const = default;
};

}  // namespace morris
