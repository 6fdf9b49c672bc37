// The board as one constexpr value, computed by arithmetic from `ring * 8 + index`: points, lines,
// steps and symmetries. Nothing else in the project names 24, 16 or 8; another board would be
// another value of this type.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace morris {

// A point's number: ring * 8 + index. Ring 0 is the outer square, index 0 its top left corner
// (a7), clockwise from there; even indices are corners, odd ones mid-edges.
using Point = std::uint8_t;

// A set of points: bit p is point p.
using Bitboard = std::uint32_t;

inline constexpr Point no_point = 0xff;

inline constexpr std::size_t ring_size = 8;
inline constexpr std::size_t ring_count = 3;
inline constexpr std::size_t point_count = ring_size * ring_count;
inline constexpr std::size_t line_count = 16;
inline constexpr std::size_t symmetry_count = 16;
inline constexpr std::size_t lines_per_point = 2;

constexpr Bitboard bit(Point point) {
    return Bitboard{1} << point;
}

inline constexpr Bitboard all_points = (Bitboard{1} << point_count) - 1;

struct Geometry {
    std::array<Bitboard, line_count> lines{};
    // The other two points of each line through a point; every point is on two lines.
    std::array<std::array<Bitboard, lines_per_point>, point_count> line_mates{};
    // The points one step away.
    std::array<Bitboard, point_count> steps{};
    // symmetries[s][p]: where symmetry s takes point p. symmetries[0] is the identity. The eight
    // of the square, each with and without the exchange of outer and inner ring.
    std::array<std::array<Point, point_count>, symmetry_count> symmetries{};
    // File 0..6 (a..g) and rank 0..6 (1..7) of each point, for names and drawings.
    std::array<std::uint8_t, point_count> file{};
    std::array<std::uint8_t, point_count> rank{};
};

// Computes the board of Board::nine.
constexpr Geometry make_nine() {
    Geometry g;
    // To be filled in by arithmetic.
    return g;
}

inline constexpr Geometry nine_geometry = make_nine();

}  // namespace morris
