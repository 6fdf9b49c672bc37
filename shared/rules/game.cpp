#include "shared/rules/game.hpp"

#include <algorithm>

namespace morris {

namespace {

constexpr int repetitions_to_draw = 3;  // R9

}  // namespace

Game::Game(const Options& options) : Game(options, start_position(options), 0) {}

Game::Game(const Options& options, const Position& position, int plies_without_take)
    : options_(options),
      position_(position),
      keys_{key(position)},
      plies_without_take_(plies_without_take) {
    settle();
}

int Game::occurrences() const {
    return static_cast<int>(std::count(keys_.begin(), keys_.end(), keys_.back()));
}

int Game::moves_and_takes() const {
    return static_cast<int>(moves_.size()) + pieces_taken(position_, options_);
}

MoveList Game::legal_moves() const {
    if (outcome_) return {};
    return morris::legal_moves(position_, options_);
}

std::optional<MoveRefusal> Game::refusal(const Move& move) const {
    if (outcome_) return MoveRefusal::game_over;
    return morris::refusal(position_, move, options_);
}

Result<void, MoveRefusal> Game::play(const Move& move) {
    if (const auto refused = refusal(move)) return Failure<MoveRefusal>{*refused};
    advance(move);
    settle();
    return {};
}

// Only the last ply is settled: no game was over before it.
Game Game::taken_back(std::size_t plies) const {
    Game game(options_);
    const auto kept = moves_.end() - static_cast<std::ptrdiff_t>(plies);
    for (auto move = moves_.begin(); move != kept; ++move) game.advance(*move);
    game.settle();
    return game;
}

void Game::advance(const Move& move) {
    const bool takes = move.take != no_point;
    position_ = after(position_, move);
    moves_.push_back(move);
    // A placement changes the hands and a take the pieces for good: no earlier position returns.
    if (takes || move.from == no_point) keys_.clear();
    keys_.push_back(key(position_));
    plies_without_take_ = takes ? 0 : plies_without_take_ + 1;  // R10
}

void Game::settle() {
    // R11: first what wins, then what draws.
    const Color next = position_.to_move;
    for (const Color loser : {next, other(next)}) {
        if (is_reduced(position_, loser, options_)) {  // R6, R14
            outcome_ = Outcome{.winner = other(loser), .reason = Reason::reduced};
            return;
        }
    }
    if (count_legal_moves(position_, options_) == 0) {  // R7
        outcome_ = Outcome{.winner = other(next), .reason = Reason::blocked};
    } else if (options_.threefold && occurrences() >= repetitions_to_draw) {  // R9
        outcome_ = Outcome{.winner = std::nullopt, .reason = Reason::threefold};
    } else if (options_.no_mill && plies_without_take_ >= *options_.no_mill) {  // R10
        outcome_ = Outcome{.winner = std::nullopt, .reason = Reason::no_mill};
    } else if (options_.move_limit && moves_and_takes() >= *options_.move_limit) {  // R13
        outcome_ = Outcome{.winner = std::nullopt, .reason = Reason::move_limit};
    }
}

}  // namespace morris
