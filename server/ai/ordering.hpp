// In what order the search tries moves: the likely best first, since alpha-beta's saving hangs
// on it.
#pragma once

#include <array>
#include <cstdint>

#include "shared/rules/movegen.hpp"
#include "shared/rules/position.hpp"

namespace morris {

class Ordering {
public:
    // Remembers a move that refuted the enemy's last one, `depth` plies above the leaves.
    void reward(const Move& move, Color mover, int ply, int depth);

    using Ranks = std::array<std::int32_t, MoveList::capacity>;

    // Fills ranks[0 .. moves.size()); the best is the highest. `best_before` comes first: the best
    // move of an earlier search of this position, or a move that is none.
    void rank(const Position& position, const MoveList& moves, const Move& best_before, int ply,
              Ranks& ranks) const;

private:
    static constexpr std::size_t deepest_ply = 128;

    std::int32_t history(const Move& move, Color mover) const;

    // The two latest quiet refutations at each ply.
    std::array<std::array<Move, 2>, deepest_ply> killers_{};
    // By mover, where from (the last row: from the hand) and where to.
    std::array<std::array<std::array<std::int32_t, point_count>, point_count + 1>, 2> history_{};
};

// The rank of a move with nothing to be said for it: it neither takes nor blocks a line nor refuted
// anything at its ply before.
bool is_plain(std::int32_t rank);

// Brings the highest ranked of moves[first ..] to moves[first].
void bring_best_to(MoveList& moves, Ordering::Ranks& ranks, std::size_t first);

}  // namespace morris
