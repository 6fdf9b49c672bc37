#include "shared/protocol/instant.hpp"
#include "shared/protocol/json_out.hpp"
#include "shared/protocol/words.hpp"

namespace morris::protocol {

namespace {

OrderedJson to_json(const RematchState& rematch) {
    OrderedJson json = OrderedJson::object();
    if (rematch.offered_by) json["offered_by"] = word_for(color_words, *rematch.offered_by);
    if (rematch.table) json["table"] = *rematch.table;
    return json;
}

OrderedJson to_json(const OpenOffer& offer) {
    return {{"offer", offer.offer},
            {"kind", word_for(offer_kind_words, offer.kind)},
            {"color", word_for(color_words, offer.color)}};
}

OrderedJson to_json(const ClaimTerms& claims) {
    OrderedJson json{{"away_ms", claims.away_ms}};
    if (claims.idle_ms) json["idle_ms"] = *claims.idle_ms;
    return json;
}

OrderedJson to_json(const TakenBack& taken_back) {
    OrderedJson json{{"turn", taken_back.turn},
                     {"color", word_for(color_words, taken_back.color)},
                     {"moves", protocol::to_json(taken_back.moves)}};
    if (taken_back.undo) json["undo"] = true;
    return json;
}

OrderedJson to_json(const AbsentSide& absent) {
    return {{"color", word_for(color_words, absent.color)}, {"claim_in_ms", absent.claim_in_ms}};
}

template <class Element>
OrderedJson list_of(const std::vector<Element>& elements) {
    OrderedJson list = OrderedJson::array();
    for (const Element& element : elements) list.push_back(to_json(element));
    return list;
}

// What the sides may ask of each other and of the computer, and have asked.
void add_questions(OrderedJson& json, const Snapshot& snapshot) {
    if (!snapshot.offers.empty()) json["offers"] = list_of(snapshot.offers);
    if (snapshot.claims) json["claims"] = to_json(*snapshot.claims);
    if (!snapshot.absent.empty()) json["absent"] = list_of(snapshot.absent);
    if (snapshot.idle_ms) json["idle_ms"] = *snapshot.idle_ms;
    if (snapshot.hints > 0) json["hints"] = snapshot.hints;
    if (snapshot.undos > 0) json["undos"] = snapshot.undos;
}

}  // namespace

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
    if (!snapshot.taken_back.empty()) json["taken_back"] = list_of(snapshot.taken_back);
    if (snapshot.clock) json["clock"] = to_json(*snapshot.clock);
    if (snapshot.result) json["result"] = to_json(*snapshot.result);
    if (snapshot.rematch != RematchState{}) json["rematch"] = to_json(snapshot.rematch);
    add_questions(json, snapshot);
    if (snapshot.invite) json["invite"] = *snapshot.invite;
    if (snapshot.legal) json["legal"] = to_json(*snapshot.legal);
    return json;
}

}  // namespace morris::protocol
