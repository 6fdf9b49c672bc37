#include "tests/hub/play.hpp"

using namespace morris;
using namespace morris::test;
using namespace std::chrono_literals;

namespace {

struct AwayGame {
    Harness world;
    TwoPlayers pair;

    AwayGame() : pair(world) { pair.moves(0, {"d2", "d6"}); }

    void goes(ConnectionId connection) { world.close(connection); }
    void white_returns() {
        pair.white = world.greeted("Wanda one");
        as<Attached>(world.ask(pair.white, Resume{pair.table, pair.white_secret, std::nullopt}));
    }
    void black_returns() {
        pair.black = world.greeted("Boris one");
        as<Attached>(world.ask(pair.black, Resume{pair.table, pair.black_secret, std::nullopt}));
    }
    ServerMessage claim(ClaimOutcome outcome) {
        return world.ask(pair.white, Claim{pair.table, outcome});
    }
    bool black_is_absent() {
        const auto absent = pair.snapshot().absent;
        return absent.size() == 1 && absent[0].color == Color::black;
    }
    // As the last presence notice said, from what White was sent.
    std::optional<std::int64_t> claim_in() {
        const auto notices = all<Presence>(world.take(pair.white));
        if (notices.empty() || !notices.back().seats[1]) return std::nullopt;
        return notices.back().seats[1]->claim_in_ms;
    }
};

}  // namespace

