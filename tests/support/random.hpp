// A small seeded generator (splitmix64) for tests: the same numbers with every compiler and
// library, which the distributions of <random> do not promise.
#pragma once

#include <cassert>
#include <cstddef>
#include <cstdint>

namespace morris::test {

class Random {
public:
    explicit Random(std::uint64_t seed) : state_(seed) {}

    std::uint64_t next() {
        state_ += 0x9e3779b97f4a7c15;
        std::uint64_t mixed = state_;
        mixed = (mixed ^ mixed >> 30) * 0xbf58476d1ce4e5b9;
        mixed = (mixed ^ mixed >> 27) * 0x94d049bb133111eb;
        return mixed ^ mixed >> 31;
    }

    // 0 to limit - 1. @pre limit > 0
    std::size_t below(std::size_t limit) {
        assert(limit > 0);
        return static_cast<std::size_t>(next() % limit);
    }

    // True once in `times`, on average.
    bool once_in(std::size_t times) { return below(times) == 0; }

    // One of the elements. @pre the container is not empty
    template <class Container>
    auto& pick(Container& container) {
        return container[below(container.size())];
    }

private:
    std::uint64_t state_;
};

}  // namespace morris::test
