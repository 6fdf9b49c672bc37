// What the tests of the computer's pool share: the hub's thread, gates and a pool's surroundings.
#pragma once

#include <condition_variable>
#include <deque>
#include <future>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "server/thinker/thinker_pool.hpp"
#include "tests/support/catch.hpp"

namespace morris::testing {

using namespace std::chrono_literals;

// The hub's thread is the test's own: what is posted waits here until the test runs it.
class Inbox {
public:
    void post(std::function<void()> call) {
        const std::lock_guard lock(mutex_);
        calls_.push_back(std::move(call));
        changed_.notify_all();
    }

    // Runs what comes until `enough` holds; false after far longer than it could take.
    bool run_until(const std::function<bool()>& enough) {
        const auto give_up = std::chrono::steady_clock::now() + 60s;
        while (!enough()) {
            std::function<void()> call;
            {
                std::unique_lock lock(mutex_);
                while (calls_.empty()) {
                    if (changed_.wait_until(lock, give_up) == std::cv_status::timeout) return false;
                }
                call = std::move(calls_.front());
                calls_.pop_front();
            }
            call();
        }
        return true;
    }

    // Waits until something is there, without running it.
    void wait_for_one() {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [&] { return !calls_.empty(); });
    }

    void run_all() {
        std::deque<std::function<void()>> calls;
        {
            const std::lock_guard lock(mutex_);
            calls.swap(calls_);
        }
        for (const auto& call : calls) call();
    }

private:
    std::mutex mutex_;
    std::condition_variable changed_;
    std::deque<std::function<void()>> calls_;
};

// Opened by the test when the searches that wait at it may go on.
class Gate {
public:
    void open() { opener_.set_value(); }
    void wait() const { opened_.wait(); }

private:
    std::promise<void> opener_;
    std::shared_future<void> opened_ = opener_.get_future().share();
};

struct Reports {
    std::mutex mutex;
    std::vector<std::string> texts;

    void add(std::string text) {
        const std::lock_guard lock(mutex);
        texts.push_back(std::move(text));
    }
    std::vector<std::string> all() {
        const std::lock_guard lock(mutex);
        return texts;
    }
};

// A pool with an inbox and a list of reports around it.
struct Setup {
    Inbox inbox;
    Reports reports;

    ThinkerConfig config(unsigned threads, ChooseMove choose = choose_move) {
        return {.threads = threads,
                .post = [this](std::function<void()> call) { inbox.post(std::move(call)); },
                .report = [this](std::string text) { reports.add(std::move(text)); },
                .choose = std::move(choose),
                .grace = 30s,
                .table_positions = 1U << 12U};
    }
};

inline ThinkJob job(const Game& game, std::uint64_t seed = 1) {
    return {.game = game, .level = Level::casual, .seed = seed};
}

inline SearchResult found(const Move& move) {
    SearchResult result;
    result.move = move;
    return result;
}

inline SearchResult first_move(const Game& game) {
    return found(game.legal_moves()[0]);
}

// Waits for what another thread does; false after far longer than it could take.
inline bool comes_true(const std::function<bool()>& condition) {
    const auto give_up = std::chrono::steady_clock::now() + 60s;
    while (!condition()) {
        if (std::chrono::steady_clock::now() > give_up) return false;
        std::this_thread::sleep_for(1ms);
    }
    return true;
}

}  // namespace morris::testing
