// Sessions without a table: the wait for an opponent, the lobby, past games.
#include "tests/client/session_driver.hpp"
#include "tests/support/catch.hpp"

using namespace morris;
using namespace morris::client;
using namespace morris::client::test;

namespace {

SeatRecord wish() {
    SeatRecord record = new_seat();
    record.request =
        protocol::Pair{table_key, seat_secret, Options{}, protocol::ClockTerms{300'000, 3'000}};
    return record;
}

Driver waiting(bool line_mode = false) {
    Driver driver(TakeSeat{.record = wish(), .fresh = true}, line_mode);
    driver.greet();
    driver.receive(protocol::Pairing{driver.last_request().id, true});
    return driver;
}

protocol::ListedTable listed(const std::string& id) {
    protocol::ListedTable table;
    table.table = id;
    table.seats = {person("Anna"), protocol::Seat{}};
    return table;
}

}  // namespace

TEST_CASE("a pair is kept before it is asked for, and asked for again after every loss",
          "[client][session][pair]") {
    Driver driver(TakeSeat{.record = wish(), .fresh = true}, true);
    CHECK(driver.action<Keep>());
    driver.greet();
    const auto first = driver.sent<protocol::Pair>();
    REQUIRE(first.size() == 1);
    driver.receive(protocol::Pairing{driver.last_request().id, true});
    CHECK(driver.facts() ==
          "pairing pieces=9 flying=yes threefold=yes no-mill=100 clock=300000+3000\n");
    driver.come_back();
    CHECK(driver.sent<protocol::Pair>() == first);
    driver.receive(protocol::Pairing{driver.last_request().id, true});
    CHECK(driver.facts() == "connection back\n");
}

TEST_CASE("who is paired comes to the table by its seat's secret", "[client][session][pair]") {
    Driver driver = waiting();
    driver.receive(protocol::Paired{"abc123", Color::black});
    REQUIRE(driver.action<Keep>());
    CHECK(driver.action<Keep>()->record.table == "abc123");
    CHECK(driver.sent<protocol::Resume>() ==
          std::vector<protocol::Resume>{{"abc123", seat_secret, std::nullopt}});
    ServerTable table;
    driver.attach(table, Color::black);
    CHECK(driver.session.view()->seat == Color::black);
}

TEST_CASE("giving up the wait asks the server, which may have found somebody",
          "[client][session][pair]") {
    Driver driver = waiting();
    driver.on(Interrupted{});
    CHECK(driver.sent<protocol::Unpair>().size() == 1);
    CHECK_FALSE(driver.quit_code());
    SECTION("nobody") {
        driver.receive(protocol::Pairing{driver.last_request().id, false});
        CHECK(driver.quit_code() == exit_code::done);
        CHECK(driver.action<Keep>()->record.ended);
    }
    SECTION("somebody") {
        driver.receive(protocol::Paired{"abc123", Color::black});
        CHECK(driver.sent<protocol::Resume>().size() == 1);
    }
    SECTION("or the connection breaks") {
        driver.on(Lost{"gone", std::nullopt});
        CHECK(driver.quit_code() == exit_code::done);
    }
}

TEST_CASE("a program that is interrupted waits for nobody any more", "[client][session][pair]") {
    Driver driver = waiting(true);
    driver.on(Interrupted{});
    CHECK(driver.sent<protocol::Unpair>().size() == 1);
    CHECK(driver.action<Keep>()->record.ended);
    CHECK(driver.quit_code() == 130);
}

TEST_CASE("a pair that is refused ends the run and keeps nothing", "[client][session][pair]") {
    Driver driver(TakeSeat{.record = wish(), .fresh = true});
    driver.greet();
    driver.refuse(protocol::ErrorCode::waiting_already);
    CHECK(driver.quit_code() == exit_code::refused);
    CHECK(driver.action<Keep>()->record.ended);
}

TEST_CASE("the lobby is told whole, and then what changes in it", "[client][session][list]") {
    Driver driver(ListTables{true}, true);
    driver.greet();
    CHECK(driver.sent<protocol::Lobby>() == std::vector<protocol::Lobby>{{true}});
    driver.receive(protocol::LobbyState{driver.last_request().id, {listed("aaa")}, {}, 2});
    const std::string options = " pieces=9 flying=yes threefold=yes no-mill=100 ";
    CHECK(driver.facts() == "lobby\nopen aaa ply=0 spectators=0" + options +
                                "white=person \"Anna\" black=open\nwaiting 2\n");
    CHECK_FALSE(driver.quit_code());
    protocol::LobbyChanged change;
    change.live = {listed("bbb")};
    change.gone = {"aaa", "unknown"};
    driver.receive(change);
    CHECK(driver.facts() == "live bbb ply=0 spectators=0" + options +
                                "white=person \"Anna\" black=open\ngone aaa\ngone unknown\n"
                                "waiting 0\n");
    const auto tell = driver.action<Tell>();
    REQUIRE(tell);
    const auto& report = std::get<LobbyChangedReport>(tell->report);
    REQUIRE(report.gone.size() == 1);
    CHECK(report.gone[0].table == "aaa");
    driver.come_back();
    CHECK(driver.sent<protocol::Lobby>().size() == 1);
}

TEST_CASE("one's own games are asked for by the id that the server knows",
          "[client][session][list]") {
    const bool own = GENERATE(true, false);
    protocol::Games request;
    request.limit = 5;
    Driver driver(ListGames{request, own}, true);
    driver.greet();
    if (own) request.player = "p";
    CHECK(driver.sent<protocol::Games>() == std::vector<protocol::Games>{request});
    protocol::Finished game;
    game.table = "abc123";
    game.seats = {person("Anna"), person("Ben")};
    game.ply = 9;
    game.result = {protocol::Winner::white, protocol::GameEnd::timeout};
    game.hints = 2;
    driver.receive(protocol::GamesPage{driver.last_request().id, {game}, "older"});
    CHECK(driver.facts() ==
          "finished abc123 ply=9 pieces=9 flying=yes threefold=yes no-mill=100 "
          "white=person \"Anna\" black=person \"Ben\" winner=white reason=timeout "
          "ended=1970-01-01T00:00:00.000Z hints=2\nmore older\n");
    CHECK(driver.quit_code() == exit_code::done);
}
