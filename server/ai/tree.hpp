// The tree below the present position: what a node is worth, by alpha-beta with a fixed number of
// plies to look ahead.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "server/ai/ordering.hpp"
#include "server/ai/score.hpp"
#include "server/ai/search.hpp"
#include "server/ai/transpositions.hpp"
#include "shared/rules/game.hpp"

namespace morris {

// A position and what its rules need from the way to it.
struct Node {
    Position position;
    int plies_without_take = 0;
    int moves_and_takes = 0;
    // Index into the path's keys of the oldest position that this one could repeat.
    std::size_t repeatable_from = 0;
};

struct Value {
    Score score = draw_score;
    // The score is a draw that this way to the position brought about (by repetition or a limit);
    // it need not hold when the position is reached in another way.
    bool by_history = false;
};

struct Window {
    Score alpha;  // scores up to this are of no interest
    Score beta;   // scores from this on neither
};

class Tree {
public:
    // @pre game.outcome() is empty; both arguments outlive the tree
    Tree(const Game& game, const Limits& limits, const Control& control);

    Node root() const;
    Node child(const Node& parent, const Move& move) const;

    // The node's worth to its side to move, `ply` plies below the root; a bound of it where it
    // lies outside the window. Looks at every move to the full depth up to three plies ahead; at
    // more, at late plain moves only when a shallower look finds something in them. Meaningless
    // once stopped() is true.
    Value value(const Node& node, int depth, int ply, Window window);

    // The budget is used up or the caller wants an end. Stays true.
    bool stopped() const { return stopped_; }
    std::uint64_t nodes() const { return nodes_; }

    // Sorts the root's moves, the likely best first.
    void sort(MoveList& moves) const;
    // The expected play after `first`, as far as it is remembered, at most `plies` long.
    std::vector<Move> line(const Move& first, int plies) const;

private:
    bool poll();
    std::optional<Value> ended(const Node& node, std::uint64_t key, int ply) const;
    bool repeats(const Node& node, std::uint64_t key) const;
    bool limit_within(const Node& node, int plies) const;
    Value best_of_moves(const Node& node, std::uint64_t key, int depth, int ply, Window window);
    Value child_value(const Node& node, int depth, int ply, Window window, std::size_t index,
                      int reduction);

    const Game& game_;
    const Control& control_;
    Options options_;
    std::uint64_t node_limit_;
    std::uint64_t nodes_ = 0;
    bool stopped_ = false;
    // Keys from the last irreversible ply before the root to the node being searched.
    std::vector<std::uint64_t> path_;
    std::size_t root_index_;
    // Its own where the search is alone.
    std::optional<Transpositions> own_table_;
    Transpositions& table_;
    Ordering ordering_;
};

}  // namespace morris
