// After a backup was restored the server knows less than it had answered: its word counts, and
// nothing that was known before may keep a player from going on.
#include <algorithm>

#include "tests/client/session_driver.hpp"
#include "tests/support/catch.hpp"

using namespace morris;
using namespace morris::client;
using namespace morris::client::test;

namespace {

// White plays its part through the driver, Black's moves come from the server.
void play_all(Driver& driver, ServerTable& table, const std::string& moves) {
    for (const Move& move : moves_of(moves)) {
        const bool ours = table.game.position().to_move == Color::white;
        if (ours) driver.type(to_text(move));
        const auto event = table.play(to_text(move));
        if (ours) driver.done(event.seq);
        driver.receive(event);
    }
}

ServerTable table_after(const std::string& moves) {
    ServerTable table;
    for (const Move& move : moves_of(moves)) table.play(to_text(move));
    return table;
}

// A request or something said: what is typed is never passed over in silence.
bool was_heeded(const Driver& driver) {
    return std::any_of(driver.last.begin(), driver.last.end(), [](const Action& action) {
        return std::holds_alternative<Send>(action) || std::holds_alternative<Tell>(action) ||
               std::holds_alternative<Quit>(action);
    });
}

void check_everything_is_heeded(Driver& driver) {
    for (const char* line : {"moves", "board", "help", "hello", "d9"}) {
        INFO(line);
        driver.type(line);
        CHECK(was_heeded(driver));
    }
}

}  // namespace

TEST_CASE("after a step back every command is heeded, whatever was known and asked before",
          "[client][session][undone]") {
    const bool line_mode = GENERATE(false, true);
    const bool unanswered = GENERATE(false, true);
    const auto [kept, undone] = GENERATE(
        Catch::Generators::table<std::string, std::string>({{"d2 d6 f4", "1 move is undone."},
                                                            {"d2 d6", "2 moves are undone."},
                                                            {"d2", "3 moves are undone."},
                                                            {"", "4 moves are undone."}}));
    INFO(kept << (line_mode ? " lines" : " screen") << (unanswered ? " unanswered" : ""));
    ServerTable table;
    Driver driver(TakeSeat{old_seat()}, line_mode);
    driver.greet();
    driver.attach(table, Color::white);
    play_all(driver, table, "d2 d6 f4 b4");
    if (unanswered) driver.type("e3");
    const ServerTable back = table_after(kept);
    driver.come_back();
    driver.attach(back, Color::white);
    CHECK(driver.facts().find(undone) != std::string::npos);
    CHECK(driver.session.view()->game.ply() == back.game.ply());
    if (unanswered)
        CHECK(driver.facts().find("e3 was for a turn that is undone") != std::string::npos);
    CHECK(driver.sent<protocol::Play>().empty());
    check_everything_is_heeded(driver);
    if (!line_mode) {  // a program's waits for the end
        driver.type("rematch");
        CHECK(was_heeded(driver));
    }
    if (our_turn(*driver.session.view())) {
        driver.type("g7");
        REQUIRE(driver.sent<protocol::Play>().size() == 1);
        CHECK(driver.sent<protocol::Play>()[0].turn == back.game.ply());
    } else {
        driver.type("resign");
        CHECK(was_heeded(driver));
    }
}

TEST_CASE("a move whose turn is still to come after a step back is sent again",
          "[client][session][undone]") {
    ServerTable table = table_after("d2 d6");
    Driver driver(TakeSeat{old_seat()});
    driver.greet();
    driver.attach(table, Color::white);
    table.event(protocol::OtherEvent{"noted"});
    driver.type("f4");
    driver.come_back();
    driver.attach(table_after("d2 d6"), Color::white);
    REQUIRE(driver.sent<protocol::Play>().size() == 1);
    CHECK(driver.sent<protocol::Play>()[0].turn == 2);
}

