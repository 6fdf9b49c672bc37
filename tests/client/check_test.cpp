#include "client-cli/core/check.hpp"

#include <nlohmann/json.hpp>
#include <random>

#include "client-cli/core/json_lines.hpp"
#include "client-cli/core/text.hpp"
#include "tests/client/tables.hpp"
#include "tests/support/catch.hpp"

using namespace morris;
using namespace morris::client;
using namespace morris::client::test;

namespace {

GameRecord record_of(const std::string& moves, const Options& options, std::string result) {
    GameRecord record;
    record.white = "Anna";
    record.options = options;
    record.result = std::move(result);
    record.moves = moves_of(moves);
    return record;
}

// What stands at a line and column of a text, up to the next blank.
std::string word_at(const std::string& text, std::size_t line, std::size_t column) {
    std::istringstream lines(text);
    std::string found;
    for (std::size_t i = 0; i < line; ++i) std::getline(lines, found);
    return found.substr(column - 1, found.find(' ', column - 1) - (column - 1));
}

}  // namespace

TEST_CASE("a finished game is checked and its end is told", "[client][check]") {
    const auto report =
        check_game("game.txt", to_text(record_of(short_win, three_pieces(), "white reduced")));
    CHECK_FALSE(report.fault);
    CHECK(report.legal == std::vector<std::size_t>{24, 23, 22, 21, 20, 19, 54, 54, 56});
    CHECK(check_words(report) == "game.txt: 9 plies. White wins: Black has only two pieces left.");
}

TEST_CASE("an unfinished and a resigned game are as legal as a finished one", "[client][check]") {
    const auto open = check_moves("moves", "d2 d6", Options{});
    CHECK(check_words(open) == "moves: 2 plies. Unfinished, White to move.");
    const auto resigned = check_game("g", to_text(record_of("d2 d6", {}, "black resigned")));
    CHECK(check_words(resigned) == "g: 2 plies. Black wins: White resigned.");
}

TEST_CASE("the first illegal move is found where it stands", "[client][check]") {
    const auto seed = GENERATE(range(1U, 31U));
    INFO("seed " << seed);
    std::mt19937 random(seed);
    Game game(Options{});
    for (std::size_t plies = random() % 40; plies > 0 && !game.outcome(); --plies) {
        const MoveList moves = game.legal_moves();
        REQUIRE(game.play(moves[random() % moves.size()]));
    }
    if (game.outcome()) return;
    // No side has a piece of its own to put there: the last move's point is taken.
    GameRecord record = record_of("", {}, "");
    record.moves = game.moves();
    const Move wrong =
        game.moves().empty() ? move_of("a1-a4") : Move{no_point, game.moves().back().to, no_point};
    record.moves.push_back(wrong);
    record.moves.push_back(move_of("d2"));
    const std::string text = to_text(record);
    const auto report = check_game("g", text);
    REQUIRE(report.fault);
    CHECK(report.fault->ply == game.ply() + 1);
    CHECK(report.fault->move == to_text(wrong));
    CHECK(word_at(text, report.fault->line, report.fault->column) == to_text(wrong));
    CHECK(report.legal.size() == game.ply() + 1);
    CHECK(report.legal.back() == game.legal_moves().size());
}

TEST_CASE("a number without a blank before the move does not shift the column", "[client][check]") {
    const auto report = check_game("g", "1.d2 d6\n2.d2");
    REQUIRE(report.fault);
    CHECK(report.fault->line == 2);
    CHECK(report.fault->column == 3);
    CHECK(report.fault->code == "to_occupied");
    CHECK(check_words(report).find("g:2:3: ply 3, d2: ") == 0);
}

TEST_CASE("a text that cannot be read says where", "[client][check]") {
    const auto report = check_game("g", "Morris game\n\n1. d2 d9\n");
    REQUIRE(report.fault);
    CHECK(report.fault->code == "unreadable");
    CHECK(report.fault->line == 3);
    CHECK(report.fault->column == 7);
    CHECK(
        check_words(report) ==
        "g:3:7: ply 2, d9: \"d9\" is no point: a point is a letter a to g and a digit 1 to 7, such "
        "as a7 or d2.");
    CHECK(check_words(check_game("g", "1. d2 d6\n2. f4xd4")) ==
          "g:2:7: ply 3, f4xd4: d4 is no point of the board.");
    CHECK_FALSE(check_game("g", "hello").fault->ply);
}

TEST_CASE("nothing that steers a terminal is told of a text that cannot be read",
          "[client][check]") {
    for (const char* word :
         {"d2\x1b[2J", "\x1b[2J", "d2x\x9b", "\xc3\xa4", "d2x\xc3\xa4", "d2\xff"}) {
        const std::string words = check_words(check_game("g", std::string("1. d2 ") + word));
        INFO(words);
        CHECK(clean(words, true) == words);
        CHECK(words.starts_with("g:1:"));
        CHECK(words.find("ply 2, ") != std::string::npos);
    }
}

