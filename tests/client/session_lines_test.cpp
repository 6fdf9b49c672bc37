#include "tests/client/session_driver.hpp"
#include "tests/support/catch.hpp"

using namespace morris;
using namespace morris::client;
using namespace morris::client::test;

namespace {

std::vector<std::string> moves_sent(const Driver& driver) {
    std::vector<std::string> moves;
    for (const auto& request : driver.requests) {
        if (const auto* play = std::get_if<protocol::Play>(&request.body)) {
            moves.push_back(to_text(play->move) + "@" + std::to_string(play->turn));
        }
    }
    return moves;
}

// Answers the last request with Done, and sends the event that did it.
void accept(Driver& driver, ServerTable& table, std::string_view move, bool done_first) {
    const auto id = driver.last_request().id;
    const auto event = table.play(move);
    if (done_first) driver.receive(protocol::Done{id, table.id, event.seq});
    driver.receive(event);
    if (!done_first) driver.receive(protocol::Done{id, table.id, event.seq});
}

}  // namespace

TEST_CASE("in line mode each move waits for its turn", "[client][session][lines]") {
    const bool done_first = GENERATE(true, false);
    ServerTable table;
    Driver driver(TakeSeat{old_seat()}, true);
    for (const char* line : {"d2", "f4", "b4"}) driver.type(line);
    driver.greet();
    driver.attach(table, Color::white);
    CHECK(moves_sent(driver) == std::vector<std::string>{"d2@0"});
    accept(driver, table, "d2", done_first);
    CHECK(moves_sent(driver).size() == 1);
    driver.receive(table.play("d6"));
    CHECK(moves_sent(driver) == std::vector<std::string>{"d2@0", "f4@2"});
    accept(driver, table, "f4", done_first);
    driver.receive(table.play("d7"));
    CHECK(moves_sent(driver) == std::vector<std::string>{"d2@0", "f4@2", "b4@4"});
}

TEST_CASE("in line mode a wrong line is refused and the next is taken",
          "[client][session][lines]") {
    ServerTable table;
    Driver driver(TakeSeat{old_seat()}, true);
    driver.greet();
    driver.attach(table, Color::white);
    driver.type("d9");
    CHECK(driver.refusals() == std::vector<std::string>{"not_understood"});
    driver.type("d2-d3");
    CHECK(driver.refusals() == std::vector<std::string>{"illegal_move"});
    driver.type("d2");
    CHECK(moves_sent(driver) == std::vector<std::string>{"d2@0"});
}

TEST_CASE("in line mode the program ends when its input has and it would be its turn",
          "[client][session][lines]") {
    ServerTable table;
    Driver driver(TakeSeat{old_seat()}, true);
    driver.type("d2");
    driver.on(InputEnded{});
    driver.greet();
    driver.attach(table, Color::white);
    CHECK_FALSE(driver.quit_code());
    accept(driver, table, "d2", true);
    CHECK_FALSE(driver.quit_code());
    driver.receive(table.play("d6"));
    CHECK(driver.quit_code() == exit_code::done);
}

TEST_CASE("in line mode an input that has ended follows the game to its end",
          "[client][session][lines]") {
    ServerTable table;
    Driver driver(TakeSeat{old_seat()}, true);
    driver.on(InputEnded{});
    driver.greet();
    table.play("d2");
    driver.attach(table, Color::white);
    CHECK_FALSE(driver.quit_code());
    driver.receive(table.end(protocol::Winner::white, protocol::GameEnd::resigned));
    CHECK(driver.quit_code() == exit_code::done);
}

TEST_CASE("in line mode a rematch waits for the end, and moves for the new table",
          "[client][session][lines]") {
    ServerTable table;
    Driver driver(TakeSeat{old_seat()}, true);
    driver.greet();
    driver.attach(table, Color::white);
    for (const char* line : {"resign", "rematch", "f4"}) driver.type(line);
    driver.on(InputEnded{});
    const auto resign_id = driver.last_request().id;
    const auto end = table.end(protocol::Winner::black, protocol::GameEnd::resigned);
    driver.receive(protocol::Done{resign_id, table.id, end.seq});
    CHECK(driver.sent<protocol::Rematch>().empty());
    driver.receive(end);
    REQUIRE(driver.sent<protocol::Rematch>().size() == 1);
    driver.done(3);
    CHECK_FALSE(driver.quit_code());
    driver.receive(table.event(protocol::RematchedEvent{"next1"}));
    CHECK(moves_sent(driver).empty());
    ServerTable next;
    next.id = "next1";
    next.play("d2");
    driver.attach(next, Color::black);
    CHECK(moves_sent(driver) == std::vector<std::string>{"f4@1"});
}

TEST_CASE("at a terminal a move out of turn is refused at once", "[client][session][lines]") {
    ServerTable table;
    table.play("d2");
    Driver driver(TakeSeat{old_seat()});
    driver.greet();
    driver.attach(table, Color::white);
    driver.type("f4");
    CHECK(driver.refusals() == std::vector<std::string>{"not_your_turn"});
    driver.receive(table.play("d6"));
    CHECK(moves_sent(driver).empty());
}

