#include "shared/rules/notation.hpp"

#include "tests/support/catch.hpp"

using namespace morris;

namespace {

std::size_t move_error(std::string_view text) {
    const auto move = parse_move(text);
    REQUIRE_FALSE(move);
    return move.error().offset;
}

ParseError position_error(std::string_view text) {
    const auto position = parse_position(text, Options{});
    REQUIRE_FALSE(position);
    return position.error();
}

}  // namespace

TEST_CASE("points are read by their names and no others", "[rules][notation]") {
    int names = 0;
    for (int a = 0; a < 256; ++a) {
        for (int b = 0; b < 256; ++b) {
            const std::string text{static_cast<char>(a), static_cast<char>(b)};
            const auto point = parse_point(text);
            if (!point) continue;
            ++names;
            CHECK(to_text(*point) == text);
        }
    }
    CHECK(names == static_cast<int>(point_count));
    for (const char* text : {"", "a", "d4", "A7", "a7 ", " a7", "a77"}) {
        INFO(text);
        CHECK_FALSE(parse_point(text));
    }
    CHECK(parse_point("a77").error().offset == 2);
}

TEST_CASE("moves are read in their four forms, also with capitals", "[rules][notation]") {
    const auto point = [](const char* name) { return parse_point(name).value(); };
    CHECK(parse_move("d2").value() == Move{no_point, point("d2"), no_point});
    CHECK(parse_move("d2xa7").value() == Move{no_point, point("d2"), point("a7")});
    CHECK(parse_move("a1-a4").value() == Move{point("a1"), point("a4"), no_point});
    CHECK(parse_move("a1-a4xd7").value() == Move{point("a1"), point("a4"), point("d7")});
    CHECK(parse_move("A1-A4XD7").value() == parse_move("a1-a4xd7").value());
    CHECK(to_text(parse_move("A1-a4Xd7").value()) == "a1-a4xd7");
}

TEST_CASE("a move that cannot be read says where and why", "[rules][notation]") {
    CHECK(move_error("") == 0);
    CHECK(move_error("d4") == 0);
    CHECK(move_error(" d2") == 0);
    CHECK(move_error("d2 ") == 2);
    CHECK(move_error("d2x") == 3);
    CHECK(move_error("d2xd4") == 3);
    CHECK(move_error("d2-") == 3);
    CHECK(move_error("d2-h1") == 3);
    CHECK(move_error("a1-a4-a7") == 5);
    CHECK(move_error("a1-a4xd7xd6") == 8);
    CHECK(parse_move("d2-h1").error().message ==
          "\"h1\" is no point: a point is a letter a to g and a digit 1 to 7, such as a7 or d2.");
    CHECK(parse_move("D4").error().message == "d4 is no point of the board.");
    CHECK(parse_move("d2xa2").error().message == "a2 is no point of the board.");
    CHECK(parse_move("d2x\xc3\xa4").error().message.starts_with("This is no point: "));
    CHECK(parse_move("d2x").error().message ==
          "A point is missing here: a point is a letter a to g and a digit 1 to 7, such as a7 or "
          "d2.");
}

TEST_CASE("colors have their two names", "[rules][notation]") {
    CHECK(parse_color("white").value() == Color::white);
    CHECK(parse_color("black").value() == Color::black);
    for (const char* text : {"", "White", "whit", "whitee", "red"}) CHECK_FALSE(parse_color(text));
}

TEST_CASE("a position is written as it is read", "[rules][notation]") {
    for (const char* text :
         {"white W:+9 B:+9", "black W:a7,d7+6 B:a1+8 q3", "white W:a7,d6,c3+0 B:g4,g1,f2+0 q999999",
          "black W:a7,d7,g7,g4,g1,d1,a1,a4,b6+0 B:+0"}) {
        INFO(text);
        const auto position = parse_position(text, Options{});
        REQUIRE(position);
        CHECK(to_text(*position) == text);
    }
    const auto position = parse_position("black W:d7,a7+6 B:a1+8 q3", Options{});
    REQUIRE(position);
    CHECK(position->position.to_move == Color::black);
    CHECK(position->position.in_hand(Color::black) == 8);
    CHECK(position->plies_without_take == 3);
}

TEST_CASE("start is the empty board with the options' pieces in hand", "[rules][notation][R12]") {
    for (const int pieces : {3, 6, 9}) {
        Options options;
        options.pieces = static_cast<std::uint8_t>(pieces);
        const auto start = parse_position("start", options);
        REQUIRE(start);
        CHECK(start->position == start_position(options));
        CHECK(start->position.in_hand(Color::white) == pieces);
    }
}

TEST_CASE("a position that cannot be read says where and why", "[rules][notation]") {
    CHECK(position_error("").offset == 0);
    CHECK(position_error("red W:+9 B:+9").offset == 0);
    CHECK(position_error("white").offset == 5);
    CHECK(position_error("white W:a7,d4+7 B:+9").offset == 11);
    CHECK(position_error("white W:a7,a7+7 B:+9").offset == 11);
    CHECK(position_error("white W:a7,a7+7 B:+9").message == "a7 is named twice.");
    CHECK(position_error("white W:a7+8 B:a7+8").offset == 15);
    CHECK(position_error("white W:a7,+8 B:+9").offset == 11);
    CHECK(position_error("white W:a7 B:+9").offset == 10);
    CHECK(position_error("white W:a7+ B:+9").offset == 11);
    CHECK(position_error("white W:a7+9 B:+9").offset == 11);
    CHECK(position_error("white W:+10 B:+9").offset == 9);
    CHECK(position_error("white W:+09 B:+9").offset == 9);
    CHECK(position_error("white W:+9").offset == 10);
    CHECK(position_error("white W:+9 B:+9 ").offset == 15);
    CHECK(position_error("white W:+9 B:+9 q").offset == 17);
    CHECK(position_error("white W:+9 B:+9 q-1").offset == 17);
    CHECK(position_error("white W:+9 B:+9 q1000000").offset == 17);
    CHECK(position_error("white W:+9 B:+9 q99999999999999999999").offset == 17);
    CHECK(position_error("starts").offset == 0);
}

TEST_CASE("a position may not hold more pieces than the options give", "[rules][notation][R12]") {
    Options three;
    three.pieces = 3;
    CHECK(parse_position("white W:a7,d7+1 B:+3", three));
    CHECK_FALSE(parse_position("white W:a7,d7+2 B:+3", three));
    CHECK_FALSE(parse_position("white W:a7,d7,g7,a4+0 B:+3", three));
    CHECK_FALSE(parse_position("white W:+9 B:+9", three));
}
