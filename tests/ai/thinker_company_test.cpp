// Master's searches: several threads for one job, lent as long as nobody else needs them.
#include <chrono>
#include <map>
#include <set>
#include <stdexcept>

#include "server/ai/random.hpp"
#include "server/thinker/thinker_pool.hpp"
#include "tests/ai/support.hpp"
#include "tests/ai/thinker_support.hpp"

using namespace morris;
using namespace morris::testing;

namespace {

ThinkJob master_job(const Game& game, std::uint64_t seed = 1) {
    return {.game = game, .level = Level::master, .seed = seed};
}

bool is_masters(const LevelSettings& part) {
    return part.limits.depth == settings(Level::master).limits.depth;
}

SearchResult found_at(const Move& move, int depth) {
    SearchResult result = found(move);
    result.depth = depth;
    result.line = {move};
    return result;
}

// Searches nothing: for Master until told to stop, for others a moment.
SearchResult hold_on(const Game& game, const LevelSettings& part, std::uint64_t,
                     const Control& control) {
    while (is_masters(part) && !control.stopped()) std::this_thread::sleep_for(1ms);
    return first_move(game);
}

bool is_searched_by(const ThinkerPool& pool, std::size_t in_charge, std::size_t helpers) {
    return comes_true([&] {
        const ThinkerStats stats = pool.stats();
        return stats.running == in_charge && stats.helping == helpers;
    });
}

void check_legal(const Thought& thought, const Game& game) {
    REQUIRE_FALSE(thought.line.empty());
    CHECK(thought.line.front() == thought.move);
    Game play = game;
    for (const Move& move : thought.line) CHECK(play.play(move));
}

}  // namespace

TEST_CASE("every idle thread searches along for Master, each as another helper at one table",
          "[thinker][master]") {
    Setup setup;
    std::mutex mutex;
    std::set<unsigned> numbers;
    std::set<const Transpositions*> tables;
    std::set<std::uint32_t> searches;
    ThinkerPool pool(setup.config(4, [&](const Game& game, const LevelSettings& part,
                                         std::uint64_t seed, const Control& control) {
        {
            const std::lock_guard lock(mutex);
            numbers.insert(control.company.helper);
            tables.insert(control.company.table);
            searches.insert(control.company.search);
        }
        return hold_on(game, part, seed, control);
    }));
    CHECK(pool.stats().table_bytes == 0);
    const auto ticket = pool.think(master_job(Game{Options{}}), [](const Thought&) {});
    REQUIRE(is_searched_by(pool, 1, 3));
    CHECK(pool.stats().table_bytes > 0);
    pool.cancel(ticket);
    REQUIRE(is_searched_by(pool, 0, 0));
    CHECK(numbers == std::set<unsigned>{0, 1, 2, 3});
    CHECK(tables.size() == 1);
    CHECK(tables.count(nullptr) == 0);
    CHECK(searches.size() == 1);
}

TEST_CASE("the other levels are searched by one thread each", "[thinker][master]") {
    Setup setup;
    Gate gate;
    std::atomic<int> calls = 0;
    std::atomic<int> with_table = 0;
    ThinkerPool pool(setup.config(
        4, [&](const Game& game, const LevelSettings&, std::uint64_t, const Control& control) {
            ++calls;
            if (control.company.table != nullptr) ++with_table;
            gate.wait();
            return first_move(game);
        }));
    int answered = 0;
    for (const Level level : {Level::casual, Level::club, Level::strong}) {
        pool.think({.game = Game{Options{}}, .level = level, .seed = 1},
                   [&](const Thought&) { ++answered; });
    }
    REQUIRE(is_searched_by(pool, 3, 0));
    gate.open();
    REQUIRE(setup.inbox.run_until([&] { return answered == 3; }));
    CHECK(calls == 3);
    CHECK(with_table == 0);
    CHECK(pool.stats().table_bytes == 0);
}

