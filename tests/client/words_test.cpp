#include "client-cli/core/words.hpp"

#include "client-cli/core/words_news.hpp"
#include "shared/rules/presets.hpp"
#include "tests/client/tables.hpp"
#include "tests/support/catch.hpp"

using namespace morris;
using namespace morris::client;
using namespace morris::client::test;
using protocol::GameEnd;
using protocol::Winner;

namespace {

constexpr Style unicode{.unicode = true, .colour = false};

Game game_after(const std::string& moves, const Options& options = {}) {
    Game game(options);
    for (const Move& move : moves_of(moves)) REQUIRE(game.play(move));
    return game;
}

Game game_at(std::string_view position) {
    const auto parsed = parse_position(position, Options{});
    REQUIRE(parsed);
    return {Options{}, parsed->position, parsed->plies_without_take};
}

}  // namespace

TEST_CASE("a draw by repetition names the plies of the position", "[client][words]") {
    const Game game = game_after(
        "e3 g1 a7 e5 c5 f4 e3-d3 g1-d1 d3-e3 d1-g1 e3-d3 g1-d1 d3-e3 d1-g1", three_pieces());
    REQUIRE(game.outcome());
    CHECK(result_words(game, result_of(*game.outcome())) ==
          "Draw: the same position for the third time, after plies 6, 10 and 14.");
}

TEST_CASE("a side that cannot move has its pieces named", "[client][words]") {
    const Game game = game_at("black W:d7,a4,g4,d1+0 B:a7,g7,a1,g1+0");
    REQUIRE(game.legal_moves().empty());
    CHECK(result_words(game, {Winner::white, GameEnd::blocked}) ==
          "White wins: Black cannot move any of a1, a7, g1 and g7.");
}

TEST_CASE("every end has its own words", "[client][words]") {
    const Game game = game_after("d2 d6");
    const auto words = [&](Winner winner, GameEnd reason) {
        return result_words(game, {winner, reason});
    };
    CHECK(words(Winner::black, GameEnd::reduced) == "Black wins: White has only two pieces left.");
    CHECK(words(Winner::black, GameEnd::resigned) == "Black wins: White resigned.");
    CHECK(words(Winner::draw, GameEnd::no_mill) ==
          "Draw: 2 plies in a row in which nothing was taken.");
    CHECK(words(Winner::nobody, GameEnd::withdrawn) ==
          "The table was withdrawn before anyone joined.");
    CHECK(words(Winner::nobody, GameEnd::expired) != words(Winner::nobody, GameEnd::closed));
    CHECK(words(Winner::white, GameEnd::timeout) == "White wins: Black ran out of time.");
    CHECK(words(Winner::draw, GameEnd::timeout) == "Draw: time ran out against too few pieces.");
    CHECK(words(Winner::draw, GameEnd::agreed) == "Draw: both sides agreed to it.");
    CHECK(words(Winner::nobody, GameEnd::aborted) ==
          "The game was aborted before both sides had moved; nobody has won.");
    CHECK(words(Winner::black, GameEnd::abandoned) == "Black wins: White left the game.");
    CHECK(words(Winner::draw, GameEnd::abandoned) == "Draw: a player left the game.");
    CHECK(words(Winner::white, GameEnd::idle) == "White wins: Black did not move.");
    CHECK(words(Winner::draw, GameEnd::idle) == "Draw: a player did not move.");
}

TEST_CASE("a draw by the move limit says how many moves and takes there were", "[client][words]") {
    const Game game = game_after("a7 a1 d7 c3 g7xa1", three_pieces());
    CHECK(result_words(game, {Winner::draw, GameEnd::move_limit}) ==
          "Draw: the move limit is reached, with 5 moves and 1 takes.");
}

TEST_CASE("options are said in words, the rarer ones where there are any", "[client][words]") {
    CHECK(options_words({}) ==
          "9 pieces each, flying, draw by threefold, draw after 100 plies without a take");
    CHECK(options_words({.pieces = 6, .flying = false, .threefold = false, .no_mill = {}}) ==
          "6 pieces each, no flying, no draw by threefold, no limit without a take");
    CHECK(options_words(find_preset("two-hundred")->options) ==
          "9 pieces each, flying, draw by threefold, no limit without a take, draw after 200 moves "
          "and takes, two pieces with the hand counted lose");
}

TEST_CASE("results are read as games' records have them", "[client][words]") {
    CHECK(parse_result("white resigned") == protocol::GameResult{Winner::white, GameEnd::resigned});
    CHECK(parse_result("draw no-mill") == protocol::GameResult{Winner::draw, GameEnd::no_mill});
    CHECK(parse_result("none expired") == protocol::GameResult{Winner::nobody, GameEnd::expired});
    CHECK(parse_result("draw move-limit") ==
          protocol::GameResult{Winner::draw, GameEnd::move_limit});
    CHECK(parse_result("black idle") == protocol::GameResult{Winner::black, GameEnd::idle});
    CHECK_FALSE(parse_result("white"));
    CHECK_FALSE(parse_result("nobody expired"));
    CHECK_FALSE(parse_result("white tired"));
}

