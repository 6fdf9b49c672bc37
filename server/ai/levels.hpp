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

// The settings with nodes and time divided by `share`, for when many wait; never so little that the
// next few plies could not be seen.
// @pre share >= 1
LevelSettings divided(const LevelSettings& whole, std::uint64_t share);

// The computer's move.
// @pre game.outcome() is empty
SearchResult choose_move(const Game& game, const LevelSettings& settings, std::uint64_t seed,
                         const Control& control);

}  // namespace morris
