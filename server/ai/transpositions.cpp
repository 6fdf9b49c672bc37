#include "server/ai/transpositions.hpp"

#include <bit>
#include <cassert>

namespace morris {
namespace {

// Spreads a key's or a number's bits to the top, being odd.
constexpr std::uint64_t spreader = 0x9e3779b97f4a7c15U;

// From the lowest byte up: 1 + depth, bound, the move's three points, the low byte of the search's
// number, and two bytes for the score.
std::uint64_t packed(const Found& found, std::uint32_t search) {
    std::uint64_t data = static_cast<std::uint16_t>(found.score);
    data = data << 8U | static_cast<std::uint8_t>(search);
    data = data << 8U | found.move.take;
    data = data << 8U | found.move.to;
    data = data << 8U | found.move.from;
    data = data << 8U | static_cast<std::uint8_t>(found.bound);
    return data << 8U | static_cast<std::uint8_t>(found.depth + 1);
}

std::uint8_t byte_of(std::uint64_t data, unsigned index) {
    return static_cast<std::uint8_t>(data >> (8U * index));
}

int depth_of(std::uint64_t data) {
    return byte_of(data, 0) - 1;
}

bool is_of(std::uint64_t data, std::uint32_t search) {
    return byte_of(data, 5) == static_cast<std::uint8_t>(search);
}

Found unpacked(std::uint64_t data) {
    return {.score = static_cast<std::int16_t>(static_cast<std::uint16_t>(data >> 48U)),
            .depth = static_cast<std::int8_t>(depth_of(data)),
            .bound = static_cast<Bound>(byte_of(data, 1)),
            .move = {.from = byte_of(data, 2), .to = byte_of(data, 3), .take = byte_of(data, 4)}};
}

// The byte in the data tells apart the searches of a while, this those before. Search 0 has the
// keys as they are.
std::uint64_t own_key(std::uint64_t key, std::uint32_t search) {
    return key ^ search * spreader;
}

}  // namespace

Transpositions::Transpositions(std::uint64_t positions) : slots_(std::bit_ceil(positions)) {
    assert(positions >= 2);
    shift_ = 64 - std::countr_zero(slots_.size());
}

std::size_t Transpositions::first_of_pair(std::uint64_t key) const {
    return ((key * spreader) >> static_cast<unsigned>(shift_)) & ~std::size_t{1};
}

Transpositions::Content Transpositions::content(const Slot& slot) {
    const std::uint64_t data = slot.data.load(std::memory_order_relaxed);
    return {slot.check.load(std::memory_order_relaxed) ^ data, data};
}

void Transpositions::put(Slot& slot, const Content& content) {
    slot.check.store(content.key ^ content.data, std::memory_order_relaxed);
    slot.data.store(content.data, std::memory_order_relaxed);
}

std::optional<Found> Transpositions::find(std::uint64_t key, std::uint32_t search) const {
    key = own_key(key, search);
    const std::size_t first = first_of_pair(key);
    for (std::size_t i = first; i < first + 2; ++i) {
        const Content there = content(slots_[i]);
        if (there.key == key && there.data != 0 && is_of(there.data, search)) {
            return unpacked(there.data);
        }
    }
    return std::nullopt;
}

void Transpositions::keep(std::uint64_t key, std::uint32_t search, const Found& found) {
    const Content now{own_key(key, search), packed(found, search)};
    Slot& deepest = slots_[first_of_pair(now.key)];
    Slot& latest = slots_[first_of_pair(now.key) + 1];
    const Content before = content(deepest);
    if (found.depth >= depth_of(before.data) || before.key == now.key ||
        !is_of(before.data, search)) {
        if (before.key != now.key) put(latest, before);
        put(deepest, now);
    } else {
        put(latest, now);
    }
}

}  // namespace morris
