#include "shared/rules/notation.hpp"
#include "tests/support/catch.hpp"

using namespace morris;

namespace {

// The sentence for a move that is refused in a position.
std::string sentence(const std::string& position, const std::string& move) {
    Options options;
    const auto read = parse_position(position, options);
    REQUIRE(read);
    const Game game(options, read->position, read->plies_without_take);
    const Move parsed = parse_move(move).value();
    const auto reason = game.refusal(parsed);
    REQUIRE(reason);
    return explain(game, parsed, *reason);
}

}  // namespace

TEST_CASE("a refusal is explained with the names of the points and what to play instead",
          "[rules][explain]") {
    const std::string placing = "white W:a7,d7+7 B:a1,d1,g1,c3,e3+4";
    CHECK(sentence(placing, "a7-a4") ==
          "White still has 7 pieces in hand: place one first, written like d2.");
    CHECK(sentence(placing, "a7") == "a7 already holds a piece of White: place on an empty point.");
    CHECK(sentence(placing, "g7") == "g7 closes a mill: take c3 or e3, written like g7xc3.");
    CHECK(sentence(placing, "g4xc3") == "g4 closes no mill, so nothing is taken: play g4.");
    CHECK(sentence(placing, "g7xb2") == "There is no piece of Black on b2: take c3 or e3.");
    CHECK(sentence(placing, "g7xa1") == "a1 is in a mill: take c3 or e3.");
    CHECK(sentence("white W:a7,d7+7 B:+9", "g7xb2") ==
          "Black has no piece on the board to take: play g7.");

    const std::string moving = "black W:a7,d7,g7,b2+0 B:a1,d1,g4,c3+0";
    CHECK(sentence(moving, "e5") ==
          "Black has no piece in hand: move a1, c3, d1 or g4, written like a1-a4.");
    CHECK(sentence(moving, "e5-e4") == "e5 is empty: Black can move a1, c3, d1 or g4.");
    CHECK(sentence(moving, "a7-a4") ==
          "a7 holds a piece of White: Black can move a1, c3, d1 or g4.");
    CHECK(sentence(moving, "a1-d1") == "d1 already holds a piece of Black: a1 can go to a4.");
    CHECK(sentence(moving, "d1-d3") == "d3 is not next to d1 on a line: d1 can go to d2 or g1.");
}

TEST_CASE("a piece that cannot leave its point is said to be shut in", "[rules][explain]") {
    const std::string position = "black W:a4,d7,g7,b2+0 B:a7,d1,g4,c3+0";
    CHECK(sentence(position, "a7-a4") ==
          "a4 already holds a piece of White, and a7 has no free way out.");
    CHECK(sentence(position, "a7-b6") == "b6 is not next to a7, and a7 has no free way out.");
}

TEST_CASE("a finished game is explained by how it ended", "[rules][explain]") {
    CHECK(sentence("white W:a7,d7,g7+0 B:c3,b2+0", "a7-a4") ==
          "The game is over: White has won, since Black has only two pieces left.");
    CHECK(sentence("black W:d7,b4,d2,g1+0 B:a7,a4,a1,d1+0", "a7-b6") ==
          "The game is over: White has won, since Black cannot move.");
    CHECK(sentence("white W:d7,b4,d2,g1+0 B:a7,a4,a1,d1+0 q100", "d7-d6") ==
          "The game is over: a draw, nothing was taken in 100 moves in a row.");
}

TEST_CASE("points are listed by the alphabet in every sentence", "[rules][explain]") {
    CHECK(sentence("white W:a7,d7+6 B:g4,f6,b4,c3+5", "g7") ==
          "g7 closes a mill: take b4, c3, f6 or g4, written like g7xb4.");
    CHECK(sentence("white W:a7,d7+6 B:g4,f6,b4,c3+5", "g7xe5") ==
          "There is no piece of Black on e5: take b4, c3, f6 or g4.");
    CHECK(sentence("white W:a7,d7,g4,b2+0 B:f6,c3,a1,e5+0", "c4-c5") ==
          "c4 is empty: White can move a7, b2, d7 or g4.");
    CHECK(sentence("white W:a7,d6,g4,b2+0 B:f6,c3,a1,e5+0", "d6-a4") ==
          "a4 is not next to d6 on a line: d6 can go to b6, d5 or d7.");
}
