// morris-bench-ai: how deep and how fast each level looks, on positions of every phase. Seconds are
// the processor's, so that a busy machine does not change them much.
#include <CLI/CLI.hpp>
#include <cstdlib>
#include <ctime>
#include <iomanip>
#include <iostream>
#include <string>
#include <vector>

#include "server/ai/levels.hpp"
#include "shared/rules/notation.hpp"

namespace {

using namespace morris;

struct Sample {
    std::string name;
    std::string position;
};

// Of each phase some; a, b and c are those that other programs are measured with.
const std::vector<Sample> samples{
    {"placing a", "white W:+9 B:+9"},
    {"placing b", "white W:d6,d2,g4,a4+5 B:f4,b4,d7,d1+5"},
    {"placing late", "white W:d6,b4,f4,d3,g7,a4,c5+2 B:d5,f6,d2,b2,d7,g4,e4+2"},
    {"moving c", "white W:a7,b4,d1,d6,e5,f2+0 B:a1,c4,d2,d5,f4,g7+0"},
    {"moving 9-9", "white W:d6,f4,d2,a7,g1,d5,c3,g7,a4+0 B:b4,d7,d1,g4,b6,e4,c5,f2,a1+0"},
    {"moving 8-5", "black W:d6,f4,d2,a7,g1,d5,c3,g7+0 B:b4,d7,d1,g4,b6+0"},
    {"flying 3-4", "white W:a7,d5,g1+0 B:b4,d7,d1,g4+0"},
    {"flying 3-3", "black W:a7,d5,g1+0 B:b4,d7,d1+0"},
};

std::string text_of(const std::vector<Move>& moves) {
    std::string text;
    for (const Move& move : moves) text += (text.empty() ? "" : " ") + to_text(move);
    return text;
}

void measure(std::string_view level_name, Level level, const Sample& sample, std::uint64_t seed) {
    const Options options;
    const auto parsed = parse_position(sample.position, options);
    if (!parsed) {
        std::cerr << sample.position << ": " << parsed.error().message << '\n';
        std::exit(1);
    }
    const Game game(options, parsed->position, parsed->plies_without_take);
    const std::clock_t start = std::clock();
    const auto taken_so_far = [start] {
        return static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
    };
    // Only Master is ended by time; the others' figures are then the same each time.
    const std::chrono::duration<double> time = settings(level).time;
    const auto stopped = [&] { return level == Level::master && taken_so_far() >= time.count(); };
    const SearchResult result =
        choose_move(game, settings(level), seed, {.stopped = stopped, .progress = {}});
    const double taken = taken_so_far();
    std::cout << std::left << std::setw(7) << level_name << std::setw(14) << sample.name
              << std::right << std::setw(5) << result.depth << std::setw(10) << result.nodes
              << std::fixed << std::setprecision(3) << std::setw(8) << taken << std::setw(7)
              << result.score << "  " << text_of(result.line) << std::endl;
}

}  // namespace

int main(int argc, char** argv) {
    CLI::App app(
        "Measures the computer player: level, position, depth, nodes, seconds, score, line");
    std::uint64_t seed = 1;
    app.add_option("--seed", seed, "What the choice among near-equal moves is drawn from");
    bool master = false;
    app.add_flag("--master", master, "Master too, alone: five seconds for most positions");
    CLI11_PARSE(app, argc, argv);

    std::cout << "level  position      depth     nodes seconds  score  line\n";
    for (const Sample& sample : samples) measure("casual", Level::casual, sample, seed);
    for (const Sample& sample : samples) measure("club", Level::club, sample, seed);
    for (const Sample& sample : samples) measure("strong", Level::strong, sample, seed);
    if (!master) return 0;
    for (const Sample& sample : samples) measure("master", Level::master, sample, seed);
    return 0;
}
