#include "tests/client/session_driver.hpp"
#include "tests/support/catch.hpp"

using namespace morris;
using namespace morris::client;
using namespace morris::client::test;
using namespace std::chrono_literals;

namespace {

// What is told when the server says who is there.
std::string told(Driver& driver, bool white, bool black, std::uint32_t spectators,
                 const std::string& table = "abc123") {
    driver.receive(protocol::Presence{
        table, {protocol::SeatPresence{white, {}}, protocol::SeatPresence{black, {}}}, spectators});
    return driver.facts();
}

std::string told_later(Driver& driver) {
    driver.on(Fired{Timer::absence});
    return driver.facts();
}

const std::string black_away = "presence black away 1970-01-01T00:00:00.000Z\n";

Driver seated(const ServerTable& table) {
    Driver driver(TakeSeat{old_seat()});
    driver.greet();
    driver.attach(table, Color::white);
    return driver;
}

}  // namespace

TEST_CASE("who comes is told at once, who goes when it has lasted, and neither of ourselves",
          "[client][session][presence]") {
    Driver driver = seated(ServerTable());
    CHECK(told(driver, true, true, 0).empty());
    CHECK(told(driver, true, false, 0).empty());
    REQUIRE(driver.wait(Timer::absence));
    CHECK(driver.wait(Timer::absence)->time == 3s);
    CHECK(told(driver, false, false, 0).empty());
    CHECK_FALSE(driver.wait(Timer::absence));  // it runs from the first moment
    CHECK(told_later(driver) == black_away);
    CHECK(told(driver, true, false, 0).empty());
    CHECK(told(driver, true, true, 1) == "presence black here\nspectators 1\n");
    CHECK(told(driver, true, true, 1).empty());
    CHECK(told(driver, true, true, 0).empty());
    CHECK(told_later(driver) == "spectators 0\n");
}

TEST_CASE("a short absence is no news", "[client][session][presence]") {
    Driver driver = seated(ServerTable());
    const bool at_once = GENERATE(true, false);  // as a table begins, or later
    if (!at_once) CHECK(told(driver, true, true, 1) == "spectators 1\n");
    const std::uint32_t spectators = at_once ? 0 : 1;
    CHECK(told(driver, true, false, 0).empty());
    CHECK(told(driver, true, true, spectators).empty());
    const auto cancel = driver.last.back();
    REQUIRE(std::holds_alternative<Cancel>(cancel));
    CHECK(std::get<Cancel>(cancel).timer == Timer::absence);
}

TEST_CASE("after a cut only what has really changed is told", "[client][session][presence]") {
    ServerTable table;
    Driver driver = seated(table);
    CHECK(told(driver, true, true, 1) == "spectators 1\n");
    driver.come_back();
    driver.attach_since(table, Color::white, 1);
    // The others come back one by one.
    CHECK(told(driver, true, false, 0).empty());
    SECTION("all of them") {
        CHECK(told(driver, true, true, 0).empty());
        CHECK(told(driver, true, true, 1).empty());
        CHECK(told_later(driver).empty());
    }
    SECTION("not the other side") {
        CHECK(told(driver, true, false, 1).empty());
        CHECK(told_later(driver) == black_away);
        driver.come_back();
        driver.attach_since(table, Color::white, 1);
        CHECK(told(driver, true, false, 1).empty());
        CHECK(told_later(driver).empty());
        CHECK(told(driver, true, true, 1) == "presence black here\n");
    }
    SECTION("nor we, for a while: what went on meanwhile is not known") {
        driver.on(Lost{"gone", std::nullopt});
        CHECK(told_later(driver).empty());
    }
}

TEST_CASE("at a rematch everybody is taken to be there", "[client][session][presence]") {
    ServerTable table;
    table.end(protocol::Winner::white, protocol::GameEnd::resigned);
    Driver driver = seated(table);
    CHECK(told(driver, true, false, 2) == "spectators 2\n");
    CHECK(told_later(driver) == black_away);
    driver.receive(table.event(protocol::RematchedEvent{"next1"}));
    ServerTable next;
    next.id = "next1";
    driver.attach(next, Color::black);
    CHECK(told(driver, false, true, 0, "next1").empty());
    CHECK(told(driver, true, true, 0, "next1").empty());
}

TEST_CASE("a spectator is not told of itself", "[client][session][presence]") {
    ServerTable table;
    Driver driver(WatchTable{"abc123"});
    driver.greet();
    driver.attach(table, std::nullopt);
    CHECK(told(driver, true, true, 1).empty());
    CHECK(told(driver, true, true, 3) == "spectators 3\n");
    CHECK(told(driver, true, false, 3).empty());
    CHECK(told_later(driver) == black_away);
}

TEST_CASE("a restart that was announced is not explained twice", "[client][session][presence]") {
    ServerTable table;
    Driver driver = seated(table);
    driver.receive(protocol::Stopping{"The server restarts.", 1000});
    driver.on(Lost{"The server restarts.", 1012});
    CHECK(driver.facts() == "connection lost restart\n");
    driver.on(Fired{Timer::reconnect});
    driver.greet();
    driver.attach_since(table, Color::white, 1);
    driver.on(Lost{"no route", std::nullopt});
    CHECK(driver.facts() == "connection lost no route\n");
}