TEST_CASE("helpers leave for those who come, and come back", "[thinker][master]") {
    Setup setup;
    Gate gate;
    ThinkerPool pool(setup.config(4, [&](const Game& game, const LevelSettings& part,
                                         std::uint64_t seed, const Control& control) {
        if (!is_masters(part)) gate.wait();
        return hold_on(game, part, seed, control);
    }));
    bool master_answered = false;
    int others = 0;
    const auto began = std::chrono::steady_clock::now();
    pool.think(master_job(Game{Options{}}), [&](const Thought&) { master_answered = true; });
    REQUIRE(is_searched_by(pool, 1, 3));
    for (int i = 0; i < 2; ++i) {
        pool.think(job(Game{Options{}}), [&](const Thought&) { ++others; });
    }
    REQUIRE(is_searched_by(pool, 3, 1));
    CHECK(pool.stats().queued == 0);
    gate.open();
    REQUIRE(setup.inbox.run_until([&] { return others == 2; }));
    // A Master search has five seconds; on a machine so slow there is nothing left to come back to.
    if (std::chrono::steady_clock::now() - began > std::chrono::seconds(4)) return;
    REQUIRE(is_searched_by(pool, 1, 3));
    CHECK_FALSE(master_answered);
}

TEST_CASE("two Master searches share the idle threads between them", "[thinker][master]") {
    Setup setup;
    std::mutex mutex;
    std::map<std::uint64_t, int> threads_of;
    ThinkerPool pool(setup.config(4, [&](const Game& game, const LevelSettings& part,
                                         std::uint64_t seed, const Control& control) {
        {
            const std::lock_guard lock(mutex);
            ++threads_of[seed];
        }
        const SearchResult result = hold_on(game, part, seed, control);
        const std::lock_guard lock(mutex);
        --threads_of[seed];
        return result;
    }));
    pool.think(master_job(Game{Options{}}, 1), [](const Thought&) {});
    pool.think(master_job(Game{Options{}}, 2), [](const Thought&) {});
    CHECK(comes_true([&] {
        const std::lock_guard lock(mutex);
        return threads_of[1] == 2 && threads_of[2] == 2;
    }));
}

TEST_CASE("where all threads are taken, the longest Master search ends early for who waits",
          "[thinker][master]") {
    Setup setup;
    ThinkerPool pool(setup.config(2, hold_on));
    const auto start = std::chrono::steady_clock::now();
    std::vector<int> answered;
    pool.think(master_job(Game{Options{}}, 1), [&](const Thought&) { answered.push_back(1); });
    pool.think(master_job(Game{Options{}}, 2), [&](const Thought&) { answered.push_back(2); });
    REQUIRE(is_searched_by(pool, 2, 0));
    pool.think(job(Game{Options{}}), [&](const Thought&) { answered.push_back(3); });
    REQUIRE(setup.inbox.run_until([&] { return answered.size() == 2; }));
    const auto taken = std::chrono::steady_clock::now() - start;
    CHECK(answered == std::vector<int>{1, 3});
    CHECK(taken >= *settings(Level::master).gives_way_after);
    CHECK(taken < settings(Level::master).time / 2);
    REQUIRE(is_searched_by(pool, 1, 1));
    CHECK(setup.reports.all().empty());
}

TEST_CASE("the answer is the helper's where it looked deeper", "[thinker][master]") {
    const Move own = *parse_move("d2");
    const Move helpers = *parse_move("f4");
    for (const int depth : {3, 7, 12}) {
        Setup setup;
        std::atomic<bool> told = false;
        ThinkerPool pool(setup.config(
            2, [&](const Game&, const LevelSettings&, std::uint64_t, const Control& control) {
                if (control.company.helper > 0) {
                    control.progress(found_at(helpers, depth));
                    told = true;
                    while (!control.stopped()) std::this_thread::sleep_for(1ms);
                    return found_at(helpers, depth);
                }
                while (!told) std::this_thread::sleep_for(1ms);
                control.progress(found_at(own, 7));
                return found_at(own, 7);
            }));
        std::optional<Thought> answer;
        pool.think(master_job(Game{Options{}}), [&](const Thought& thought) { answer = thought; });
        REQUIRE(setup.inbox.run_until([&] { return answer.has_value(); }));
        CHECK(answer->move == (depth > 7 ? helpers : own));
        CHECK(answer->depth == std::max(depth, 7));
        CHECK(answer->line == std::vector<Move>{answer->move});
        CHECK(is_searched_by(pool, 0, 0));
    }
}

