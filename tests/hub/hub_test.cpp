#include "tests/hub/play.hpp"

using namespace morris;
using namespace morris::test;
using namespace std::chrono_literals;

TEST_CASE("nothing but ping is answered before hello, and hello only once", "[hub]") {
    Harness world;
    const auto client = world.open();
    CHECK(code(world.ask(client, List{})) == ErrorCode::hello_first);
    as<Pong>(world.ask(client, Ping{}));
    as<Welcome>(world.ask(client, Hello{"Ann", std::nullopt, std::nullopt}));
    CHECK(code(world.ask(client, Hello{"Ann", std::nullopt, std::nullopt})) ==
          ErrorCode::already_greeted);
}

TEST_CASE("the same player secret is the same player, without one each is new", "[hub]") {
    Harness world;
    const auto hello = [&](std::optional<std::string> secret) {
        return as<Welcome>(world.ask(world.open(), Hello{"Ann", std::move(secret), {}})).player;
    };
    CHECK(hello(secret_of("a")) == hello(secret_of("a")));
    CHECK(hello(secret_of("a")) != hello(secret_of("b")));
    CHECK(hello(std::nullopt) != hello(std::nullopt));
}

TEST_CASE("both seats and a spectator see each event once, legal moves only their mover", "[hub]") {
    Harness world;
    TwoPlayers pair(world);
    const auto watcher = world.greeted("Will");
    as<Attached>(world.ask(watcher, Watch{pair.table, std::nullopt}));
    world.take(pair.black);
    as<Done>(world.ask(pair.white, play(pair.table, 0, "d2")));
    const auto for_white = all<Event>(world.rest);
    const auto for_black = all<Event>(world.take(pair.black));
    const auto for_watcher = all<Event>(world.take(watcher));
    for (const auto& events : {for_white, for_black, for_watcher}) {
        REQUIRE(events.size() == 1);
        CHECK(events[0].seq == 3);
        CHECK(events[0].turn == 1);
        CHECK(events[0].to_move == Color::black);
    }
    CHECK_FALSE(for_white[0].legal);
    CHECK_FALSE(for_watcher[0].legal);
    REQUIRE(for_black[0].legal);
    CHECK(for_black[0].legal->size() == 23);
}

TEST_CASE("making again with the same key is the same table, with another secret refused",
          "[hub]") {
    Harness world;
    const auto one = world.greeted("Ann");
    const auto other = world.greeted("Ben");
    const Make make = make_request("x");
    const auto first = as<Attached>(world.ask(one, make));
    const auto again = as<Attached>(world.ask(one, make));
    const auto elsewhere = as<Attached>(world.ask(world.greeted("Ann"), make));
    CHECK(first.table == again.table);
    CHECK(first.table == elsewhere.table);
    Make stolen = make;
    stolen.secret = secret_of("thief");
    CHECK(code(world.ask(other, stolen)) == ErrorCode::key_used);
}

TEST_CASE("an invite code opens the empty seat and nothing else", "[hub]") {
    Harness world;
    const auto host = world.greeted("Ann");
    const auto made = as<Attached>(world.ask(host, make_request("x")));
    const std::string invite = *std::get<Snapshot>(made.sync).invite;
    Join join;
    join.invite = invite;
    join.secret = secret_of("ben");
    const auto ben = as<Attached>(world.ask(world.greeted("Ben"), join));
    CHECK(ben.color == Color::black);
    CHECK_FALSE(std::get<Snapshot>(ben.sync).invite);
    join.secret = secret_of("cy");
    CHECK(code(world.ask(world.greeted("Cy"), join)) == ErrorCode::seat_taken);
    join.secret = secret_of("ben");  // the reply was lost: the same secret is the same seat
    CHECK(as<Attached>(world.ask(world.greeted("Ben"), join)).color == Color::black);
}

TEST_CASE("a table by invite cannot be joined by its id, nor found in a list", "[hub]") {
    Harness world;
    const auto made = as<Attached>(world.ask(world.greeted("Ann"), make_request("x")));
    Join join;
    join.table = made.table;
    join.secret = secret_of("cy");
    const auto other = world.greeted("Cy");
    CHECK(code(world.ask(other, join)) == ErrorCode::no_such_invite);
    const auto tables = as<protocol::Tables>(world.ask(other, List{}));
    CHECK(tables.open.empty());
    CHECK(tables.live.empty());
    const auto watched = as<Attached>(world.ask(other, Watch{made.table, std::nullopt}));
    CHECK_FALSE(std::get<Snapshot>(watched.sync).invite);
}

