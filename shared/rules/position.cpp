#include "shared/rules/position.hpp"

#include "shared/rules/point_sets.hpp"

namespace morris {

namespace {

constexpr int pieces_to_fly = 3;  // R8; with fewer a side has lost (R6, R14)

std::size_t at(Color color) {
    return static_cast<std::size_t>(color);
}

Bitboard transformed(Bitboard set, std::size_t symmetry) {
    Bitboard image = 0;
    for (Bitboard rest = set; rest != 0; rest &= rest - 1) {
        image |= bit(nine_geometry.symmetries[symmetry][lowest(rest)]);
    }
    return image;
}

Point transformed(Point point, std::size_t symmetry) {
    return point == no_point ? no_point : nine_geometry.symmetries[symmetry][point];
}

}  // namespace

Position start_position(const Options& options) {
    Position position;
    position.hand = {options.pieces, options.pieces};
    return position;
}

Phase phase_of(const Position& position, Color color, const Options& options) {
    if (position.in_hand(color) > 0) return Phase::placing;
    if (options.flying && position.on_board(color) == pieces_to_fly) return Phase::flying;  // R8
    return Phase::moving;
}

bool is_reduced(const Position& position, Color color, const Options& options) {
    const int hand = position.in_hand(color);
    if (hand > 0 && !options.hand_counts) return false;      // R6
    return position.on_board(color) + hand < pieces_to_fly;  // R14
}

int pieces_taken(const Position& position, const Options& options) {
    int left = 0;
    for (const Color color : {Color::white, Color::black}) {
        left += position.on_board(color) + position.in_hand(color);
    }
    return 2 * options.pieces - left;
}

bool closes_mill(Bitboard others, Point arriving) {
    for (const Bitboard mates : nine_geometry.line_mates[arriving]) {
        if ((others & mates) == mates) return true;  // R1, R2
    }
    return false;
}

Bitboard in_mills(Bitboard pieces) {
    return pieces & completing(pieces).any();
}

Bitboard takeable(const Position& position, Color color) {
    const Bitboard pieces = position.of(color);
    const Bitboard unprotected = pieces & ~in_mills(pieces);
    return unprotected != 0 ? unprotected : pieces;  // R4
}

Position after(const Position& position, const Move& move) {
    Position next = position;
    const std::size_t mover = at(position.to_move);
    const std::size_t enemy = at(other(position.to_move));
    if (move.from == no_point) {
        --next.hand[mover];
    } else {
        next.pieces[mover] ^= bit(move.from);
    }
    next.pieces[mover] |= bit(move.to);
    if (move.take != no_point) next.pieces[enemy] ^= bit(move.take);
    next.to_move = other(position.to_move);
    return next;
}

std::uint64_t key(const Position& position) {
    constexpr int hand_bits = 4;
    static_assert(2 * point_count + 2 * hand_bits + 1 <= 64);
    std::uint64_t key = position.pieces[0];
    key = key << point_count | position.pieces[1];
    key = key << hand_bits | position.hand[0];
    key = key << hand_bits | position.hand[1];
    return key << 1 | at(position.to_move);
}

Position transformed(const Position& position, std::size_t symmetry) {
    Position image = position;
    for (Bitboard& pieces : image.pieces) pieces = transformed(pieces, symmetry);
    return image;
}

Move transformed(const Move& move, std::size_t symmetry) {
    return {.from = transformed(move.from, symmetry),
            .to = transformed(move.to, symmetry),
            .take = transformed(move.take, symmetry)};
}

}  // namespace morris
