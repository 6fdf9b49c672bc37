// R14: with the option, two pieces have lost also while some of them are in hand.
#include "random_games.hpp"
#include "shared/rules/notation.hpp"
#include "tests/support/catch.hpp"

using namespace morris;
using namespace morris::test;

namespace {

Options options_with(int pieces, bool hand_counts) {
    Options options;
    options.pieces = static_cast<std::uint8_t>(pieces);
    options.hand_counts = hand_counts;
    return options;
}

// How the game stands after White has placed on g7, closed a7 d7 g7 and taken a1.
std::optional<Outcome> after_the_take(const std::string& text, const Options& options) {
    INFO(text);
    const auto position = parse_position(text, options);
    REQUIRE(position);
    Game game(options, position->position, 0);
    REQUIRE_FALSE(game.outcome());
    REQUIRE(game.play(parse_move("g7xa1").value()));
    CHECK(game.legal_moves().empty() == game.outcome().has_value());
    return game.outcome();
}

}  // namespace

TEST_CASE("a take that leaves two pieces, the hand counted, wins only with the option",
          "[rules][R14]") {
    const Outcome won{Color::white, Reason::reduced};
    const std::vector<std::pair<int, std::vector<std::string>>> cases{
        {9, {"white W:a7,d7+7 B:a1,c3+1", "white W:a7,d7+7 B:a1+2"}},
        {6, {"white W:a7,d7+4 B:a1,c3+1", "white W:a7,d7+1 B:a1+2"}},
        {3, {"white W:a7,d7+1 B:a1,c3+1", "white W:a7,d7+1 B:a1+2"}}};
    for (const auto& [pieces, texts] : cases) {
        for (const std::string& text : texts) {
            CHECK(after_the_take(text, options_with(pieces, true)) == won);
            CHECK_FALSE(after_the_take(text, options_with(pieces, false)));
        }
    }
}

TEST_CASE("three pieces, the hand counted, have not lost", "[rules][R14]") {
    for (const char* text : {"white W:a7,d7+7 B:a1,c3+2", "white W:a7,d7+7 B:a1,c3,e4+1",
                             "white W:a7,d7+7 B:a1+3", "white W:a7,d7+7 B:a1,c3,e4,f2+0"}) {
        CHECK_FALSE(after_the_take(text, options_with(9, true)));
    }
}

TEST_CASE("with three each the first take wins at once, and a ply later without the option",
          "[rules][R6][R14]") {
    for (const bool hand_counts : {true, false}) {
        Game game(options_with(3, hand_counts));
        for (const char* move : {"a7", "a1", "d7", "c3", "g7xa1"}) {
            REQUIRE_FALSE(game.outcome());
            REQUIRE(game.play(parse_move(move).value()));
        }
        CHECK(game.outcome().has_value() == hand_counts);
        if (!hand_counts) REQUIRE(game.play(parse_move("e4").value()));
        CHECK(game.outcome() == Outcome{Color::white, Reason::reduced});
    }
}

TEST_CASE("where two pieces have lost with the hand counted, neither side has legal moves",
          "[rules][R14]") {
    for (const char* text : {"white W:a7,d7,g4+3 B:c3+1", "black W:a7,d7,g4+3 B:c3+1",
                             "white W:+2 B:c3,b2,d5+0", "black W:a7+1 B:c3,b2,d5+4"}) {
        INFO(text);
        const Options counts = options_with(9, true);
        const Options usual = options_with(9, false);
        const Position position = parse_position(text, counts).value().position;
        CHECK(legal_moves(position, counts).empty());
        CHECK(count_legal_moves(position, counts) == 0);
        CHECK_FALSE(legal_moves(position, usual).empty());
        for (const Move& move : legal_moves(position, usual)) {
            CHECK_FALSE(is_legal(position, move, counts));
        }
    }
}

TEST_CASE("if the hand counts, nobody is down to two but by a take", "[rules][R14]") {
    int reduced = 0;
    int with_some_in_hand = 0;
    for (std::uint64_t seed = 1; seed <= 300; ++seed) {
        INFO("seed " << seed);
        Random random(seed);
        const Options options = options_with(3 * (1 + static_cast<int>(random.below(3))), true);
        const Game game = random_game(options, random, 300, [](const Game&) {});
        if (!game.outcome() || game.outcome()->reason != Reason::reduced) continue;
        ++reduced;
        CHECK(game.moves().back().take != no_point);
        if (game.position().in_hand(other(*game.outcome()->winner)) > 0) ++with_some_in_hand;
    }
    CHECK(reduced > 50);
    CHECK(with_some_in_hand > 0);
}
