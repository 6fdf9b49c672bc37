// Not a test: how fast a disk confirms appends.
//
//   store_bench PATH OUTSTANDING SECONDS MARKS
//
// Keeps OUTSTANDING appends of 100 bytes unanswered, each to a stream of its own, while the served
// time is marked MARKS times a second. Prints how many were confirmed a second, how long one
// waited, how many shared a commit, and what processor time it all took.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <string>
#include <thread>
#include <vector>

#include "server/store/sqlite_log.hpp"
#include "tests/store/loop.hpp"

namespace {

using namespace morris;
using Clock = std::chrono::steady_clock;

struct Bench {
    EventLog& log;
    Clock::time_point end;
    std::vector<double> waited_ms;
    std::size_t unanswered = 0;

    void append(std::size_t stream, std::uint64_t after) {
        ++unanswered;
        log.append(
            {.stream = std::to_string(stream), .after = after, .events = {std::string(100, 'x')}},
            [this, stream, asked = Clock::now()](auto answer) {
                --unanswered;
                if (!answer) std::exit(1);
                const std::chrono::duration<double, std::milli> waited = Clock::now() - asked;
                waited_ms.push_back(waited.count());
                if (Clock::now() < end) append(stream, *answer);
            });
    }

    double percentile(double part) const {
        if (waited_ms.empty()) return 0;
        return waited_ms[static_cast<std::size_t>(part *
                                                  static_cast<double>(waited_ms.size() - 1))];
    }
};

void mark(ServedLine& line, int marks_a_second, const std::atomic<bool>& stop) {
    for (std::int64_t marks = 1; marks_a_second > 0 && !stop; ++marks) {
        line.mark(std::chrono::milliseconds(marks));
        std::this_thread::sleep_for(std::chrono::microseconds(1'000'000 / marks_a_second));
    }
}

}  // namespace

int main(int count, char** arguments) {
    if (count != 5) return 2;
    const auto outstanding = static_cast<std::size_t>(std::atoi(arguments[2]));
    const std::chrono::seconds time(std::atoi(arguments[3]));
    const int marks_a_second = std::atoi(arguments[4]);

    test::Loop loop;
    SqliteLogConfig config;
    config.path = arguments[1];
    config.post = [&loop](std::function<void()> action) { loop.post(std::move(action)); };
    const auto log = SqliteLog::open(config);
    if (!log) {
        std::fprintf(stderr, "%s\n", log.error().c_str());
        return 1;
    }

    bool begun = false;
    (*log)->begin(std::chrono::milliseconds(0), [&](auto line) { begun = line.has_value(); });
    if (!loop.run_until([&] { return begun; })) return 1;
    std::atomic<bool> stop = false;
    std::thread marker([&] { mark(**log, marks_a_second, stop); });

    const auto start = Clock::now();
    Bench bench{.log = **log, .end = start + time, .waited_ms = {}};
    for (std::size_t stream = 0; stream < outstanding; ++stream) bench.append(stream, 0);
    if (outstanding == 0) std::this_thread::sleep_for(time);
    if (!loop.run_until([&] { return bench.unanswered == 0; })) return 1;
    stop = true;
    marker.join();
    const std::chrono::duration<double> passed = Clock::now() - start;

    std::sort(bench.waited_ms.begin(), bench.waited_ms.end());
    const auto stats = (*log)->stats();
    const auto commits = static_cast<double>(stats.commits);
    std::printf(
        "%zu outstanding: %.0f appends/s, waited %.2f ms (median) %.2f (99 %%) %.2f (most), "
        "%.1f appends a commit, %.2f ms a commit (mean), %.0f commits/s, %.2f s processor time\n",
        outstanding, static_cast<double>(stats.events) / passed.count(), bench.percentile(0.5),
        bench.percentile(0.99), bench.percentile(1.0), static_cast<double>(stats.events) / commits,
        static_cast<double>(stats.total_sync_us) / 1000.0 / commits, commits / passed.count(),
        static_cast<double>(std::clock()) / CLOCKS_PER_SEC);
    return 0;
}
