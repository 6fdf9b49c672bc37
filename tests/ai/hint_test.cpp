// Hints against a plain search for forced wins that knows nothing but the rules.
#include <algorithm>

#include "server/ai/levels.hpp"
#include "tests/ai/support.hpp"

using namespace morris;
using namespace morris::testing;

namespace {

Game after_move(const Game& game, const Move& move) {
    Game next = game;
    REQUIRE(next.play(move));
    return next;
}

// Whether `color` wins within so many plies, whatever the other side does.
bool wins(const Game& game, Color color, int plies) {
    if (game.outcome()) return game.outcome()->winner == color;
    if (plies == 0) return false;
    const MoveList moves = game.legal_moves();
    const auto won = [&](const Move& move) {
        return wins(after_move(game, move), color, plies - 1);
    };
    return game.position().to_move == color ? std::any_of(moves.begin(), moves.end(), won)
                                            : std::all_of(moves.begin(), moves.end(), won);
}

Move hint(const Game& game, std::uint64_t seed) {
    const SearchResult result = choose_move(game, hint_settings(), seed, {});
    REQUIRE_FALSE(result.line.empty());
    CHECK(result.line.front() == result.move);
    Game play = game;
    for (const Move& move : result.line) CHECK(play.play(move));
    return result.move;
}

}  // namespace

TEST_CASE("a hint is the one winning move", "[ai][hint]") {
    struct Puzzle {
        const char* position;
        const char* move;
        Options options;
    };
    for (const auto& [position, move, options] : std::initializer_list<Puzzle>{
             {"white W:d7,b4,g1+0 B:a7,a4,a1+0", "g1-d1", {.flying = false}},
             {"white W:d7,b4,g1+0 B:a7,a4,a1+0 q99", "g1-d1", {.flying = false}}}) {
        for (std::uint64_t seed = 0; seed < 5; ++seed) {
            const Game game = game_at(position, options);
            INFO(position);
            CHECK(hint(game, seed) == move_of(move));
        }
    }
}

TEST_CASE(
    "a hint wins where there is a win in three plies, also by one move only, and never loses "
    "where it need not",
    "[ai][hint]") {
    int won = 0;
    int by_one_move = 0;
    int in_danger = 0;
    Random random(31);
    while (won < 6 || by_one_move < 6 || in_danger < 6) {
        const Options options{.pieces = 6, .flying = random.below(2) == 0};
        const Game game = random_game(options, 20 + static_cast<int>(random.below(60)), random);
        const MoveList moves = game.legal_moves();
        if (moves.size() < 2 || moves.size() > 12) continue;
        INFO(to_text(PositionText{game.position(), game.plies_without_take()}));
        const Color own = game.position().to_move;
        const auto count_won_by = [&](Color color) {
            return std::count_if(moves.begin(), moves.end(), [&](const Move& move) {
                return wins(after_move(game, move), color, 2);
            });
        };
        const auto winning = count_won_by(own);
        const auto losing = count_won_by(other(own));
        int& met = winning == 1 ? by_one_move : winning > 1 ? won : in_danger;
        const bool choice = winning > 0 || (losing > 0 && losing < static_cast<int>(moves.size()));
        if (!choice || ++met > 6) continue;
        const Game next = after_move(game, hint(game, random.next()));
        if (winning > 0) CHECK(wins(next, own, 2));
        CHECK_FALSE(wins(next, other(own), 2));
    }
}

TEST_CASE("a hint is without mistakes on purpose, and chooses among equal moves only",
          "[ai][hint]") {
    CHECK(hint_settings().overlooks_percent == 0);
    CHECK(hint_settings().limits.margin == 0);
    CHECK(hint_settings().time <= std::chrono::milliseconds(500));
    Random random(37);
    for (int i = 0; i < 5; ++i) {
        const Game game = random_game({}, 20 + 4 * i, random);
        const SearchResult first = choose_move(game, hint_settings(), 1, {});
        CHECK(first.depth >= 5);
        for (std::uint64_t seed = 2; seed < 6; ++seed) {
            CHECK(choose_move(game, hint_settings(), seed, {}).score == first.score);
        }
    }
}
