// What the tests of the computer player share: games from texts, random games, all options.
#pragma once

#include <string_view>
#include <vector>

#include "server/ai/random.hpp"
#include "shared/rules/game.hpp"
#include "shared/rules/notation.hpp"
#include "tests/support/catch.hpp"

namespace morris::testing {

inline Move move_of(std::string_view text) {
    const auto move = parse_move(text);
    REQUIRE(move);
    return *move;
}

inline Game game_at(std::string_view text, const Options& options = {}) {
    const auto parsed = parse_position(text, options);
    INFO(text);
    REQUIRE(parsed);
    return Game(options, parsed->position, parsed->plies_without_take);
}

// The game after these moves, separated by spaces.
inline Game game_after(std::string_view moves, const Options& options = {}) {
    Game game(options);
    while (!moves.empty()) {
        const auto end = std::min(moves.find(' '), moves.size());
        REQUIRE(game.play(move_of(moves.substr(0, end))));
        moves.remove_prefix(std::min(end + 1, moves.size()));
    }
    return game;
}

// The 48 ways to set up a table without a move limit and without counting the hand.
inline std::vector<Options> all_options() {
    using NoMill = std::optional<std::uint16_t>;
    std::vector<Options> all;
    for (const auto pieces : std::initializer_list<std::uint8_t>{3, 6, 9}) {
        for (const bool flying : {true, false}) {
            for (const bool threefold : {true, false}) {
                for (const auto no_mill : std::initializer_list<NoMill>{50, 100, 200, {}}) {
                    all.push_back({.pieces = pieces,
                                   .flying = flying,
                                   .threefold = threefold,
                                   .no_mill = no_mill});
                }
            }
        }
    }
    return all;
}

// The same with the other two options, each drawn.
inline std::vector<Options> all_options_and_some(Random& random) {
    std::vector<Options> all = all_options();
    for (Options& options : all) {
        if (random.below(2) == 0) options.move_limit = std::uint16_t{200};
        options.hand_counts = random.below(2) == 0;
    }
    return all;
}

inline std::string to_text(const Options& options) {
    return std::to_string(options.pieces) + (options.flying ? " flying" : " no flying") +
           (options.threefold ? " threefold" : " no threefold") + " no-mill " +
           (options.no_mill ? std::to_string(*options.no_mill) : "never") +
           (options.move_limit ? " move-limit " + std::to_string(*options.move_limit) : "") +
           (options.hand_counts ? " hand counts" : "");
}

// Up to `plies` random moves, fewer where the game ends sooner: then without the last one, so that
// it is never over. One move in three takes the side's last step back, so that positions repeat.
inline Game random_game(const Options& options, int plies, Random& random) {
    Game game(options);
    for (int i = 0; i < plies; ++i) {
        const MoveList moves = game.legal_moves();
        Move move = moves[random.below(moves.size())];
        if (game.ply() >= 2 && random.below(3) == 0) {
            const Move& last = game.moves()[game.ply() - 2];
            const Move back{.from = last.to, .to = last.from, .take = no_point};
            if (last.from != no_point && !game.refusal(back)) move = back;
        }
        Game next = game;
        REQUIRE(next.play(move));
        if (next.outcome()) return game;
        game = next;
    }
    return game;
}

}  // namespace morris::testing
