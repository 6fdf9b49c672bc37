#include "server/ai/search.hpp"

#include <algorithm>
#include <cassert>

#include "server/ai/random.hpp"
#include "server/ai/tree.hpp"

namespace morris {
namespace {

constexpr Score unknown = -2 * win;  // worse than any score

struct RootMove {
    Move move;
    Score score = unknown;  // exact if near the best, else no better than this
};

// The symmetries that leave the game as it is: only the identity once positions could repeat.
std::vector<std::size_t> symmetries_of(const Game& game) {
    std::vector<std::size_t> symmetries;
    for (std::size_t symmetry = 0; symmetry < symmetry_count; ++symmetry) {
        if (transformed(game.position(), symmetry) == game.position()) {
            symmetries.push_back(symmetry);
        }
        if (game.keys().size() > 1) break;
    }
    return symmetries;
}

class Search {
public:
    Search(const Game& game, const Limits& limits, std::uint64_t seed, const Control& control)
        : limits_(limits),
          seed_(seed),
          control_(control),
          tree_(game, limits, control),
          symmetries_(symmetries_of(game)) {
        MoveList legal = game.legal_moves();
        assert(!legal.empty());
        tree_.sort(legal);
        for (const Move& move : legal) {
            if (!is_known(move)) moves_.push_back({move});
        }
        // A helper tries the moves in another order, until what it finds puts them right.
        const std::size_t first = control.company.helper % moves_.size();
        std::rotate(moves_.begin(), moves_.begin() + static_cast<std::ptrdiff_t>(first),
                    moves_.end());
    }

    SearchResult run() {
        result_.move = moves_.front().move;
        result_.line = {result_.move};
        for (int depth = first_depth(); depth <= limits_.depth; ++depth) {
            const bool finished = look_ahead(depth);
            choose(finished ? depth : result_.depth);
            if (!finished) break;
            if (control_.progress) control_.progress(result_);
            if (is_decided(result_)) break;
        }
        result_.nodes = tree_.nodes();
        return result_;
    }

private:
    // Every other helper is a ply ahead of the one in charge, who then finds its results there.
    int first_depth() const {
        const int ahead = static_cast<int>(control_.company.helper % 2);
        return std::min(1 + ahead, limits_.depth);
    }

    // One of the moves so far, or its image.
    bool is_known(const Move& move) const {
        return std::any_of(symmetries_.begin(), symmetries_.end(), [&](std::size_t symmetry) {
            const Move image = transformed(move, symmetry);
            return std::any_of(moves_.begin(), moves_.end(),
                               [&](const RootMove& known) { return known.move == image; });
        });
    }

    // Scores below this are not near the best. A forced win or loss has nothing near it.
    Score floor_below(Score best) const {
        return is_win(best) || is_loss(best) ? best : best - limits_.margin;
    }

    // Scores the moves `depth` plies deep, then sorts them, best first. False: stopped on the way;
    // the scores are then of use all the same.
    bool look_ahead(int depth) {
        Score best = unknown;
        std::vector<RootMove> scored;
        for (const RootMove& root_move : moves_) {
            const Score score = score_of(root_move.move, depth, best);
            if (tree_.stopped()) break;
            scored.push_back({root_move.move, score});
            best = std::max(best, score);
        }
        keep(std::move(scored), best);
        return !tree_.stopped();
    }

    Score score_of(const Move& move, int depth, Score best) {
        const Node node = tree_.child(tree_.root(), move);
        const auto within = [&](Score alpha, Score beta) {
            return -tree_.value(node, depth - 1, 1, {-beta, -alpha}).score;
        };
        if (best == unknown) return within(-win, win);
        const Score alpha = std::max(floor_below(best) - 1, -win);
        const Score score = within(alpha, alpha + 1);
        return tree_.stopped() || score <= alpha ? score : within(alpha, win);
    }

    // Takes over the scores of a depth. Where only some moves were reached, the others are out of
    // the question, for the first were the likely best; unless those turned out to lose by force:
    // then a move that did not, at a lesser depth, is better.
    void keep(std::vector<RootMove> scored, Score best) {
        if (scored.empty()) return;
        const bool others_hope = is_loss(best);
        for (std::size_t i = 0; i < moves_.size(); ++i) {
            if (i < scored.size()) {
                moves_[i] = scored[i];
            } else if (!others_hope) {
                moves_[i].score = unknown;
            }
        }
        std::stable_sort(moves_.begin(), moves_.end(),
                         [](const RootMove& a, const RootMove& b) { return a.score > b.score; });
    }

    void choose(int depth) {
        const Score floor = floor_below(moves_.front().score);
        const auto end = std::find_if(moves_.begin(), moves_.end(), [&](const RootMove& root_move) {
            return root_move.score < floor;
        });
        const auto near = static_cast<std::uint64_t>(end - moves_.begin());
        Random random(seed_);
        const RootMove& chosen = moves_[random.below(near)];
        const std::size_t symmetry = symmetries_[random.below(symmetries_.size())];
        std::vector<Move> line = tree_.line(chosen.move, std::max(depth, 1));
        for (Move& move : line) move = transformed(move, symmetry);
        result_ = {line.front(), chosen.score, depth, line, tree_.nodes()};
    }

    Limits limits_;
    std::uint64_t seed_;
    const Control& control_;
    Tree tree_;
    const std::vector<std::size_t> symmetries_;
    std::vector<RootMove> moves_;  // of those that are images of each other, one
    SearchResult result_;
};

}  // namespace

bool is_decided(const SearchResult& result) {
    return (is_win(result.score) || is_loss(result.score)) &&
           plies_to_end(result.score) <= result.depth;
}

SearchResult search(const Game& game, const Limits& limits, std::uint64_t seed,
                    const Control& control) {
    return Search(game, limits, seed, control).run();
}

}  // namespace morris
