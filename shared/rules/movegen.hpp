// Legal moves, and why a move is not one. Repetition and the limits play no part here; once a side
// has lost by having two pieces (R6, R14), neither has legal moves.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "shared/rules/position.hpp"

namespace morris {

// Why a move is refused, most basic reason first.
enum class MoveRefusal : std::uint8_t {
    game_over,
    no_such_point,    // a point number off the board
    from_missing,     // nothing in hand: a piece on the board has to be moved
    from_unexpected,  // pieces in hand: they are placed first
    from_empty,       // no piece of the mover's there
    to_occupied,
    not_a_step,       // not next to `from` along a line, and the side does not fly
    take_missing,     // closes a mill: has to name a take
    take_unexpected,  // closes no mill
    take_empty,       // no enemy piece there
    take_in_mill,     // protected by a mill while another piece is not
};

// A list without allocation; iterates like any range.
class MoveList {
public:
    // More than any position has: at most 9 pieces x 4 steps x 9 takes.
    static constexpr std::size_t capacity = 384;

    void add(const Move& move) { moves_[size_++] = move; }
    const Move* begin() const { return moves_.data(); }
    const Move* end() const { return moves_.data() + size_; }
    std::size_t size() const { return size_; }
    bool empty() const { return size_ == 0; }
    const Move& operator[](std::size_t i) const { return moves_[i]; }
    Move& operator[](std::size_t i) { return moves_[i]; }
    Move* begin() { return moves_.data(); }
    Move* end() { return moves_.data() + size_; }

private:
    std::array<Move, capacity> moves_;
    std::size_t size_ = 0;
};

MoveList legal_moves(const Position& position, const Options& options);

// legal_moves(...).size(), without making the list.
std::size_t count_legal_moves(const Position& position, const Options& options);

// Why the move cannot be played; nullopt: it is legal. @pre the game is not over, so never
// `game_over`.
std::optional<MoveRefusal> refusal(const Position& position, const Move& move,
                                   const Options& options);

bool is_legal(const Position& position, const Move& move, const Options& options);

}  // namespace morris
