#include "client-cli/core/facts.hpp"

#include <iterator>
#include <nlohmann/json.hpp>
#include <sstream>

#include "client-cli/core/json_lines.hpp"
#include "client-cli/core/screen.hpp"
#include "tests/client/tables.hpp"
#include "tests/support/catch.hpp"

using namespace morris;
using namespace morris::client;
using namespace morris::client::test;

namespace {

constexpr Style ascii{.unicode = false, .colour = false};

// The facts of an event, after it has been folded in.
std::string facts_of(View& view, const protocol::Event& event) {
    REQUIRE(fold(view, event) == Folded::applied);
    return fact_lines(EventReport{event}, &view);
}

}  // namespace

TEST_CASE("a stated table is one fact a line", "[client][facts]") {
    ServerTable table;
    table.seats[1] = computer(Level::casual);
    table.play("d2");
    table.play("d6");
    const View view = view_of(table.snapshot(), Color::white);
    CHECK(fact_lines(StatedReport{}, &view) ==
          "table abc123\n"
          "seat white\n"
          "options pieces=9 flying=yes threefold=yes no-mill=100\n"
          "player white person \"Anna\"\n"
          "player black computer casual\n"
          "move white d2\n"
          "move black d6\n"
          "turn white\n");
}

TEST_CASE("an open table's facts have the invite and no turn", "[client][facts]") {
    Options options = three_pieces();
    options.no_mill.reset();
    options.flying = false;
    ServerTable table(options);
    table.seats[0] = {};
    View view = view_of(table.snapshot(), Color::black);
    CHECK(fact_lines(StatedReport{}, &view) ==
          "table abc123\n"
          "seat black\n"
          "options pieces=3 flying=no threefold=yes no-mill=never\n"
          "player white open\n"
          "player black person \"Ben\"\n"
          "invite K7Q2-M9XW-PA3D\n");
    table.seats[0] = person("Anna");
    CHECK(facts_of(view, table.event(protocol::JoinedEvent{Color::white, person("Anna")})) ==
          "joined white person \"Anna\"\nturn white\n");
}

TEST_CASE("the options that came later are facts where they are not as usual", "[client][facts]") {
    Options options;
    options.move_limit = 200;
    options.hand_counts = true;
    const View view = view_of(ServerTable(options).snapshot(), Color::white);
    CHECK(fact_lines(StatedReport{}, &view)
              .find("options pieces=9 flying=yes threefold=yes no-mill=100 move-limit=200 "
                    "hand-counts=yes\n") != std::string::npos);
}

TEST_CASE("a game's facts go on from event to event", "[client][facts]") {
    ServerTable table(three_pieces());
    View view = view_of(table.snapshot(), std::nullopt);
    std::string last;
    for (const Move& move : moves_of(short_win)) last = facts_of(view, table.play(to_text(move)));
    CHECK(last == "move white c5-a4xb2\nresult winner=white reason=reduced\n");
    CHECK(facts_of(view, table.event(protocol::RematchOfferedEvent{Color::black})) ==
          "rematch-offer black\n");
    CHECK(facts_of(view, table.event(protocol::RematchedEvent{"next1"})) == "rematch next1\n");
    ServerTable other;
    View resigned = view_of(other.snapshot(), Color::white);
    CHECK(facts_of(resigned, other.end(protocol::Winner::black, protocol::GameEnd::resigned)) ==
          "result winner=black reason=resigned\n");
}

TEST_CASE("no fact is more than one line, whatever others send", "[client][facts]") {
    ServerTable table;
    table.seats[0] = person("Eve\nresult white reduced");
    const View view = view_of(table.snapshot(), Color::black);
    const std::string facts = fact_lines(StatedReport{}, &view);
    CHECK(facts.find("player white person \"Eve\\nresult white reduced\"\n") != std::string::npos);
    CHECK(fact_lines(RefusalReport{"internal", "a\nb"}, nullptr) == "refused internal a?b\n");
    CHECK(fact_lines(NoteReport{"a\nb"}, nullptr) == "note a?b\n");
    CHECK(fact_lines(LinkReport{LinkState::lost, "a\nb"}, nullptr) == "connection lost a?b\n");
}

