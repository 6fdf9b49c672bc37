// One request to the pool, on its way from the queue to its answer.
#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <optional>

#include "server/ai/levels.hpp"
#include "server/ai/transpositions.hpp"
#include "server/hub/ports/thinker.hpp"

namespace morris {

struct Job {
    using Clock = std::chrono::steady_clock;

    Job(Thinker::Ticket number, ThinkJob asked, std::function<void(const Thought&)> call);

    // The functions are called with the pool's mutex held.

    // A thread takes it on, with this share of what its level may use. `number` is the search's in
    // the table.
    void begin(std::uint64_t share, std::uint32_t number);

    // One of its threads has finished a depth.
    void note(const SearchResult& so_far);
    // The answer, where the thread in charge has found this.
    Thought answer_from(const SearchResult& own) const;
    // The answer, where the search gave none.
    Thought fallback() const;
    bool takes_helpers() const;

    const Thinker::Ticket ticket;
    const ThinkJob request;
    std::function<void(const Thought&)> done;  // the hub's thread only, also its destruction

    // What its threads look at every moment.
    std::atomic<bool> cancelled = false;
    std::atomic<bool> over = false;     // searched, or a win or loss was found that is forced
    std::atomic<bool> awaited = false;  // others wait for its thread

    // Set before the first of its threads searches.
    LevelSettings part;
    std::uint32_t search = 0;
    Clock::time_point time_up;
    Clock::time_point gives_way_at;         // it ends from then on if it is awaited
    std::shared_ptr<Transpositions> table;  // nullptr: the search has its own

    // Guarded by the pool's mutex.
    bool answered = false;
    bool open_to_helpers = false;
    unsigned helpers = 0;              // threads that search along
    std::optional<SearchResult> best;  // the deepest that one of its threads has finished
};
using JobPointer = std::shared_ptr<Job>;

}  // namespace morris