TEST_CASE("a listed table is in the list until it is taken, then among the live games", "[hub]") {
    Harness world;
    Make make = make_request("x");
    make.opponent = PersonWanted{true};
    const auto made = as<Attached>(world.ask(world.greeted("Ann"), make));
    const auto other = world.greeted("Ben");
    const auto before = as<protocol::Tables>(world.ask(other, List{}));
    REQUIRE(before.open.size() == 1);
    CHECK(before.open[0].table == made.table);
    CHECK(before.open[0].seats[0].name == "Ann");
    Join join;
    join.table = made.table;
    join.secret = secret_of("ben");
    as<Attached>(world.ask(other, join));
    const auto after = as<protocol::Tables>(world.ask(other, List{}));
    CHECK(after.open.empty());
    REQUIRE(after.live.size() == 1);
    as<Done>(world.ask(other, Resign{made.table}));
    CHECK(as<protocol::Tables>(world.ask(other, List{})).live.empty());
}

TEST_CASE("guessing invite codes is slowed down, for that address only", "[hub]") {
    Harness world;
    const auto guesser = world.greeted("Eve", "198.51.100.7");
    Join join;
    join.invite = "0000-0000-0000";
    join.secret = secret_of("eve");
    for (int i = 0; i < 10; ++i) {
        CHECK(code(world.ask(guesser, join)) == ErrorCode::no_such_invite);
    }
    const auto refused = world.ask(guesser, join);
    CHECK(code(refused) == ErrorCode::too_many_guesses);
    const auto retry = std::get<Error>(refused).retry_ms;
    REQUIRE(retry);
    CHECK(code(world.ask(world.greeted("Ann"), join)) == ErrorCode::no_such_invite);
    world.advance(std::chrono::milliseconds(*retry));
    CHECK(code(world.ask(guesser, join)) == ErrorCode::no_such_invite);
}

TEST_CASE("a wrong secret resumes nothing and hears nothing afterwards", "[hub]") {
    Harness world;
    TwoPlayers pair(world);
    const auto eve = world.greeted("Eve");
    CHECK(code(world.ask(eve, Resume{pair.table, secret_of("eve"), {}})) ==
          ErrorCode::wrong_secret);
    pair.moves(0, {"d2", "d6"});
    CHECK(world.take(eve).empty());
    CHECK(code(world.ask(eve, play(pair.table, 2, "a1"))) == ErrorCode::not_seated);
}

TEST_CASE("a spectator can watch and leave, and nothing else", "[hub]") {
    Harness world;
    TwoPlayers pair(world);
    const auto watcher = world.greeted("Will");
    as<Attached>(world.ask(watcher, Watch{pair.table, std::nullopt}));
    const Snapshot before = pair.snapshot();
    CHECK(code(world.ask(watcher, play(pair.table, 0, "d2"))) == ErrorCode::not_seated);
    CHECK(code(world.ask(watcher, Resign{pair.table})) == ErrorCode::not_seated);
    CHECK(code(world.ask(watcher, Rematch{pair.table})) == ErrorCode::not_seated);
    CHECK(pair.snapshot() == before);
    as<Done>(world.ask(watcher, Leave{pair.table}));
    pair.moves(0, {"d2"});
    CHECK(all<Event>(world.take(watcher)).empty());
}

TEST_CASE("coming back brings exactly the events that were missed", "[hub]") {
    Harness world;
    TwoPlayers pair(world);
    pair.moves(0, {"d2", "d6", "f4"});
    world.close(pair.black);
    pair.black = world.greeted("Boris one");
    const auto back = as<Attached>(world.ask(pair.black, Resume{pair.table, pair.black_secret, 3}));
    CHECK(std::get<std::uint64_t>(back.sync) == 3);
    const auto events = all<Event>(world.rest);
    REQUIRE(events.size() == 2);
    CHECK(events[0].seq == 4);
    CHECK_FALSE(events[0].legal);
    CHECK(events[1].seq == 5);
    REQUIRE(events[1].legal);
    pair.moves(3, {"b4"});
}

