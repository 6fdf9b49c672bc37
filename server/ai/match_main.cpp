// morris-match-ai: games of one level against another from random openings, each played with both
// colours. Time is the processor's and can be scaled down for both, so that many games take less.
#include <CLI/CLI.hpp>
#include <array>
#include <ctime>
#include <iostream>
#include <map>
#include <string>

#include "server/ai/levels.hpp"
#include "server/ai/random.hpp"

namespace {

using namespace morris;

const std::map<std::string, Level> level_names{{"casual", Level::casual},
                                               {"club", Level::club},
                                               {"strong", Level::strong},
                                               {"master", Level::master}};

struct Match {
    std::string first = "master";
    std::string second = "strong";
    int openings = 10;
    std::size_t random_plies = 6;
    std::uint64_t scale = 10;
    std::uint64_t seed = 1;
    // Longer games count as draws.
    std::size_t longest = 300;
};

double seconds_now() {
    return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

Move choose(const Game& game, const std::string& level, std::uint64_t scale, std::uint64_t seed) {
    const LevelSettings part = divided(settings(level_names.at(level)), scale);
    const double time_up = seconds_now() + std::chrono::duration<double>(part.time).count();
    const auto stopped = [time_up] { return seconds_now() >= time_up; };
    return choose_move(game, part, seed, {.stopped = stopped, .progress = {}}).move;
}

Game opening(std::size_t plies, std::uint64_t seed) {
    Random random(seed);
    Game game{Options{}};
    while (game.ply() < plies && !game.outcome()) {
        const MoveList moves = game.legal_moves();
        // False only if it was no legal move.
        if (!game.play(moves[random.below(moves.size())])) break;
    }
    return game;
}

// 2 points for a win of the first level's, 1 for a draw.
int points_of(const Match& match, Game game, Color first, std::uint64_t seed) {
    Random random(seed);
    while (!game.outcome() && game.ply() < match.longest) {
        const bool is_first = game.position().to_move == first;
        const Move move =
            choose(game, is_first ? match.first : match.second, match.scale, random.next());
        if (!game.play(move)) break;
    }
    if (!game.outcome() || !game.outcome()->winner) return 1;
    return game.outcome()->winner == first ? 2 : 0;
}

}  // namespace

int main(int argc, char** argv) {
    Match match;
    CLI::App app("Lets two levels play against each other, without helpers");
    const auto is_level =
        CLI::IsMember(std::vector<std::string>{"casual", "club", "strong", "master"});
    app.add_option("first", match.first, "The level whose wins are counted")->check(is_level);
    app.add_option("second", match.second, "The level it plays against")->check(is_level);
    app.add_option("--openings", match.openings, "Each is played with both colours");
    app.add_option("--random-plies", match.random_plies, "Moves drawn by lot at the beginning");
    app.add_option("--scale", match.scale, "Time and positions of both are divided by this")
        ->check(CLI::PositiveNumber);
    app.add_option("--seed", match.seed, "What openings and choices are drawn from");
    CLI11_PARSE(app, argc, argv);

    std::array<int, 3> count{};
    Random random(match.seed);
    for (int i = 0; i < match.openings; ++i) {
        const Game start = opening(match.random_plies, random.next());
        for (const Color first : {Color::white, Color::black}) {
            ++count[static_cast<std::size_t>(points_of(match, start, first, random.next()))];
        }
        std::cout << match.first << " against " << match.second << ": " << count[2] << " won, "
                  << count[1] << " drawn, " << count[0] << " lost" << std::endl;
    }
    return 0;
}
