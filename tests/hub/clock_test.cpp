#include "tests/hub/play.hpp"

using namespace morris;
using namespace morris::test;
using namespace std::chrono_literals;

namespace {

Make clocked(std::int64_t base_ms, std::int64_t increment_ms) {
    Make make = make_request("clock");
    make.clock = ClockTerms{base_ms, increment_ms};
    return make;
}

constexpr std::array quiet{"d2", "d6", "f4", "b4", "a7", "g7"};

struct ClockedGame {
    Harness world;
    TwoPlayers pair;

    ClockedGame(std::int64_t base_ms, std::int64_t increment_ms)
        : pair(world, clocked(base_ms, increment_ms)) {}
    void play_after(std::chrono::milliseconds time) {
        world.advance(time);
        const auto turn = pair.snapshot().turn;
        pair.moves(turn, {quiet.at(turn)});
    }
    Clock clock() { return pair.snapshot().clock.value(); }
    std::optional<GameResult> result() { return pair.snapshot().result; }
    void come_back() {
        pair.white = world.greeted("Wanda one");
        pair.black = world.greeted("Boris one");
        back(pair.white, pair.white_secret);
        back(pair.black, pair.black_secret);
    }
    void back(ConnectionId connection, const std::string& secret) {
        as<Attached>(world.ask(connection, Resume{pair.table, secret, std::nullopt}));
    }
};

}  // namespace

