#include "server/thinker/thinker_pool.hpp"

#include <future>
#include <stdexcept>
#include <thread>

#include "shared/rules/notation.hpp"
#include "tests/ai/thinker_support.hpp"

using namespace morris;
using namespace morris::testing;

TEST_CASE("fifty jobs at once are each answered once with a legal move", "[thinker]") {
    Setup setup;
    ThinkerPool pool(setup.config(2));
    std::vector<Game> games;
    Game game{Options{}};
    for (int i = 0; i < 50; ++i) {
        games.push_back(game);
        const MoveList moves = game.legal_moves();
        REQUIRE(game.play(moves[static_cast<std::size_t>(i) * 7 % moves.size()]));
        if (game.outcome()) game = Game{Options{}};
    }
    std::vector<int> answers(games.size());
    std::size_t answered = 0;
    for (std::size_t i = 0; i < games.size(); ++i) {
        pool.think(job(games[i], i), [&, i](const Thought& thought) {
            CHECK_FALSE(games[i].refusal(thought.move));
            ++answers[i];
            ++answered;
        });
    }
    CHECK(answered == 0);  // never from inside the call
    REQUIRE(setup.inbox.run_until([&] { return answered == games.size(); }));
    pool.stop();
    setup.inbox.run_all();
    CHECK(answers == std::vector<int>(games.size(), 1));
    CHECK(setup.reports.all().empty());

    const ThinkerStats stats = pool.stats();
    CHECK(stats.searched == games.size());
    CHECK(stats.cancelled == 0);
    CHECK(stats.fallbacks == 0);
    CHECK(stats.queued == 0);
    CHECK(stats.running == 0);
    CHECK(stats.nodes > games.size());
    CHECK(stats.busy > 0us);
}

TEST_CASE("a cancelled job is not answered, whether queued, running or already posted",
          "[thinker]") {
    Setup setup;
    Gate gate;
    std::promise<void> running;
    std::atomic<int> searches = 0;
    std::atomic<bool> told_to_stop = false;
    ThinkerPool pool(setup.config(
        1, [&](const Game& game, const LevelSettings&, std::uint64_t seed, const Control& control) {
            ++searches;
            if (seed == 1) {
                running.set_value();
                gate.wait();
                told_to_stop = control.stopped();
            }
            return first_move(game);
        }));
    const Game game{Options{}};
    std::vector<int> answers;
    const auto done = [&](int number) {
        return [&, number](const Thought&) { answers.push_back(number); };
    };

    const auto runs = pool.think(job(game, 1), done(1));
    running.get_future().wait();
    const auto waits = pool.think(job(game, 2), done(2));
    pool.think(job(game, 3), done(3));
    CHECK(pool.stats().running == 1);
    CHECK(pool.stats().queued == 2);
    pool.cancel(runs);
    pool.cancel(waits);
    CHECK(pool.stats().queued == 1);
    gate.open();
    REQUIRE(setup.inbox.run_until([&] { return !answers.empty(); }));
    CHECK(answers == std::vector<int>{3});
    CHECK(told_to_stop);
    CHECK(searches == 2);  // the one that waited was never begun

    const auto posted = pool.think(job(game, 4), done(4));
    setup.inbox.wait_for_one();
    pool.cancel(posted);
    pool.cancel(posted);
    pool.cancel(12345);
    setup.inbox.run_all();
    CHECK(answers == std::vector<int>{3});
    CHECK(pool.stats().cancelled == 3);
    CHECK(pool.stats().searched == 1);
}

TEST_CASE("the pool stops with searches running, work queued and answers on their way",
          "[thinker]") {
    Setup setup;
    int answered = 0;
    {
        ThinkerPool pool(setup.config(2));
        const Game game{Options{}};
        for (std::uint64_t seed = 0; seed < 40; ++seed) {
            pool.think(
                {.game = game, .level = seed < 3 ? Level::casual : Level::strong, .seed = seed},
                [&](const Thought&) { ++answered; });
        }
        setup.inbox.wait_for_one();
        pool.stop();
        const ThinkerStats stats = pool.stats();
        CHECK(stats.queued == 0);
        CHECK(stats.running == 0);
        CHECK(stats.cancelled == 40);
        pool.think(job(game), [&](const Thought&) { ++answered; });  // comes too late
        pool.stop();
    }
    setup.inbox.run_all();  // what was posted outlives the pool
    CHECK(answered == 0);
}

