// What a session says at its table, as a person reads it on the screen.
#include "client-cli/core/screen.hpp"
#include "shared/rules/presets.hpp"
#include "tests/client/session_driver.hpp"
#include "tests/support/catch.hpp"

using namespace morris;
using namespace morris::client;
using namespace morris::client::test;
using namespace std::chrono_literals;

namespace {

constexpr Style wide{.unicode = true, .colour = false, .width = 200};

// Of the last happening, with line ends as blanks.
std::string said(const Driver& driver) {
    std::string text;
    for (const Action& action : driver.last) {
        const auto* tell = std::get_if<Tell>(&action);
        if (tell != nullptr) text += screen_lines(tell->report, tell->view.get(), wide);
    }
    std::replace(text.begin(), text.end(), '\n', ' ');
    return text;
}

bool says(const Driver& driver, std::string_view words) {
    const std::string text = said(driver);
    INFO(text);
    return text.find(words) != std::string::npos;
}

Driver seated(const ServerTable& table) {
    Driver driver(TakeSeat{old_seat()});
    driver.greet();
    driver.attach(table, Color::white);
    return driver;
}

}  // namespace

TEST_CASE("the invite code is said again as long as it is of use", "[client][session][said]") {
    ServerTable table;
    table.seats[1] = {};
    Driver driver = seated(table);
    REQUIRE(says(driver, "morris join K7Q2-M9XW-PA3D"));
    const std::string word = GENERATE("invite", "board");
    driver.type(word);
    CHECK(says(driver, "morris join K7Q2-M9XW-PA3D"));
    if (word == "invite") CHECK(driver.facts() == "invite K7Q2-M9XW-PA3D\n");
    driver.receive(table.event(protocol::JoinedEvent{Color::black, person("Ben")}));
    driver.type(word);
    CHECK_FALSE(says(driver, "K7Q2"));
    CHECK((driver.refusals() == std::vector<std::string>{"seat_taken"}) == (word == "invite"));
}

