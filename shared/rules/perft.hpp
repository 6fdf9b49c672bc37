// Counts sequences of whole moves: the standard check, and benchmark, of a move generator.
#pragma once

#include <cstdint>

#include "shared/rules/position.hpp"

namespace morris {

// The number of sequences of exactly `depth` whole moves. A won game has nothing below it;
// repetition and the limits are not looked at. The last ply is counted, not made.
// @pre depth >= 1
std::uint64_t perft(const Position& position, const Options& options, int depth);

}  // namespace morris