TEST_CASE("a search that throws or cheats is answered for and reported", "[thinker]") {
    Setup setup;
    const Move best = *parse_move("d2");
    ThinkerPool pool(setup.config(
        1, [&](const Game& game, const LevelSettings&, std::uint64_t seed, const Control& control) {
            if (seed == 1) throw std::runtime_error("out of luck");
            if (seed == 2) throw 42;
            if (seed == 3) return found({.from = 0, .to = 1});
            control.progress(found(best));
            control.progress(found({}));  // no move at all: not to be believed
            if (seed == 4) throw std::runtime_error("late");
            return first_move(game);
        }));
    const Game game{Options{}};
    std::vector<Move> moves;
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
        pool.think(job(game, seed), [&](const Thought& thought) { moves.push_back(thought.move); });
    }
    REQUIRE(setup.inbox.run_until([&] { return moves.size() == 5; }));
    for (const Move& move : moves) CHECK_FALSE(game.refusal(move));
    CHECK(moves[3] == best);
    CHECK(setup.reports.all() ==
          std::vector<std::string>{"the search failed: out of luck", "the search failed",
                                   "the search chose a move that is not legal",
                                   "the search failed: late"});
    CHECK(pool.stats().fallbacks == 4);
    CHECK(pool.stats().searched == 5);
}

TEST_CASE("a search that does not end is answered for once, with the best it had", "[thinker]") {
    Setup setup;
    Gate gate;
    const Move best = *parse_move("d2");
    ThinkerConfig config = setup.config(
        1, [&](const Game& game, const LevelSettings&, std::uint64_t, const Control& control) {
            control.progress(found(best));
            gate.wait();
            return first_move(game);
        });
    config.grace = 50ms;
    ThinkerPool pool(config);
    const Game game{Options{}};
    std::vector<Move> moves;
    pool.think(job(game), [&](const Thought& thought) { moves.push_back(thought.move); });
    const bool answered = setup.inbox.run_until([&] { return !moves.empty(); });
    gate.open();
    REQUIRE(answered);
    pool.stop();
    setup.inbox.run_all();
    CHECK(moves == std::vector<Move>{best});
    CHECK(setup.reports.all() == std::vector<std::string>{"the search did not end in time"});
}

TEST_CASE("time runs out for a search that looks at its hand", "[thinker]") {
    Setup setup;
    ThinkerPool pool(setup.config(
        1, [&](const Game& game, const LevelSettings&, std::uint64_t, const Control& control) {
            while (!control.stopped()) std::this_thread::yield();
            return first_move(game);
        }));
    int answered = 0;
    pool.think(job(Game{Options{}}), [&](const Thought&) { ++answered; });
    REQUIRE(setup.inbox.run_until([&] { return answered == 1; }));
    CHECK(setup.reports.all().empty());
}

TEST_CASE("a game that is over is reported, not answered", "[thinker]") {
    Setup setup;
    ThinkerPool pool(setup.config(1));
    const auto over = parse_position("white W:a7,d7+0 B:a1,d1,g1+0", Options{});
    REQUIRE(over);
    int answered = 0;
    pool.think(job(Game(Options{}, over->position, 0)), [&](const Thought&) { ++answered; });
    pool.stop();
    setup.inbox.run_all();
    CHECK(answered == 0);
    CHECK(setup.reports.all().size() == 1);
}

TEST_CASE("a job's share shrinks with the queue and never to nothing", "[thinker]") {
    CHECK(share_for(0, 1) == 1);
    CHECK(share_for(1, 1) == 2);
    CHECK(share_for(3, 4) == 1);
    CHECK(share_for(8, 4) == 3);
    CHECK(share_for(1'000'000, 4) == 32);
}