TEST_CASE("a table that went back to before the join waits for somebody again",
          "[client][session][undone]") {
    const bool line_mode = GENERATE(false, true);
    ServerTable table;
    Driver driver(TakeSeat{old_seat()}, line_mode);
    driver.greet();
    driver.attach(table, Color::white);
    play_all(driver, table, "d2 d6");
    ServerTable back;
    back.seats[1] = {};
    driver.come_back();
    driver.attach(back, Color::white);
    CHECK(driver.facts().find("the other seat is open again") != std::string::npos);
    CHECK(driver.facts().find("invite K7Q2-M9XW-PA3D") != std::string::npos);
    if (!line_mode) check_everything_is_heeded(driver);
    driver.type("leave");
    CHECK(driver.sent<protocol::Leave>().size() == 1);
}

TEST_CASE("who joined after what the server went back to joins again",
          "[client][session][undone]") {
    SeatRecord record = old_seat();
    record.request = protocol::Join{"K7Q2-M9XW-PA3D", std::nullopt, seat_secret};
    ServerTable table;
    Driver driver(TakeSeat{record});
    driver.greet();
    driver.attach(table, Color::black);
    driver.receive(table.play("d2"));
    driver.come_back();
    driver.refuse(protocol::ErrorCode::wrong_secret);
    CHECK_FALSE(driver.quit_code());
    REQUIRE(driver.sent<protocol::Join>().size() == 1);
    CHECK(driver.sent<protocol::Join>()[0].invite == "K7Q2-M9XW-PA3D");
    SECTION("the seat is open still") {
        driver.attach(ServerTable(), Color::black);
        CHECK(driver.facts().find("1 move is undone.") != std::string::npos);
        CHECK_FALSE(driver.session.view()->result);
    }
    SECTION("the answer is lost, or refused for now") {
        if (GENERATE(true, false)) {
            driver.come_back();
        } else {
            driver.refuse(protocol::ErrorCode::store_unavailable);
            driver.on(Fired{Timer::retry});
        }
        driver.refuse(protocol::ErrorCode::wrong_secret);
        CHECK_FALSE(driver.quit_code());
        CHECK(driver.sent<protocol::Join>().size() == 1);
    }
    SECTION("the seat is another's") {
        driver.refuse(protocol::ErrorCode::seat_taken);
        CHECK(driver.refusals() == std::vector<std::string>{"seat_taken"});
        CHECK(driver.quit_code() == exit_code::refused);
    }
}

TEST_CASE("an end that is undone is followed by the game", "[client][session][undone]") {
    const bool line_mode = GENERATE(false, true);
    const bool wanted = GENERATE(false, true);
    ServerTable table;
    Driver driver(TakeSeat{old_seat()}, line_mode);
    driver.greet();
    driver.attach(table, Color::white);
    driver.receive(table.end(protocol::Winner::white, protocol::GameEnd::resigned));
    if (wanted) {
        driver.type("rematch");
        driver.done(3);
        driver.receive(table.event(protocol::RematchOfferedEvent{Color::white}));
    }
    driver.come_back();
    driver.attach(ServerTable(), Color::white);
    CHECK(driver.facts().find("the game goes on") != std::string::npos);
    driver.type("d2");
    CHECK(driver.sent<protocol::Play>().size() == 1);
}

TEST_CASE("a rematch offer that is undone can be made again", "[client][session][undone]") {
    const bool line_mode = GENERATE(false, true);
    ServerTable table;
    table.end(protocol::Winner::white, protocol::GameEnd::resigned);
    const ServerTable back = table;
    Driver driver(TakeSeat{old_seat()}, line_mode);
    driver.greet();
    driver.attach(table, Color::white);
    driver.type("rematch");
    driver.done(3);
    driver.receive(table.event(protocol::RematchOfferedEvent{Color::white}));
    driver.come_back();
    driver.attach(back, Color::white);
    CHECK(driver.facts().find("what came after it is undone") != std::string::npos);
    driver.type("rematch");
    CHECK(driver.sent<protocol::Rematch>().size() == 1);
}

