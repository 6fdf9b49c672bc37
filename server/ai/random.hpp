// Random numbers from a seed, the same on every machine and standard library.
#pragma once

#include <cstdint>

namespace morris {

// Splitmix64: one 64-bit state, good enough to choose among moves.
class Random {
public:
    explicit constexpr Random(std::uint64_t seed) : state_(seed) {}

    constexpr std::uint64_t next() {
        state_ += 0x9e3779b97f4a7c15U;
        std::uint64_t z = state_;
        z = (z ^ (z >> 30U)) * 0xbf58476d1ce4e5b9U;
        z = (z ^ (z >> 27U)) * 0x94d049bb133111ebU;
        return z ^ (z >> 31U);
    }

    // 0 <= result < bound. The bias is bound / 2^64.
    // @pre bound > 0
    constexpr std::uint64_t below(std::uint64_t bound) { return next() % bound; }

private:
    std::uint64_t state_;
};

}  // namespace morris
