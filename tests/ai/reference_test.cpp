// The search against a plain one: every move to the full depth, on whole games, with nothing
// remembered and nothing left out.
#include <algorithm>

#include "server/ai/evaluate.hpp"
#include "server/ai/search.hpp"
#include "tests/ai/support.hpp"

using namespace morris;
using namespace morris::testing;

namespace {

Score plain_score(const Game& game, int depth, int ply) {
    if (game.outcome()) {
        if (!game.outcome()->winner) return draw_score;
        return game.outcome()->winner == game.position().to_move ? win_in(ply) : loss_in(ply);
    }
    if (depth == 0) return evaluate(game.position(), game.options());
    Score best = -win;
    for (const Move& move : game.legal_moves()) {
        Game next = game;
        REQUIRE(next.play(move));
        best = std::max(best, -plain_score(next, depth - 1, ply + 1));
    }
    return best;
}

// As deep as stays within a few thousand positions.
int affordable_depth(const Game& game) {
    const std::size_t moves = game.legal_moves().size();
    if (moves <= 12) return 3;
    return moves <= 40 ? 2 : 1;
}

// A game whose count is just below the move limit, its moves random but seldom takes; nullopt: it
// ended before.
std::optional<Game> game_near_the_move_limit(const Options& options, Random& random) {
    Game game(options);
    const int count = 193 + static_cast<int>(random.below(7));
    while (!game.outcome() && game.moves_and_takes() < count) {
        const MoveList moves = game.legal_moves();
        Move move = moves[random.below(moves.size())];
        for (int i = 0; i < 5 && move.take != no_point; ++i) {
            move = moves[random.below(moves.size())];
        }
        REQUIRE(game.play(move));
    }
    if (game.outcome()) return std::nullopt;
    return game;
}

void compare(const Game& game, int depth) {
    INFO(
        to_text(game.options()) << ": "
                                << to_text(PositionText{game.position(), game.plies_without_take()})
                                << " depth " << depth);
    const SearchResult result = search(game, {.depth = depth, .nodes = 10'000'000}, 1, {});
    const Score expected = plain_score(game, depth, 0);
    CHECK(result.score == expected);

    Game next = game;
    REQUIRE(next.play(result.move));
    CHECK(-plain_score(next, depth - 1, 1) == expected);  // and the move is worth it
}

}  // namespace

TEST_CASE("at a fixed depth the search finds what a plain search finds", "[ai][search]") {
    Random drawn(31);
    for (const Options& options : all_options_and_some(drawn)) {
        const std::uint64_t seed = 100 + options.pieces;
        Random random(seed);
        for (int i = 0; i < 4; ++i) {
            const Game game = random_game(options, static_cast<int>(random.below(70)), random);
            compare(game, affordable_depth(game));
        }
    }
}

TEST_CASE("also where positions are about to repeat for the third time", "[ai][search][R9]") {
    Random random(17);
    int met = 0;
    for (int i = 0; i < 400 && met < 12; ++i) {
        const Game game = random_game({}, 18 + static_cast<int>(random.below(60)), random);
        const MoveList moves = game.legal_moves();
        if (moves.size() > 14) continue;
        const bool near = std::any_of(moves.begin(), moves.end(), [&](const Move& move) {
            Game next = game;
            return next.play(move) && next.outcome() && next.outcome()->reason == Reason::threefold;
        });
        if (!near) continue;
        ++met;
        compare(game, 3);
    }
    CHECK(met == 12);
}

TEST_CASE("also where the no-mill limit is about to be met", "[ai][search][R10][R11]") {
    Random random(19);
    int met = 0;
    for (int i = 0; i < 200 && met < 12; ++i) {
        const Position position =
            random_game({}, 30 + static_cast<int>(random.below(60)), random).position();
        const Game game(Options{}, position, 97 + static_cast<int>(random.below(3)));
        if (game.legal_moves().size() > 14) continue;
        ++met;
        compare(game, 3);
    }
    CHECK(met == 12);
}

TEST_CASE("also where the move limit is about to be met", "[ai][search][R11][R13]") {
    Random random(37);
    int met = 0;
    int over_within_reach = 0;
    for (int i = 0; i < 400 && met < 40; ++i) {
        const Options options{.flying = random.below(2) == 0,
                              .threefold = false,
                              .no_mill = std::nullopt,
                              .move_limit = std::uint16_t{200}};
        const auto game = game_near_the_move_limit(options, random);
        if (!game || game->legal_moves().size() > 14) continue;
        ++met;
        if (game->moves_and_takes() + 3 >= 200) ++over_within_reach;
        compare(*game, 3);
    }
    CHECK(met == 40);
    CHECK(over_within_reach > 0);
    CHECK(over_within_reach < met);
}

TEST_CASE("also where two pieces have lost with the hand counted", "[ai][search][R14]") {
    Random random(41);
    for (int i = 0; i < 30; ++i) {
        const Options options{.pieces = 3, .hand_counts = true};
        compare(random_game(options, 3 + static_cast<int>(random.below(3)), random), 2);
    }
}
