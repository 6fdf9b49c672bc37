// What the reference cases leave out: the options switched off, games taken up from a position,
// what a refused move leaves behind.
#include "shared/rules/game.hpp"

#include <sstream>

#include "shared/rules/notation.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/random.hpp"

using namespace morris;

namespace {

Game from_text(const Options& options, const std::string& text) {
    const auto position = parse_position(text, options);
    REQUIRE(position);
    return Game(options, position->position, position->plies_without_take);
}

void play_all(Game& game, const std::string& moves) {
    std::istringstream words(moves);
    for (std::string word; words >> word;) {
        INFO(word);
        REQUIRE(game.play(parse_move(word).value()));
    }
}

MoveRefusal refused(const Game& game, const std::string& move) {
    const auto reason = game.refusal(parse_move(move).value());
    REQUIRE(reason);
    return *reason;
}

Options nine() {
    return {};
}

}  // namespace

TEST_CASE("only the options that people may choose are accepted", "[rules][options]") {
    for (int pieces = 0; pieces <= 255; ++pieces) {
        Options options;
        options.pieces = static_cast<std::uint8_t>(pieces);
        CHECK(checked(options).has_value() == (pieces == 3 || pieces == 6 || pieces == 9));
    }
    for (int plies = 0; plies <= 0xffff; ++plies) {
        Options options;
        options.no_mill = static_cast<std::uint16_t>(plies);
        const bool known = plies == 50 || plies == 100 || plies == 200;
        if (checked(options).has_value() != known) FAIL_CHECK(plies);
        options = {};
        options.move_limit = static_cast<std::uint16_t>(plies);
        if (checked(options).has_value() != (plies == 200)) FAIL_CHECK(plies);
    }
    Options never;
    never.no_mill.reset();
    CHECK(checked(never).value() == never);
    Options wrong;
    wrong.pieces = 12;
    CHECK(checked(wrong).error().find("pieces") != std::string::npos);
}

TEST_CASE("a repeated position is no draw when threefold is off", "[rules][R9]") {
    Options options = nine();
    const std::string there_and_back = "a7-a4 g1-g4 a4-a7 g4-g1 ";
    const std::string position = "white W:a7,d6,c3,f4+0 B:g1,f2,e5,b2+0";
    Game draw = from_text(options, position);
    play_all(draw, there_and_back + there_and_back);
    REQUIRE(draw.outcome());
    CHECK(draw.outcome()->reason == Reason::threefold);
    CHECK_FALSE(draw.outcome()->winner);

    options.threefold = false;
    Game on = from_text(options, position);
    play_all(on, there_and_back + there_and_back + there_and_back);
    CHECK_FALSE(on.outcome());
    CHECK(on.occurrences() == 4);
}

TEST_CASE("the draw by the no-mill limit comes by itself, and never without the option",
          "[rules][R10]") {
    Options options = nine();
    options.threefold = false;
    options.no_mill = 50;
    Game game = from_text(options, "white W:a7,d6,c3,f4+0 B:g1,f2,e5,b2+0 q49");
    CHECK_FALSE(game.outcome());
    play_all(game, "a7-a4");
    REQUIRE(game.outcome());
    CHECK(game.outcome()->reason == Reason::no_mill);
    CHECK(game.legal_moves().empty());
    CHECK(refused(game, "g1-g4") == MoveRefusal::game_over);

    options.no_mill.reset();
    Game on = from_text(options, "white W:a7,d6,c3,f4+0 B:g1,f2,e5,b2+0 q999");
    play_all(on, "a7-a4");
    CHECK_FALSE(on.outcome());
    CHECK(on.plies_without_take() == 1000);
}

TEST_CASE("a move that shuts the enemy in wins at the last ply of the no-mill limit",
          "[rules][R7][R11]") {
    Options options = nine();
    options.no_mill = 50;
    Game quiet = from_text(options, "white W:d7,b4,g1,g7+0 B:a7,a4,a1,d1+0 q49");
    CHECK_FALSE(quiet.outcome());
    play_all(quiet, "g7-g4");
    CHECK(quiet.outcome() == Outcome{std::nullopt, Reason::no_mill});

    Game shut = from_text(options, "white W:d7,b4,d3,g1+0 B:a7,a4,a1,d1+0 q49");
    play_all(shut, "d3-d2");
    CHECK(shut.outcome() == Outcome{Color::white, Reason::blocked});
}

TEST_CASE("a game taken up from a finished position is over", "[rules][R6][R7][R11]") {
    CHECK(from_text(nine(), "white W:a7,d7,g7+0 B:c3,b2+0").outcome() ==
          Outcome{Color::white, Reason::reduced});
    CHECK(from_text(nine(), "white W:a7,d7+0 B:c3,b2,d5+0").outcome() ==
          Outcome{Color::black, Reason::reduced});
    // R11: lost comes before drawn.
    CHECK(from_text(nine(), "black W:d7,b4,d2,g1+0 B:a7,a4,a1,d1+0 q100").outcome() ==
          Outcome{Color::white, Reason::blocked});
    CHECK_FALSE(from_text(nine(), "white W:a7,d7+1 B:c3,b2,d5+0").outcome());
}

