// Sessions at a table with clocks, offers, claims, hints and takebacks.
#include "client-cli/core/screen.hpp"
#include "tests/client/session_driver.hpp"
#include "tests/support/catch.hpp"

using namespace morris;
using namespace morris::client;
using namespace morris::client::test;
using namespace std::chrono_literals;
using protocol::OfferKind;

namespace {

Driver seated(const ServerTable& table, bool line_mode = false) {
    Driver driver(TakeSeat{old_seat()}, line_mode);
    driver.greet();
    driver.attach(table, Color::white);
    return driver;
}

ServerTable after(const std::string& moves) {
    ServerTable table;
    for (const Move& move : moves_of(moves)) table.play(to_text(move));
    return table;
}

ServerTable against_computer(const std::string& moves) {
    ServerTable table = after(moves);
    table.seats[1] = computer(Level::club);
    return table;
}

std::vector<std::string> refused(Driver& driver, const std::string& line) {
    driver.type(line);
    CHECK(driver.sent<protocol::Offer>().empty());
    return driver.refusals();
}

using Codes = std::vector<std::string>;

}  // namespace

TEST_CASE("what is typed at a table is asked of the server", "[client][session]") {
    ServerTable table = after("d2 d6 f4");
    table.offer(Color::black, OfferKind::draw);
    const std::uint64_t theirs = table.seq;
    table.offer(Color::black, OfferKind::takeback);
    Driver driver = seated(table);
    driver.type("accept");
    CHECK(driver.refusals() == Codes{"not_understood"});
    driver.type("accept draw");
    CHECK(driver.sent<protocol::Answer>() ==
          std::vector<protocol::Answer>{{table.id, theirs, OfferKind::draw, true}});
    driver.done(0);
    driver.type("decline takeback");
    CHECK(driver.sent<protocol::Answer>() ==
          std::vector<protocol::Answer>{{table.id, table.seq, OfferKind::takeback, false}});
    driver.done(0);
    driver.type("takeback");
    CHECK(driver.sent<protocol::Offer>() ==
          std::vector<protocol::Offer>{{table.id, OfferKind::takeback, 3}});
    driver.done(0);
    driver.receive(table.offer(Color::white, OfferKind::takeback));
    driver.type("withdraw");
    CHECK(driver.sent<protocol::WithdrawOffer>() ==
          std::vector<protocol::WithdrawOffer>{{table.id, table.seq, OfferKind::takeback}});
}

TEST_CASE("what makes no sense at a table is refused here, with the reason", "[client][session]") {
    Driver people = seated(after("d2 d6"));
    CHECK(refused(people, "accept") == Codes{"offer_gone"});
    CHECK(refused(people, "withdraw draw") == Codes{"offer_gone"});
    CHECK(refused(people, "abort") == Codes{"too_late"});
    CHECK(refused(people, "claim win") == Codes{"not_claimable"});
    CHECK(refused(people, "hint") == Codes{"no_computer"});
    CHECK(refused(people, "undo") == Codes{"no_computer"});
    Driver early = seated(after(""));
    CHECK(refused(early, "takeback") == Codes{"nothing_to_undo"});
    Driver computer = seated(against_computer("d2"));
    CHECK(refused(computer, "draw") == Codes{"no_person"});
    CHECK(refused(computer, "takeback") == Codes{"no_person"});
    CHECK(refused(computer, "hint") == Codes{"not_your_turn"});
    ServerTable over = after("d2 d6");
    over.end(protocol::Winner::white, protocol::GameEnd::resigned);
    Driver ended = seated(over);
    for (const char* line : {"draw", "takeback", "accept", "withdraw", "abort", "claim win"}) {
        CHECK(refused(ended, line) == Codes{"game_over"});
    }
    ServerTable open;
    open.seats[1] = {};
    Driver waiting = seated(open);
    CHECK(refused(waiting, "draw") == Codes{"not_begun"});
    Driver watching(WatchTable{"abc123"});
    watching.greet();
    watching.attach(after("d2"), std::nullopt);
    CHECK(refused(watching, "draw") == Codes{"not_seated"});
}

TEST_CASE("an offer whose turn has passed while the connection was away is dropped",
          "[client][session]") {
    ServerTable table = after("d2 d6");
    Driver driver = seated(table);
    driver.type("draw");
    driver.on(Lost{"gone", 1012});
    driver.on(Fired{Timer::reconnect});
    driver.greet();
    const bool passed = GENERATE(true, false);
    if (passed) table.play("f4");
    driver.attach(table, Color::white);
    CHECK(driver.sent<protocol::Offer>().empty() == passed);
    CHECK((driver.facts().find("has passed") != std::string::npos) == passed);
}

