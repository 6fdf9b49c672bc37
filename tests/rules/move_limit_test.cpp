// R13: a draw after so many moves, where a take counts as one more.
#include <sstream>
#include <vector>

#include "shared/rules/notation.hpp"
#include "tests/support/catch.hpp"

using namespace morris;

namespace {

constexpr Outcome drawn_by_limit{std::nullopt, Reason::move_limit};

// Nothing but the move limit makes a draw.
Options only_the_limit() {
    Options options;
    options.threefold = false;
    options.no_mill.reset();
    options.move_limit = 200;
    return options;
}

Game from_text(const std::string& text, const Options& options) {
    const auto position = parse_position(text, options);
    REQUIRE(position);
    return {options, position->position, position->plies_without_take};
}

void play(Game& game, const std::string& move) {
    INFO(move << " at " << game.moves_and_takes());
    REQUIRE(game.play(parse_move(move).value()));
}

std::optional<Outcome> outcome_after(Game game, const std::string& move) {
    REQUIRE_FALSE(game.outcome());
    play(game, move);
    return game.outcome();
}

// After c3 and a1 have gone to and fro until the count is as asked for. White can close a7 d7 g7 by
// g4-g7 at any time; each piece more of Black is a take less, so that the count can be even or odd.
Game game_at_count(int count, const std::string& more_of_black, const Options& options) {
    Game game = from_text("white W:a7,d7,g4,c3+0 B:a1,b2,f2" + more_of_black + "+0", options);
    const std::vector<std::string> moves{"c3-c4", "a1-d1", "c4-c3", "d1-a1"};
    for (std::size_t i = 0; game.moves_and_takes() < count; ++i) play(game, moves[i % 4]);
    REQUIRE(game.moves_and_takes() == count);
    REQUIRE(game.position().to_move == Color::white);
    return game;
}

// With three flying pieces each, White's goes round 11 points and Black's round 9, so that no
// position comes back for 99 rounds. Then others go there and back twice: the position comes for
// the third time when the count, which begins at 12, is 200.
Game game_with_all_draws_at_once(const Options& options) {
    const std::vector<std::string> white{"d7", "g7", "b6", "d6", "f6", "c5",
                                         "d5", "e5", "a4", "b4", "c4"};
    const std::vector<std::string> black{"e4", "f4", "g4", "c3", "d3", "e3", "b2", "d2", "f2"};
    Game game = from_text("white W:a7,d1,c4+0 B:a1,g1,f2+0 q12", options);
    for (std::size_t i = 0; i < 90; ++i) {
        play(game, white[(i + 10) % 11] + "-" + white[i % 11]);
        play(game, black[(i + 8) % 9] + "-" + black[i % 9]);
    }
    for (const char* move : {"a7-c3", "a1-e4", "c3-a7", "e4-a1"}) play(game, move);
    for (const char* move : {"a7-c3", "a1-e4", "c3-a7", "e4-a1"}) play(game, move);
    CHECK(game.moves_and_takes() == 200);
    CHECK(game.occurrences() == 3);
    CHECK(game.plies_without_take() == 200);
    return game;
}

}  // namespace

TEST_CASE("the move limit counts every move, and every take once more", "[rules][R13]") {
    Game game(only_the_limit());
    CHECK(game.moves_and_takes() == 0);
    std::istringstream moves("a7 a1 d7 c3 g7xa1 e5 b4");
    for (const int count : {1, 2, 3, 4, 6, 7, 8}) {
        std::string move;
        moves >> move;
        play(game, move);
        CHECK(game.moves_and_takes() == count);
    }
}

TEST_CASE("for the move limit two mills are one take, and a mill that goes unpaid is none",
          "[rules][R3][R5][R13]") {
    Game twice = from_text("white W:a7,d7,g4,g1+5 B:a1,c3+6", only_the_limit());
    const int before = twice.moves_and_takes();
    play(twice, "g7xa1");
    CHECK(twice.moves_and_takes() == before + 2);

    Game unpaid = from_text("white W:a7,d7+7 B:+9", only_the_limit());
    play(unpaid, "g7");
    CHECK(unpaid.moves_and_takes() == 1);
}

TEST_CASE("the draw by the move limit comes by itself, at the very ply", "[rules][R13]") {
    Game game = game_at_count(198, ",e5", only_the_limit());
    play(game, "c3-d3");
    CHECK_FALSE(game.outcome());
    play(game, "a1-d1");
    CHECK(game.outcome() == drawn_by_limit);
    CHECK(game.legal_moves().empty());
    CHECK(game.refusal(parse_move("d3-c3").value()) == MoveRefusal::game_over);
    CHECK(explain(game, parse_move("d3-c3").value(), MoveRefusal::game_over) ==
          "The game is over: a draw, moves and takes together have come to 200.");
}

TEST_CASE("a take counts towards the move limit with the move that it is part of", "[rules][R13]") {
    const Game exactly = game_at_count(198, ",e5", only_the_limit());
    CHECK_FALSE(outcome_after(exactly, "g4-g1"));
    CHECK(outcome_after(exactly, "g4-g7xb2") == drawn_by_limit);

    const Game beyond = game_at_count(199, ",e5,f6", only_the_limit());
    CHECK(outcome_after(beyond, "g4-g1") == drawn_by_limit);
    CHECK(outcome_after(beyond, "g4-g7xb2") == drawn_by_limit);
}

TEST_CASE("without the option nothing ends a game of many moves", "[rules][R13]") {
    Options options = only_the_limit();
    options.move_limit.reset();
    CHECK_FALSE(game_at_count(300, ",e5", options).outcome());
}

TEST_CASE("a move that wins at the move limit wins", "[rules][R11][R13]") {
    CHECK(outcome_after(game_at_count(199, "", only_the_limit()), "g4-g7xb2") ==
          Outcome{Color::white, Reason::reduced});

    Options options = only_the_limit();
    options.flying = false;
    Game game = from_text("white W:d7,b4,d3,g1,e5,f6,g4+0 B:a7,a4,a1,d1+0", options);
    const std::vector<std::string> moves{"e5-e4", "d1-d2", "e4-e5", "d2-d1"};
    for (std::size_t i = 0; game.moves_and_takes() < 199; ++i) play(game, moves[i % 4]);
    CHECK(outcome_after(game, "e5-e4") == drawn_by_limit);
    CHECK(outcome_after(game, "d3-d2") == Outcome{Color::white, Reason::blocked});
}

TEST_CASE("of several draws at one ply threefold is named first, the move limit last",
          "[rules][R9][R10][R13]") {
    Options options;
    options.no_mill = 200;
    options.move_limit = 200;
    CHECK(game_with_all_draws_at_once(options).outcome() ==
          Outcome{std::nullopt, Reason::threefold});
    options.threefold = false;
    CHECK(game_with_all_draws_at_once(options).outcome() == Outcome{std::nullopt, Reason::no_mill});
    options.no_mill.reset();
    CHECK(game_with_all_draws_at_once(options).outcome() == drawn_by_limit);
}