TEST_CASE("what is played is said once to whoever comes to a table", "[client][session][said]") {
    ServerTable table(find_preset("two-hundred")->options);
    table.clock = protocol::Clock{{300'000, 3'000}, {300'000, 300'000}, {}, {}, 60'000, {}};
    const bool open = GENERATE(true, false);
    if (open) table.seats[1] = {};
    const bool watches = !open && GENERATE(true, false);
    Driver driver(watches ? Goal(WatchTable{table.id}) : Goal(TakeSeat{old_seat()}));
    driver.greet();
    driver.attach(table, watches ? std::nullopt : std::optional(Color::white));
    const std::string game =
        "Table abc123: 9 pieces each, flying, draw by threefold, no limit without a take, draw "
        "after 200 moves and takes, two pieces with the hand counted lose, clock 5+3 (preset "
        "two-hundred).";
    CHECK(says(driver, game));
    table.seats[1] = person("Ben");
    table.seq += 7;
    driver.on(Lost{"gone", 1012});
    driver.on(Fired{Timer::reconnect});
    driver.greet();
    driver.attach(table, watches ? std::nullopt : std::optional(Color::white));
    CHECK(says(driver, "Table abc123 "));
    CHECK_FALSE(says(driver, "pieces each"));
}

TEST_CASE("rules says again what is played, and how far its limit is", "[client][session][said]") {
    Options options = three_pieces();
    options.move_limit = 200;
    ServerTable table(options);
    const std::vector<Move> moves = moves_of(short_win);
    for (std::size_t ply = 0; ply < 6; ++ply) table.play(to_text(moves[ply]));
    Driver driver = seated(table);
    driver.type("rules");
    CHECK(says(driver, "Played here: 3 pieces each, flying, draw by threefold"));
    CHECK(says(driver, "194 moves and takes are left until it is a draw."));
    CHECK(driver.facts() ==
          "options pieces=3 flying=yes threefold=yes no-mill=100 move-limit=200\nmoves-left 194\n");
    Driver later = seated(table);
    for (std::size_t ply = 6; ply < moves.size(); ++ply) {
        later.receive(table.play(to_text(moves[ply])));
    }
    CHECK(moves_left(*later.session.view()) == 190);  // nine moves and one take
    later.type("rules");
    CHECK_FALSE(says(later, "left until"));
}

TEST_CASE("without a connection the clock stands, and goes on as the server then says",
          "[client][session][said][clock]") {
    ServerTable table;
    table.play("d2");
    table.play("d6");
    table.clock = protocol::Clock{{60'000, 0}, {50'000, 60'000}, Color::white, {}, {}, {}};
    Driver driver = seated(table);
    driver.now += 4s;
    driver.on(Lost{"gone", std::nullopt});
    CHECK_FALSE(driver.wait(Timer::tick));
    for (int i = 0; i < 3; ++i) {
        driver.now += 5s;
        driver.on(Fired{Timer::tick});
        CHECK_FALSE(driver.wait(Timer::tick));
        CHECK(prompt(driver.session.view()) == "White to move 0:46, not connected (Black 1:00)> ");
    }
    driver.type("board");
    CHECK(says(driver, "0:46"));
    CHECK_FALSE(says(driver, "running"));
    driver.on(Fired{Timer::reconnect});
    driver.greet();
    const bool whole = GENERATE(true, false);
    table.clock->left_ms[0] = 31'000;
    if (whole) {
        driver.attach(table, Color::white);
    } else {
        driver.attach_since(table, Color::white, table.seq);
        driver.receive(protocol::ClockNotice{table.id, *table.clock});
    }
    REQUIRE(driver.wait(Timer::tick));
    driver.now += 1s;
    driver.on(Fired{Timer::tick});
    CHECK(prompt(driver.session.view()) == "White to move 0:30 (Black 1:00)> ");
}

TEST_CASE("whose offer ends because the game went on is told so", "[client][session][said]") {
    using protocol::OfferKind;
    ServerTable table;
    for (const char* move : {"d2", "d6", "f4"}) table.play(move);
    SECTION("by the other side's move") {
        const auto kind = GENERATE(OfferKind::draw, OfferKind::takeback);
        table.offer(Color::white, kind);
        Driver driver = seated(table);
        driver.receive(table.play("b4"));
        CHECK(says(driver, kind == OfferKind::draw
                               ? "Your draw offer is void: Black (Ben) has moved."
                               : "Your takeback request is void: Black (Ben) has moved."));
    }
    SECTION("by our own") {
        table.play("b4");
        table.offer(Color::white, OfferKind::takeback);
        Driver driver = seated(table);
        driver.receive(table.play("e3"));
        CHECK(says(driver, "Your takeback request is void: you have moved."));
    }
    SECTION("by a takeback, which is no news of itself") {
        table.offer(Color::white, OfferKind::draw);
        table.offer(Color::white, OfferKind::takeback);
        const std::uint64_t accepted = table.seq;
        Driver driver = seated(table);
        auto event = table.take_back(Color::white, false);
        std::get<protocol::TakenBackEvent>(event.body).offer = accepted;
        driver.receive(event);
        CHECK(says(driver, "Your draw offer is void: moves were taken back."));
        CHECK_FALSE(says(driver, "takeback request"));
    }
}

TEST_CASE("undo is named after the end only if there is a move to undo",
          "[client][session][said]") {
    const bool moved = GENERATE(true, false);
    ServerTable table;
    table.seats[1] = computer(Level::club);
    if (moved) table.play("d2");
    Driver driver = seated(table);
    driver.receive(table.end(protocol::Winner::black, protocol::GameEnd::resigned));
    CHECK(says(driver, "Type rematch to play again, or quit."));
    CHECK(says(driver, "undo takes") == moved);
}

TEST_CASE("an offer of a rematch is not withdrawn but left", "[client][session][said]") {
    ServerTable table;
    table.end(protocol::Winner::black, protocol::GameEnd::resigned);
    const auto by = GENERATE(Color::white, Color::black);
    table.rematch.offered_by = by;
    Driver driver = seated(table);
    driver.type("withdraw");
    CHECK(driver.refusals() == std::vector<std::string>{"game_over"});
    CHECK(says(driver, "cannot be withdrawn") == (by == Color::white));
}

TEST_CASE("who finds both seats taken is told the way that is left", "[client][session][said]") {
    TakeSeat seat{new_seat()};
    const bool by_invite = GENERATE(true, false);
    seat.own_table = GENERATE("", "abc123");
    seat.record.request = by_invite ? protocol::Join{"K7Q2-M9XW-PA3D", std::nullopt, seat_secret}
                                    : protocol::Join{std::nullopt, "abc123", seat_secret};
    Driver driver(seat);
    driver.greet();
    driver.refuse(protocol::ErrorCode::seat_taken);
    CHECK(driver.quit_code() == exit_code::refused);
    const bool own = !seat.own_table.empty();
    CHECK(says(driver, "morris resume abc123") == own);
    CHECK(says(driver, "morris watch abc123") == (!own && !by_invite));
    CHECK(says(driver, "Both seats are taken"));
}