TEST_CASE("coming back after long, or from a future, brings the whole state", "[hub]") {
    Harness world;
    TwoPlayers pair(world);
    pair.moves(0, {"a7", "d7", "g7", "b6", "d6", "f6", "c5", "d5", "e5", "a4", "b4", "c4", "e4",
                   "f4", "g4"});
    for (const std::uint64_t since : {std::uint64_t{2}, std::uint64_t{999}}) {
        const auto client = world.greeted("Boris one");
        const auto back =
            as<Attached>(world.ask(client, Resume{pair.table, pair.black_secret, since}));
        REQUIRE(std::holds_alternative<Snapshot>(back.sync));
        CHECK(std::get<Snapshot>(back.sync).moves.size() == 15);
        CHECK(std::get<Snapshot>(back.sync).legal);
        CHECK(all<Event>(world.rest).empty());
    }
}

TEST_CASE("a move sent two to five times, on any socket, is applied once", "[hub]") {
    Harness world;
    TwoPlayers pair(world);
    const auto first = as<Done>(world.ask(pair.white, play(pair.table, 0, "d2")));
    for (int i = 0; i < 2; ++i) {
        CHECK(as<Done>(world.ask(pair.white, play(pair.table, 0, "d2"))).seq == first.seq);
    }
    const auto tab = world.greeted("Wanda one");
    as<Attached>(world.ask(tab, Resume{pair.table, pair.white_secret, {}}));
    CHECK(as<Done>(world.ask(tab, play(pair.table, 0, "d2"))).seq == first.seq);
    const auto stale = world.ask(tab, play(pair.table, 0, "d3"));
    CHECK(code(stale) == ErrorCode::stale_turn);
    REQUIRE(std::get<Error>(stale).snapshot);
    CHECK(std::get<Error>(stale).snapshot->turn == 1);
    CHECK(pair.snapshot().moves.size() == 1);
}

TEST_CASE("of a hundred moves for one turn one is made", "[hub]") {
    Harness world;
    TwoPlayers pair(world);
    const Snapshot before = pair.snapshot();
    const MoveList legal = Game(before.options).legal_moves();
    world.take(pair.white);
    for (std::uint64_t i = 0; i < 100; ++i) {
        const Move move = legal[i % legal.size()];
        world.hub->on_text(pair.white, encode(Request{1000 + i, Play{pair.table, 0, move}}));
    }
    world.settle();
    const auto messages = world.take(pair.white);
    CHECK(all<Event>(messages).size() == 1);
    // Those with the move that was made were done, all others refused, or had to wait too long.
    CHECK(all<Done>(messages).size() + all<Error>(messages).size() == 100);
    CHECK(pair.snapshot().turn == 1);
}

TEST_CASE("a refused move says why, with the points", "[hub]") {
    Harness world;
    TwoPlayers pair(world);
    pair.moves(0, {"d2"});
    const auto refused = world.ask(pair.black, play(pair.table, 1, "d2"));
    CHECK(code(refused) == ErrorCode::illegal_move);
    CHECK(std::get<Error>(refused).message.find("d2") != std::string::npos);
    CHECK(code(world.ask(pair.white, play(pair.table, 1, "d3"))) == ErrorCode::not_your_turn);
    CHECK(code(world.ask(pair.black, play(pair.table, 5, "d3"))) == ErrorCode::future_turn);
}

TEST_CASE("requests behind one that has to wait are answered after it, in order", "[hub]") {
    Harness world;
    TwoPlayers pair(world);
    const auto tab = world.greeted("Wanda one");
    world.restart();
    const auto client = world.greeted("Wanda one");
    world.hub->on_text(client, encode(Request{901, Resume{pair.table, pair.white_secret, {}}}));
    world.hub->on_text(client, encode(Request{902, play(pair.table, 0, "d2")}));
    world.settle();
    const auto messages = world.take(client);
    REQUIRE(all<Attached>(messages).size() == 1);
    REQUIRE(all<Done>(messages).size() == 1);
    CHECK(tab != client);
}

