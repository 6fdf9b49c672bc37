#include "shared/protocol/instant.hpp"
#include "shared/protocol/json_out.hpp"
#include "shared/protocol/words.hpp"

namespace morris::protocol {

namespace {

void add_body(OrderedJson& json, const JoinedEvent& joined) {
    json["kind"] = "joined";
    json["color"] = word_for(color_words, joined.color);
    json["seat"] = to_json(joined.seat);
}

void add_body(OrderedJson& json, const MovedEvent& moved) {
    json["kind"] = "moved";
    json["color"] = word_for(color_words, moved.color);
    json["move"] = to_json(moved.move);
    if (moved.depth) json["depth"] = *moved.depth;
}

void add_body(OrderedJson& json, const EndedEvent& ended) {
    json["kind"] = "ended";
    if (ended.offer) json["offer"] = *ended.offer;
}

void add_offer(OrderedJson& json, Color color, std::uint64_t offer, OfferKind what) {
    json["color"] = word_for(color_words, color);
    json["offer"] = offer;
    json["what"] = word_for(offer_kind_words, what);
}

void add_body(OrderedJson& json, const OfferedEvent& offered) {
    json["kind"] = "offered";
    add_offer(json, offered.color, offered.offer, offered.what);
}

void add_body(OrderedJson& json, const WithdrawnEvent& withdrawn) {
    json["kind"] = "withdrawn";
    add_offer(json, withdrawn.color, withdrawn.offer, withdrawn.what);
}

void add_body(OrderedJson& json, const DeclinedEvent& declined) {
    json["kind"] = "declined";
    add_offer(json, declined.color, declined.offer, declined.what);
}

void add_body(OrderedJson& json, const TakenBackEvent& taken_back) {
    json["kind"] = "taken_back";
    json["color"] = word_for(color_words, taken_back.color);
    json["plies"] = taken_back.plies;
    if (taken_back.offer) json["offer"] = *taken_back.offer;
    if (taken_back.undo) json["undo"] = true;
}

void add_body(OrderedJson& json, const ClockEvent&) {
    json["kind"] = "clock";
}

void add_body(OrderedJson& json, const AbsentEvent& absent) {
    json["kind"] = "absent";
    json["color"] = word_for(color_words, absent.color);
}

void add_body(OrderedJson& json, const ReturnedEvent& returned) {
    json["kind"] = "returned";
    json["color"] = word_for(color_words, returned.color);
}

void add_body(OrderedJson& json, const HintedEvent& hinted) {
    json["kind"] = "hinted";
    json["color"] = word_for(color_words, hinted.color);
}

void add_body(OrderedJson& json, const RematchOfferedEvent& offered) {
    json["kind"] = "rematch_offered";
    json["color"] = word_for(color_words, offered.color);
}

void add_body(OrderedJson& json, const RematchedEvent& rematched) {
    json["kind"] = "rematched";
    json["next"] = rematched.next;
}

void add_body(OrderedJson& json, const OtherEvent& other) {
    json["kind"] = other.kind;
}

}  // namespace

OrderedJson message(const Event& event) {
    OrderedJson json{{"type", "event"},    {"table", event.table},
                     {"seq", event.seq},   {"at", to_text(event.at)},
                     {"turn", event.turn}, {"to_move", color_or_null(event.to_move)}};
    std::visit([&json](const auto& body) { add_body(json, body); }, event.body);
    if (event.result) json["result"] = to_json(*event.result);
    if (event.clock) json["clock"] = to_json(*event.clock);
    if (event.legal) json["legal"] = to_json(*event.legal);
    return json;
}

}  // namespace morris::protocol
