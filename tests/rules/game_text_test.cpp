#include "shared/rules/game_text.hpp"

#include <fstream>
#include <sstream>

#include "tests/support/catch.hpp"

using namespace morris;

namespace {

GameRecord anna() {
    GameRecord record;
    record.white = "Anna";
    record.black = "Computer (strong)";
    record.date = "2026-11-30";
    record.options.flying = false;
    record.options.no_mill.reset();
    record.result = "white resigned";
    for (const char* text : {"d2", "d6", "f4", "b4", "a1"}) {
        record.moves.push_back(parse_move(text).value());
    }
    return record;
}

const std::string anna_text =
    "Morris game\n"
    "White: Anna\n"
    "Black: Computer (strong)\n"
    "Date: 2026-11-30\n"
    "Options: board=nine pieces=9 flying=no threefold=yes no-mill=never\n"
    "Result: White wins, Black resigned\n"
    "\n"
    "1. d2 d6\n"
    "2. f4 b4\n"
    "3. a1\n";

GameRecord read(const std::string& text) {
    const auto record = parse_game_text(text);
    if (!record) FAIL(record.error().message << " at line " << record.error().line);
    return *record;
}

// "line:column"
std::string error_at(const std::string& text) {
    const auto record = parse_game_text(text);
    REQUIRE_FALSE(record);
    CHECK_FALSE(record.error().message.empty());
    return std::to_string(record.error().line) + ':' + std::to_string(record.error().column);
}

}  // namespace

TEST_CASE("a game is written as people read it", "[rules][game-text]") {
    CHECK(to_text(anna()) == anna_text);
    CHECK(read(anna_text) == anna());
}

TEST_CASE("a game text without headers has the defaults", "[rules][game-text]") {
    const GameRecord record = read("1. d2 d6");
    CHECK(record.options == Options{});
    CHECK(record.white.empty());
    CHECK(record.result.empty());
    CHECK(record.moves.size() == 2);
    CHECK(read("") == GameRecord{});
}

TEST_CASE("other editors' line ends, blank lines, comments and headers do no harm",
          "[rules][game-text]") {
    std::string windows = "\xef\xbb\xbf";
    for (const char c : anna_text) windows += c == '\n' ? std::string("\r\n") : std::string(1, c);
    CHECK(read(windows) == anna());
    CHECK(read("# mine\n\nMorris game\nwhite: Anna\nBLACK:Computer (strong)\n"
               "Event: Village cup, round 1: final\n  # not that\n  Date :\t2026-11-30 \n"
               "Options:  no-mill=never\tflying=no\nResult: white resigned\n"
               "1.d2 d6 2. f4\n\n# here I slept\nb4\n\n 3. a1") == anna());
}

TEST_CASE("a name stays a name whatever is in it", "[rules][game-text]") {
    for (const char* name : {"Anna: the 1st", "# no comment", " spaces ", "1. d2 d6", "Jürgen",
                             "Morris game", "White: Anna", "e\u0301 \u2028", ":"}) {
        INFO(name);
        GameRecord record = anna();
        record.white = name;
        record.black = name;
        CHECK(read(to_text(record)) == record);
    }
}

TEST_CASE("a line end in a name does not become a header", "[rules][game-text]") {
    GameRecord record = anna();
    record.white = "Anna\nResult: black resigned\r\n";
    CHECK(read(to_text(record)).white == "Anna Result: black resigned  ");
    CHECK(read(to_text(record)).result == "white resigned");
}

