// The computer's pool: a few threads that search, a queue of jobs in front of them, and answers
// that come back on the hub's thread. Hints have a queue and a thread of their own. Each table has
// at most one job at a time (it cancels the one it no longer wants), so the queue holds no more
// jobs than there are tables.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "server/ai/levels.hpp"
#include "server/hub/ports/thinker.hpp"

namespace morris {

// What happened since the pool was made, but for the first four, which are what is so now.
struct ThinkerStats {
    std::size_t queued = 0;       // waiting for a thread
    std::size_t running = 0;      // being searched
    std::size_t helping = 0;      // threads that search along with one of those
    std::size_t table_bytes = 0;  // of the table that they share
    std::uint64_t searched = 0;   // answered
    std::uint64_t cancelled = 0;  // before their answer was delivered
    std::uint64_t fallbacks = 0;  // answered by something else than the search's own end
    std::uint64_t nodes = 0;
    std::chrono::microseconds busy{};  // all threads' time in searches
};

// How a move is found: choose_move, or what a test puts in its place.
using ChooseMove = std::function<SearchResult(const Game& game, const LevelSettings& settings,
                                              std::uint64_t seed, const Control& control)>;

struct ThinkerConfig {
    // 0: one less than the machine's cores, but at least one.
    unsigned threads = 0;
    // Runs a call on the hub's thread, some time after it returns. Called from any thread.
    std::function<void(std::function<void()>)> post;
    // Told a sentence when something went wrong and a fallback answered. Called from any thread.
    std::function<void(std::string)> report;
    ChooseMove choose = choose_move;
    // How long after its time is up a search that has not ended is answered for.
    std::chrono::milliseconds grace{1000};
    // Positions in the table of the searches with helpers: 64 MiB, made at first use. A long search
    // visits many times more than it holds.
    std::uint64_t table_positions = std::uint64_t{1} << 22U;
    // How long after its last use that table is kept: longer than most people think about their
    // move, since making it anew costs some of the computer's time.
    std::chrono::milliseconds keep_table = std::chrono::minutes(2);
};

// The share of a level's nodes and time that a search gets: one divided by this. It is 1 while
// there is a thread for every job, and grows with the jobs that wait, up to 32.
std::uint64_t share_for(std::size_t queued, unsigned threads);

class ThinkerPool : public Thinker {
public:
    // @pre config.post and config.report are set
    explicit ThinkerPool(ThinkerConfig config);
    ThinkerPool(const ThinkerPool&) = delete;
    ThinkerPool& operator=(const ThinkerPool&) = delete;
    // Like stop().
    ~ThinkerPool() override;

    // On the hub's thread only. A job whose game is over is reported and never answered.
    Ticket think(ThinkJob job, std::function<void(const Thought&)> done) override;
    // On the hub's thread only. After it, the job is not answered. Unknown and answered tickets are
    // ignored.
    void cancel(Ticket ticket) override;

    // On the hub's thread. Cancels all jobs and joins the threads, which takes milliseconds.
    // Nothing is answered after it, also not what was posted before; new jobs are not taken.
    void stop();

    ThinkerStats stats() const;

private:
    class Impl;
    std::shared_ptr<Impl> impl_;
};

}  // namespace morris
