// What the search has found out about positions it has met: a table of fixed size that forgets
// shallow results first. The whole key is kept, so a hit is always the same position.
#pragma once

#include <cstdint>
#include <vector>

#include "server/ai/score.hpp"
#include "shared/rules/move.hpp"

namespace morris {

enum class Bound : std::uint8_t {
    none,  // only the move is worth anything
    exact,
    lower,  // the true score is this or more
    upper,  // the true score is this or less
};

struct Found {
    std::uint64_t key = 0;
    std::int16_t score = 0;  // a forced win counts its plies from this position
    std::int8_t depth = -1;  // plies looked ahead; -1: an empty slot
    Bound bound = Bound::none;
    Move move;
};

class Transpositions {
public:
    // Room for about `positions`, rounded up to a power of two within fixed limits (at most 16 MiB
    // in all).
    explicit Transpositions(std::uint64_t positions);

    // nullptr: not there. Valid until the next keep().
    const Found* find(std::uint64_t key) const;
    void keep(const Found& found);

private:
    std::size_t slot(std::uint64_t key) const;

    // Pairs: the first of a pair keeps the deepest result, the second the latest.
    std::vector<Found> slots_;
    int shift_ = 0;
};

}  // namespace morris
