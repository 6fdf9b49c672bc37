// What players see when the log fails, fills up, or is written to by another server.
#include "tests/hub/play.hpp"

using namespace morris;
using namespace morris::test;
using namespace std::chrono_literals;
using Fault = MemoryLog::Fault;

TEST_CASE("nothing is shown or confirmed before it is durable", "[hub]") {
    Harness world;
    TwoPlayers pair(world);
    world.take(pair.white);
    world.take(pair.black);
    world.hub->on_text(pair.white, encode(Request{500, play(pair.table, 0, "d2")}));
    CHECK(world.outbox.sent[pair.white].empty());
    CHECK(world.outbox.sent[pair.black].empty());
    world.restart();  // before the log did anything
    CHECK(pair.snapshot().turn == 0);
}

TEST_CASE("a store that fails refuses with a clear error, and service resumes", "[hub]") {
    Harness world;
    TwoPlayers pair(world);
    world.log->set_down(true);
    const auto refused = world.ask(pair.white, play(pair.table, 0, "d2"));
    CHECK(code(refused) == ErrorCode::store_unavailable);
    CHECK(std::get<Error>(refused).retry_ms);
    CHECK(code(world.ask(pair.white, make_request("x"))) == ErrorCode::store_unavailable);
    world.advance(10s);
    world.log->set_down(false);
    as<Done>(world.ask(pair.white, play(pair.table, 0, "d2")));
    as<Done>(world.ask(pair.black, play(pair.table, 1, "d6")));
}

TEST_CASE("an append that failed too late is found in the log, once", "[hub]") {
    Harness world;
    TwoPlayers pair(world);
    world.take(pair.black);
    world.log->fail_next(1, Fault::lost_answer);
    CHECK(code(world.ask(pair.white, play(pair.table, 0, "d2"))) == ErrorCode::store_unavailable);
    SECTION("when the same move is sent again") {
        as<Done>(world.ask(pair.white, play(pair.table, 0, "d2")));
    }
    SECTION("when another move is sent for that turn") {
        CHECK(code(world.ask(pair.white, play(pair.table, 0, "d3"))) == ErrorCode::stale_turn);
    }
    SECTION("by itself") {
        world.advance(5s);
    }
    const auto events = all<Event>(world.take(pair.black));
    REQUIRE(events.size() == 1);
    CHECK(events[0].legal);
    pair.moves(1, {"d6"});
}

TEST_CASE("the computer goes on after an append of its own was answered too late", "[hub]") {
    Harness world;
    const auto ann = world.greeted("Ann");
    Make make = make_request("x");
    make.opponent = ComputerWanted{Level::casual};
    const auto table = as<Attached>(world.ask(ann, make)).table;
    as<Done>(world.ask(ann, play(table, 0, "d2")));
    const Move move = parse_move("d6").value();
    world.log->fail_next(1, Fault::lost_answer);
    world.thinker.answer(move);
    world.settle();
    world.advance(2s);  // the same search again, while its move is found in the log
    as<Done>(world.ask(ann, play(table, 2, "f4")));
    REQUIRE(world.thinker.waiting() == 1);
    world.thinker.answer(move);
    world.settle();
    world.advance(1s);
    REQUIRE(world.thinker.waiting() == 1);
    CHECK(world.thinker.job().game.ply() == 3);
}

TEST_CASE("a table whose making could not be read back is there all the same", "[hub]") {
    Harness world;
    const auto ann = world.greeted("Ann");
    Make make = make_request("x");
    make.opponent = PersonWanted{true};
    world.hub->on_text(ann, encode(Request{600, make}));
    bool refused = false;
    for (int steps = 0; steps < 10 && !refused; ++steps) {
        world.log->run_one();
        world.log->set_down(steps >= 4);
        refused = !all<Error>(world.take(ann)).empty();
    }
    world.log->set_down(false);
    world.settle();
    world.advance(5s);
    const std::string counted = "\nmorris_tables_unfinished 1\n";
    CHECK(world.hub->metrics().text().find(counted) != std::string::npos);
    as<Attached>(world.ask(ann, make));
    CHECK(as<protocol::Tables>(world.ask(world.greeted("Ben"), List{})).open.size() == 1);
}

TEST_CASE("a log that conflicts is reread, and the move decided again", "[hub]") {
    Harness world;
    TwoPlayers pair(world);
    world.log->fail_next(2, Fault::conflict);
    as<Done>(world.ask(pair.white, play(pair.table, 0, "d2")));
    world.log->fail_next(1000, Fault::conflict);
    CHECK(code(world.ask(pair.black, play(pair.table, 1, "d6"))) == ErrorCode::store_unavailable);
}