TEST_CASE("a hint is asked for, and told when it comes", "[client][session]") {
    Driver driver = seated(against_computer("d2 d6"), true);
    driver.type("hint");
    CHECK(driver.sent<protocol::Hint>() == std::vector<protocol::Hint>{{"abc123", 2}});
    driver.type("f4");
    CHECK(driver.sent<protocol::Play>().empty());
    driver.receive(protocol::HintAnswer{
        driver.last_request().id, "abc123", 2, move_of("f4"), {move_of("f4"), move_of("b4")}, 9});
    CHECK(driver.facts() == "hint f4 depth=9 f4 b4\n");
    CHECK(driver.sent<protocol::Play>().size() == 1);
}

TEST_CASE("an undo after the end lets the game and the seat live on", "[client][session]") {
    ServerTable table = against_computer("d2 d6");
    Driver driver = seated(table);
    driver.receive(table.end(protocol::Winner::black, protocol::GameEnd::resigned));
    REQUIRE(driver.action<Keep>());
    CHECK(driver.action<Keep>()->record.ended);
    driver.type("undo");
    CHECK(driver.sent<protocol::Undo>() == std::vector<protocol::Undo>{{table.id, 2}});
    driver.done(table.seq + 1);
    driver.receive(table.take_back(Color::white, true));
    REQUIRE(driver.action<Keep>());
    CHECK_FALSE(driver.action<Keep>()->record.ended);
    CHECK(driver.facts() == "taken-back white d2 d6 undo\nturn white\n");
    CHECK(our_turn(*driver.session.view()));
}

TEST_CASE("an offer that a move overtakes is said to be void", "[client][session]") {
    ServerTable table = after("d2 d6");
    table.offer(Color::black, OfferKind::draw);
    const std::uint64_t offer = table.seq;
    Driver driver = seated(table);
    driver.receive(table.play("f4"));
    CHECK(driver.facts() ==
          "move white f4\nvoid " + std::to_string(offer) + " draw black\nturn black\n");
}

TEST_CASE("a person leaves a game by typing it twice, a program once", "[client][session]") {
    Driver driver = seated(after("d2 d6"));
    driver.type("leave");
    CHECK_FALSE(driver.quit_code());
    driver.type("moves");
    driver.type("leave");
    CHECK_FALSE(driver.quit_code());
    CHECK(driver.facts().find("seat is kept") != std::string::npos);
    driver.type("leave");
    CHECK(driver.quit_code() == exit_code::done);
    Driver program = seated(after("d2 d6"), true);
    program.type("leave");
    CHECK(program.quit_code() == exit_code::done);
}

