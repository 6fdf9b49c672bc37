#include "server/ai/ordering.hpp"

#include <algorithm>
#include <bit>
#include <utility>

namespace morris {
namespace {

// Classes of moves, best first, far enough apart that what is added inside one never reaches the
// next.
constexpr std::int32_t best_before_rank = 1 << 30;
constexpr std::int32_t take_rank = 1 << 28;
constexpr std::int32_t block_rank = 1 << 27;
constexpr std::int32_t killer_rank = 1 << 26;
constexpr std::int32_t history_limit = 1 << 24;

std::size_t row(const Move& move) {
    return move.from == no_point ? point_count : move.from;
}

// Lines through `point` whose other two points are both the color's: what a piece there would
// close, block or be part of.
int pairs_at(const Position& position, Color color, Point point) {
    int pairs = 0;
    for (const Bitboard mates : nine_geometry.line_mates[point]) {
        pairs += (position.of(color) & mates) == mates;
    }
    return pairs;
}

// A piece is the better taken the more it does: it holds lines open and stands at junctions.
std::int32_t take_value(const Position& position, Point point) {
    const Color enemy = other(position.to_move);
    int value = std::popcount(nine_geometry.steps[point]);
    for (const Bitboard mates : nine_geometry.line_mates[point]) {
        const int beside = std::popcount(position.of(enemy) & mates);
        const bool open = (position.of(position.to_move) & mates) == 0;
        if (open) value += 8 * beside;
    }
    return value;
}

}  // namespace

void Ordering::reward(const Move& move, Color mover, int ply, int depth) {
    if (move.take != no_point) return;
    auto& killers = killers_[std::min(static_cast<std::size_t>(ply), deepest_ply - 1)];
    if (killers[0] != move) {
        killers[1] = killers[0];
        killers[0] = move;
    }
    std::int32_t& entry = history_[static_cast<std::size_t>(mover)][row(move)][move.to];
    entry = std::min(entry + depth * depth, history_limit);
}

std::int32_t Ordering::history(const Move& move, Color mover) const {
    return history_[static_cast<std::size_t>(mover)][row(move)][move.to];
}

void Ordering::rank(const Position& position, const MoveList& moves, const Move& best_before,
                    int ply, Ranks& ranks) const {
    const auto& killers = killers_[std::min(static_cast<std::size_t>(ply), deepest_ply - 1)];
    const Color mover = position.to_move;
    for (std::size_t i = 0; i < moves.size(); ++i) {
        const Move& move = moves[i];
        if (move == best_before) {
            ranks[i] = best_before_rank;
        } else if (move.take != no_point) {
            ranks[i] = take_rank + take_value(position, move.take);
        } else if (pairs_at(position, other(mover), move.to) > 0) {
            ranks[i] = block_rank + history(move, mover);
        } else if (move == killers[0] || move == killers[1]) {
            ranks[i] = killer_rank + (move == killers[0]);
        } else {
            ranks[i] = history(move, mover);
        }
    }
}

bool is_plain(std::int32_t rank) {
    return rank < killer_rank;
}

void bring_best_to(MoveList& moves, Ordering::Ranks& ranks, std::size_t first) {
    std::size_t best = first;
    for (std::size_t i = first + 1; i < moves.size(); ++i) {
        if (ranks[i] > ranks[best]) best = i;
    }
    std::swap(moves[first], moves[best]);
    std::swap(ranks[first], ranks[best]);
}

}  // namespace morris
