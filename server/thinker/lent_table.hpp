// The large table of the searches with helpers: made at first use, and given back to the system
// when it was not used for a while, so that an idle server stays small.
#pragma once

#include <chrono>
#include <memory>
#include <mutex>
#include <optional>

#include "server/ai/transpositions.hpp"

namespace morris {

// Every function may be called from any thread.
class LentTable {
public:
    using Clock = std::chrono::steady_clock;

    LentTable(std::uint64_t positions, std::chrono::milliseconds keep)
        : positions_(positions), keep_(keep) {}

    // One table for all who ask. Takes a moment where it has to be made.
    std::shared_ptr<Transpositions> lend();

    // Drops the table if nobody has used it for as long as it is kept. Otherwise says when to ask
    // again; nothing: there is no table.
    std::optional<Clock::time_point> drop_if_unused();

    std::size_t bytes() const;

private:
    const std::uint64_t positions_;
    const std::chrono::milliseconds keep_;
    mutable std::mutex mutex_;  // guards what follows
    std::shared_ptr<Transpositions> table_;
    Clock::time_point used_;
};

}  // namespace morris