TEST_CASE("a claim that falls due is told once", "[client][session]") {
    ServerTable table = after("d2 d6 f4");
    table.claims = protocol::ClaimTerms{60'000, 600'000};
    Driver driver = seated(table, true);
    const auto away = [&](std::int64_t ms) {
        protocol::Presence presence{table.id, {}, 0};
        presence.seats[0] = protocol::SeatPresence{true, {}, std::nullopt};
        presence.seats[1] = protocol::SeatPresence{false, {}, ms};
        driver.receive(presence);
    };
    away(60'000);
    REQUIRE(driver.wait(Timer::claim));
    CHECK(driver.wait(Timer::claim)->time == 60s);
    driver.now += 60s;
    driver.on(Fired{Timer::claim});
    CHECK(driver.facts() == "claimable\n");
    driver.now += 1s;
    away(0);
    CHECK(driver.facts().empty());
    driver.type("claim");
    CHECK(driver.refusals() == Codes{"not_understood"});
    driver.type("claim win");
    CHECK(driver.sent<protocol::Claim>() ==
          std::vector<protocol::Claim>{{table.id, protocol::ClaimOutcome::win}});
}

TEST_CASE("an absence of which it is not known how long it has to last is the server's to judge",
          "[client][session]") {
    ServerTable table = after("d2 d6");
    table.claims = protocol::ClaimTerms{60'000, 600'000};
    Driver driver = seated(table);
    driver.type("claim win");
    CHECK(driver.refusals() == Codes{"not_claimable"});
    driver.receive(table.play("f4"));
    driver.receive(table.leave(Color::black));
    driver.type("claim draw");
    CHECK(driver.sent<protocol::Claim>() ==
          std::vector<protocol::Claim>{{table.id, protocol::ClaimOutcome::draw}});
    driver.refuse(protocol::ErrorCode::not_claimable);
    driver.receive(table.play("b4"));
    driver.type("claim draw");
    CHECK(driver.refusals() == Codes{"not_claimable"});
}

TEST_CASE("a claim that is not due yet is answered with the time that is left",
          "[client][session]") {
    ServerTable table = after("d2 d6 f4");
    table.claims = protocol::ClaimTerms{60'000, 600'000};
    Driver driver = seated(table);
    const auto answer = [&](std::int64_t ms) {
        protocol::Presence presence{table.id, {}, 0};
        presence.seats[1] = protocol::SeatPresence{false, {}, ms};
        driver.receive(presence);
        driver.type("claim win");
        CHECK(driver.sent<protocol::Claim>().empty());
        return driver.facts();
    };
    const std::string rest =
        ", not yet. A game can be claimed, once both sides have moved, when Black is away or does "
        "not move for too long.\n";
    const std::string start = "refused not_claimable You may claim the game in ";
    CHECK(answer(12'400) == start + "13 s" + rest);
    CHECK(answer(150'000) == start + "2:30" + rest);
}

TEST_CASE("only before a person the clock ticks, in seconds and at last in tenths",
          "[client][session][clock]") {
    ServerTable table = after("d2 d6");
    table.clock = protocol::Clock{{60'000, 0}, {10'400, 60'000}, Color::white, {}, {}, {}};
    Driver program = seated(table, true);
    CHECK_FALSE(program.wait(Timer::tick));
    Driver driver = seated(table);
    std::vector<std::string> prompts;
    for (int i = 0; i < 4; ++i) {
        prompts.push_back(prompt(driver.session.view()));
        REQUIRE(driver.wait(Timer::tick));
        driver.now += driver.wait(Timer::tick)->time;
        driver.on(Fired{Timer::tick});
    }
    CHECK(prompts == std::vector<std::string>{"White to move 0:10 (Black 1:00)> ",
                                              "White to move 9.9 low (Black 1:00)> ",
                                              "White to move 9.8 low (Black 1:00)> ",
                                              "White to move 9.7 low (Black 1:00)> "});
    driver.receive(table.end(protocol::Winner::black, protocol::GameEnd::timeout));
    CHECK_FALSE(driver.wait(Timer::tick));
    CHECK(prompt(driver.session.view()) == "Game over> ");
}

TEST_CASE("the prompt never shows a time that has passed, whenever it is looked at",
          "[client][session][clock]") {
    ServerTable table = after("d2 d6");
    table.clock = protocol::Clock{{60'000, 0}, {12'000, 60'000}, Color::white, 1'500, {}, {}};
    Driver driver = seated(table);
    for (int i = 0; driver.wait(Timer::tick); ++i) {
        REQUIRE(i < 200);
        const std::string shown = prompt(driver.session.view());
        const Millis wait = driver.wait(Timer::tick)->time;
        View just_before = *driver.session.view();
        just_before.now += wait - 1ms;
        CHECK(prompt(&just_before) == shown);
        driver.now += wait;
        driver.on(Fired{Timer::tick});
        CHECK(prompt(driver.session.view()) != shown);
    }
    CHECK(prompt(driver.session.view()) == "White to move 0.0 low (Black 1:00)> ");
}

TEST_CASE("the clock's doings are facts", "[client][session][facts]") {
    ServerTable table = after("d2 d6");
    table.clock = protocol::Clock{{60'000, 1'000}, {10'400, 60'000}, Color::white, {}, {}, {}};
    Driver driver = seated(table, true);
    protocol::Clock waits = *table.clock;
    waits.runs.reset();
    waits.waits_for = Color::white;
    driver.receive(protocol::ClockNotice{table.id, waits});
    CHECK(driver.facts() ==
          "clock base=60000 increment=1000 white=10400 black=60000 runs=none waits-for=white\n");
    table.clock->runs = Color::black;
    driver.receive(table.play("f4"));
    CHECK(driver.facts() ==
          "move white f4\nclock base=60000 increment=1000 white=10400 black=60000 runs=black\n"
          "turn black\n");
}
