#include "server/ai/tree.hpp"

#include <algorithm>

#include "server/ai/evaluate.hpp"

namespace morris {
namespace {

constexpr std::uint64_t nodes_per_poll = 1024;

// A table of the search's own has room for what it can find, but takes no more than 16 MiB.
constexpr std::uint64_t smallest_table = std::uint64_t{1} << 10U;
constexpr std::uint64_t largest_table = std::uint64_t{1} << 20U;

// A forced win counts its plies from the root in the tree, from the position in the table.
Score to_table(Score score, int ply) {
    if (is_win(score)) return score + ply;
    return is_loss(score) ? score - ply : score;
}
Score from_table(Score score, int ply) {
    if (is_win(score)) return score - ply;
    return is_loss(score) ? score + ply : score;
}

bool settles(const Found& found, Score score, Window window) {
    switch (found.bound) {
        case Bound::exact:
            return true;
        case Bound::lower:
            return score >= window.beta;
        case Bound::upper:
            return score <= window.alpha;
        case Bound::none:
            return false;
    }
    return false;
}

Bound bound_of(Score score, Window window) {
    if (score >= window.beta) return Bound::lower;
    return score > window.alpha ? Bound::exact : Bound::upper;
}

// How many plies less a plain move is looked at that is tried so late. Worth a ply of depth in all;
// seven of ten games against the search without it were won.
int reduction_for(int depth, std::size_t index) {
    if (depth < 4 || index < 3) return 0;
    return depth >= 6 && index >= 8 ? 2 : 1;
}

}  // namespace

Tree::Tree(const Game& game, const Limits& limits, const Control& control)
    : game_(game),
      control_(control),
      options_(game.options()),
      node_limit_(limits.nodes),
      path_(game.keys()),
      root_index_(game.keys().size() - 1),
      table_(control.company.table != nullptr
                 ? *control.company.table
                 : own_table_.emplace(std::clamp(limits.nodes, smallest_table, largest_table))) {
    path_.pop_back();
}

Node Tree::root() const {
    return {game_.position(), game_.plies_without_take(), game_.moves_and_takes(), 0};
}

Node Tree::child(const Node& parent, const Move& move) const {
    const bool takes = move.take != no_point;
    const bool irreversible = takes || move.from == no_point;
    return {after(parent.position, move), takes ? 0 : parent.plies_without_take + 1,
            parent.moves_and_takes + (takes ? 2 : 1),
            irreversible ? path_.size() : parent.repeatable_from};
}

Value Tree::value(const Node& node, int depth, int ply, Window window) {
    if (poll()) return {};
    const std::uint64_t position_key = key(node.position);
    if (ply > 0) {
        if (const auto end = ended(node, position_key, ply)) return *end;
    }
    if (depth == 0) return {evaluate(node.position, options_)};
    path_.push_back(position_key);
    const Value best = best_of_moves(node, position_key, depth, ply, window);
    path_.pop_back();
    return best;
}

bool Tree::poll() {
    ++nodes_;
    if (nodes_ > node_limit_) stopped_ = true;
    if (nodes_ % nodes_per_poll == 0 && control_.stopped && control_.stopped()) stopped_ = true;
    return stopped_;
}

// A win is looked for before the draws: R11.
std::optional<Value> Tree::ended(const Node& node, std::uint64_t position_key, int ply) const {
    const Color mover = node.position.to_move;
    if (is_reduced(node.position, mover, options_)) return Value{loss_in(ply)};  // R6, R14
    if (is_reduced(node.position, other(mover), options_)) return Value{win_in(ply)};
    if (is_blocked(node.position, options_)) return Value{loss_in(ply)};  // R7
    if (repeats(node, position_key)) return Value{draw_score, true};
    if (limit_within(node, 0)) return Value{draw_score, true};
    return std::nullopt;
}

// R9, and one thing more: a position met for the second time inside the tree counts as a draw
// already, since whoever could do better after it could have done so the first time.
bool Tree::repeats(const Node& node, std::uint64_t position_key) const {
    if (!options_.threefold) return false;
    int before = 0;
    for (std::size_t i = path_.size(); i > node.repeatable_from; --i) {
        if (path_[i - 1] != position_key) continue;
        if (i - 1 > root_index_) return true;
        ++before;
    }
    return before >= 2;
}

// Whether a limit could be met in so many plies, each of which may take. In none: it is met now.
bool Tree::limit_within(const Node& node, int plies) const {
    const auto met = [](const std::optional<std::uint16_t>& limit, int count) {
        return limit && count >= int{*limit};
    };
    return met(options_.no_mill, node.plies_without_take + plies) ||    // R10
           met(options_.move_limit, node.moves_and_takes + 2 * plies);  // R13
}

Value Tree::best_of_moves(const Node& node, std::uint64_t position_key, int depth, int ply,
                          Window window) {
    // What the table says holds for a position however it was reached, so it is not asked where
    // a limit could be met, nor for the root's own and the enemy's next move, where a
    // repetition of the game's own history would be met.
    const bool history_matters = ply <= 1 || limit_within(node, depth);
    Move best_before;
    if (const auto found = table_.find(position_key, control_.company.search)) {
        const Score score = from_table(found->score, ply);
        if (!history_matters && found->depth >= depth && settles(*found, score, window)) {
            return {score};
        }
        best_before = found->move;
    }

    MoveList moves = legal_moves(node.position, options_);
    Ordering::Ranks ranks;
    ordering_.rank(node.position, moves, best_before, ply, ranks);

    Value best{-win};
    Move best_move;
    Score alpha = window.alpha;
    for (std::size_t i = 0; i < moves.size(); ++i) {
        bring_best_to(moves, ranks, i);
        const int reduction = is_plain(ranks[i]) ? reduction_for(depth, i) : 0;
        const Value found = child_value(child(node, moves[i]), depth - 1, ply + 1,
                                        {alpha, window.beta}, i, reduction);
        if (stopped_) return {};
        if (found.score > best.score) {
            best = found;
            best_move = moves[i];
        }
        alpha = std::max(alpha, best.score);
        if (alpha >= window.beta) {
            ordering_.reward(moves[i], node.position.to_move, ply, depth);
            break;
        }
    }

    const bool lasting = !best.by_history && !limit_within(node, depth);
    table_.keep(position_key, control_.company.search,
                {.score = static_cast<std::int16_t>(to_table(best.score, ply)),
                 .depth = static_cast<std::int8_t>(depth),
                 .bound = lasting ? bound_of(best.score, window) : Bound::none,
                 .move = best_move});
    return best;
}

// A move's worth to the side that makes it. All but the first are only asked whether they are
// better, the unlikely ones at a lesser depth before; until one is.
Value Tree::child_value(const Node& node, int depth, int ply, Window window, std::size_t index,
                        int reduction) {
    const Window probing{-window.alpha - 1, -window.alpha};
    if (reduction > 0) {
        const Value probe = value(node, depth - reduction, ply, probing);
        if (stopped_ || -probe.score <= window.alpha) return {-probe.score, probe.by_history};
    }
    if (index > 0) {
        const Value probe = value(node, depth, ply, probing);
        const Score score = -probe.score;
        if (stopped_ || score <= window.alpha || score >= window.beta) {
            return {score, probe.by_history};
        }
    }
    const Value found = value(node, depth, ply, {-window.beta, -window.alpha});
    return {-found.score, found.by_history};
}

void Tree::sort(MoveList& moves) const {
    Ordering::Ranks ranks;
    ordering_.rank(game_.position(), moves, Move{}, 0, ranks);
    for (std::size_t i = 0; i < moves.size(); ++i) bring_best_to(moves, ranks, i);
}

std::vector<Move> Tree::line(const Move& first, int plies) const {
    std::vector<Move> moves{first};
    Game game = game_;
    while (game.play(moves.back()) && !game.outcome() &&
           moves.size() < static_cast<std::size_t>(plies)) {
        const auto found = table_.find(key(game.position()), control_.company.search);
        if (!found || game.refusal(found->move)) break;
        moves.push_back(found->move);
    }
    return moves;
}

}  // namespace morris
