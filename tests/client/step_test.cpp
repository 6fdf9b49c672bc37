#include "client-cli/core/step.hpp"

#include <regex>
#include <sstream>

#include "client-cli/core/render.hpp"
#include "tests/client/tables.hpp"
#include "tests/support/catch.hpp"

using namespace morris;
using namespace morris::client;
using namespace morris::client::test;

namespace {

Game played(const std::string& moves, const Options& options) {
    Game game(options);
    for (const Move& move : moves_of(moves)) REQUIRE(game.play(move));
    return game;
}

SteppedGame short_game() {
    return {played(short_win, three_pieces()), {}, "White: Anna   Black: Ben\n", "White wins."};
}

}  // namespace

TEST_CASE("the keys go through a game and stay within it", "[client][step]") {
    CHECK(step_key("\x1b[C") == StepKey::on);
    CHECK(step_key("\x1bOD") == StepKey::back);
    CHECK(step_key("\x1b[H") == StepKey::first);
    CHECK(step_key("\x1b[4~") == StepKey::last);
    CHECK(step_key("q") == StepKey::leave);
    CHECK(step_key("\x03") == StepKey::leave);
    CHECK(step_key("\x1b") == StepKey::none);
    CHECK(step_key("x") == StepKey::none);
    for (std::size_t ply = 0; ply <= 9; ++ply) {
        CHECK(stepped(ply, 9, StepKey::back) == (ply == 0 ? 0 : ply - 1));
        CHECK(stepped(ply, 9, StepKey::on) == std::min<std::size_t>(ply + 1, 9));
        CHECK(stepped(ply, 9, StepKey::first) == 0);
        CHECK(stepped(ply, 9, StepKey::last) == 9);
        CHECK(stepped(ply, 9, StepKey::none) == ply);
    }
}

TEST_CASE("every page has the board at its ply and marks the move that led there",
          "[client][step]") {
    const SteppedGame shown = short_game();
    const Style style{.unicode = false, .width = 80};
    for (std::size_t ply = 0; ply <= 9; ++ply) {
        const std::string page = step_page(shown, ply, style);
        CHECK(page.find("Ply " + std::to_string(ply) + " of 9.") != std::string::npos);
        const Game game = game_after(shown.game, ply);
        std::optional<Move> last;
        if (ply > 0) last = shown.game.moves()[ply - 1];
        std::istringstream board(draw_board(game.position(), {last, 0}, style));
        for (std::string line; std::getline(board, line);) {
            CHECK(page.find("\n" + line) != std::string::npos);
        }
        if (last) CHECK(page.find("[" + to_text(*last) + "]") != std::string::npos);
        CHECK((page.find("White wins.") != std::string::npos) == (ply == 9));
    }
}

TEST_CASE("a page fits the window, with colours as without", "[client][step]") {
    const SteppedGame shown = short_game();
    for (std::size_t width = 40; width <= 100; width += 5) {
        const std::string plain = step_page(shown, 5, {.unicode = true, .width = width});
        std::istringstream lines(plain);
        for (std::string line; std::getline(lines, line);) CHECK(columns(line) <= width);
        const std::string painted =
            step_page(shown, 5, {.unicode = true, .colour = true, .width = width});
        CHECK(std::regex_replace(painted, std::regex("\x1b\\[[0-9;]*m"), "") == plain);
    }
}

TEST_CASE("a long game's page has as many moves as there is room for, the present one among them",
          "[client][step]") {
    ServerTable table;
    for (const char* move : {"a7", "d7", "g7", "a4", "b4", "c4", "e4", "f4"}) table.play(move);
    const SteppedGame shown{table.game, {}, "", ""};
    for (std::size_t ply = 1; ply <= 8; ++ply) {
        const std::string page = step_page(shown, ply, {.unicode = false, .width = 50});
        CHECK(page.find("[" + to_text(table.game.moves()[ply - 1]) + "]") != std::string::npos);
    }
}

TEST_CASE("what was taken back is said where it happened", "[client][step]") {
    ServerTable table;
    table.play("a7");
    table.play("d7");
    table.take_back(Color::black, false);
    table.play("g7");
    table.play("d6");
    table.take_back(Color::white, true);
    const auto places = places_of(table.taken_back, table.turn);
    REQUIRE(places.size() == 2);
    CHECK(places[0].ply == 1);
    CHECK(places[1].ply == 2);
    const SteppedGame shown{table.game, places, "", ""};
    const auto page = [&](std::size_t ply) {
        return step_page(shown, ply, {.unicode = false, .width = 80});
    };
    CHECK(page(1).find("Taken back here by Black: d7.") != std::string::npos);
    CHECK(page(2).find("Undone here by White: d6.") != std::string::npos);
    CHECK(page(0).find("here by") == std::string::npos);
}