TEST_CASE("once a side has two pieces left, neither has legal moves", "[rules][R6]") {
    for (const char* text : {"white W:a7,d7,g7+0 B:c3,b2+0", "black W:a7,d7,g7+0 B:c3,b2+0",
                             "black W:a7+0 B:c3,b2+2"}) {
        INFO(text);
        const Position position = parse_position(text, nine()).value().position;
        CHECK(legal_moves(position, nine()).empty());
        CHECK(count_legal_moves(position, nine()) == 0);
        CHECK_FALSE(is_legal(position, parse_move("a7-a4").value(), nine()));
        CHECK_FALSE(is_legal(position, parse_move("c3-c4").value(), nine()));
        CHECK_FALSE(is_legal(position, parse_move("e5").value(), nine()));
    }
}

TEST_CASE("each reason for a refusal is the most basic one that holds", "[rules][refusal]") {
    const Game placing = from_text(nine(), "white W:a7,d7+7 B:a1,d1,g1,c3+5");
    CHECK(refused(placing, "a7-a4") == MoveRefusal::from_unexpected);
    CHECK(refused(placing, "a7") == MoveRefusal::to_occupied);
    CHECK(refused(placing, "a1xd1") == MoveRefusal::to_occupied);
    CHECK(refused(placing, "g7") == MoveRefusal::take_missing);
    CHECK(refused(placing, "g4xc3") == MoveRefusal::take_unexpected);
    CHECK(refused(placing, "g7xb2") == MoveRefusal::take_empty);
    CHECK(refused(placing, "g7xa7") == MoveRefusal::take_empty);
    CHECK(refused(placing, "g7xa1") == MoveRefusal::take_in_mill);
    CHECK_FALSE(placing.refusal(parse_move("g7xc3").value()));

    const Game moving = from_text(nine(), "black W:a7,d7,g7,b2+0 B:a1,d1,g4,c3+0");
    CHECK(refused(moving, "e5") == MoveRefusal::from_missing);
    CHECK(refused(moving, "e5-e4") == MoveRefusal::from_empty);
    CHECK(refused(moving, "a7-a4") == MoveRefusal::from_empty);
    CHECK(refused(moving, "a1-a1") == MoveRefusal::to_occupied);
    CHECK(refused(moving, "a1-b4") == MoveRefusal::not_a_step);
    CHECK(refused(moving, "g4-g1") == MoveRefusal::take_missing);
    CHECK_FALSE(moving.refusal(parse_move("g4-g1xb2").value()));
    CHECK(moving.refusal(Move{200, 0, no_point}) == MoveRefusal::no_such_point);
    CHECK(moving.refusal(Move{no_point, no_point, no_point}) == MoveRefusal::no_such_point);
}

TEST_CASE("keys go back to the last placement or take", "[rules][R9]") {
    Game game = from_text(nine(), "white W:a7,d7,g4,b2+0 B:e5,c3,f2,a1+0");
    CHECK(game.keys() == std::vector{key(game.position())});
    play_all(game, "b2-b4 a1-a4");
    CHECK(game.keys().size() == 3);
    CHECK(game.keys().back() == key(game.position()));
    play_all(game, "g4-g7xe5");
    CHECK(game.keys() == std::vector{key(game.position())});
    CHECK(game.plies_without_take() == 0);
    CHECK(game.moves().size() == 3);
    CHECK(game.ply() == 3);
}

TEST_CASE("each side flies for itself, with exactly three and an empty hand", "[rules][R8]") {
    Options options = nine();
    Position position =
        parse_position("white W:a7,d6,c3+0 B:g1,f2,e5,b2+0", options).value().position;
    CHECK(phase_of(position, Color::white, options) == Phase::flying);
    CHECK(phase_of(position, Color::black, options) == Phase::moving);
    position.hand[0] = 1;
    CHECK(phase_of(position, Color::white, options) == Phase::placing);
    position.hand[0] = 0;
    options.flying = false;
    CHECK(phase_of(position, Color::white, options) == Phase::moving);
}

TEST_CASE("a game taken back is the game that was played so far", "[game][property]") {
    test::Random random(77);
    for (int round = 0; round < 60; ++round) {
        Options options;
        options.pieces = std::array<std::uint8_t, 3>{3, 6, 9}[random.below(3)];
        options.no_mill = 50;
        std::vector<Game> history{Game(options)};
        while (!history.back().outcome() && history.size() < 120) {
            Game next = history.back();
            const MoveList moves = next.legal_moves();
            REQUIRE(next.play(moves[random.below(moves.size())]));
            history.push_back(std::move(next));
        }
        const Game& last = history.back();
        for (std::size_t plies = 0; plies <= last.ply(); plies += 1 + random.below(4)) {
            const Game& then = history[last.ply() - plies];
            const Game back = last.taken_back(plies);
            CHECK(back.position() == then.position());
            CHECK(back.moves() == then.moves());
            CHECK(back.keys() == then.keys());
            CHECK(back.plies_without_take() == then.plies_without_take());
            CHECK(back.outcome() == then.outcome());
        }
    }
}
