#include "client-cli/core/session.hpp"

#include <set>

#include "tests/client/session_driver.hpp"
#include "tests/support/catch.hpp"

using namespace morris;
using namespace morris::client;
using namespace morris::client::test;
using namespace std::chrono_literals;
using protocol::ErrorCode;

TEST_CASE("a new seat's secret is kept before anything is sent", "[client][session]") {
    Driver driver(TakeSeat{new_seat()});
    REQUIRE(driver.last.size() == 2);
    CHECK(std::get<Keep>(driver.last[0]).record == new_seat());
    CHECK(std::holds_alternative<Connect>(driver.last[1]));
    CHECK(driver.requests.empty());
}

TEST_CASE("the greeting comes first, then the request, then the table is followed",
          "[client][session]") {
    ServerTable table;
    Driver driver(TakeSeat{new_seat()});
    driver.on(Connected{});
    REQUIRE(driver.sent<protocol::Hello>().size() == 1);
    CHECK(driver.sent<protocol::Hello>()[0].secret == "player");
    driver.receive(protocol::Welcome{driver.last_request().id, "p", "Anna", 1, "s"});
    CHECK(driver.link_states() == std::vector<LinkState>{LinkState::connected});
    REQUIRE(driver.sent<protocol::Make>().size() == 1);
    CHECK(driver.sent<protocol::Make>()[0].key == table_key);
    driver.attach(table, Color::white);
    REQUIRE(driver.session.view() != nullptr);
    CHECK(driver.session.view()->seat == Color::white);
    const auto kept = driver.action<Keep>();
    REQUIRE(kept);
    CHECK(kept->record.table == "abc123");
    CHECK(kept->record.color == Color::white);
}

TEST_CASE("a server that cannot be reached ends the program with its own code",
          "[client][session]") {
    Driver driver(TakeSeat{new_seat()});
    driver.on(Lost{"refused", std::nullopt});
    CHECK(driver.link_states() == std::vector<LinkState>{LinkState::unreachable});
    CHECK(driver.quit_code() == exit_code::unreachable);
}

TEST_CASE("a connection lost before the answer sends the same make again", "[client][session]") {
    Driver driver(TakeSeat{new_seat()});
    driver.greet();
    const auto first = std::get<protocol::Make>(driver.last_request().body);
    driver.come_back();
    REQUIRE(driver.sent<protocol::Make>().size() == 1);
    CHECK(driver.sent<protocol::Make>()[0] == first);
}

TEST_CASE("a connection lost while greeting greets again", "[client][session]") {
    Driver driver(TakeSeat{new_seat()});
    driver.on(Connected{});
    driver.on(Lost{"gone", std::nullopt});
    CHECK(driver.wait(Timer::reconnect));
    driver.on(Fired{Timer::reconnect});
    CHECK(driver.action<Connect>());
    driver.on(Connected{});
    CHECK(driver.sent<protocol::Hello>().size() == 1);
}

TEST_CASE("a connection lost at a table comes back with the last seq", "[client][session]") {
    ServerTable table;
    Driver driver(TakeSeat{new_seat()});
    driver.greet();
    driver.attach(table, Color::white);
    driver.receive(table.play("d2"));
    driver.receive(table.play("d6"));
    driver.come_back();
    REQUIRE(driver.sent<protocol::Resume>().size() == 1);
    const auto resume = driver.sent<protocol::Resume>()[0];
    CHECK(resume.table == "abc123");
    CHECK(resume.secret == seat_secret);
    CHECK(resume.since == 3);
    const auto missed = table.play("f4");
    driver.attach_since(table, Color::white, 3);
    CHECK(driver.link_states() == std::vector<LinkState>{LinkState::back});
    driver.receive(missed);
    CHECK(driver.session.view()->game.ply() == 3);
}

