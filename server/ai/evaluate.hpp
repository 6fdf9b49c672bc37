// What a position that is not over is worth, judged without looking ahead.
#pragma once

#include "server/ai/score.hpp"
#include "shared/rules/position.hpp"

namespace morris {

// The evaluation's terms for one side, as counts; also what the tests look at.
struct Features {
    int pieces = 0;              // on the board and in hand
    int mills = 0;               // lines held whole
    int open_lines = 0;          // lines with two pieces of the side's and the third point empty
    int room = 0;                // steps its pieces could make; a fixed number when it flies
    int junctions = 0;           // mid-edges held; those of the middle square count double
    bool down_to_three = false;  // three pieces in all, or fewer
    bool closes_next = false;    // it is its turn and it can close a mill
};

Features features(const Position& position, Color color, const Options& options);

// The weighed sum of a side's features.
Score worth(const Features& side, const Options& options);

// From the side to move's view; -evaluation_bound < result < evaluation_bound. White and Black
// are judged alike.
// @pre the position is not over
Score evaluate(const Position& position, const Options& options);

// True if the side to move has no legal move (R7): only a side that neither places nor flies can
// be blocked.
bool is_blocked(const Position& position, const Options& options);

}  // namespace morris
