#include "shared/protocol/json_out.hpp"

#include "shared/protocol/words.hpp"
#include "shared/rules/notation.hpp"

namespace morris::protocol {

namespace {

OrderedJson points(Bitboard pieces) {
    OrderedJson names = OrderedJson::array();
    for (Point point = 0; point < point_count; ++point) {
        if ((pieces & bit(point)) != 0) names.push_back(morris::to_text(point));
    }
    return names;
}

}  // namespace

OrderedJson to_json(const Options& options) {
    OrderedJson json{{"board", word_for(board_words, options.board)},
                     {"pieces", options.pieces},
                     {"flying", options.flying},
                     {"threefold", options.threefold},
                     {"no_mill", nullptr},
                     {"move_limit", nullptr},
                     {"hand_counts", options.hand_counts}};
    if (options.no_mill) json["no_mill"] = *options.no_mill;
    if (options.move_limit) json["move_limit"] = *options.move_limit;
    return json;
}

OrderedJson to_json(const Move& move) {
    OrderedJson json = OrderedJson::object();
    if (move.from != no_point) json["from"] = morris::to_text(move.from);
    json["to"] = morris::to_text(move.to);
    if (move.take != no_point) json["take"] = morris::to_text(move.take);
    return json;
}

OrderedJson to_json(const std::vector<Move>& moves) {
    OrderedJson texts = OrderedJson::array();
    for (const Move& move : moves) texts.push_back(to_text(move));
    return texts;
}

OrderedJson to_json(const Position& position, Phase phase) {
    return {
        {"white", points(position.of(Color::white))},
        {"black", points(position.of(Color::black))},
        {"hands",
         {{"white", position.in_hand(Color::white)}, {"black", position.in_hand(Color::black)}}},
        {"to_move", word_for(color_words, position.to_move)},
        {"phase", word_for(phase_words, phase)}};
}

OrderedJson to_json(const Seat& seat) {
    OrderedJson json{{"kind", word_for(seat_kind_words, seat.kind)}};
    if (seat.kind == SeatKind::person) json["player"] = seat.player;
    if (seat.kind != SeatKind::open) json["name"] = seat.name;
    if (!seat.mark.empty()) json["mark"] = seat.mark;
    if (seat.level) json["level"] = word_for(level_words, *seat.level);
    return json;
}

OrderedJson to_json(const std::array<Seat, 2>& seats) {
    return {{"white", to_json(seats[0])}, {"black", to_json(seats[1])}};
}

OrderedJson to_json(const GameResult& result) {
    const std::string_view reason = result.reason == GameEnd::other
                                        ? std::string_view(result.reason_word)
                                        : word_for(game_end_words, result.reason);
    return {{"winner", word_for(winner_words, result.winner)}, {"reason", reason}};
}

OrderedJson to_json(const ClockTerms& terms) {
    return {{"base_ms", terms.base_ms}, {"increment_ms", terms.increment_ms}};
}

OrderedJson to_json(const Clock& clock) {
    OrderedJson json = to_json(clock.terms);
    json["white_ms"] = clock.left_ms[0];
    json["black_ms"] = clock.left_ms[1];
    json["runs"] = color_or_null(clock.runs);
    if (clock.starts_in_ms) json["starts_in_ms"] = *clock.starts_in_ms;
    if (clock.first_move_ms) json["first_move_ms"] = *clock.first_move_ms;
    if (clock.waits_for) json["waits_for"] = word_for(color_words, *clock.waits_for);
    return json;
}

OrderedJson color_or_null(const std::optional<Color>& color) {
    return color ? OrderedJson(word_for(color_words, *color)) : OrderedJson();
}

std::string line(const OrderedJson& json) {
    return json.dump(-1, ' ', false, OrderedJson::error_handler_t::replace);
}

}  // namespace morris::protocol
