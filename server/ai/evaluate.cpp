#include "server/ai/evaluate.hpp"

#include <bit>

namespace morris {
namespace {

// In the order of their weight. A piece is the unit; the others say how much of a piece a feature
// is worth, small enough that no ordinary sum of them outweighs two pieces.
constexpr Score piece_weight = 100;
// A mill is a piece safe from taking, and a take each time it opens and closes again.
constexpr Score mill_weight = 24;
// The threat of a mill; the enemy has to answer it, and two at once cannot be answered.
constexpr Score open_line_weight = 14;
// About as many games end by a block as by a last take, so a step counts, and the last few more.
constexpr Score room_weight = 4;
constexpr Score cramped_weight = 30;
// Junctions are in more lines that matter and can go more ways; counted double in the middle.
constexpr Score junction_weight = 2;
// One more take loses. Flying makes up for about half of it.
constexpr Score three_weight = 80;
constexpr Score three_flying_weight = 40;

// Flying is worth about as much as this many steps: three pieces with four steps each.
constexpr int flying_room = 12;
constexpr int cramped_below = 3;

// The points that three or four lines' steps meet in: mid-edges, the middle square's first.
constexpr Bitboard points_with_steps(int steps) {
    Bitboard found = 0;
    for (std::size_t p = 0; p < point_count; ++p) {
        if (std::popcount(nine_geometry.steps[p]) == steps) found |= bit(static_cast<Point>(p));
    }
    return found;
}
constexpr Bitboard side_junctions = points_with_steps(3);
constexpr Bitboard middle_junctions = points_with_steps(4);

int count_steps(Bitboard pieces, Bitboard empty) {
    int steps = 0;
    for (Bitboard rest = pieces; rest != 0; rest &= rest - 1) {
        steps += std::popcount(
            nine_geometry.steps[static_cast<std::size_t>(std::countr_zero(rest))] & empty);
    }
    return steps;
}

}  // namespace

Score worth(const Features& side, const Options& options) {
    Score score = piece_weight * side.pieces + mill_weight * side.mills +
                  open_line_weight * side.open_lines + room_weight * side.room +
                  junction_weight * side.junctions;
    if (side.cramped) score -= cramped_weight;
    if (side.down_to_three) score -= options.flying ? three_flying_weight : three_weight;
    return score;
}

Features features(const Position& position, Color color, const Options& options) {
    const Bitboard own = position.of(color);
    const Bitboard empty = position.empty();
    Features side;
    side.pieces = position.on_board(color) + position.in_hand(color);
    for (const Bitboard line : nine_geometry.lines) {
        side.mills += (own & line) == line;
        side.open_lines += std::popcount(own & line) == 2 && (empty & line) != 0;
    }
    side.junctions =
        std::popcount(own & side_junctions) + 2 * std::popcount(own & middle_junctions);
    side.down_to_three = side.pieces <= 3;

    const Phase phase = phase_of(position, color, options);
    side.room = phase == Phase::flying ? flying_room : count_steps(own, empty);
    side.cramped = phase == Phase::moving && side.room < cramped_below;
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