TEST_CASE("help and quit never wait for the server", "[client][session][lines]") {
    ServerTable table;
    Driver driver(TakeSeat{old_seat()});
    driver.type("help");
    CHECK(driver.action<Tell>());
    driver.greet();
    driver.attach(table, Color::white);
    driver.type("d2");
    driver.on(Lost{"gone", std::nullopt});
    driver.type("f4");
    driver.type("moves");
    CHECK(driver.action<Tell>());
    driver.type("quit");
    CHECK(driver.quit_code() == exit_code::done);
}

TEST_CASE("a move typed while the connection is away is sent when it is back",
          "[client][session][lines]") {
    ServerTable table;
    Driver driver(TakeSeat{old_seat()});
    driver.greet();
    driver.attach(table, Color::white);
    driver.on(Lost{"gone", std::nullopt});
    driver.type("d2");
    CHECK(moves_sent(driver).empty());
    driver.on(Fired{Timer::reconnect});
    driver.greet();
    CHECK(moves_sent(driver).empty());
    driver.attach_since(table, Color::white, 1);
    CHECK(moves_sent(driver) == std::vector<std::string>{"d2@0"});
}

TEST_CASE("Ctrl-C and Ctrl-D explain first and quit the second time", "[client][session][lines]") {
    ServerTable table;
    Driver driver(TakeSeat{old_seat()});
    driver.greet();
    driver.attach(table, Color::white);
    const bool control_d = GENERATE(true, false);
    const Happening key = control_d ? Happening(EndTyped{}) : Happening(Interrupted{});
    driver.on(key);
    CHECK_FALSE(driver.quit_code());
    CHECK(driver.facts().find(control_d ? "Press Ctrl-D again" : "Press Ctrl-C again") !=
          std::string::npos);
    driver.type("moves");
    driver.on(key);
    CHECK_FALSE(driver.quit_code());
    driver.on(key);
    CHECK(driver.quit_code() == exit_code::done);
}

TEST_CASE("Ctrl-D leaves at once where there is nothing to lose, and so does a closed terminal",
          "[client][session][lines]") {
    ServerTable table;
    const bool over = GENERATE(true, false);
    if (over) table.end(protocol::Winner::white, protocol::GameEnd::resigned);
    Driver driver(TakeSeat{old_seat()});
    driver.greet();
    driver.attach(table, Color::white);
    driver.on(over ? Happening(EndTyped{}) : Happening(InputEnded{}));
    CHECK(driver.quit_code() == exit_code::done);
}

