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

constexpr Point point_at(std::size_t ring, std::size_t index) {
    return static_cast<Point>(ring * ring_size + index % ring_size);
}

constexpr std::size_t ring_of(Point point) {
    return point / ring_size;
}

constexpr std::size_t index_of(Point point) {
    return point % ring_size;
}

constexpr bool is_corner(Point point) {
    return index_of(point) % 2 == 0;
}

// Where an index lies on its square, seen from the middle: -1 left, 0 middle, 1 right. The same
// for the height is this a quarter turn further on.
constexpr int sideways(std::size_t index) {
    constexpr int quarter = ring_size / 4;
    const int from_right = static_cast<int>(index % ring_size) - (quarter + 1);
    const int slope = quarter - (from_right < 0 ? -from_right : from_right);
    return slope < -1 ? -1 : slope > 1 ? 1 : slope;
}

// Computes the board of Board::nine.
constexpr Geometry make_nine() {
    constexpr std::size_t quarter = ring_size / 4;
    Geometry g;

    for (Point p = 0; p < point_count; ++p) {
        const std::size_t ring = ring_of(p);
        const std::size_t index = index_of(p);
        const int distance = static_cast<int>(ring_count - ring);
        const int centre = static_cast<int>(ring_count);
        g.file[p] = static_cast<std::uint8_t>(centre + distance * sideways(index));
        g.rank[p] = static_cast<std::uint8_t>(centre + distance * sideways(index + quarter));

        g.steps[p] = bit(point_at(ring, index + 1)) | bit(point_at(ring, index + ring_size - 1));
        if (is_corner(p)) continue;
        if (ring > 0) g.steps[p] |= bit(point_at(ring - 1, index));
        if (ring + 1 < ring_count) g.steps[p] |= bit(point_at(ring + 1, index));
    }

    std::size_t line = 0;
    for (std::size_t index = 0; index < ring_size; ++index) {
        if (!is_corner(point_at(0, index))) {  // a ladder
            for (std::size_t ring = 0; ring < ring_count; ++ring) {
                g.lines[line] |= bit(point_at(ring, index));
            }
            ++line;
            continue;
        }
        for (std::size_t ring = 0; ring < ring_count; ++ring) {  // a side of each square
            g.lines[line++] = bit(point_at(ring, index)) | bit(point_at(ring, index + 1)) |
                              bit(point_at(ring, index + 2));
        }
    }

    for (Point p = 0; p < point_count; ++p) {
        std::size_t mates = 0;
        for (const Bitboard points : g.lines) {
            if (points & bit(p)) g.line_mates[p][mates++] = points & ~bit(p);
        }
    }

    for (std::size_t s = 0; s < symmetry_count; ++s) {
        const std::size_t turns = s % 4;
        const bool reflected = s / 4 % 2 == 1;  // in the diagonal through a7 and g1
        const bool exchanged = s / 4 / 2 == 1;  // outer and inner ring
        for (Point p = 0; p < point_count; ++p) {
            const std::size_t ring = exchanged ? ring_count - 1 - ring_of(p) : ring_of(p);
            const std::size_t index = reflected ? ring_size - index_of(p) : index_of(p);
            g.symmetries[s][p] = point_at(ring, index + turns * quarter);
        }
    }
    return g;
}

inline constexpr Geometry nine_geometry = make_nine();

// A few facts known from the picture of the board: a7 is top left, c3 the inner square's bottom
// left corner, d6 the middle of three.
static_assert(nine_geometry.file[0] == 0 && nine_geometry.rank[0] == 6);
static_assert(nine_geometry.file[point_at(2, 6)] == 2 && nine_geometry.rank[point_at(2, 6)] == 2);
static_assert(nine_geometry.file[point_at(1, 1)] == 3 && nine_geometry.rank[point_at(1, 1)] == 5);
static_assert(nine_geometry.steps[point_at(1, 1)] == (bit(point_at(0, 1)) | bit(point_at(2, 1)) |
                                                      bit(point_at(1, 0)) | bit(point_at(1, 2))));
static_assert(nine_geometry.lines.back() ==
              (bit(point_at(0, 7)) | bit(point_at(1, 7)) | bit(point_at(2, 7))));

}  // namespace morris
