// The search: alpha-beta over whole moves, one ply deeper each time, within a budget. Pure: the
// same game, limits and seed give the same answer, unless the caller stops it.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "server/ai/score.hpp"
#include "server/ai/transpositions.hpp"
#include "shared/rules/game.hpp"

namespace morris {

struct Limits {
    int depth = 64;                   // plies; at least 1
    std::uint64_t nodes = 1'000'000;  // positions visited; about, and at least one move's worth
    // Moves this much below the best count as good as the best, and the seed chooses among them.
    Score margin = 0;
};

struct SearchResult {
    Move move;                 // always legal
    Score score = draw_score;  // of the best move, in the mover's view
    int depth = 0;             // plies looked ahead; 0: stopped before one was finished
    std::vector<Move> line;    // the expected play, `move` first
    std::uint64_t nodes = 0;   // positions visited
};

// What the threads that search the same game have in common, and what sets each of them apart: they
// gain from each other's results, so none should look at the same moves in the same order.
struct Company {
    Transpositions* table = nullptr;  // nullptr: the search is alone, with a table of its own
    std::uint32_t search = 0;         // their number in the table, different from other searches'
    unsigned helper = 0;              // 0: the one in charge, who searches as if alone
};

// The caller's hand on a running search. Either function may be empty.
struct Control {
    // Asked about every thousand nodes; true ends the search with the best move so far.
    std::function<bool()> stopped;
    // Told after each finished depth.
    std::function<void(const SearchResult&)> progress;
    Company company = {};
};

// A forced win or loss that nothing deeper can make a shorter win or a longer loss.
bool is_decided(const SearchResult& result);

// @pre game.outcome() is empty
SearchResult search(const Game& game, const Limits& limits, std::uint64_t seed,
                    const Control& control);

}  // namespace morris
