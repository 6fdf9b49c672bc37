// Hints from the pool: they wait for nobody.
#include "server/thinker/thinker_pool.hpp"

#include "shared/rules/notation.hpp"
#include "tests/ai/thinker_support.hpp"

using namespace morris;
using namespace morris::testing;

namespace {

ThinkJob hint_job(const Game& game, Level level) {
    return {.game = game, .level = level, .seed = 1, .hint = true};
}

}  // namespace

TEST_CASE("a hint is answered while every thread is held and others wait", "[thinker][hint]") {
    Setup setup;
    Gate gate;
    ThinkerPool pool(setup.config(
        1, [&](const Game& game, const LevelSettings& part, std::uint64_t, const Control&) {
            if (part.limits.depth != hint_settings().limits.depth) gate.wait();
            return first_move(game);
        }));
    const Game game{Options{}};
    int moves = 0;
    for (int i = 0; i < 3; ++i) pool.think(job(game), [&](const Thought&) { ++moves; });
    int hints = 0;
    pool.think(hint_job(game, Level::casual), [&](const Thought&) { ++hints; });
    REQUIRE(setup.inbox.run_until([&] { return hints == 1; }));
    CHECK(moves == 0);
    CHECK(comes_true([&] { return pool.stats().running == 1 && pool.stats().queued == 2; }));
    gate.open();
    REQUIRE(setup.inbox.run_until([&] { return moves == 3; }));
}

TEST_CASE("a hint is the same whatever the level, and says how deep it looked", "[thinker][hint]") {
    // Ended by its nodes, however slow the machine is.
    const auto quick = [](const Game& game, LevelSettings part, std::uint64_t seed,
                          const Control&) {
        part.limits.nodes = 5'000;
        return choose_move(game, part, seed, {});
    };
    Setup setup;
    ThinkerPool pool(setup.config(1, quick));
    const auto ready = parse_position("white W:g4,a7,d6,f4,e3,c3,d2+0 B:d1,c5,a4,f2+0", Options{});
    REQUIRE(ready);
    const Game game(Options{}, ready->position, 0);
    const SearchResult expected = quick(game, hint_settings(), 1, {});
    std::vector<Thought> thoughts;
    for (const Level level : {Level::casual, Level::club, Level::strong, Level::master}) {
        pool.think(hint_job(game, level),
                   [&](const Thought& thought) { thoughts.push_back(thought); });
    }
    REQUIRE(setup.inbox.run_until([&] { return thoughts.size() == 4; }));
    for (const Thought& thought : thoughts) {
        CHECK(thought.move == expected.move);
        CHECK(thought.depth == expected.depth);
        CHECK(thought.line == expected.line);
    }
    CHECK(pool.stats().table_bytes == 0);
}

TEST_CASE("a hint that is no longer wanted is not answered", "[thinker][hint]") {
    Setup setup;
    std::atomic<int> begun = 0;
    ThinkerPool pool(setup.config(
        1, [&](const Game& game, const LevelSettings&, std::uint64_t seed, const Control& control) {
            ++begun;
            while (seed == 1 && !control.stopped()) std::this_thread::yield();
            return first_move(game);
        }));
    int answered = 0;
    const auto done = [&](const Thought&) { ++answered; };
    const auto first = pool.think(hint_job(Game{Options{}}, Level::club), done);
    const auto second = pool.think(hint_job(Game{Options{}}, Level::club), done);
    REQUIRE(comes_true([&] { return begun == 1; }));
    pool.cancel(second);
    pool.cancel(first);
    REQUIRE(comes_true([&] { return pool.stats().running == 0; }));
    setup.inbox.run_all();
    CHECK(answered == 0);
    CHECK(begun == 1);
    CHECK(pool.stats().cancelled == 2);
}
