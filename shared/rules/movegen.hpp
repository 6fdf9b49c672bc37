// Legal moves. Repetition and the no-mill limit play no part here; a side that has lost by having
// two pieces (R6) has no legal moves.
#pragma once

#include <array>
#include <cstddef>

#include "shared/rules/position.hpp"

namespace morris {

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

bool is_legal(const Position& position, const Move& move, const Options& options);

}  // namespace morris