TEST_CASE("a helper that finds a forced win ends the search", "[thinker][master]") {
    Setup setup;
    const Move winning = *parse_move("f4");
    ThinkerPool pool(setup.config(2, [&](const Game& game, const LevelSettings& part,
                                         std::uint64_t seed, const Control& control) {
        if (control.company.helper == 0) return hold_on(game, part, seed, control);
        SearchResult result = found_at(winning, 5);
        result.score = win_in(5);
        control.progress(result);
        return result;
    }));
    const auto start = std::chrono::steady_clock::now();
    std::optional<Thought> answer;
    pool.think(master_job(Game{Options{}}), [&](const Thought& thought) { answer = thought; });
    REQUIRE(setup.inbox.run_until([&] { return answer.has_value(); }));
    CHECK(answer->move == winning);
    CHECK(std::chrono::steady_clock::now() - start < settings(Level::master).time);
}

TEST_CASE("a helper that fails or ends by itself is not asked again, and nobody is told",
          "[thinker][master]") {
    for (const bool fails : {true, false}) {
        Setup setup;
        std::atomic<int> helped = 0;
        Gate gate;
        ThinkerPool pool(setup.config(
            2, [&](const Game& game, const LevelSettings&, std::uint64_t, const Control& control) {
                if (control.company.helper == 0) {
                    gate.wait();
                } else {
                    ++helped;
                    if (fails) throw std::runtime_error("out of luck");
                }
                return first_move(game);
            }));
        int answered = 0;
        pool.think(master_job(Game{Options{}}), [&](const Thought&) { ++answered; });
        REQUIRE(comes_true([&] { return helped == 1 && pool.stats().helping == 0; }));
        std::this_thread::sleep_for(20ms);
        CHECK(helped == 1);
        gate.open();
        REQUIRE(setup.inbox.run_until([&] { return answered == 1; }));
        CHECK(setup.reports.all().empty());
    }
}

TEST_CASE("a Master search with helpers, cancelled in the middle, leaves nothing running",
          "[thinker][master]") {
    Setup setup;
    ThinkerPool pool(setup.config(4));
    int answered = 0;
    for (int i = 0; i < 3; ++i) {
        const auto ticket =
            pool.think(master_job(Game{Options{}}), [&](const Thought&) { ++answered; });
        REQUIRE(is_searched_by(pool, 1, 3));
        std::this_thread::sleep_for(30ms);
        pool.cancel(ticket);
        REQUIRE(is_searched_by(pool, 0, 0));
    }
    setup.inbox.run_all();
    CHECK(answered == 0);
    CHECK(pool.stats().nodes > 0);
    CHECK(setup.reports.all().empty());
}

TEST_CASE("the pool stops in the middle of a Master search with helpers", "[thinker][master]") {
    Setup setup;
    ThinkerPool pool(setup.config(4));
    int answered = 0;
    pool.think(master_job(Game{Options{}}), [&](const Thought&) { ++answered; });
    REQUIRE(is_searched_by(pool, 1, 3));
    const auto start = std::chrono::steady_clock::now();
    pool.stop();
    CHECK(std::chrono::steady_clock::now() - start < settings(Level::master).time);
    setup.inbox.run_all();
    CHECK(answered == 0);
    CHECK(pool.stats().running == 0);
    CHECK(pool.stats().helping == 0);
}

TEST_CASE("Master's answers with helpers are legal lines of play under every option",
          "[thinker][master]") {
    Setup setup;
    ThinkerPool pool(setup.config(
        4, [](const Game& game, LevelSettings part, std::uint64_t seed, const Control& control) {
            part.limits.nodes = 3'000;
            return choose_move(game, part, seed, control);
        }));
    Random random(41);
    for (const Options& options : all_options()) {
        const Game game = random_game(options, static_cast<int>(random.below(60)), random);
        INFO(to_text(PositionText{game.position(), game.plies_without_take()}));
        std::optional<Thought> answer;
        pool.think(master_job(game, random.next()), [&](const Thought& found) { answer = found; });
        REQUIRE(setup.inbox.run_until([&] { return answer.has_value(); }));
        check_legal(*answer, game);
        CHECK(answer->depth >= 1);
    }
    CHECK(setup.reports.all().empty());
    CHECK(pool.stats().fallbacks == 0);
}

