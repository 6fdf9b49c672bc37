#include "shared/protocol/codec.hpp"
#include "shared/protocol/instant.hpp"
#include "shared/protocol/json_out.hpp"
#include "shared/protocol/words.hpp"

namespace morris::protocol {

namespace {

OrderedJson presence_or_null(const std::optional<SeatPresence>& seat) {
    if (!seat) return nullptr;
    OrderedJson json{{"present", seat->present}, {"since", to_text(seat->since)}};
    if (seat->claim_in_ms) json["claim_in_ms"] = *seat->claim_in_ms;
    return json;
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

OrderedJson message(const Done& done) {
    return {{"type", "done"}, {"id", done.id}, {"table", done.table}, {"seq", done.seq}};
}

OrderedJson message(const HintAnswer& hint) {
    return {{"type", "hint"},
            {"id", hint.id},
            {"table", hint.table},
            {"turn", hint.turn},
            {"move", to_json(hint.move)},
            {"line", to_json(hint.line)},
            {"depth", hint.depth}};
}

OrderedJson message(const Pairing& pairing) {
    return {{"type", "pairing"}, {"id", pairing.id}, {"waiting", pairing.waiting}};
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

OrderedJson message(const Presence& presence) {
    OrderedJson json{{"type", "presence"},
                     {"table", presence.table},
                     {"white", presence_or_null(presence.seats[0])},
                     {"black", presence_or_null(presence.seats[1])},
                     {"spectators", presence.spectators}};
    if (presence.idle_ms) json["idle_ms"] = *presence.idle_ms;
    return json;
}

OrderedJson message(const ClockNotice& notice) {
    return {{"type", "clock"}, {"table", notice.table}, {"clock", to_json(notice.clock)}};
}

OrderedJson message(const Paired& paired) {
    return {{"type", "paired"},
            {"table", paired.table},
            {"color", word_for(color_words, paired.color)}};
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

std::string encode(const Options& options) {
    return line(to_json(options));
}

}  // namespace morris::protocol