TEST_CASE("a name is a JSON string in every fact, so that it ends where it ends",
          "[client][facts]") {
    for (const char* name : {"X black=person Y", "a \"b\" \\", "Jürgen", "a\nresult", "a\x1b[2J",
                             "\u202eabc", "\x7f", "a\u2028b"}) {
        const std::string quoted = json_string(name);
        INFO(quoted);
        CHECK(nlohmann::json::parse(quoted) == name);
        CHECK(clean(quoted, true) == quoted);
        ServerTable table;
        table.seats[0] = person(name);
        View view = view_of(table.snapshot(), Color::black);
        CHECK(fact_lines(StatedReport{}, &view).find("\nplayer white person " + quoted + "\n") !=
              std::string::npos);
        CHECK(facts_of(view, table.event(protocol::JoinedEvent{Color::white, person(name)})) ==
              "joined white person " + quoted + "\nturn white\n");
        TablesReport list;
        list.tables.open.emplace_back().seats = {person(name), protocol::Seat{}};
        const std::string facts = fact_lines(list, nullptr);
        CHECK(facts.ends_with(" white=person " + quoted + " black=open\n"));
    }
    CHECK(json_string("Jürgen") == "\"Jürgen\"");
    CHECK(json_string("a\xff") == "\"a\\ufffd\"");
}

TEST_CASE("the answers to commands are facts too", "[client][facts]") {
    ServerTable table;
    for (const char* move : {"a7", "d6", "d7", "f4"}) table.play(move);
    View view = view_of(table.snapshot(), Color::white);
    view.legal = {{move_of("d2"), move_of("g7xd6")}};
    CHECK(fact_lines(MovesReport{}, &view) == "moves d2 g7xd6\n");
    CHECK(fact_lines(BoardReport{}, &view) ==
          "position white W:a7,d7+7 B:d6,f4+7 q4\nturn white\n");
}

TEST_CASE("listed tables are one line each", "[client][facts]") {
    protocol::ListedTable table;
    table.table = "abc123";
    table.seats = {person("Anna"), protocol::Seat{}};
    protocol::Tables tables;
    tables.open.push_back(table);
    table.seats[1] = computer(Level::club);
    table.ply = 7;
    table.spectators = 2;
    tables.live.push_back(table);
    CHECK(fact_lines(TablesReport{tables}, nullptr) ==
          "open abc123 ply=0 spectators=0 pieces=9 flying=yes threefold=yes no-mill=100 "
          "white=person \"Anna\" black=open\n"
          "live abc123 ply=7 spectators=2 pieces=9 flying=yes threefold=yes no-mill=100 "
          "white=person \"Anna\" black=computer club\n");
    const std::string screen = screen_lines(TablesReport{tables}, nullptr, ascii);
    CHECK(screen.find("Anna - open") != std::string::npos);
    CHECK(screen.find("Anna - computer, club") != std::string::npos);
    CHECK(screen_lines(TablesReport{}, nullptr, ascii) ==
          "No listed tables. Make one: morris host --listed\n");
}

TEST_CASE("listed tables are broken between words at the terminal's width", "[client][screen]") {
    TablesReport report;
    protocol::ListedTable& table = report.tables.live.emplace_back();
    table.table = "abcdefghijkl";
    table.seats = {person("Somebody With A Long Name"), computer(Level::strong)};
    table.ply = 123;
    table.spectators = 45;
    const auto words_of = [](const std::string& text) {
        std::istringstream words(text);
        return std::vector<std::string>(std::istream_iterator<std::string>(words), {});
    };
    const std::string wide = screen_lines(report, nullptr, {.unicode = false, .width = 500});
    for (std::size_t width = 24; width <= 120; ++width) {
        const std::string shown = screen_lines(report, nullptr, {.unicode = false, .width = width});
        CHECK(words_of(shown) == words_of(wide));
        std::istringstream lines(shown);
        for (std::string line; std::getline(lines, line);) CHECK(columns(line) <= width);
    }
}