TEST_CASE("Master answers at once where the move is forced or the game is decided",
          "[thinker][master]") {
    Setup setup;
    ThinkerPool pool(setup.config(2));
    for (const auto* position : {"white W:d7,g7,f6,f4,d5,e4,e3+0 B:a4,b6,b4,c5+0",  // won
                                 "black W:a7,d7,g4,b6,d6,f4+0 B:a1,e3,c5+0",        // lost
                                 "white W:a7,d7,g7,a4+0 B:g4,d6,a1,f4,f2+0"}) {     // a4-b4
        const Game game = game_at(position);
        const auto start = std::chrono::steady_clock::now();
        std::optional<Thought> answer;
        pool.think(master_job(game), [&](const Thought& thought) { answer = thought; });
        REQUIRE(setup.inbox.run_until([&] { return answer.has_value(); }));
        CHECK(std::chrono::steady_clock::now() - start < settings(Level::master).time);
        check_legal(*answer, game);
    }
}

TEST_CASE("the table is made at first use, and given back when it is not used for a while",
          "[thinker][master]") {
    Setup setup;
    ThinkerConfig config = setup.config(2, hold_on);
    config.keep_table = 50ms;
    ThinkerPool pool(config);
    const auto ticket = pool.think(master_job(Game{Options{}}), [](const Thought&) {});
    REQUIRE(is_searched_by(pool, 1, 1));
    std::this_thread::sleep_for(150ms);
    CHECK(pool.stats().table_bytes > 0);  // it is in use
    pool.cancel(ticket);
    CHECK(comes_true([&] { return pool.stats().table_bytes == 0; }));
}

TEST_CASE("threads at one table find what one finds alone, as far as all moves are looked at",
          "[thinker][master]") {
    Random random(43);
    Transpositions table(1U << 10U);
    for (std::uint32_t number = 1; number <= 12; ++number) {
        const Game game = random_game({}, static_cast<int>(random.below(60)), random);
        const Limits limits{.depth = 3, .nodes = 1'000'000};
        const SearchResult alone = search(game, limits, 1, {});
        std::vector<SearchResult> results(4);
        std::vector<std::thread> threads;
        for (unsigned helper = 0; helper < results.size(); ++helper) {
            threads.emplace_back([&, helper] {
                results[helper] = search(game, limits, 1, {{}, {}, {&table, number, helper}});
            });
        }
        for (std::thread& thread : threads) thread.join();
        INFO(to_text(PositionText{game.position(), game.plies_without_take()}));
        for (const SearchResult& result : results) {
            CHECK(result.score == alone.score);
            CHECK_FALSE(game.refusal(result.move));
        }
    }
}

TEST_CASE("a reader never meets halves of two writers' results", "[thinker][master]") {
    constexpr std::uint64_t keys = 64;
    Transpositions table(8);
    const auto result_for = [](std::uint64_t key, unsigned writer) {
        Random random(100 * key + writer);
        return Found{.score = static_cast<std::int16_t>(random.below(10'000)),
                     .depth = static_cast<std::int8_t>(random.below(60)),
                     .bound = Bound::exact,
                     .move = {}};
    };
    std::atomic<int> wrong = 0;
    std::vector<std::thread> threads;
    for (unsigned writer = 0; writer < 3; ++writer) {
        threads.emplace_back([&, writer] {
            Random random(writer);
            for (int i = 0; i < 60'000; ++i) {
                const std::uint64_t key = random.below(keys) << 57U | random.below(2);
                table.keep(key, 0, result_for(key, writer));
                const auto met = table.find(key, 0);
                if (!met) continue;
                bool known = false;
                for (unsigned other = 0; other < 3; ++other) {
                    known = known || met->score == result_for(key, other).score;
                }
                if (!known) ++wrong;
            }
        });
    }
    for (std::thread& thread : threads) thread.join();
    CHECK(wrong == 0);
}
