#include "shared/protocol/json_in.hpp"

#include <algorithm>

#include "shared/rules/notation.hpp"

namespace morris::protocol {

namespace {

constexpr std::string_view a_point = "the name of a point, like \"a1\"";
constexpr std::string_view a_move =
    "an object like {\"from\":\"a1\",\"to\":\"a4\",\"take\":\"d7\"} or a text like \"a1-a4xd7\"";

Point read_point(const Value& in) {
    const std::string* text = in.text();
    const auto point = text ? parse_point(*text) : Result<Point, ParseError>(no_point);
    // One spelling on the wire, whatever else people may type.
    if (text && point && morris::to_text(*point) == *text) return *point;
    in.refuse(a_point);
    return 0;
}

Move read_move_text(const Value& in) {
    const auto move = parse_move(*in.text());
    if (move && to_text(*move) == *in.text()) return *move;
    in.refuse(a_move);
    return {};
}

std::uint8_t read_pieces(const Value& in) {
    const auto pieces = in.whole_number();
    if (pieces == 3 || pieces == 6 || pieces == 9) return static_cast<std::uint8_t>(*pieces);
    in.refuse("3, 6 or 9");
    return 0;
}

std::optional<std::uint16_t> read_no_mill(const Value& in) {
    if (in.is_null()) return std::nullopt;
    const auto plies = in.whole_number();
    if (plies == 50 || plies == 100 || plies == 200) return static_cast<std::uint16_t>(*plies);
    in.refuse("50, 100, 200 or null");
    return std::nullopt;
}

std::optional<std::uint16_t> read_move_limit(const Value& in) {
    if (in.is_null()) return std::nullopt;
    if (in.whole_number() == 200) return std::uint16_t{200};
    in.refuse("200 or null");
    return std::nullopt;
}

// Points of one colour, none of them in `taken`.
Bitboard read_pieces_on_board(const Value& in, Bitboard taken) {
    if (!in.is_list()) in.refuse("a list of points");
    Bitboard pieces = 0;
    for (const Value& element : in.elements()) {
        const Bitboard piece = bit(read_point(element));
        if ((piece & (pieces | taken)) != 0) element.refuse("a point named only once");
        pieces |= piece;
    }
    return pieces;
}

}  // namespace

Options read_options(const Value& in) {
    read_object(in);
    Options options;
    if (const Value board = in["board"]; board.exists()) {
        options.board = read_word(board, board_words);
    }
    if (const Value pieces = in["pieces"]; pieces.exists()) options.pieces = read_pieces(pieces);
    if (const Value flying = in["flying"]; flying.exists()) options.flying = read_boolean(flying);
    if (const Value threefold = in["threefold"]; threefold.exists()) {
        options.threefold = read_boolean(threefold);
    }
    if (const Value no_mill = in["no_mill"]; no_mill.exists()) {
        options.no_mill = read_no_mill(no_mill);
    }
    if (const Value move_limit = in["move_limit"]; move_limit.exists()) {
        options.move_limit = read_move_limit(move_limit);
    }
    if (const Value hand_counts = in["hand_counts"]; hand_counts.exists()) {
        options.hand_counts = read_boolean(hand_counts);
    }
    return options;
}

Move read_move(const Value& in) {
    if (in.text()) return read_move_text(in);
    if (!in.is_object()) in.refuse(a_move);
    return {.from = read_optional(in["from"], read_point).value_or(no_point),
            .to = read_point(in["to"]),
            .take = read_optional(in["take"], read_point).value_or(no_point)};
}

std::vector<Move> read_moves(const Value& in) {
    return read_list(in, "moves", read_move);
}

Position read_position(const Value& in) {
    constexpr std::uint64_t most_in_hand = 9;
    read_object(in);
    Position position;
    position.pieces[0] = read_pieces_on_board(in["white"], 0);
    position.pieces[1] = read_pieces_on_board(in["black"], position.pieces[0]);
    const Value hands = in["hands"];
    read_object(hands);
    for (const auto& [color, word] : color_words) {
        position.hand[static_cast<std::size_t>(color)] =
            static_cast<std::uint8_t>(read_integer_up_to(hands[word], most_in_hand));
    }
    position.to_move = read_word(in["to_move"], color_words);
    read_word(in["phase"], phase_words);
    return position;
}

}  // namespace morris::protocol
