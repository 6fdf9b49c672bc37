#include "server/ai/levels.hpp"

#include <algorithm>
#include <cassert>

#include "server/ai/random.hpp"

namespace morris {
namespace {

using namespace std::chrono_literals;

// Enough for two or three plies anywhere, however many share.
constexpr std::uint64_t fewest_nodes = 5'000;
constexpr std::chrono::milliseconds shortest_time = 20ms;

}  // namespace

LevelSettings settings(Level level) {
    switch (level) {
        case Level::casual:
            return {{.depth = 2, .nodes = 50'000, .margin = 12}, 30, 200ms};
        case Level::club:
            return {{.depth = 6, .nodes = 300'000, .margin = 6}, 0, 500ms};
        case Level::strong:
            return {{.depth = 40, .nodes = 2'500'000, .margin = 1}, 0, 2000ms};
        case Level::master:
            // Time decides: no machine visits so many positions in it. Half a second of it is about
            // what Strong takes.
            return {{.depth = 60, .nodes = 200'000'000, .margin = 1}, 0, 5000ms, 500ms, true};
    }
    assert(false);
    return {};
}

LevelSettings hint_settings() {
    return {{.depth = 6, .nodes = 1'000'000, .margin = 0}, 0, 500ms};
}

LevelSettings divided(const LevelSettings& whole, std::uint64_t share) {
    assert(share >= 1);
    LevelSettings part = whole;
    part.limits.nodes =
        std::max(whole.limits.nodes / share, std::min(whole.limits.nodes, fewest_nodes));
    part.time = std::max(whole.time / static_cast<std::chrono::milliseconds::rep>(share),
                         std::min(whole.time, shortest_time));
    return part;
}

SearchResult choose_move(const Game& game, const LevelSettings& settings, std::uint64_t seed,
                         const Control& control) {
    Random random(seed);
    Limits limits = settings.limits;
    if (random.below(100) < settings.overlooks_percent) limits.depth = 1;
    if (game.legal_moves().size() == 1) limits.depth = 1;
    return search(game, limits, random.next(), control);
}

}  // namespace morris
