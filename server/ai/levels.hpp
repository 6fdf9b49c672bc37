// What the levels mean, and how the computer chooses its move at one of them.
#pragma once

#include <chrono>
#include <cstdint>

#include "server/ai/search.hpp"
#include "shared/rules/level.hpp"

namespace morris {

struct LevelSettings {
    Limits limits;
    // In how many of a hundred turns it looks at its own move only, not at the answer to it: a
    // mistake made on purpose, so that a beginner can win.
    unsigned overlooks_percent = 0;
    // When the caller should stop the search. A safety net: the limits are meant to end it sooner,
    // since an answer cut off by time is not the same every time.
    std::chrono::milliseconds time{};
};

LevelSettings settings(Level level);

// The computer's move. `share` >= 1 divides the level's nodes, for when many wait.
// @pre game.outcome() is empty
SearchResult choose_move(const Game& game, Level level, std::uint64_t share, std::uint64_t seed,
                         const Control& control);

}  // namespace morris