TEST_CASE("what leaving means is said as it is, for every way to leave",
          "[client][session][lines][clock]") {
    using protocol::Clock;
    const auto clock = [](std::optional<Color> runs, std::optional<std::int64_t> first_move,
                          std::optional<Color> waits_for) {
        return Clock{{300'000, 0}, {300'000, 300'000}, runs, {}, first_move, waits_for};
    };
    struct Case {
        std::string moves;
        std::optional<Clock> clock;
        std::string meanwhile;
    };
    const auto& [moves, said, meanwhile] = GENERATE_COPY(from_range(std::vector<Case>{
        {"d2 d6", {}, "the game waits"},
        {"d2 d6", clock(Color::white, {}, {}), "your clock runs on"},
        {"d2 d6 f4", clock(Color::black, {}, {}), "the clock runs on"},
        {"d2 d6", clock({}, {}, Color::black), "the clock waits, but not for long"},
        {"", clock({}, 52'000, {}),
         "your first move has to come within 0:52, or the game is aborted"},
        {"d2", clock({}, 52'000, {}),
         "Black's first move has to come within 0:52, or the game is aborted"}}));
    ServerTable table;
    for (const Move& move : moves_of(moves)) table.play(to_text(move));
    table.clock = said;
    table.claims = protocol::ClaimTerms{60'000, {}};
    Driver driver(TakeSeat{old_seat()});
    driver.greet();
    driver.attach(table, Color::white);
    const int way = GENERATE(0, 1, 2);
    const auto leave = [&] {
        if (way == 0) driver.type("leave");
        if (way == 1) driver.on(Interrupted{});
        if (way == 2) driver.on(EndTyped{});
    };
    leave();
    const bool both = table.game.ply() >= 2;
    CHECK(driver.facts().find("Your seat is kept, and " + meanwhile + ": come") !=
          std::string::npos);
    CHECK((driver.facts().find("may claim") != std::string::npos) == both);
    CHECK((driver.facts().find("may abort") != std::string::npos) == !both);
    leave();
    CHECK(driver.facts() ==
          "note Your seat is kept; " + meanwhile + ". Go on with: morris resume abc123\n");
    CHECK(driver.quit_code() == exit_code::done);
}

TEST_CASE("leave takes back a table that nobody joined", "[client][session][lines]") {
    ServerTable table;
    table.seats[1] = {};
    Driver driver(TakeSeat{new_seat()});
    driver.greet();
    driver.attach(table, Color::white);
    driver.type("leave");
    REQUIRE(driver.sent<protocol::Leave>().size() == 1);
    driver.done(2);
    CHECK(driver.quit_code() == exit_code::done);
    REQUIRE(driver.action<Keep>());
    CHECK(driver.action<Keep>()->record.ended);
}

TEST_CASE("who joins before the table is taken back is played on", "[client][session][lines]") {
    ServerTable table;
    table.seats[1] = {};
    Driver driver(TakeSeat{new_seat()});
    driver.greet();
    driver.attach(table, Color::white);
    driver.type("leave");
    driver.receive(table.event(
        protocol::JoinedEvent{Color::black, {protocol::SeatKind::person, "player2", "Ben", {}}}));
    driver.done(0);
    CHECK(driver.quit_code() == exit_code::done);
    CHECK_FALSE(driver.action<Keep>());
    CHECK(driver.facts().find("Your seat is kept; the game waits.") != std::string::npos);
}

TEST_CASE("leave keeps the seat of a game that has begun", "[client][session][lines]") {
    ServerTable table;
    Driver driver(TakeSeat{old_seat()});
    driver.greet();
    driver.attach(table, Color::white);
    driver.type("leave");
    CHECK_FALSE(driver.quit_code());
    driver.type("leave");
    CHECK(driver.sent<protocol::Leave>().empty());
    CHECK(driver.quit_code() == exit_code::done);
    CHECK_FALSE(driver.action<Keep>());
}

TEST_CASE("a spectator can do nothing but watch and leave", "[client][session][lines]") {
    ServerTable table;
    Driver driver(WatchTable{"abc123"});
    driver.greet();
    driver.attach(table, std::nullopt);
    const auto before = driver.requests.size();
    for (const char* line : {"d2", "resign", "rematch"}) {
        driver.type(line);
        CHECK(driver.refusals() == std::vector<std::string>{"not_seated"});
    }
    CHECK(driver.requests.size() == before);
    driver.type("leave");
    CHECK(driver.quit_code() == exit_code::done);
}

TEST_CASE("a person resigns by two lines that follow each other", "[client][session][lines]") {
    ServerTable table;
    Driver driver(TakeSeat{old_seat()});
    driver.greet();
    driver.attach(table, Color::white);
    driver.type("resign");
    CHECK(driver.sent<protocol::Resign>().empty());
    CHECK(driver.facts().find("Type resign again") != std::string::npos);
    SECTION("the next line") {
        driver.type("Resign");
        CHECK(driver.sent<protocol::Resign>().size() == 1);
    }
    SECTION("not a later one") {
        driver.type(GENERATE("", "moves", "help", "a1-a4", "rematch", "hello"));
        driver.type("resign");
        CHECK(driver.sent<protocol::Resign>().empty());
        driver.type("resign");
        CHECK(driver.sent<protocol::Resign>().size() == 1);
    }
}

TEST_CASE("a second offer of a rematch is answered at once", "[client][session][lines]") {
    ServerTable table;
    table.end(protocol::Winner::white, protocol::GameEnd::resigned);
    Driver driver(TakeSeat{old_seat()});
    driver.greet();
    driver.attach(table, Color::white);
    driver.type("rematch");
    CHECK(driver.sent<protocol::Rematch>().size() == 1);
    driver.done(3);
    driver.receive(table.event(protocol::RematchOfferedEvent{Color::white}));
    driver.type("rematch");
    CHECK(driver.sent<protocol::Rematch>().empty());
    CHECK(driver.facts() == "note Still waiting for the other side.\n");
}

TEST_CASE("Ctrl-C at a table that nobody joined tells how to take it back",
          "[client][session][lines]") {
    ServerTable table;
    table.seats[1] = {};
    Driver driver(TakeSeat{old_seat()});
    driver.greet();
    driver.attach(table, Color::white);
    driver.on(Interrupted{});
    CHECK(driver.facts().find("leave") != std::string::npos);
    CHECK(driver.facts().find("resign") == std::string::npos);
}

TEST_CASE("what is asked for without a connection is said to wait", "[client][session][lines]") {
    ServerTable table;
    table.end(protocol::Winner::white, protocol::GameEnd::resigned);
    Driver driver(TakeSeat{old_seat()});
    driver.greet();
    driver.attach(table, Color::white);
    driver.on(Lost{"gone", std::nullopt});
    driver.type("rematch");
    CHECK(driver.facts() == "note Will be sent as soon as the connection is back.\n");
}

TEST_CASE("what has no sense now is refused here", "[client][session][lines]") {
    ServerTable table;
    table.seats[1] = {};
    Driver driver(TakeSeat{old_seat()});
    driver.type("resign");
    CHECK(driver.refusals() == std::vector<std::string>{"not_seated"});
    driver.greet();
    driver.attach(table, Color::white);
    driver.type("resign");
    CHECK(driver.refusals() == std::vector<std::string>{"not_begun"});
    driver.type("rematch");
    CHECK(driver.refusals() == std::vector<std::string>{"not_over"});
    driver.receive(table.end(protocol::Winner::nobody, protocol::GameEnd::expired));
    driver.type("resign");
    CHECK(driver.refusals() == std::vector<std::string>{"game_over"});
}
