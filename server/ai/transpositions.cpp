#include "server/ai/transpositions.hpp"

#include <algorithm>
#include <bit>

namespace morris {
namespace {

constexpr std::uint64_t fewest = std::uint64_t{1} << 10U;
constexpr std::uint64_t most = std::uint64_t{1} << 20U;
static_assert(sizeof(Found) == 16);

}  // namespace

Transpositions::Transpositions(std::uint64_t positions) {
    const std::uint64_t slots = std::bit_ceil(std::clamp(positions, fewest, most));
    slots_.resize(slots);
    shift_ = 64 - std::countr_zero(slots);
}

std::size_t Transpositions::slot(std::uint64_t key) const {
    // A key's bits are points: multiplying by an odd number spreads them to the top.
    return ((key * 0x9e3779b97f4a7c15U) >> static_cast<unsigned>(shift_)) & ~std::size_t{1};
}

const Found* Transpositions::find(std::uint64_t key) const {
    const std::size_t first = slot(key);
    for (std::size_t i = first; i < first + 2; ++i) {
        if (slots_[i].key == key && slots_[i].depth >= 0) return &slots_[i];
    }
    return nullptr;
}

void Transpositions::keep(const Found& found) {
    Found& deepest = slots_[slot(found.key)];
    Found& latest = slots_[slot(found.key) + 1];
    if (found.depth >= deepest.depth || found.key == deepest.key) {
        if (deepest.key != found.key) latest = deepest;
        deepest = found;
    } else {
        latest = found;
    }
}

}  // namespace morris