TEST_CASE("after a restart every unfinished table is there, and goes on", "[hub]") {
    Harness world;
    TwoPlayers pair(world);
    pair.moves(0, {"d2", "d6"});
    const Snapshot before = pair.snapshot();
    world.restart();
    const auto white = world.greeted("Wanda one");
    const auto back = as<Attached>(world.ask(white, Resume{pair.table, pair.white_secret, {}}));
    Snapshot after = std::get<Snapshot>(back.sync);
    CHECK(after.legal);
    after.legal.reset();
    CHECK(after == before);
    as<Done>(world.ask(white, play(pair.table, 2, "f4")));
}

TEST_CASE("leaving an open table withdraws it, leaving a game keeps the seat", "[hub]") {
    Harness world;
    const auto host = world.greeted("Ann");
    const auto made = as<Attached>(world.ask(host, make_request("x")));
    as<Done>(world.ask(host, Leave{made.table}));
    const auto events = all<Event>(world.rest);
    REQUIRE(events.size() == 1);
    CHECK(events[0].result == GameResult{Winner::nobody, GameEnd::withdrawn});
    TwoPlayers pair(world);
    as<Done>(world.ask(pair.white, Leave{pair.table}));
    as<Attached>(world.ask(pair.white, Resume{pair.table, pair.white_secret, {}}));
    pair.moves(0, {"d2"});
}

TEST_CASE("presence tells who is there, counted over tabs", "[hub]") {
    Harness world;
    TwoPlayers pair(world);
    world.advance(1s);
    world.take(pair.black);
    const auto tab = world.greeted("Wanda one");
    as<Attached>(world.ask(tab, Resume{pair.table, pair.white_secret, {}}));
    world.close(pair.white);
    world.advance(1s);
    auto notices = all<Presence>(world.take(pair.black));
    REQUIRE_FALSE(notices.empty());
    CHECK(notices.back().seats[0]->present);
    world.close(tab);
    world.advance(1s);
    notices = all<Presence>(world.take(pair.black));
    REQUIRE_FALSE(notices.empty());
    CHECK_FALSE(notices.back().seats[0]->present);
    CHECK(notices.back().seats[1]->present);
}

TEST_CASE("the computer is asked when it is to move, and its move is played", "[hub]") {
    Harness world;
    Make make = make_request("x");
    make.color = SeatWish::black;
    make.opponent = ComputerWanted{Level::strong};
    const auto client = world.greeted("Ann");
    const auto made = as<Attached>(world.ask(client, make));
    REQUIRE(world.thinker.waiting() == 1);
    CHECK(world.thinker.job().level == Level::strong);
    world.restart();  // in the middle of a search: it is asked again
    REQUIRE(world.thinker.waiting() == 1);
    const auto back = world.greeted("Ann");
    as<Attached>(world.ask(back, Resume{made.table, make.secret, {}}));
    world.thinker.answer(parse_move("d2").value());
    world.settle();
    const auto events = all<Event>(world.take(back));
    REQUIRE(events.size() == 1);
    CHECK(events[0].to_move == Color::black);
    as<Done>(world.ask(back, play(made.table, 1, "d6")));
    CHECK(world.thinker.waiting() == 1);
    as<Done>(world.ask(back, Resign{made.table}));
    CHECK(world.thinker.waiting() == 0);
}

TEST_CASE("both press rematch: one new table, colours swapped, the same secrets", "[hub]") {
    Harness world;
    TwoPlayers pair(world);
    as<Done>(world.ask(pair.white, Resign{pair.table}));
    as<Done>(world.ask(pair.white, Rematch{pair.table}));
    world.take(pair.white);
    as<Done>(world.ask(pair.black, Rematch{pair.table}));
    const auto events = all<Event>(world.rest);
    REQUIRE_FALSE(events.empty());
    const std::string next = std::get<RematchedEvent>(events.back().body).next;
    const auto white = as<Attached>(world.ask(pair.white, Resume{next, pair.white_secret, {}}));
    const auto black = as<Attached>(world.ask(pair.black, Resume{next, pair.black_secret, {}}));
    CHECK(white.color == Color::black);
    CHECK(black.color == Color::white);
    as<Done>(world.ask(pair.black, play(next, 0, "d2")));
    const auto again = as<Done>(world.ask(pair.black, Rematch{pair.table}));
    CHECK(again.seq == events.back().seq);
}

