// morris-perft: counts the sequences of whole moves from a position, depth by depth, and says how
// long each count took: `depth count seconds`, one line each.
#include <CLI/CLI.hpp>
#include <chrono>
#include <cstdio>
#include <iostream>

#include "shared/rules/notation.hpp"
#include "shared/rules/perft.hpp"

namespace {

void print_counts(const morris::Position& position, const morris::Options& options, int depth) {
    for (int ply = 1; ply <= depth; ++ply) {
        const auto begin = std::chrono::steady_clock::now();
        const std::uint64_t count = morris::perft(position, options, ply);
        const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
        std::printf("%d %llu %.3f\n", ply, static_cast<unsigned long long>(count), took.count());
        std::fflush(stdout);
    }
}

}  // namespace

int main(int argc, char** argv) {
    CLI::App app{"Counts sequences of whole moves of Nine Men's Morris."};
    int depth = 1;
    int pieces = 9;
    bool no_flying = false;
    bool hand_counts = false;
    std::string text = "start";
    app.add_option("--depth", depth, "Count up to this many moves in a row")
        ->required()
        ->check(CLI::Range(1, 30));
    app.add_option("--pieces", pieces, "Pieces each")->check(CLI::IsMember({3, 6, 9}));
    app.add_flag("--no-flying", no_flying, "A side with three pieces steps like any other");
    app.add_flag("--hand-counts", hand_counts, "Two pieces have lost, also with some in hand");
    app.add_option("position", text, "`start`, or like \"white W:a7,d7+6 B:a1,d1,g1+6\"");
    CLI11_PARSE(app, argc, argv);

    morris::Options options;
    options.pieces = static_cast<std::uint8_t>(pieces);
    options.flying = !no_flying;
    options.hand_counts = hand_counts;
    const auto position = morris::parse_position(text, options);
    if (!position) {
        std::cerr << "position, at character " << position.error().offset + 1 << ": "
                  << position.error().message << '\n';
        return 1;
    }
    print_counts(position->position, options, depth);
    return 0;
}