TEST_CASE("in line mode a program whose input has ended ends after a step back too",
          "[client][session][undone]") {
    ServerTable table;
    Driver driver(TakeSeat{old_seat()}, true);
    driver.greet();
    driver.attach(table, Color::white);
    driver.type("d2");
    driver.done(2);  // the event is lost with the connection
    driver.on(InputEnded{});
    CHECK_FALSE(driver.quit_code());
    driver.come_back();
    driver.attach(table, Color::white);
    CHECK(driver.quit_code() == exit_code::done);
}

TEST_CASE("a future turn's snapshot undoes what was known", "[client][session][undone]") {
    ServerTable table;
    Driver driver(TakeSeat{old_seat()});
    driver.greet();
    driver.attach(table, Color::white);
    play_all(driver, table, "d2 d6");
    driver.type("f4");
    protocol::Error error;
    error.id = driver.last_request().id;
    error.code = protocol::ErrorCode::future_turn;
    error.snapshot = ServerTable().snapshot();
    driver.receive(error);
    CHECK(driver.facts().find("2 moves are undone.") != std::string::npos);
    driver.type("f4");
    CHECK(driver.sent<protocol::Play>().size() == 1);
}

TEST_CASE("a refusal that our view does not explain asks for the server's",
          "[client][session][undone]") {
    using protocol::ErrorCode;
    ServerTable table;
    Driver driver(TakeSeat{old_seat()});
    driver.greet();
    driver.attach(table, Color::white);
    driver.type("d2");
    driver.refuse(GENERATE(ErrorCode::illegal_move, ErrorCode::not_your_turn, ErrorCode::game_over,
                           ErrorCode::not_begun));
    REQUIRE(driver.sent<protocol::Resume>().size() == 1);
    CHECK_FALSE(driver.sent<protocol::Resume>()[0].since);
    driver.attach(table_after("f4 d6"), Color::white);
    CHECK(driver.session.view()->game.ply() == 2);
    driver.type("d2");
    CHECK(driver.sent<protocol::Play>().size() == 1);
}

TEST_CASE("after the server itself was away another game as long as ours is not taken for it",
          "[client][session][undone]") {
    const bool announced = GENERATE(true, false);
    ServerTable table = table_after("d2");
    Driver driver(TakeSeat{old_seat()});
    driver.greet();
    driver.attach(table, Color::black);
    driver.on(Lost{"restart", announced ? std::optional<std::uint16_t>(1012) : std::nullopt});
    driver.on(Fired{Timer::reconnect});
    if (!announced) {
        driver.on(Lost{"refused", std::nullopt});
        driver.on(Fired{Timer::reconnect});
    }
    driver.greet();
    REQUIRE(driver.sent<protocol::Resume>().size() == 1);
    CHECK_FALSE(driver.sent<protocol::Resume>()[0].since);
    SECTION("another game") {
        driver.attach(table_after("f4"), Color::black);
        CHECK(driver.facts().find("1 move is undone.") != std::string::npos);
        CHECK(driver.facts().find("move white f4") != std::string::npos);
    }
    SECTION("ours is not stated anew") {
        driver.attach(table, Color::black);
        CHECK(driver.facts() == "connection back\n");
    }
}

TEST_CASE("what has to wait for the connection is said to wait, once",
          "[client][session][undone]") {
    ServerTable table;
    Driver driver(TakeSeat{old_seat()});
    driver.greet();
    driver.attach(table, Color::white);
    driver.on(Lost{"gone", std::nullopt});
    driver.type("d2");
    CHECK(driver.facts().find("sent as soon as the connection is back") != std::string::npos);
    driver.type("rematch");
    CHECK(driver.facts() == "note Will be done as soon as the connection is back: rematch\n");
    driver.on(Fired{Timer::reconnect});
    CHECK(driver.facts().empty());
}
