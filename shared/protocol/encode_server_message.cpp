#include "shared/protocol/codec.hpp"
#include "shared/protocol/instant.hpp"
#include "shared/protocol/json_out.hpp"
#include "shared/protocol/words.hpp"

namespace morris::protocol {

namespace {

OrderedJson color_or_null(const std::optional<Color>& color) {
    return color ? OrderedJson(word_for(color_words, *color)) : OrderedJson();
}

OrderedJson listed(const std::vector<ListedTable>& tables) {
    OrderedJson list = OrderedJson::array();
    for (const ListedTable& table : tables) {
        list.push_back({{"table", table.table},
                        {"options", to_json(table.options)},
                        {"seats", to_json(table.seats)},
                        {"made_at", to_text(table.made_at)},
                        {"ply", table.ply},
                        {"spectators", table.spectators}});
    }
    return list;
}

void add_body(OrderedJson& json, const JoinedEvent& joined) {
    json["kind"] = "joined";
    json["color"] = word_for(color_words, joined.color);
    json["seat"] = to_json(joined.seat);
}

void add_body(OrderedJson& json, const MovedEvent& moved) {
    json["kind"] = "moved";
    json["color"] = word_for(color_words, moved.color);
    json["move"] = to_json(moved.move);
}

void add_body(OrderedJson& json, const EndedEvent&) {
    json["kind"] = "ended";
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

OrderedJson presence_or_null(const std::optional<SeatPresence>& seat) {
    if (!seat) return nullptr;
    return {{"present", seat->present}, {"since", to_text(seat->since)}};
}

OrderedJson message(const Welcome& welcome) {
    return {{"type", "welcome"},
            {"id", welcome.id},
            {"player", welcome.player},
            {"name", welcome.name},
            {"protocol", welcome.protocol},
            {"server", welcome.server}};
}

OrderedJson message(const Attached& attached) {
    OrderedJson json{{"type", "attached"}, {"id", attached.id}, {"table", attached.table}};
    if (attached.color) json["color"] = word_for(color_words, *attached.color);
    if (const auto* snapshot = std::get_if<Snapshot>(&attached.sync)) {
        json["snapshot"] = to_json(*snapshot);
    } else {
        json["since"] = std::get<std::uint64_t>(attached.sync);
    }
    return json;
}

OrderedJson message(const Tables& tables) {
    return {{"type", "tables"},
            {"id", tables.id},
            {"open", listed(tables.open)},
            {"live", listed(tables.live)}};
}

OrderedJson message(const Done& done) {
    return {{"type", "done"}, {"id", done.id}, {"table", done.table}, {"seq", done.seq}};
}

OrderedJson message(const Pong& pong) {
    return {{"type", "pong"}, {"id", pong.id}, {"time", to_text(pong.time)}};
}

OrderedJson message(const Error& error) {
    OrderedJson json{{"type", "error"}};
    if (error.id) json["id"] = *error.id;
    json["code"] = to_text(error.code);
    json["message"] = error.message;
    if (error.field) json["field"] = *error.field;
    if (error.retry_ms) json["retry_ms"] = *error.retry_ms;
    if (error.table) json["table"] = *error.table;
    if (error.snapshot) json["snapshot"] = to_json(*error.snapshot);
    return json;
}

OrderedJson message(const Event& event) {
    OrderedJson json{{"type", "event"},    {"table", event.table},
                     {"seq", event.seq},   {"at", to_text(event.at)},
                     {"turn", event.turn}, {"to_move", color_or_null(event.to_move)}};
    std::visit([&json](const auto& body) { add_body(json, body); }, event.body);
    if (event.result) json["result"] = to_json(*event.result);
    if (event.legal) json["legal"] = to_json(*event.legal);
    return json;
}

OrderedJson message(const Presence& presence) {
    return {{"type", "presence"},
            {"table", presence.table},
            {"white", presence_or_null(presence.seats[0])},
            {"black", presence_or_null(presence.seats[1])},
            {"spectators", presence.spectators}};
}

OrderedJson message(const Stopping& stopping) {
    return {{"type", "stopping"}, {"message", stopping.message}, {"retry_ms", stopping.retry_ms}};
}

}  // namespace

std::string encode(const ServerMessage& of_any) {
    return line(std::visit([](const auto& one) { return message(one); }, of_any));
}

std::string encode(const Snapshot& snapshot) {
    return line(to_json(snapshot));
}

std::string encode_tables(const Tables& tables) {
    return line({{"open", listed(tables.open)}, {"live", listed(tables.live)}});
}

}  // namespace morris::protocol
