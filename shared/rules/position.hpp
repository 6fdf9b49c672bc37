// A position: pieces on the board, pieces in hand, side to move. A small value; playing a move
// gives a new one.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "shared/rules/move.hpp"
#include "shared/rules/options.hpp"

namespace morris {

struct Position {
    std::array<Bitboard, 2> pieces{};    // by Color
    std::array<std::uint8_t, 2> hand{};  // by Color
    Color to_move = Color::white;

    Bitboard of(Color color) const { return pieces[static_cast<std::size_t>(color)]; }
    int in_hand(Color color) const { return hand[static_cast<std::size_t>(color)]; }
    int on_board(Color color) const { return std::popcount(of(color)); }
    Bitboard occupied() const { return pieces[0] | pieces[1]; }
    Bitboard empty() const { return all_points & ~occupied(); }

    bool operator==(const Position&) const = default;
};

enum class Phase : std::uint8_t { placing, moving, flying };

Position start_position(const Options& options);

// What the side's turn is: placing while it has pieces in hand; flying with none and exactly
// three on the board, if the option is on (R8); else moving.
Phase phase_of(const Position& position, Color color, const Options& options);

// The side has two pieces or fewer and none in hand to come: it has lost (R6). If the hand counts,
// two in all are enough, in hand or not (R14).
bool is_reduced(const Position& position, Color color, const Options& options);

// How many pieces were taken since the start, of both sides together.
int pieces_taken(const Position& position, const Options& options);

// True if `arriving` completes a line with `others`, which no longer holds the point it left (R2).
bool closes_mill(Bitboard others, Point arriving);

// Points of `pieces` that stand in a mill.
Bitboard in_mills(Bitboard pieces);

// Which of the color's pieces its enemy may take: those in no mill, or all if every one is (R4).
Bitboard takeable(const Position& position, Color color);

// The position after a move that is legal in it; unchecked.
Position after(const Position& position, const Move& move);

// The whole position in 64 bits, equal exactly when positions are equal (R9): a bit for each
// point by color, two hands, side to move.
std::uint64_t key(const Position& position);

// The position carried by one of the board's symmetries (0 <= symmetry < symmetry_count).
Position transformed(const Position& position, std::size_t symmetry);
Move transformed(const Move& move, std::size_t symmetry);

}  // namespace morris
