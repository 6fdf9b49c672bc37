// What the levels mean, and how the computer chooses its move at one of them.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>

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
    // A search that has had so much time ends when others wait; nothing: it does not mind them.
    std::optional<std::chrono::milliseconds> gives_way_after = {};
    // Threads that have nothing else to do may search along, as its helpers.
    bool wants_helpers = false;
};

LevelSettings settings(Level level);

// For a hint to a person: deep enough to see what a good player sees, over in a moment, and without
// mistakes on purpose. The seed chooses among equal moves only.
LevelSettings hint_settings();

// The settings with nodes and time divided by `share`, for when many wait; never so little that the
// next few plies could not be seen.
// @pre share >= 1
LevelSettings divided(const LevelSettings& whole, std::uint64_t share);

// The computer's move.
// @pre game.outcome() is empty
SearchResult choose_move(const Game& game, const LevelSettings& settings, std::uint64_t seed,
                         const Control& control);

}  // namespace morris