TEST_CASE("a player cannot hold more unfinished tables than allowed", "[hub]") {
    HubConfig config;
    config.max_tables_per_player = 3;
    Harness world(config);
    const auto client = world.greeted("Ann");
    std::string last;
    for (int i = 0; i < 3; ++i) {
        last = as<Attached>(world.ask(client, make_request(std::to_string(i)))).table;
    }
    CHECK(code(world.ask(client, make_request("more"))) == ErrorCode::too_many_tables);
    as<Done>(world.ask(client, Leave{last}));
    as<Attached>(world.ask(client, make_request("more")));
}

TEST_CASE("tables that nobody uses end after their time, and leave memory", "[hub]") {
    Harness world;
    const auto host = world.greeted("Ann");
    const auto made = as<Attached>(world.ask(host, make_request("x")));
    TwoPlayers pair(world);
    pair.moves(0, {"d2"});
    world.advance(25h);
    CHECK(as<protocol::Tables>(world.ask(host, List{})).open.empty());
    world.close(host);
    world.close(pair.white);
    world.close(pair.black);
    world.advance(25h);
    const auto watcher = world.greeted("Will");
    const auto old = as<Attached>(world.ask(watcher, Watch{made.table, {}}));
    CHECK(std::get<Snapshot>(old.sync).result == GameResult{Winner::nobody, GameEnd::expired});
    CHECK_FALSE(pair.snapshot().result);
    world.advance(std::chrono::hours(24 * 31));
    CHECK(pair.snapshot().result == GameResult{Winner::nobody, GameEnd::expired});
}

TEST_CASE("a table whose host was there all the time does not end as he goes", "[hub]") {
    Harness world;
    const auto host = world.greeted("Ann");
    const auto made = as<Attached>(world.ask(host, make_request("x")));
    world.advance(48h);
    ConnectionId watcher = 0;
    const auto over = [&] {
        const auto seen = as<Attached>(world.ask(watcher, Watch{made.table, {}}));
        return std::get<Snapshot>(seen.sync).result.has_value();
    };
    SECTION("but a day later") {
        world.close(host);
        watcher = world.greeted("Will");
        world.advance(23h);
        CHECK_FALSE(over());
        world.advance(2h);
        CHECK(over());
    }
    SECTION("nor as the server restarts, but if he does not come back for an hour") {
        world.restart();
        watcher = world.greeted("Will");
        world.advance(59min);
        CHECK_FALSE(over());
        world.advance(2min);
        CHECK(over());
    }
}

TEST_CASE("while it stops the server makes no tables, and tells everyone", "[hub]") {
    Harness world;
    TwoPlayers pair(world);
    world.take(pair.black);
    world.hub->announce_stop();
    CHECK(all<Stopping>(world.take(pair.black)).size() == 1);
    CHECK(code(world.ask(pair.black, make_request("x"))) == ErrorCode::stopping);
    pair.moves(0, {"d2"});
    CHECK_FALSE(world.hub->ready());
}

TEST_CASE("no secret, key or hash of one is ever sent to anybody", "[hub]") {
    Harness world;
    TwoPlayers pair(world);
    pair.moves(0, {"d2", "d6"});
    as<Done>(world.ask(pair.white, Resign{pair.table}));
    const auto watcher = world.greeted("Will");
    world.outbox.sent.clear();
    world.send(watcher, {1, Watch{pair.table, {}}});
    world.send(pair.white, {2, Resume{pair.table, pair.white_secret, {}}});
    world.send(pair.black, {3, Resume{pair.table, pair.black_secret, {}}});
    std::size_t texts = 0;
    for (const auto& [connection, sent] : world.outbox.sent) {
        for (const std::string& text : sent) {
            ++texts;
            for (const char* word : {"key_one", "white_one", "black_one", "player_Wanda"}) {
                INFO(text);
                CHECK(text.find(word) == std::string::npos);
            }
        }
    }
    CHECK(texts >= 3);
}