TEST_CASE("whose turn it is depends on who looks", "[client][words]") {
    ServerTable table;
    table.play("d2");
    CHECK(turn_words(view_of(table.snapshot(), Color::black), unicode) ==
          "Your turn, Black: place a piece.");
    CHECK(turn_words(view_of(table.snapshot(), Color::white), unicode) ==
          "Waiting for Black (Ben) to move.");
    table.seats[1] = computer(Level::strong);
    CHECK(turn_words(view_of(table.snapshot(), std::nullopt), unicode) ==
          "Waiting for Black (computer, strong) to move.");
    table.seats[1] = {};
    CHECK(turn_words(view_of(table.snapshot(), Color::white), unicode) ==
          "Waiting for somebody to take the other seat.");
}

TEST_CASE("moves are told step by step", "[client][words]") {
    CHECK(move_words(Color::white, move_of("d2")) == "White d2 (placed)");
    CHECK(move_words(Color::black, move_of("a1-a4xd7")) ==
          "Black a1-a4xd7 (moved, a mill, takes d7)");
}

TEST_CASE("a name that would steer the terminal does not", "[client][words]") {
    CHECK(seat_words(person("Eve\x1b[2J"), unicode) == "Eve?[2J");
}

TEST_CASE("who is away is said with the time", "[client][words]") {
    ServerTable table;
    const View view = view_of(table.snapshot(), Color::white);
    protocol::SeatPresence presence;
    presence.since = protocol::Instant(std::chrono::milliseconds(45'296'789));  // 12:34:56
    CHECK(presence_words(view, Color::black, presence, unicode) ==
          "Black (Ben) is away since 12:34 UTC; the game waits.");
    presence.present = true;
    CHECK(presence_words(view, Color::black, presence, unicode) == "Black (Ben) is here.");
}

namespace {

// Black away since 12:34, seen by White or a spectator.
View with_black_away(const ServerTable& table, std::optional<Color> seat) {
    View view = view_of(table.snapshot(), seat);
    protocol::Presence presence{table.id, {}, 0};
    presence.seats[0] = protocol::SeatPresence{true, {}};
    presence.seats[1] =
        protocol::SeatPresence{false, protocol::Instant(std::chrono::milliseconds(45'296'789))};
    fold(view, presence);
    view.missed[1] = true;
    return view;
}

}  // namespace

TEST_CASE("after the end nothing waits for who has left", "[client][words]") {
    ServerTable table;
    table.end(Winner::white, GameEnd::resigned);
    View view = with_black_away(table, Color::white);
    CHECK(presence_words(view, Color::black, *view.presence->seats[1], unicode) ==
          "Black (Ben) has left.");
    view.rematch.offered_by = Color::white;
    CHECK(rematch_words(view, unicode) ==
          "You want a rematch; waiting for Black (Ben), who is away since 12:34 UTC.");
}

TEST_CASE("who is waited for in vain is said so at every look", "[client][words]") {
    ServerTable table;
    CHECK(away_words(with_black_away(table, Color::white), Color::black, unicode) ==
          "Black (Ben) is away since 12:34 UTC.");
    CHECK(away_words(with_black_away(table, Color::black), Color::black, unicode).empty());
    View just_gone = with_black_away(table, Color::white);
    just_gone.missed = {};
    CHECK(away_words(just_gone, Color::black, unicode).empty());
    table.play("d2");
    CHECK(turn_words(with_black_away(table, Color::white), unicode) ==
          "Waiting for Black (Ben) to move, who is away since 12:34 UTC.");
    CHECK(turn_words(with_black_away(table, Color::black), unicode) ==
          "Your turn, Black: place a piece.");
}

TEST_CASE("what a snapshot undoes is said in one sentence", "[client][words]") {
    ServerTable table;
    const auto start = table.snapshot();
    ServerTable open;
    open.seats[1] = {};
    table.play("d2");
    const auto one = table.snapshot();
    table.play("d6");
    const View before = view_of(table.snapshot(), Color::white);
    const std::string text = "The server went back to an earlier position; ";
    CHECK(undone_words(before, table.snapshot()).empty());
    CHECK(undone_words(before, one) == text + "1 move is undone.");
    CHECK(undone_words(before, start) == text + "2 moves are undone.");
    CHECK(undone_words(before, open.snapshot()) == text + "the other seat is open again.");
    CHECK(undone_words(view_of(one, Color::white), table.snapshot()).empty());
    SECTION("also where another history is as long") {
        ServerTable other_one;
        other_one.play("d2");
        other_one.play("f4");
        CHECK(undone_words(before, other_one.snapshot()) == text + "1 move is undone.");
    }
    SECTION("and not of another table") {
        ServerTable elsewhere;
        elsewhere.id = "next1";
        CHECK(undone_words(before, elsewhere.snapshot()).empty());
    }
}