TEST_CASE("a snapshot says both times, whose runs, and how long a first move may take",
          "[hub][clock]") {
    ClockedGame game(60'000, 1'000);
    CHECK(game.clock().first_move_ms == 60'000);
    CHECK_FALSE(game.clock().runs);
    game.play_after(5s);
    CHECK(game.clock().first_move_ms == 60'000);
    game.play_after(5s);
    game.world.advance(1500ms);
    const Clock clock = game.clock();
    CHECK(clock.runs == Color::white);
    CHECK_FALSE(clock.first_move_ms);
    CHECK_FALSE(clock.starts_in_ms);
    CHECK(clock.left_ms == std::array<std::int64_t, 2>{58'500, 60'000});
    CHECK(clock.terms == ClockTerms{60'000, 1'000});
}

TEST_CASE("the flag falls by the server's own timer, to the millisecond", "[hub][clock]") {
    ClockedGame game(60'000, 0);
    game.play_after(1s);
    game.play_after(1s);
    game.world.take(game.pair.black);
    game.world.advance(59'999ms);
    CHECK(all<Event>(game.world.take(game.pair.black)).empty());
    game.world.advance(1ms);
    const auto events = all<Event>(game.world.take(game.pair.black));
    REQUIRE(events.size() == 1);
    CHECK(events[0].result == GameResult{Winner::black, GameEnd::timeout});
    REQUIRE(events[0].clock);
    CHECK(events[0].clock->left_ms == std::array<std::int64_t, 2>{0, 60'000});
}

TEST_CASE("a first move that does not come aborts the table by itself", "[hub][clock]") {
    ClockedGame game(60'000, 0);
    game.world.advance(60s);
    CHECK(game.result() == GameResult{Winner::nobody, GameEnd::aborted});
}

TEST_CASE("a move that came in time counts, however slow the store is", "[hub][clock]") {
    ClockedGame game(60'000, 0);
    game.play_after(1s);
    game.play_after(1s);
    game.world.advance(59'000ms);
    game.world.hub->on_text(game.pair.white, encode(Request{77, play(game.pair.table, 2, "f4")}));
    game.world.timers.advance(30s);  // the append is under way all the while
    game.world.settle();
    CHECK_FALSE(game.result());
    const Clock clock = game.clock();
    CHECK(clock.left_ms == std::array<std::int64_t, 2>{1'000, 60'000});
    CHECK(clock.runs == Color::black);
}

TEST_CASE("time without a server is charged to nobody and credited to nobody", "[hub][clock]") {
    ClockedGame game(60'000, 0);
    game.play_after(1s);
    game.play_after(1s);
    game.world.advance(10s);
    game.world.restart(10min);
    Clock clock = game.clock();
    CHECK(clock.waits_for == Color::white);
    CHECK_FALSE(clock.runs);
    CHECK(clock.left_ms[0] <= 50'100);
    CHECK(clock.left_ms[0] >= 50'000);
    CHECK(clock.left_ms[1] == 60'000);
    game.world.advance(5s);
    const auto before = clock.left_ms;
    game.come_back();
    clock = game.clock();
    CHECK(clock.runs == Color::white);
    CHECK(clock.starts_in_ms == 3'000);
    game.world.advance(4s);
    CHECK(game.clock().left_ms[0] == before[0] - 1'000);
    game.world.advance(std::chrono::milliseconds(game.clock().left_ms[0]));
    CHECK(game.result() == GameResult{Winner::black, GameEnd::timeout});
}

TEST_CASE("a clock does not wait for ever for a player who does not come back", "[hub][clock]") {
    ClockedGame game(30'000, 0);
    game.play_after(1s);
    game.play_after(1s);
    game.world.restart(1h);
    game.world.advance(60s);
    CHECK(game.clock().runs == Color::white);
    game.world.advance(31s);
    CHECK(game.result() == GameResult{Winner::black, GameEnd::timeout});
}

TEST_CASE("the other side's clock waits too, if it has not been back when its turn comes",
          "[hub][clock]") {
    ClockedGame game(30'000, 0);
    game.play_after(1s);
    game.play_after(1s);
    game.world.restart(1s);
    game.pair.white = game.world.greeted("Wanda one");
    game.back(game.pair.white, game.pair.white_secret);
    game.pair.moves(2, {"f4"});
    CHECK(game.clock().waits_for == Color::black);
    game.world.advance(20s);
    CHECK(game.clock().left_ms[1] == 30'000);
    game.pair.black = game.world.greeted("Boris one");
    game.back(game.pair.black, game.pair.black_secret);
    game.world.advance(5s);
    CHECK(game.clock().left_ms[1] == 28'000);
}

TEST_CASE("many restarts cost a player nothing but the grace", "[hub][clock]") {
    ClockedGame game(60'000, 0);
    game.play_after(1s);
    game.play_after(1s);
    std::int64_t thought = 0;
    for (int i = 0; i < 10; ++i) {
        game.world.advance(4s);
        thought += i == 0 ? 4'000 : 1'000;
        game.world.restart(30s);
        game.come_back();
    }
    const std::int64_t left = game.clock().left_ms[0];
    CHECK(left <= 60'000 - thought + 10 * 100);
    CHECK(left >= 60'000 - thought);
}

TEST_CASE("measured lag is given back, the server's own measure only", "[hub][clock]") {
    ClockedGame game(60'000, 0);
    game.play_after(1s);
    game.play_after(1s);
    CHECK(game.world.outbox.measured[game.pair.white] > 0);
    for (const auto time : {400ms, 120ms, 900ms})
        game.world.hub->on_round_trip(game.pair.white, time);
    game.play_after(1s);
    CHECK(game.clock().left_ms[0] == 59'120);
}

TEST_CASE("a table without a clock says nothing of one", "[hub][clock]") {
    Harness world;
    TwoPlayers pair(world);
    pair.moves(0, {"d2"});
    CHECK_FALSE(pair.snapshot().clock);
    CHECK(pair.snapshot().claims == ClaimTerms{180'000, 600'000});
}

TEST_CASE("a move that comes when its time is up ends the game before it is refused",
          "[hub][clock]") {
    ClockedGame game(60'000, 0);
    game.play_after(1s);
    game.play_after(1s);
    // The machine stood still, so that no timer ran.
    game.world.timers.stand_still(61s);
    const auto answer = game.world.ask(game.pair.white, play(game.pair.table, 2, "f4"));
    CHECK(code(answer) == ErrorCode::game_over);
    REQUIRE(std::get<Error>(answer).snapshot);
    CHECK(std::get<Error>(answer).snapshot->result == GameResult{Winner::black, GameEnd::timeout});
}
