// What searches have found out about positions they have met: a table of fixed size that forgets
// shallow results first. Several threads may use one at the same time.
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
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
    std::int16_t score = 0;  // a forced win counts its plies from this position
    std::int8_t depth = 0;   // plies looked ahead; at least 0
    Bound bound = Bound::none;
    Move move;
};

class Transpositions {
public:
    // Room for about `positions`, rounded up to a power of two; 16 bytes each.
    // @pre positions >= 2
    explicit Transpositions(std::uint64_t positions);

    // `search` is a number that tells the searches apart which use the table one after another or
    // side by side: what one of them kept is not found by another, since their options may differ,
    // and gives way to whatever another keeps.
    std::optional<Found> find(std::uint64_t key, std::uint32_t search) const;
    void keep(std::uint64_t key, std::uint32_t search, const Found& found);

    std::size_t bytes() const { return slots_.size() * sizeof(Slot); }

private:
    // A slot's two halves are read and written without a lock, so a reader may meet halves of two
    // writers' results. The first half is therefore the key XORed with the second: halves that do
    // not belong together look like some other position, which is not the one that is asked for.
    struct Slot {
        std::atomic<std::uint64_t> check = 0;
        std::atomic<std::uint64_t> data = 0;  // 0: empty
    };
    struct Content {
        std::uint64_t key;
        std::uint64_t data;
    };

    static Content content(const Slot& slot);
    static void put(Slot& slot, const Content& content);
    std::size_t first_of_pair(std::uint64_t key) const;

    // Pairs: the first of a pair keeps the deepest result, the second the latest.
    std::vector<Slot> slots_;
    int shift_ = 0;
};

}  // namespace morris