TEST_CASE("two servers on one log show each other's moves, and one move a turn", "[hub]") {
    const auto content = std::make_shared<MemoryContent>();
    Harness here({}, content);
    Harness there({}, content);
    TwoPlayers pair(here);
    const auto black = there.greeted("Boris one");
    as<Attached>(there.ask(black, Resume{pair.table, pair.black_secret, {}}));
    pair.moves(0, {"d2"});
    there.settle();
    const auto seen = all<Event>(there.take(black));
    REQUIRE(seen.size() == 1);
    as<Done>(there.ask(black, play(pair.table, 1, "d6")));
    here.settle();
    pair.moves(2, {"f4"});
    there.settle();
    CHECK(code(there.ask(black, play(pair.table, 1, "d5"))) == ErrorCode::stale_turn);
    CHECK(pair.snapshot().moves.size() == 3);
}

TEST_CASE("a name that is removed from the log is shown to nobody any more", "[hub]") {
    const auto content = std::make_shared<MemoryContent>();
    Harness world({}, content);
    TwoPlayers pair(world);
    const Snapshot before = pair.snapshot();
    REQUIRE(before.seats[0].name == "Wanda one");
    content->erase("player:" + before.seats[0].player);
    world.settle();
    CHECK(pair.snapshot().seats[0].name == "Unknown player");
    world.restart();
    CHECK(pair.snapshot().seats[0].name == "Unknown player");
}

TEST_CASE("a table whose log does not replay stays closed, and harms no other", "[hub]") {
    const auto content = std::make_shared<MemoryContent>();
    Harness world({}, content);
    TwoPlayers good(world, "good");
    TwoPlayers bad(world, "bad");
    MemoryLog other(content);
    Append garbage{"table:" + bad.table, 2, {"not an event"}, true};
    other.append(garbage, [](const auto& appended) { REQUIRE(appended); });
    other.run_pending();
    world.settle();
    const auto told = all<Error>(world.take(bad.white));
    REQUIRE(told.size() == 1);
    CHECK(told[0].code == ErrorCode::table_damaged);
    CHECK(code(world.ask(bad.white, play(bad.table, 0, "d2"))) == ErrorCode::table_damaged);
    good.moves(0, {"d2", "d6"});
    world.restart();
    const auto client = world.greeted("Wanda bad");
    CHECK(code(world.ask(client, Resume{bad.table, bad.white_secret, {}})) ==
          ErrorCode::table_damaged);
    CHECK(good.snapshot().moves.size() == 2);
}

TEST_CASE("a table that cannot be read at the moment is refused so, and read later", "[hub]") {
    Harness world;
    TwoPlayers pair(world);
    as<Done>(world.ask(pair.white, Resign{pair.table}));
    for (std::size_t reads_before = 0; reads_before < 3; ++reads_before) {
        INFO("after reads: " << reads_before);
        world.restart();  // a finished table is not in memory
        const auto client = world.greeted("Will");
        world.hub->on_text(client, encode(Request{700, Watch{pair.table, {}}}));
        for (std::size_t i = 0; i < reads_before; ++i) world.log->run_one();
        world.log->set_down(true);
        world.settle();
        const auto refused = all<Error>(world.take(client));
        REQUIRE(refused.size() == 1);
        CHECK(refused[0].code == ErrorCode::store_unavailable);
        world.log->set_down(false);
    }
    CHECK(pair.snapshot().result);
}

TEST_CASE("nobody loses on time because the store does not take his move", "[hub][clock]") {
    Harness world;
    Make make = make_request("one");
    make.clock = ClockTerms{60'000, 0};
    TwoPlayers pair(world, make);
    pair.moves(0, {"d2", "d6"});
    world.advance(50s);
    world.log->set_down(true);
    CHECK(code(world.ask(pair.white, play(pair.table, 2, "f4"))) == ErrorCode::store_unavailable);
    SECTION("when the move is sent again") {
        for (int minute = 0; minute < 10; ++minute) world.advance(1min);
        world.log->set_down(false);
        as<Done>(world.ask(pair.white, play(pair.table, 2, "f4")));
    }
    SECTION("nor if his flag was due before anybody noticed") {
        for (int second = 0; second < 60; ++second) world.advance(1s);
        world.log->set_down(false);
        for (int second = 0; second < 5; ++second) world.advance(1s);
        as<Done>(world.ask(pair.white, play(pair.table, 2, "f4")));
    }
    CHECK_FALSE(pair.snapshot().result);
}