TEST_CASE("a text in which there is no game is not taken for one", "[client][check]") {
    for (const char* text : {"", "\n", "  \r\n\t\n", "# a remark\n\n  # another"}) {
        const auto report = check_game("g", text);
        REQUIRE(report.fault);
        CHECK(report.fault->code == "no_game");
        CHECK(check_words(report) == "g:1:1: There is no game here.");
    }
    CHECK(check_moves("moves", " ", Options{}).fault);
    // One at which nobody has moved yet.
    CHECK_FALSE(check_game("g", to_text(record_of("", {}, ""))).fault);
}

TEST_CASE("a result that the moves do not have is a fault", "[client][check]") {
    const std::string text = to_text(record_of(short_win, three_pieces(), "black reduced"));
    const auto report = check_game("g", text);
    REQUIRE(report.fault);
    CHECK(report.fault->code == "wrong_result");
    CHECK(report.fault->message ==
          "The result is given as: Black wins, White has two pieces left; but by the rules it is: "
          "White wins, Black has two pieces left.");
    CHECK(word_at(text, report.fault->line, report.fault->column) == "Result:");
    CHECK(check_game("g", to_text(record_of("d2 d6", {}, "white blocked"))).fault);
    CHECK(check_game("g", to_text(record_of("d2 d6", {}, "draw move-limit"))).fault);
    CHECK_FALSE(check_game("g", to_text(record_of("d2 d6", {}, "none expired"))).fault);
}

TEST_CASE("a result for a reason that is not known is told as it stands", "[client][check]") {
    const auto report = check_game("g", to_text(record_of("d2 d6", {}, "white forfeited")));
    CHECK(check_words(report) == "g: 2 plies. White wins, forfeited.");
    CHECK(nlohmann::json::parse(check_json_line(report))["result"] ==
          nlohmann::json({{"winner", "white"}, {"reason", "forfeited"}}));
}

TEST_CASE("a result of an older text means the same", "[client][check]") {
    CHECK(check_words(check_game("g", "Result: black resigned\n\n1. d2 d6\n")) ==
          check_words(check_game("g", "Result: Black wins, White resigned\n\n1. d2 d6\n")));
}

TEST_CASE("moves after the end are illegal", "[client][check]") {
    const auto report = check_moves("m", short_win + " g1-d1", three_pieces());
    REQUIRE(report.fault);
    CHECK(report.fault->code == "game_over");
    CHECK(report.fault->ply == 10);
    CHECK(report.legal.back() == 0);
}

TEST_CASE("bare moves take the options given with them", "[client][check]") {
    CHECK_FALSE(check_moves("m", short_win, three_pieces()).fault);
    CHECK(check_moves("m", short_win, Options{}).fault->code == "from_unexpected");
}

TEST_CASE("a game is checked by the options that its text names", "[client][check]") {
    Options counts = three_pieces();
    counts.hand_counts = true;
    counts.move_limit = 200;
    const auto report =
        check_game("g", to_text(record_of("a7 a1 d7 c3 g7xa1", counts, "white reduced")));
    CHECK_FALSE(report.fault);
    const auto options = nlohmann::json::parse(check_json_line(report))["options"];
    CHECK(options["hand_counts"] == true);
    CHECK(options["move_limit"] == 200);
    CHECK(check_moves("m", "a7 a1 d7 c3 g7xa1 e4", counts).fault->code == "game_over");
    CHECK_FALSE(check_moves("m", "a7 a1 d7 c3 g7xa1 e4", three_pieces()).fault);
}

TEST_CASE("a check as JSON is one line with the counts", "[client][check]") {
    const auto good =
        nlohmann::json::parse(check_json_line(check_moves("m", short_win, three_pieces())));
    CHECK(good["ok"] == true);
    CHECK(good["file"] == "m");
    CHECK(good["plies"] == 9);
    CHECK(good["legal"] == nlohmann::json({24, 23, 22, 21, 20, 19, 54, 54, 56}));
    CHECK(good["result"] == nlohmann::json({{"winner", "white"}, {"reason", "reduced"}}));
    CHECK(good["options"]["pieces"] == 3);
    CHECK_FALSE(good.contains("fault"));
    const std::string line = check_json_line(check_moves("m\"\n\xff", "d2 d2", Options{}));
    CHECK(std::count(line.begin(), line.end(), '\n') == 1);
    const auto bad = nlohmann::json::parse(line);
    CHECK(bad["ok"] == false);
    CHECK(bad["fault"]["code"] == "to_occupied");
    CHECK(bad["fault"]["column"] == 4);
    CHECK(bad["result"].is_null());
}
