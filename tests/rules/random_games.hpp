// Random games that reach every kind of end: mostly random moves, sometimes a step back (so that
// positions repeat) and sometimes the move that leaves the enemy the fewest (so that it is shut
// in).
#pragma once

#include <algorithm>
#include <stdexcept>
#include <string>
#include <vector>

#include "shared/rules/game.hpp"
#include "tests/support/random.hpp"

namespace morris::test {

// Every combination of the options but the two that are drawn below: all would be too many games.
inline std::vector<Options> all_options() {
    std::vector<Options> all;
    for (const int pieces : {3, 6, 9}) {
        for (const bool flying : {true, false}) {
            for (const bool threefold : {true, false}) {
                for (const int no_mill : {0, 50, 100, 200}) {
                    Options options;
                    options.pieces = static_cast<std::uint8_t>(pieces);
                    options.flying = flying;
                    options.threefold = threefold;
                    options.no_mill.reset();
                    if (no_mill > 0) options.no_mill = static_cast<std::uint16_t>(no_mill);
                    all.push_back(options);
                }
            }
        }
    }
    return all;
}

// The options with the move limit and the counting of the hand drawn.
inline Options with_the_rest_drawn(Options options, Random& random) {
    if (random.once_in(2)) options.move_limit = std::uint16_t{200};
    options.hand_counts = random.once_in(2);
    return options;
}

inline std::string describe(const Options& options) {
    return std::to_string(options.pieces) + " pieces, " + (options.flying ? "" : "no ") +
           "flying, " + (options.threefold ? "" : "no ") + "threefold, no-mill " +
           (options.no_mill ? std::to_string(*options.no_mill) : "never") +
           (options.move_limit ? ", move-limit " + std::to_string(*options.move_limit) : "") +
           (options.hand_counts ? ", hand counts" : "");
}

// @pre the game is not over
inline Move random_move(const Game& game, Random& random) {
    MoveList moves = game.legal_moves();
    if (random.once_in(4) && game.ply() >= 2) {
        const Move last = game.moves()[game.ply() - 2];
        for (const Move& move : moves) {
            if (move.from == last.to && move.to == last.from) return move;
        }
    }
    if (random.once_in(4)) {
        const auto replies = [&](const Move& move) {
            return count_legal_moves(after(game.position(), move), game.options());
        };
        return *std::min_element(moves.begin(), moves.end(), [&](const Move& a, const Move& b) {
            return replies(a) < replies(b);
        });
    }
    return random.pick(moves);
}

// Plays to the end, or to `longest` plies, calling `visit(game)` at every ply, the first and the
// last too.
template <class Visit>
Game random_game(const Options& options, Random& random, std::size_t longest, Visit visit) {
    Game game(options);
    visit(game);
    while (!game.outcome() && game.ply() < longest) {
        if (!game.play(random_move(game, random))) throw std::logic_error("a legal move refused");
        visit(game);
    }
    return game;
}

}  // namespace morris::test
