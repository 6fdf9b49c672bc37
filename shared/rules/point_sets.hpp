// Operations on whole sets of points at once: every piece steps the same way, every line is looked
// at, in a few machine instructions. They rest on the numbering ring * 8 + index alone.
#pragma once

#include <bit>

#include "shared/rules/geometry.hpp"

namespace morris {

// @pre the set is not empty
constexpr Point lowest(Bitboard set) {
    return static_cast<Point>(std::countr_zero(set));
}

constexpr Bitboard corners() {
    Bitboard set = 0;
    for (Point p = 0; p < point_count; ++p) {
        if (is_corner(p)) set |= bit(p);
    }
    return set;
}

constexpr Bitboard points_at_index(std::size_t index) {
    Bitboard set = 0;
    for (std::size_t ring = 0; ring < ring_count; ++ring) set |= bit(point_at(ring, index));
    return set;
}

inline constexpr Bitboard all_corners = corners();
inline constexpr Bitboard all_mid_edges = all_points & ~all_corners;

// Every point one index on, or back, round its ring.
constexpr Bitboard clockwise(Bitboard set) {
    constexpr Bitboard last = points_at_index(ring_size - 1);
    return (set & ~last) << 1 | (set & last) >> (ring_size - 1);
}

constexpr Bitboard counterclockwise(Bitboard set) {
    constexpr Bitboard first = points_at_index(0);
    return (set & ~first) >> 1 | (set & first) << (ring_size - 1);
}

// Every mid-edge one ring in, or out, along its ladder; corners drop out.
constexpr Bitboard inward(Bitboard set) {
    return (set & all_mid_edges) << ring_size & all_points;
}

constexpr Bitboard outward(Bitboard set) {
    return (set & all_mid_edges) >> ring_size;
}

// The points whose line is whole but for themselves, by which line it is. What stands on the
// points themselves does not matter.
struct Completing {
    Bitboard ahead = 0;   // corners: the side that runs on clockwise from here
    Bitboard behind = 0;  // corners: the side that ends here
    Bitboard middle = 0;  // mid-edges: the side around them
    Bitboard ladder = 0;  // mid-edges: the ladder

    constexpr Bitboard any() const { return ahead | behind | middle | ladder; }
};

constexpr Completing completing(Bitboard set) {
    const Bitboard before = clockwise(set);  // has the points whose neighbour before is in `set`
    const Bitboard after = counterclockwise(set);
    // Rings turned round, so that each point sees the same index of the other two rings.
    constexpr std::size_t others = point_count - ring_size;
    const Bitboard next_ring = (set >> ring_size | set << others) & all_points;
    const Bitboard last_ring = (set << ring_size | set >> others) & all_points;
    return {.ahead = all_corners & after & counterclockwise(after),
            .behind = all_corners & before & clockwise(before),
            .middle = all_mid_edges & before & after,
            .ladder = all_mid_edges & next_ring & last_ring};
}

}  // namespace morris