TEST_CASE("an absence becomes an event, its countdown is told, and it may be claimed",
          "[hub][claims]") {
    for (const auto outcome : {ClaimOutcome::win, ClaimOutcome::draw}) {
        AwayGame game;
        game.goes(game.pair.black);
        game.world.advance(4'900ms);
        CHECK_FALSE(game.black_is_absent());
        game.world.advance(200ms);
        CHECK(game.black_is_absent());
        game.world.advance(200ms);
        CHECK(game.claim_in() == 174'800);
        CHECK(game.pair.snapshot().absent == std::vector{AbsentSide{Color::black, 174'700}});
        const auto early = game.claim(outcome);
        CHECK(code(early) == ErrorCode::not_claimable);
        CHECK(std::get<Error>(early).retry_ms == 174'700);
        game.world.advance(std::chrono::milliseconds(*std::get<Error>(early).retry_ms));
        const auto done = as<Done>(game.claim(outcome));
        const auto result = game.pair.snapshot().result;
        CHECK(result == GameResult{outcome == ClaimOutcome::win ? Winner::white : Winner::draw,
                                   GameEnd::abandoned});
        CHECK(as<Done>(game.claim(outcome)).seq == done.seq);
    }
}

TEST_CASE("a short visit does not start the countdown anew, a stay or a move does",
          "[hub][claims]") {
    AwayGame game;
    game.goes(game.pair.black);
    game.world.advance(100s);
    for (int i = 0; i < 8; ++i) {
        game.black_returns();
        game.world.advance(9s);
        game.goes(game.pair.black);
        game.world.advance(10s);
    }
    as<Done>(game.claim(ClaimOutcome::win));

    AwayGame stayer;
    stayer.goes(stayer.pair.black);
    stayer.world.advance(100s);
    stayer.black_returns();
    stayer.world.advance(11s);
    CHECK_FALSE(stayer.black_is_absent());
    stayer.goes(stayer.pair.black);
    stayer.world.advance(100s);
    CHECK(code(stayer.claim(ClaimOutcome::win)) == ErrorCode::not_claimable);

    AwayGame third;
    third.pair.moves(2, {"f4"});
    third.goes(third.pair.black);
    third.world.advance(170s);
    third.black_returns();
    third.pair.moves(3, {"b4"});
    third.goes(third.pair.black);
    third.world.advance(20s);
    CHECK(code(third.claim(ClaimOutcome::win)) == ErrorCode::not_claimable);
}

TEST_CASE("while both are away nobody's countdown runs", "[hub][claims]") {
    AwayGame game;
    game.goes(game.pair.black);
    game.world.advance(20s);
    game.goes(game.pair.white);
    game.world.advance(60min);
    game.white_returns();
    const auto claim = game.claim(ClaimOutcome::win);
    // White, whose turn it is, may not claim for Black's not moving either.
    CHECK(code(claim) == ErrorCode::not_claimable);
    CHECK(std::get<Error>(claim).retry_ms == 160'000);
}

TEST_CASE("who comes back is told that the other is away and what may be claimed",
          "[hub][claims]") {
    AwayGame game;
    game.goes(game.pair.black);
    game.world.advance(30s);
    game.goes(game.pair.white);
    game.world.advance(30s);
    game.pair.white = game.world.greeted("Wanda one");
    as<Attached>(game.world.ask(game.pair.white,
                                Resume{game.pair.table, game.pair.white_secret, std::nullopt}));
    const auto notices = all<Presence>(game.world.rest);
    REQUIRE_FALSE(notices.empty());
    REQUIRE(notices.back().seats[1]);
    CHECK_FALSE(notices.back().seats[1]->present);
    CHECK(notices.back().seats[1]->claim_in_ms == 150'000);
}

TEST_CASE("after a restart an absence counts anew, and an old one ends with a return",
          "[hub][claims]") {
    AwayGame game;
    game.goes(game.pair.black);
    game.world.advance(170s);
    REQUIRE(game.black_is_absent());
    game.world.restart(1h);
    game.white_returns();
    CHECK(game.black_is_absent());
    game.world.advance(100s);
    CHECK(code(game.claim(ClaimOutcome::win)) == ErrorCode::not_claimable);
    game.black_returns();
    game.world.advance(11s);
    CHECK_FALSE(game.black_is_absent());
}

TEST_CASE("who does not move may be claimed against, though present", "[hub][claims]") {
    AwayGame game;
    game.pair.moves(2, {"f4"});
    CHECK(game.pair.snapshot().idle_ms == 600'000);
    game.world.advance(599s);
    CHECK(code(game.claim(ClaimOutcome::win)) == ErrorCode::not_claimable);
    game.world.advance(1s);
    CHECK(game.pair.snapshot().idle_ms == 0);
    as<Done>(game.claim(ClaimOutcome::draw));
    CHECK(game.pair.snapshot().result == GameResult{Winner::draw, GameEnd::idle});
}

TEST_CASE("two tabs are one presence", "[hub][claims]") {
    AwayGame game;
    const auto tab = game.world.greeted("Boris one");
    as<Attached>(game.world.ask(tab, Resume{game.pair.table, game.pair.black_secret, {}}));
    game.goes(game.pair.black);
    game.world.advance(60s);
    CHECK_FALSE(game.black_is_absent());
    game.goes(tab);
    game.world.advance(6s);
    CHECK(game.black_is_absent());
}

TEST_CASE(
    "the countdown is told as soon as both have moved, and is over with the absent side's move",
    "[hub][claims]") {
    Harness world;
    TwoPlayers pair(world);
    const auto told = [&](ConnectionId to, std::size_t side) {
        world.advance(1s);
        const auto notices = all<Presence>(world.take(to));
        REQUIRE_FALSE(notices.empty());
        return notices.back().seats.at(side)->claim_in_ms;
    };
    pair.moves(0, {"d2"});
    world.close(pair.white);
    world.advance(10s);
    CHECK_FALSE(told(pair.black, 0));
    pair.moves(1, {"d6"});
    const auto left = told(pair.black, 0);
    REQUIRE(left);
    CHECK(*left > 165'000);
    CHECK(*left < 170'000);
    pair.white = world.greeted("Wanda one");
    as<Attached>(world.ask(pair.white, Resume{pair.table, pair.white_secret, std::nullopt}));
    CHECK(told(pair.black, 0));
    pair.moves(2, {"f4"});
    CHECK_FALSE(told(pair.black, 0));
    CHECK(pair.snapshot().absent.empty());
}
