#include "shared/rules/perft.hpp"

#include <cassert>

#include "shared/rules/movegen.hpp"

namespace morris {

std::uint64_t perft(const Position& position, const Options& options, int depth) {
    assert(depth >= 1);
    if (depth == 1) return count_legal_moves(position, options);
    std::uint64_t sequences = 0;
    for (const Move& move : legal_moves(position, options)) {
        sequences += perft(after(position, move), options, depth - 1);
    }
    return sequences;
}

}  // namespace morris
