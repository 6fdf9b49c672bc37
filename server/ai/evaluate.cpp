#include "server/ai/evaluate.hpp"

#include <bit>

#include "shared/rules/point_sets.hpp"

namespace morris {
namespace {

// In the order of their weight; settled by games of the search against itself.
constexpr Score piece_weight = 100;
// A mill is three pieces safe from taking, and a take each time it opens and closes again.
constexpr Score mill_weight = 32;
// The threat of a mill: the enemy has to answer it, and two at once cannot be answered.
constexpr Score open_line_weight = 18;
// As many games end by a block as by a last take, and a side with room can also choose. Counted
// from the first placement on, for it says which pieces will be able to move later.
constexpr Score room_weight = 16;
// Junctions are where pieces can turn, but room has most of that already.
constexpr Score junction_weight = 2;

// One more take loses. Flying makes up for about half of it.
constexpr Score three_weight = 80;
constexpr Score three_flying_weight = 40;
// A take that is there for the asking; less than a piece, as the enemy's answer may be one too.
constexpr Score closes_next_weight = 40;

// What flying counts for as room: three pieces with four steps each.
constexpr int flying_room = 12;

constexpr Bitboard middle_ring() {
    Bitboard ring = 0;
    for (std::size_t index = 0; index < ring_size; ++index)
        ring |= bit(point_at(ring_count / 2, index));
    return ring;
}

// Each piece's free neighbours, all pieces at once.
int count_steps(Bitboard pieces, Bitboard empty) {
    return std::popcount(clockwise(pieces) & empty) +
           std::popcount(counterclockwise(pieces) & empty) + std::popcount(inward(pieces) & empty) +
           std::popcount(outward(pieces) & empty);
}

// Whether one of the pieces can make a line whole by its next step. A step leaves the line that it
// runs along, so only the other line of the point it comes to counts (R2).
bool steps_into_mill(Bitboard own, Bitboard empty, const Completing& lines) {
    const Bitboard along_ring = (clockwise(own) & (lines.ahead | lines.ladder)) |
                                (counterclockwise(own) & (lines.behind | lines.ladder));
    const Bitboard along_ladder = (inward(own) | outward(own)) & lines.middle;
    return ((along_ring | along_ladder) & empty) != 0;
}

}  // namespace

Score worth(const Features& side, const Options& options) {
    Score score = piece_weight * side.pieces + mill_weight * side.mills +
                  open_line_weight * side.open_lines + room_weight * side.room +
                  junction_weight * side.junctions;
    if (side.down_to_three) score -= options.flying ? three_flying_weight : three_weight;
    if (side.closes_next) score += closes_next_weight;
    return score;
}

Features features(const Position& position, Color color, const Options& options) {
    const Bitboard own = position.of(color);
    const Bitboard empty = position.empty();
    Features side;
    side.pieces = position.on_board(color) + position.in_hand(color);
    // A whole side is seen from its middle, a whole ladder from each of its points.
    const Completing lines = completing(own);
    side.mills = std::popcount(own & lines.middle) +
                 std::popcount(own & lines.ladder) / static_cast<int>(ring_count);
    side.open_lines = std::popcount(empty & lines.ahead) + std::popcount(empty & lines.behind) +
                      std::popcount(empty & lines.middle) + std::popcount(empty & lines.ladder);
    side.junctions =
        std::popcount(own & all_mid_edges) + std::popcount(own & all_mid_edges & middle_ring());
    side.down_to_three = side.pieces <= 3;

    const Phase phase = phase_of(position, color, options);
    side.room = phase == Phase::flying ? flying_room : count_steps(own, empty);
    side.closes_next =
        color == position.to_move &&
        (phase == Phase::moving ? steps_into_mill(own, empty, lines) : side.open_lines > 0);
    return side;
}

Score evaluate(const Position& position, const Options& options) {
    const Color mover = position.to_move;
    return worth(features(position, mover, options), options) -
           worth(features(position, other(mover), options), options);
}

bool is_blocked(const Position& position, const Options& options) {
    const Color mover = position.to_move;
    return phase_of(position, mover, options) == Phase::moving &&
           count_steps(position.of(mover), position.empty()) == 0;
}

}  // namespace morris