TEST_CASE("a move that was not answered is sent again as it was", "[client][session]") {
    ServerTable table;
    Driver driver(TakeSeat{old_seat()});
    driver.greet();
    driver.attach(table, Color::white);
    driver.type("d2");
    REQUIRE(driver.sent<protocol::Play>().size() == 1);
    const auto play = driver.sent<protocol::Play>()[0];
    CHECK(play.turn == 0);
    const auto first_id = driver.last_request().id;
    SECTION("when it had not arrived") {
        driver.come_back();
        driver.attach_since(table, Color::white, 1);
    }
    SECTION("when it had arrived and its event comes before the answer") {
        const auto event = table.play("d2");
        driver.come_back();
        driver.attach_since(table, Color::white, 1);
        const auto again = driver.sent<protocol::Play>();
        driver.receive(event);
        CHECK(driver.sent<protocol::Play>().empty());
        CHECK(again.size() == 1);
        driver.done(2);
        CHECK(driver.session.view()->game.ply() == 1);
        return;
    }
    SECTION("when it is answered by a fresh snapshot") {
        driver.come_back();
        driver.attach(table, Color::white);
    }
    REQUIRE(driver.sent<protocol::Play>().size() == 1);
    CHECK(driver.sent<protocol::Play>()[0] == play);
    CHECK(driver.last_request().id != first_id);
}

TEST_CASE("an answered request is not sent again", "[client][session]") {
    ServerTable table;
    Driver driver(TakeSeat{old_seat()});
    driver.greet();
    driver.attach(table, Color::white);
    driver.type("d2");
    driver.done(2);
    driver.receive(table.play("d2"));
    driver.come_back();
    driver.attach_since(table, Color::white, 2);
    CHECK(driver.sent<protocol::Play>().empty());
}

TEST_CASE("waits before trying again grow, are drawn, and begin anew after a success",
          "[client][session]") {
    ServerTable table;
    Driver driver(TakeSeat{old_seat()});
    driver.greet();
    driver.attach(table, Color::white);
    std::set<std::int64_t> drawn;
    std::chrono::milliseconds whole = 250ms;
    for (int attempt = 0; attempt < 12; ++attempt) {
        driver.on(Lost{"gone", std::nullopt});
        const auto wait = driver.wait(Timer::reconnect);
        REQUIRE(wait);
        CHECK(wait->time <= whole);
        CHECK(wait->time >= whole / 2);
        // Said once, not at every attempt.
        CHECK(driver.link_states().size() == (attempt == 0 ? 1 : 0));
        drawn.insert(wait->time.count() * 1000 / whole.count());
        driver.on(Fired{Timer::reconnect});
        CHECK(driver.action<Connect>());
        whole = std::min<std::chrono::milliseconds>(whole * 2, 15s);
    }
    CHECK(drawn.size() > 6);
    driver.greet();
    driver.attach_since(table, Color::white, 1);
    driver.on(Lost{"gone", std::nullopt});
    CHECK(driver.wait(Timer::reconnect)->time <= 250ms);
}

TEST_CASE("a server that restarts names the time to come back", "[client][session]") {
    ServerTable table;
    Driver driver(TakeSeat{old_seat()});
    driver.greet();
    driver.attach(table, Color::white);
    driver.receive(protocol::Stopping{"Restarting.", 5000});
    driver.on(Lost{"gone", 1012});
    CHECK(driver.wait(Timer::reconnect)->time >= 5000ms);
    CHECK(driver.wait(Timer::reconnect)->time <= 10000ms);
    driver.on(Fired{Timer::reconnect});
    driver.on(Lost{"refused", std::nullopt});
    CHECK(driver.wait(Timer::reconnect)->time <= 500ms);
}

TEST_CASE("the close code says whether and when to come back", "[client][session]") {
    ServerTable table;
    Driver driver(TakeSeat{old_seat()});
    driver.greet();
    driver.attach(table, Color::white);
    const auto [code, least] = GENERATE(Catch::Generators::table<int, int>({{1012, 1000},
                                                                            {1013, 5000},
                                                                            {4001, 10000},
                                                                            {1011, 2000},
                                                                            {1008, -1},
                                                                            {1002, -1},
                                                                            {1000, 0},
                                                                            {4000, 0}}));
    driver.on(Lost{"why", static_cast<std::uint16_t>(code)});
    if (least < 0) {
        CHECK(driver.quit_code() == exit_code::refused);
        return;
    }
    REQUIRE(driver.wait(Timer::reconnect));
    CHECK(driver.wait(Timer::reconnect)->time.count() >= least);
    CHECK(driver.wait(Timer::reconnect)->time.count() <= std::max(2 * least, 250));
}

