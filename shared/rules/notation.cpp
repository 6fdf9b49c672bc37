#include "shared/rules/notation.hpp"

#include <algorithm>

#include "shared/rules/point_sets.hpp"
#include "shared/rules/scanner.hpp"

namespace morris {

namespace {

// Far more than any game has, and small enough for every int.
constexpr std::uint32_t largest_ply_count = 999'999;

constexpr const char* no_point_words = " is no point of the board.";

constexpr std::string_view point_form =
    "a point is a letter a to g and a digit 1 to 7, such as a7 or d2";

bool looks_like_point(std::string_view name) {
    return name.size() == 2 && name[0] >= 'a' && name[0] <= 'g' && name[1] >= '1' && name[1] <= '7';
}

// Only what can stand in a sentence on any terminal: half a character of UTF-8 cannot.
std::string quoted(std::string_view name) {
    const bool printable =
        std::all_of(name.begin(), name.end(), [](char c) { return c >= ' ' && c <= '~'; });
    return printable ? "\"" + std::string(name) + "\"" : "This";
}

Result<Point, ParseError> scan_point(Scanner& text) {
    Scanner ahead = text;
    const std::string_view name = ahead.take(2);
    for (Point p = 0; p < point_count; ++p) {
        if (name == to_text(p)) {
            text = ahead;
            return p;
        }
    }
    if (text.at_end())
        return text.failure("A point is missing here: " + std::string(point_form) + ".");
    if (looks_like_point(name)) return text.failure(std::string(name) + no_point_words);
    return text.failure(quoted(name) + " is no point: " + std::string(point_form) + ".");
}

struct SideText {
    Bitboard pieces = 0;
    std::uint8_t hand = 0;
};

// a7,d7+6 after the side's letter; `taken` are points that may not be named again.
Result<SideText, ParseError> scan_side(Scanner& text, Bitboard taken, const Options& options) {
    SideText side;
    const bool none = text.rest().starts_with('+');
    while (!none) {
        const Scanner before = text;
        const auto point = scan_point(text);
        if (!point) return Failure<ParseError>{point.error()};
        if (((side.pieces | taken) & bit(*point)) != 0) {
            return before.failure(to_text(*point) + " is named twice.");
        }
        side.pieces |= bit(*point);
        if (!text.skip(",")) break;
    }
    if (!text.skip("+")) {
        return text.failure("A comma and a point, or + and the pieces in hand, has to follow.");
    }
    const Scanner before = text;
    const auto hand = text.number(options.pieces);
    if (!hand) {
        return text.failure("The number of pieces in hand has to follow, 0 to " +
                            std::to_string(options.pieces) + ".");
    }
    side.hand = static_cast<std::uint8_t>(*hand);
    if (std::popcount(side.pieces) + side.hand > options.pieces) {
        return before.failure("Each side has at most " + std::to_string(options.pieces) +
                              " pieces, on the board and in hand together.");
    }
    return side;
}

std::string side_text(Bitboard pieces, std::uint8_t hand) {
    std::string text;
    for (; pieces != 0; pieces &= pieces - 1) {
        if (!text.empty()) text += ',';
        text += to_text(lowest(pieces));
    }
    return text + '+' + std::to_string(hand);
}

}  // namespace

std::string to_text(Point point) {
    return {static_cast<char>('a' + nine_geometry.file[point]),
            static_cast<char>('1' + nine_geometry.rank[point])};
}

std::string to_text(const Move& move) {
    std::string text;
    if (move.from != no_point) text += to_text(move.from) + '-';
    text += to_text(move.to);
    if (move.take != no_point) text += 'x' + to_text(move.take);
    return text;
}

std::string_view to_text(Color color) {
    return color == Color::white ? "white" : "black";
}

std::string_view to_text(Reason reason) {
    switch (reason) {
        case Reason::reduced:
            return "reduced";
        case Reason::blocked:
            return "blocked";
        case Reason::threefold:
            return "threefold";
        case Reason::no_mill:
            return "no-mill";
        case Reason::move_limit:
            return "move-limit";
    }
    return {};
}

Result<Point, ParseError> parse_point(std::string_view text) {
    Scanner scanner(text);
    const auto point = scan_point(scanner);
    if (point && !scanner.at_end()) return scanner.failure("The point should end here.");
    return point;
}

Result<Move, ParseError> parse_move(std::string_view text) {
    // People type moves, also with the shift key down.
    std::string lower(text);
    for (char& c : lower) {
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    }
    Scanner scanner(lower);
    Move move;
    const auto first = scan_point(scanner);
    if (!first) return Failure<ParseError>{first.error()};
    move.to = *first;
    if (scanner.skip("-")) {
        const auto second = scan_point(scanner);
        if (!second) return Failure<ParseError>{second.error()};
        move.from = move.to;
        move.to = *second;
    }
    if (scanner.skip("x")) {
        const auto take = scan_point(scanner);
        if (!take) return Failure<ParseError>{take.error()};
        move.take = *take;
    }
    if (!scanner.at_end()) {
        return scanner.failure(
            "The move should end here: it looks like d2, d2xa7, a1-a4 or a1-a4xd7.");
    }
    return move;
}

Result<Color, ParseError> parse_color(std::string_view text) {
    if (text == to_text(Color::white)) return Color::white;
    if (text == to_text(Color::black)) return Color::black;
    return Scanner(text).failure("A color is white or black.");
}

std::string to_text(const PositionText& position) {
    const auto& [pieces, hand, to_move] = position.position;
    std::string text(to_text(to_move));
    text += " W:" + side_text(pieces[0], hand[0]);
    text += " B:" + side_text(pieces[1], hand[1]);
    if (position.plies_without_take != 0) {
        text += " q" + std::to_string(position.plies_without_take);
    }
    return text;
}

Result<PositionText, ParseError> parse_position(std::string_view text, const Options& options) {
    if (text == "start") return PositionText{start_position(options), 0};
    Scanner scanner(text);
    PositionText result;
    Position& position = result.position;
    if (scanner.skip(to_text(Color::black))) {
        position.to_move = Color::black;
    } else if (!scanner.skip(to_text(Color::white))) {
        return scanner.failure(
            "A position begins with white or black, the side to move, or is start.");
    }
    if (!scanner.skip(" W:"))
        return scanner.failure("A space and W: with White's pieces has to follow.");
    const auto white = scan_side(scanner, 0, options);
    if (!white) return Failure<ParseError>{white.error()};
    if (!scanner.skip(" B:"))
        return scanner.failure("A space and B: with Black's pieces has to follow.");
    const auto black = scan_side(scanner, white->pieces, options);
    if (!black) return Failure<ParseError>{black.error()};
    position.pieces = {white->pieces, black->pieces};
    position.hand = {white->hand, black->hand};
    if (scanner.skip(" q")) {
        const auto plies = scanner.number(largest_ply_count);
        if (!plies) {
            return scanner.failure("The number of plies without a take has to follow, at most " +
                                   std::to_string(largest_ply_count) + ".");
        }
        result.plies_without_take = static_cast<int>(*plies);
    }
    if (!scanner.at_end()) return scanner.failure("The position should end here.");
    return result;
}

}  // namespace morris