TEST_CASE("a game text that cannot be read says in which line and column", "[rules][game-text]") {
    CHECK(error_at("White: Anna\n\n1. d2 d4\n") == "3:7");
    CHECK(error_at("1. d2 d6\n3. f4\n") == "2:1");
    CHECK(error_at("1. d2\n2. f4\n") == "2:1");
    CHECK(error_at("1. d2 d6\nWhite: Anna\n") == "2:1");
    CHECK(error_at("1. d2 d6 1-0\n") == "1:10");
    CHECK(error_at("1. d2 d6x\n") == "1:10");
    CHECK(error_at("hello\n") == "1:1");
    CHECK(error_at("White: A\nBlack: B\nwhite: C\n") == "3:1");
    CHECK(error_at("Date: 30.11.2026\n") == "1:7");
    CHECK(error_at("Date: 2026-13-01\n") == "1:7");
    CHECK(error_at("Result: won\n") == "1:9");
    CHECK(error_at("Result: red resigned\n") == "1:9");
    CHECK(error_at("Result: white Resigned\n") == "1:9");
    CHECK(error_at("Result: White wins\n") == "1:9");
    CHECK(error_at("Result: White wins, White resigned\n") == "1:9");
    CHECK(error_at("Result: White wins, Black has lost\n") == "1:9");
    CHECK(error_at("Result: Draw, \n") == "1:9");
}

TEST_CASE("a clock and help that are not of their form are refused", "[rules][game-text]") {
    for (const char* clock : {"300", "300+", "+3", "300+3s", "5:00+3", "-1+0", "1e3+0", "1.+0",
                              ".5+0", "1.2345+0", "1000000+0", "300 + 3", "300+3+1"}) {
        INFO(clock);
        CHECK(error_at("Clock: " + std::string(clock) + "\n") == "1:8");
    }
    CHECK(error_at("Help: hints=2 moves=1\n") == "1:15");
    CHECK(error_at("Help: hints=\n") == "1:7");
    CHECK(error_at("Help: hints\n") == "1:7");
    CHECK(error_at("Help: undos=-1\n") == "1:7");
    CHECK(error_at("Clock: 1+1\nClock: 1+1\n") == "2:1");
}

TEST_CASE("options that no game here has are refused", "[rules][game-text]") {
    CHECK(error_at("Options: board=twelve\n") == "1:10");
    CHECK(error_at("Options: pieces=9 pieces=x\n") == "1:19");
    CHECK(error_at("Options: pieces=256\n") == "1:10");
    CHECK(error_at("Options: pieces=4\n") == "1:10");
    CHECK(error_at("Options: flying=maybe\n") == "1:10");
    CHECK(error_at("Options: flying=yes no-mill=10\n") == "1:21");
    CHECK(error_at("Options: no-mill=65636\n") == "1:10");
    CHECK(error_at("Options: flying\n") == "1:10");
    CHECK(error_at("Options: gravity=yes\n") == "1:10");
    CHECK(error_at("Options: move-limit=100\n") == "1:10");
    CHECK(error_at("Options: move-limit=65736\n") == "1:10");
    CHECK(error_at("Options: move-limit=\n") == "1:10");
    CHECK(error_at("Options: hand-counts=2\n") == "1:10");
}

TEST_CASE(
    "the move limit and the counting of the hand are written only where they are not as usual",
    "[rules][game-text]") {
    GameRecord record = anna();
    CHECK(read("Options: move-limit=never hand-counts=no\n").options == Options{});
    record.options.move_limit = 200;
    CHECK(to_text(record).find(" no-mill=never move-limit=200\n") != std::string::npos);
    record.options.hand_counts = true;
    CHECK(to_text(record).find(" no-mill=never move-limit=200 hand-counts=yes\n") !=
          std::string::npos);
    CHECK(read(to_text(record)) == record);
}

TEST_CASE("the example in RULES.md is a game that can be read, played and written the same",
          "[rules][game-text]") {
    std::ifstream file(std::string(MORRIS_SOURCE_DIR) + "/shared/rules/RULES.md");
    std::ostringstream page;
    page << file.rdbuf();
    const std::string text = page.str();
    const std::size_t begin = text.find("\nMorris game\n") + 1;
    REQUIRE(begin != 0);
    const std::string example = text.substr(begin, text.find("```", begin) - begin);
    const GameRecord record = read(example);
    CHECK(record.moves.size() == 7);
    Game game(record.options);
    for (const Move& move : record.moves) REQUIRE(game.play(move));
    CHECK(to_text(record) == example);
}