TEST_CASE("a table that the server had to close ends the program", "[client][session]") {
    ServerTable table;
    Driver driver(TakeSeat{old_seat()});
    driver.greet();
    driver.attach(table, Color::white);
    protocol::Error error;
    error.code = ErrorCode::table_damaged;
    error.table = "other";
    driver.receive(error);
    CHECK(driver.refusals().empty());
    error.table = table.id;
    driver.receive(error);
    CHECK(driver.quit_code() == exit_code::refused);
}

TEST_CASE("a silent connection is dropped ten seconds after a ping", "[client][session]") {
    ServerTable table;
    Driver driver(TakeSeat{old_seat()});
    driver.greet();
    driver.attach(table, Color::white);
    driver.on(Fired{Timer::ping});
    CHECK(driver.sent<protocol::Ping>().size() == 1);
    CHECK(driver.wait(Timer::ping)->time == 15s);
    REQUIRE(driver.wait(Timer::pong));
    CHECK(driver.wait(Timer::pong)->time == 10s);
    SECTION("any message shows that it lives") {
        driver.receive(protocol::Pong{driver.last_request().id, {}});
        REQUIRE(driver.action<Cancel>());
        CHECK(driver.action<Cancel>()->timer == Timer::pong);
    }
    SECTION("nothing comes") {
        driver.on(Fired{Timer::pong});
        CHECK(driver.action<DropLink>());
        CHECK(driver.link_states() == std::vector<LinkState>{LinkState::lost});
        CHECK(driver.wait(Timer::reconnect));
    }
}

TEST_CASE("missing events are asked for once, and a conflict asks for a snapshot",
          "[client][session]") {
    ServerTable table;
    Driver driver(TakeSeat{old_seat()});
    driver.greet();
    driver.attach(table, Color::white);
    SECTION("a gap") {
        const auto first = table.play("d2");
        const auto second = table.play("d6");
        const auto third = table.play("f4");
        driver.receive(second);
        REQUIRE(driver.sent<protocol::Resume>().size() == 1);
        CHECK(driver.sent<protocol::Resume>()[0].since == 1);
        driver.receive(third);
        CHECK(driver.sent<protocol::Resume>().empty());
        driver.attach_since(table, Color::white, 1);
        driver.receive(first);
        driver.receive(second);
        driver.receive(third);
        CHECK(driver.session.view()->game.ply() == 3);
    }
    SECTION("a conflict") {
        auto event = table.play("d2");
        event.body = protocol::MovedEvent{Color::black, move_of("d2")};
        driver.receive(event);
        REQUIRE(driver.sent<protocol::Resume>().size() == 1);
        CHECK_FALSE(driver.sent<protocol::Resume>()[0].since);
        driver.attach(table, Color::white);
        CHECK(driver.session.view()->game.ply() == 1);
    }
}

TEST_CASE("a refused seat ends the program and is not kept", "[client][session]") {
    SeatRecord record = new_seat();
    record.request = protocol::Join{"K7Q2-M9XW-PA3D", std::nullopt, seat_secret};
    Driver driver(TakeSeat{record});
    driver.greet();
    driver.refuse(ErrorCode::no_such_invite);
    CHECK(driver.refusals() == std::vector<std::string>{"no_such_invite"});
    CHECK(driver.quit_code() == exit_code::refused);
    REQUIRE(driver.action<Keep>());
    CHECK(driver.action<Keep>()->record.ended);
}

TEST_CASE("a refusal that leaves open whether the seat was taken keeps its secret",
          "[client][session]") {
    SeatRecord record = new_seat();
    record.request = protocol::Join{"K7Q2-M9XW-PA3D", std::nullopt, seat_secret};
    Driver driver(TakeSeat{record});
    driver.greet();
    driver.come_back();  // the answer was lost

    SECTION("and ends the program where trying again at once is of no use") {
        driver.refuse(GENERATE(ErrorCode::internal, ErrorCode::table_damaged));
        CHECK(driver.quit_code() == exit_code::refused);
    }
    SECTION("and is followed by another try where it is but for now") {
        driver.refuse(ErrorCode::too_many_guesses, 3000);
        CHECK_FALSE(driver.quit_code());
        driver.on(Fired{Timer::retry});
        CHECK(driver.sent<protocol::Join>().size() == 1);
    }
    const auto kept = driver.action<Keep>();
    CHECK_FALSE((kept && kept->record.ended));
}