TEST_CASE("the client's own JSON lines are objects of type client", "[client][facts]") {
    ServerTable table;
    const View view = view_of(table.snapshot(), Color::white);
    const auto parse = [](const std::string& line) { return nlohmann::json::parse(line); };
    CHECK(parse(client_json_line(LinkReport{LinkState::lost, "timed \"out\""}, nullptr)) ==
          nlohmann::json({{"type", "client"}, {"state", "lost"}, {"message", "timed \"out\""}}));
    CHECK(parse(client_json_line(LinkReport{LinkState::back, ""}, nullptr)) ==
          nlohmann::json({{"type", "client"}, {"state", "back"}}));
    CHECK(parse(client_json_line(RefusalReport{"illegal_move", "No."}, &view))["code"] ==
          "illegal_move");
    CHECK(parse(client_json_line(MovesReport{}, &view))["moves"].size() == point_count);
    CHECK(parse(client_json_line(BoardReport{}, &view))["position"] == "white W:+9 B:+9");
    CHECK(client_json_line(StatedReport{}, &view).empty());
}

TEST_CASE("the screen shows the invite code until somebody joins", "[client][screen]") {
    ServerTable table;
    table.seats[1] = {};
    View view = view_of(table.snapshot(), Color::white);
    const std::string waiting = screen_lines(StatedReport{}, &view, ascii);
    CHECK(waiting.find("\n    K7Q2-M9XW-PA3D\n") != std::string::npos);
    CHECK(waiting.find("morris join K7Q2-M9XW-PA3D") != std::string::npos);
    CHECK(prompt(&view) == "Waiting> ");
    const auto event = table.event(protocol::JoinedEvent{Color::black, person("Ben")});
    fold(view, event);
    const std::string joined = screen_lines(EventReport{event}, &view, ascii);
    CHECK(joined.find("Black (Ben) has joined.") != std::string::npos);
    CHECK(joined.find("Your turn, White") != std::string::npos);
    CHECK(prompt(&view) == "White to move> ");
}

TEST_CASE("what the invited have to type names the server unless it is the usual one",
          "[client][screen]") {
    ServerTable table;
    table.seats[1] = {};
    const View view = view_of(table.snapshot(), Color::white);
    const auto shown = [&](const std::string& server) {
        return screen_lines(StatedReport{server}, &view, ascii);
    };
    const std::string join = "\n    morris join K7Q2-M9XW-PA3D";
    const std::string usual = shown("ws://localhost:8080/ws");
    CHECK(usual.find(join + "\n") != std::string::npos);
    CHECK(usual.find("--server HOST:8080") != std::string::npos);
    const std::string other = shown("ws://127.0.0.1:8091/ws");
    CHECK(other.find(join + " --server 127.0.0.1:8091\n") != std::string::npos);
    CHECK(other.find("this machine only") != std::string::npos);
    const std::string far = shown("wss://example.org:443/ws");
    CHECK(far.find(join + " --server https://example.org\n") != std::string::npos);
    CHECK(far.find("this machine only") == std::string::npos);
}

TEST_CASE("the screen says what can be done after the end", "[client][screen]") {
    ServerTable table;
    View view = view_of(table.snapshot(), Color::white);
    const auto end = table.end(protocol::Winner::white, protocol::GameEnd::resigned);
    fold(view, end);
    const std::string over = screen_lines(EventReport{end}, &view, ascii);
    CHECK(over.find("You win! White wins: Black resigned.") != std::string::npos);
    CHECK(over.find("Type rematch") != std::string::npos);
    CHECK(prompt(&view) == "Game over> ");
    const auto offer = table.event(protocol::RematchOfferedEvent{Color::black});
    fold(view, offer);
    CHECK(screen_lines(EventReport{offer}, &view, ascii).find("wants a rematch") !=
          std::string::npos);
}
