// Not a test: how long lists of many finished games take.
//
//   store_bench_lists PATH GAMES
//
// Fills a new log with GAMES finished games of a thousand players, each with a listing of 300 bytes
// and five tags, and prints how long pages of 20 take, from the front and from deep inside.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "server/store/admin.hpp"
#include "server/store/sqlite_log.hpp"
#include "tests/store/loop.hpp"

namespace {

using namespace morris;
using Clock = std::chrono::steady_clock;

double ms_since(Clock::time_point start) {
    return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

std::string player(int number) {
    return "player:" + std::to_string(number % 1000);
}

struct Bench {
    SqliteLog& log;
    test::Loop& loop;

    void fill(int games) {
        int answered = 0;
        const auto start = Clock::now();
        for (int game = 0; game < games; ++game) {
            Append append{.stream = "table:" + std::to_string(game * 7919LL % 1'000'003),
                          .events = {std::string(100, 'x')},
                          .live = false};
            append.listing = Listing{.at_ms = 1'800'000'000'000 + game * 1000LL,
                                     .tags = {"all", game % 3 == 0 ? "draw" : "won", player(game),
                                              player(game * 31 + 7), player(game) + " won"},
                                     .summary = std::string(300, 's')};
            log.append(std::move(append), [&](auto seq) {
                if (!seq) std::exit(1);
                ++answered;
            });
        }
        if (!loop.run_until([&] { return answered == games; })) std::exit(1);
        std::printf("%d games appended in %.0f ms\n", games, ms_since(start));
    }

    // The median of many.
    void time_page(const char* what, const ListQuery& query) {
        std::vector<double> took;
        std::size_t entries = 0;
        for (int i = 0; i < 51; ++i) {
            bool answered = false;
            const auto start = Clock::now();
            log.list(query, [&](auto page) {
                entries = page.value().size();
                answered = true;
            });
            if (!loop.run_until([&] { return answered; })) std::exit(1);
            took.push_back(ms_since(start));
        }
        std::nth_element(took.begin(), took.begin() + 25, took.end());
        std::printf("%-52s %7.2f ms for %zu entries\n", what, took[25], entries);
    }

    void time_unlisted(const char* what, std::size_t limit) {
        bool answered = false;
        std::size_t names = 0;
        const auto start = Clock::now();
        log.unlisted("table:", limit, [&](auto found) {
            names = found.value().size();
            answered = true;
        });
        if (!loop.run_until([&] { return answered; })) std::exit(1);
        std::printf("%-52s %7.2f ms for %zu names\n", what, ms_since(start), names);
    }
};

}  // namespace

int main(int count, char** arguments) {
    if (count != 3) return 2;
    const int games = std::atoi(arguments[2]);
    test::Loop loop;
    SqliteLogConfig config;
    config.path = arguments[1];
    config.post = [&loop](std::function<void()> action) { loop.post(std::move(action)); };
    const auto log = SqliteLog::open(config);
    if (!log) {
        std::fprintf(stderr, "%s\n", log.error().c_str());
        return 1;
    }
    Bench bench{**log, loop};
    bench.fill(games);

    const ListPlace middle{.at_ms = 1'800'000'000'000 + games / 2 * 1000LL, .stream = {}};
    bench.time_page("all", {.tags = {"all"}, .limit = 20});
    bench.time_page("all, from the middle on", {.tags = {"all"}, .after = middle, .limit = 20});
    bench.time_page("one player", {.tags = {player(5)}, .limit = 20});
    bench.time_page("one player, won", {.tags = {player(5), "won"}, .limit = 20});
    bench.time_page("one player against another", {.tags = {player(5), player(162)}, .limit = 20});
    bench.time_page("won by one player, the long list first",
                    {.tags = {"won", player(5)}, .limit = 20});
    bench.time_page("all that are in no other list", {.tags = {"all", "nothing"}, .limit = 20});
    bench.time_unlisted("unlisted, where all are listed", 1000);

    const auto start = Clock::now();
    const auto dropped = drop_lists(config.path);
    if (!dropped) return 1;
    std::printf("%-52s %7.2f ms\n", "all lists dropped", ms_since(start));
    bench.time_unlisted("unlisted, where none is listed", 1000);
    return 0;
}