TEST_CASE("a seat that another server does not know is kept", "[client][session]") {
    Driver driver(TakeSeat{.record = old_seat(), .elsewhere = true});
    driver.greet();
    driver.refuse(GENERATE(ErrorCode::no_such_table, ErrorCode::wrong_secret));
    CHECK(driver.quit_code() == exit_code::refused);
    CHECK_FALSE(driver.action<Keep>());
}

TEST_CASE("a seat that no server was ever asked for leaves nothing behind", "[client][session]") {
    const bool fresh = GENERATE(true, false);
    Driver driver(TakeSeat{.record = new_seat(), .fresh = fresh});
    driver.on(Lost{"no answer", {}});
    CHECK(driver.quit_code() == exit_code::unreachable);
    const auto kept = driver.action<Keep>();
    CHECK((kept && kept->record.ended) == fresh);
}

TEST_CASE("a seat at a table that is gone is not offered again", "[client][session]") {
    Driver driver(TakeSeat{old_seat()});
    driver.greet();
    driver.refuse(GENERATE(ErrorCode::no_such_table, ErrorCode::wrong_secret));
    CHECK(driver.quit_code() == exit_code::refused);
    REQUIRE(driver.action<Keep>());
    CHECK(driver.action<Keep>()->record.ended);
}

TEST_CASE("what the server refuses only for now is tried again", "[client][session]") {
    ServerTable table;
    Driver driver(TakeSeat{new_seat()});
    driver.greet();
    driver.refuse(ErrorCode::store_unavailable, 2000);
    CHECK_FALSE(driver.quit_code());
    REQUIRE(driver.wait(Timer::retry));
    CHECK(driver.wait(Timer::retry)->time == 2000ms);
    driver.on(Fired{Timer::retry});
    REQUIRE(driver.sent<protocol::Make>().size() == 1);
    CHECK(driver.sent<protocol::Make>()[0].key == table_key);
    driver.attach(table, Color::white);
    driver.type("d2");
    driver.refuse(ErrorCode::table_busy);
    CHECK(driver.wait(Timer::retry));
    driver.on(Fired{Timer::retry});
    REQUIRE(driver.sent<protocol::Play>().size() == 1);
    CHECK(driver.sent<protocol::Play>()[0].turn == 0);
}

TEST_CASE("a move for a turn that has passed shows the present state", "[client][session]") {
    ServerTable table;
    Driver driver(TakeSeat{old_seat()});
    driver.greet();
    driver.attach(table, Color::white);
    driver.type("d2");
    table.play("f4");  // from another terminal of ours
    protocol::Error error;
    error.id = driver.last_request().id;
    error.code = ErrorCode::stale_turn;
    error.snapshot = table.snapshot();
    driver.receive(error);
    CHECK(driver.refusals() == std::vector<std::string>{"stale_turn"});
    CHECK(driver.session.view()->game.ply() == 1);
    CHECK_FALSE(driver.quit_code());
}

TEST_CASE("a rematch is followed with the same secret", "[client][session]") {
    ServerTable table;
    Driver driver(TakeSeat{old_seat()});
    driver.greet();
    driver.attach(table, Color::white);
    driver.receive(table.end(protocol::Winner::black, protocol::GameEnd::resigned));
    REQUIRE(driver.action<Keep>());
    CHECK(driver.action<Keep>()->record.ended);
    CHECK_FALSE(driver.quit_code());
    driver.type("rematch");
    CHECK(driver.sent<protocol::Rematch>().size() == 1);
    driver.done(4);
    driver.receive(table.event(protocol::RematchOfferedEvent{Color::white}));
    driver.receive(table.event(protocol::RematchedEvent{"next1"}));
    CHECK(driver.facts() == "rematch next1\n");
    const auto kept = driver.action<Keep>();
    REQUIRE(kept);
    CHECK(kept->record.table == "next1");
    CHECK(kept->record.secret == seat_secret);
    // Not as the server says: the file of another server's seat might have that name.
    CHECK(kept->record.id.starts_with(old_seat().id));
    CHECK(kept->record.id != old_seat().id);
    CHECK_FALSE(kept->record.ended);
    REQUIRE(driver.sent<protocol::Resume>().size() == 1);
    CHECK(driver.sent<protocol::Resume>()[0].table == "next1");
    CHECK_FALSE(driver.sent<protocol::Resume>()[0].since);
    ServerTable next;
    next.id = "next1";
    driver.attach(next, Color::black);
    CHECK(driver.session.view()->table == "next1");
    CHECK(driver.session.view()->seat == Color::black);
}

