#include "server/ai/levels.hpp"

#include <algorithm>
#include <cassert>

#include "server/ai/random.hpp"

namespace morris {
namespace {

using namespace std::chrono_literals;

// Enough for two or three plies anywhere, however many share.
constexpr std::uint64_t fewest_nodes = 5'000;

}  // namespace

LevelSettings settings(Level level) {
    switch (level) {
        case Level::casual:
            return {{.depth = 2, .nodes = 50'000, .margin = 12}, 30, 200ms};
        case Level::club:
            return {{.depth = 5, .nodes = 200'000, .margin = 6}, 0, 500ms};
        case Level::strong:
            return {{.depth = 40, .nodes = 800'000, .margin = 1}, 0, 2000ms};
    }
    assert(false);
    return {};
}

SearchResult choose_move(const Game& game, Level level, std::uint64_t share, std::uint64_t seed,
                         const Control& control) {
    assert(share >= 1);
    Random random(seed);
    const LevelSettings level_settings = settings(level);
    Limits limits = level_settings.limits;
    limits.nodes = std::max(limits.nodes / share, std::min(limits.nodes, fewest_nodes));
    if (random.below(100) < level_settings.overlooks_percent) limits.depth = 1;
    if (game.legal_moves().size() == 1) limits.depth = 1;
    return search(game, limits, random.next(), control);
}

}  // namespace morris
