#include "server/ai/evaluate.hpp"

#include "tests/ai/support.hpp"

using namespace morris;
using namespace morris::testing;

namespace {

// White's pieces, hand and turn are Black's and the other way round.
Position with_colors_swapped(const Position& position) {
    Position swapped = position;
    std::swap(swapped.pieces[0], swapped.pieces[1]);
    std::swap(swapped.hand[0], swapped.hand[1]);
    swapped.to_move = other(position.to_move);
    return swapped;
}

Score white_view(const Position& position, const Options& options) {
    const Score score = evaluate(position, options);
    return position.to_move == Color::white ? score : -score;
}

// What one more of a feature adds.
template <class Change>
Score gain(const Options& options, Change change) {
    Features before;
    before.pieces = 6;
    before.room = 6;
    Features after = before;
    change(after);
    return worth(after, options) - worth(before, options);
}

Features white_features(std::string_view position, const Options& options = {}) {
    return features(game_at(position, options).position(), Color::white, options);
}

}  // namespace

TEST_CASE("pieces weigh most, then mills, open lines, room and junctions", "[ai][evaluate]") {
    const Options options;
    const Score piece = gain(options, [](Features& side) { ++side.pieces; });
    const Score mill = gain(options, [](Features& side) { ++side.mills; });
    const Score open_line = gain(options, [](Features& side) { ++side.open_lines; });
    const Score step = gain(options, [](Features& side) { ++side.room; });
    const Score junction = gain(options, [](Features& side) { ++side.junctions; });
    CHECK(piece > mill);
    CHECK(mill > open_line);
    CHECK(open_line > step);
    CHECK(step > junction);
    CHECK(junction > 0);
}

TEST_CASE("being down to three costs, and more where nobody flies", "[ai][evaluate]") {
    const auto down = [](Features& side) { side.down_to_three = true; };
    const Score flying = gain({}, down);
    const Score stepping = gain({.flying = false}, down);
    CHECK(flying < 0);
    CHECK(stepping < flying);
}

TEST_CASE("a side's features are counted from the board", "[ai][evaluate]") {
    const Features placing = white_features("white W:a7,d7,g7,d6,f4+4 B:a4,b6+5");
    CHECK(placing.pieces == 9);
    CHECK(placing.mills == 1);
    CHECK(placing.open_lines == 1);  // d7 d6 d5
    CHECK(placing.room == 7);        // g7-g4, d6-f6, d6-d5, f4-f6, f4-g4, f4-e4, f4-f2
    CHECK(placing.junctions == 5);   // d7 once; d6 and f4 are the middle square's
    CHECK(placing.closes_next);
    CHECK_FALSE(placing.down_to_three);

    const Features shut_in = white_features("white W:a7,a4,a1,d1+0 B:d7,b4,d2,g1+0");
    CHECK(shut_in.mills == 1);
    CHECK(shut_in.open_lines == 0);
    CHECK(shut_in.room == 0);
    CHECK_FALSE(shut_in.down_to_three);

    const Features flying = white_features("white W:a7,a4,b6+0 B:d7,b4,d2,g1+0");
    CHECK(flying.down_to_three);
    CHECK(flying.room >
          white_features("white W:a7,a4,b6+0 B:d7,b4,d2,g1+0", {.flying = false}).room);
}

TEST_CASE("a side closes a mill next exactly when it has a move that takes", "[ai][evaluate]") {
    for (const bool flying : {true, false}) {
        const Options options{.flying = flying};
        Random random(23);
        for (int i = 0; i < 150; ++i) {
            const Position position =
                random_game(options, static_cast<int>(random.below(100)), random).position();
            if (position.on_board(other(position.to_move)) == 0) continue;
            INFO(to_text(PositionText{position, 0}));
            const MoveList moves = legal_moves(position, options);
            const bool takes = std::any_of(moves.begin(), moves.end(),
                                           [](const Move& move) { return move.take != no_point; });
            CHECK(features(position, position.to_move, options).closes_next == takes);
            CHECK_FALSE(features(position, other(position.to_move), options).closes_next);
        }
    }
}

TEST_CASE("a side is blocked exactly when it has no legal move", "[ai][evaluate][R7]") {
    const Options options{.flying = false};
    const auto blocked = parse_position("black W:d7,b4,d1+0 B:a7,a4,a1+0", options);
    REQUIRE(blocked);
    CHECK(is_blocked(blocked->position, options));
    CHECK_FALSE(is_blocked(blocked->position, {}));  // it flies
    const auto in_hand = parse_position("black W:d7,b4,d1+0 B:a7,a4,a1+1", options);
    REQUIRE(in_hand);
    CHECK_FALSE(is_blocked(in_hand->position, options));
}

TEST_CASE("colours swapped, the evaluation in White's view is negated",
          "[ai][evaluate][property]") {
    for (const Options& options : all_options()) {
        Random random(7);
        for (int i = 0; i < 20; ++i) {
            const Position position =
                random_game(options, static_cast<int>(random.below(80)), random).position();
            INFO(to_text(options) << ": " << to_text(PositionText{position, 0}));
            CHECK(white_view(with_colors_swapped(position), options) ==
                  -white_view(position, options));
            CHECK(std::abs(evaluate(position, options)) < evaluation_bound);
        }
    }
}

TEST_CASE("the board's sixteen symmetries leave the evaluation as it is",
          "[ai][evaluate][property]") {
    for (const bool flying : {true, false}) {
        const Options options{.flying = flying};
        Random random(11);
        for (int i = 0; i < 60; ++i) {
            const Position position =
                random_game(options, static_cast<int>(random.below(100)), random).position();
            INFO(to_text(PositionText{position, 0}));
            for (std::size_t symmetry = 0; symmetry < symmetry_count; ++symmetry) {
                const Position image = transformed(position, symmetry);
                CHECK(evaluate(image, options) == evaluate(position, options));
            }
        }
    }
}
