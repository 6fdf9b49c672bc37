#include "shared/protocol/json_out.hpp"

#include "shared/protocol/instant.hpp"
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

OrderedJson to_json(const RematchState& rematch) {
    OrderedJson json = OrderedJson::object();
    if (rematch.offered_by) json["offered_by"] = word_for(color_words, *rematch.offered_by);
    if (rematch.table) json["table"] = *rematch.table;
    return json;
}

}  // namespace

OrderedJson to_json(const Options& options) {
    OrderedJson json{{"board", word_for(board_words, options.board)},
                     {"pieces", options.pieces},
                     {"flying", options.flying},
                     {"threefold", options.threefold},
                     {"no_mill", nullptr}};
    if (options.no_mill) json["no_mill"] = *options.no_mill;
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
    if (seat.level) json["level"] = word_for(level_words, *seat.level);
    return json;
}

OrderedJson to_json(const std::array<Seat, 2>& seats) {
    return {{"white", to_json(seats[0])}, {"black", to_json(seats[1])}};
}

OrderedJson to_json(const GameResult& result) {
    return {{"winner", word_for(winner_words, result.winner)},
            {"reason", word_for(game_end_words, result.reason)}};
}

OrderedJson to_json(const Snapshot& snapshot) {
    const Position& position = snapshot.position;
    const Phase phase = phase_of(position, position.to_move, snapshot.options);
    OrderedJson json{{"table", snapshot.table},
                     {"seq", snapshot.seq},
                     {"turn", snapshot.turn},
                     {"ply", snapshot.moves.size()},
                     {"made_at", to_text(snapshot.made_at)},
                     {"options", to_json(snapshot.options)},
                     {"listed", snapshot.listed},
                     {"begun", snapshot.begun},
                     {"seats", to_json(snapshot.seats)},
                     {"position", to_json(position, phase)},
                     {"plies_without_take", snapshot.plies_without_take},
                     {"moves", to_json(snapshot.moves)}};
    if (snapshot.result) json["result"] = to_json(*snapshot.result);
    if (snapshot.rematch != RematchState{}) json["rematch"] = to_json(snapshot.rematch);
    if (snapshot.invite) json["invite"] = *snapshot.invite;
    if (snapshot.legal) json["legal"] = to_json(*snapshot.legal);
    return json;
}

std::string line(const OrderedJson& json) {
    return json.dump(-1, ' ', false, OrderedJson::error_handler_t::replace);
}

}  // namespace morris::protocol