TEST_CASE("a seat resumed after its rematch began goes on there", "[client][session]") {
    ServerTable table;
    table.end(protocol::Winner::black, protocol::GameEnd::resigned);
    table.rematch.table = "next1";
    Driver driver(TakeSeat{old_seat()});
    driver.greet();
    driver.attach(table, Color::white);
    CHECK(driver.facts().find("result winner=black reason=resigned\nrematch next1\n") !=
          std::string::npos);
    REQUIRE(driver.sent<protocol::Resume>().size() == 1);
    CHECK(driver.sent<protocol::Resume>()[0].table == "next1");
}

TEST_CASE("in line mode a spectator leaves when the game is over", "[client][session]") {
    ServerTable table;
    Driver driver(WatchTable{"abc123"}, true);
    driver.greet();
    CHECK(driver.sent<protocol::Watch>().size() == 1);
    driver.attach(table, std::nullopt);
    driver.receive(table.play("d2"));
    CHECK_FALSE(driver.quit_code());
    driver.come_back();
    REQUIRE(driver.sent<protocol::Watch>().size() == 1);
    CHECK(driver.sent<protocol::Watch>()[0].since == 2);
    driver.attach_since(table, std::nullopt, 2);
    driver.receive(table.end(protocol::Winner::white, protocol::GameEnd::resigned));
    CHECK(driver.quit_code() == exit_code::done);
    CHECK_FALSE(driver.action<Keep>());
}

TEST_CASE("a person who watches stays after the end and follows the rematch", "[client][session]") {
    const bool over_before = GENERATE(false, true);
    ServerTable table;
    Driver driver(WatchTable{"abc123"});
    driver.greet();
    if (over_before) table.end(protocol::Winner::white, protocol::GameEnd::resigned);
    driver.attach(table, std::nullopt);
    if (!over_before)
        driver.receive(table.end(protocol::Winner::white, protocol::GameEnd::resigned));
    CHECK_FALSE(driver.quit_code());
    driver.receive(table.event(protocol::RematchOfferedEvent{Color::white}));
    driver.receive(table.event(protocol::RematchedEvent{"next1"}));
    CHECK(driver.facts() == "rematch next1\n");
    REQUIRE(driver.sent<protocol::Watch>().size() == 1);
    CHECK(driver.sent<protocol::Watch>()[0] == protocol::Watch{"next1", std::nullopt});
    ServerTable next;
    next.id = "next1";
    driver.attach(next, std::nullopt);
    CHECK(driver.session.view()->table == "next1");
    driver.come_back();
    REQUIRE(driver.sent<protocol::Watch>().size() == 1);
    CHECK(driver.sent<protocol::Watch>()[0].table == "next1");
    driver.attach_since(next, std::nullopt, 1);
    driver.type("quit");
    CHECK(driver.quit_code() == exit_code::done);
    CHECK_FALSE(driver.action<Keep>());
}

TEST_CASE("a table that is to be shown is stated once", "[client][session]") {
    ServerTable table;
    table.play("d2");
    Driver driver(ShowTable{"abc123"});
    driver.greet();
    driver.attach(table, std::nullopt);
    CHECK(driver.quit_code() == exit_code::done);
    REQUIRE(driver.session.view() != nullptr);
    CHECK(driver.session.view()->game.ply() == 1);
}

TEST_CASE("the list is told and the program is done", "[client][session]") {
    Driver driver(ListTables{});
    driver.greet();
    CHECK(driver.sent<protocol::List>().size() == 1);
    driver.receive(protocol::Tables{driver.last_request().id, {}, {}});
    CHECK(driver.quit_code() == exit_code::done);
}

TEST_CASE("nothing is done any more after the end of the program", "[client][session]") {
    ServerTable table;
    Driver driver(TakeSeat{old_seat()});
    driver.greet();
    driver.attach(table, Color::white);
    driver.type("quit");
    CHECK(driver.quit_code() == exit_code::done);
    for (const Happening& happening :
         {Happening(Lost{"x", std::nullopt}), Happening(LineTyped{"d2"}),
          Happening(Fired{Timer::ping}), Happening(Received{table.play("d2")})}) {
        CHECK(driver.on(happening).empty());
    }
}
