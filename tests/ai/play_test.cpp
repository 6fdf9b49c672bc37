// Whole games of the computer's, with every option, and who beats whom.
#include <algorithm>

#include "server/ai/levels.hpp"
#include "tests/ai/support.hpp"

using namespace morris;
using namespace morris::testing;

namespace {

// A level that looks at fewer positions, so that a game is quick.
LevelSettings reduced(Level level, std::uint64_t nodes) {
    LevelSettings part = settings(level);
    part.limits.nodes = std::min(part.limits.nodes, nodes);
    return part;
}

using Player = std::function<Move(const Game&, std::uint64_t seed)>;

Player computer(const LevelSettings& settings) {
    return [settings](const Game& game, std::uint64_t seed) {
        return choose_move(game, settings, seed, {}).move;
    };
}

Move random_move(const Game& game, std::uint64_t seed) {
    const MoveList moves = game.legal_moves();
    return moves[Random(seed).below(moves.size())];
}

// Plays until the game is over, or for so long that it has to do without an end.
Game play(const Options& options, const Player& white, const Player& black, std::uint64_t seed,
          std::size_t longest) {
    Game game(options);
    Random random(seed);
    while (!game.outcome() && game.ply() < longest) {
        const Player& mover = game.position().to_move == Color::white ? white : black;
        const Move move = mover(game, random.next());
        INFO(to_text(move) << " at ply " << game.ply());
        REQUIRE(game.play(move));
    }
    return game;
}

// Of games with both colours: 2 for a win, 1 for a draw.
int points(const Player& player, const Player& opponent, int games) {
    int sum = 0;
    for (int i = 0; i < games; ++i) {
        const bool white = i % 2 == 0;
        const Game game = play({}, white ? player : opponent, white ? opponent : player,
                               static_cast<std::uint64_t>(i) / 2, 400);
        const auto winner = game.outcome() ? game.outcome()->winner : std::nullopt;
        if (!winner) sum += 1;
        if (winner == (white ? Color::white : Color::black)) sum += 2;
    }
    return sum;
}

}  // namespace

TEST_CASE("whole games with every option have a legal move at every ply", "[ai][levels]") {
    std::uint64_t seed = 0;
    Random drawn(29);
    for (const Options& options : all_options_and_some(drawn)) {
        for (const Level level : {Level::casual, Level::club, Level::strong, Level::master}) {
            const Player player = computer(reduced(level, 150));
            INFO(to_text(options) << ", level " << static_cast<int>(level) << ", seed " << ++seed);
            const Game game = play(options, player, player, seed, 250);
            // Only where nothing ends a game without takes may it go on for ever.
            const bool ends = options.move_limit || (options.no_mill && *options.no_mill <= 100);
            CHECK((game.outcome() || !ends));
        }
    }
}

TEST_CASE("club beats someone who moves at random", "[ai][levels]") {
    CHECK(points(computer(reduced(Level::club, 1'000)), random_move, 6) == 12);
}

TEST_CASE("casual mostly beats someone who moves at random", "[ai][levels]") {
    CHECK(points(computer(reduced(Level::casual, 1'000)), random_move, 8) >= 12);
}

TEST_CASE("strong beats casual", "[ai][levels]") {
    CHECK(points(computer(reduced(Level::strong, 6'000)), computer(settings(Level::casual)), 6) >=
          9);
}
