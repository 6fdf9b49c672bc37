#include "shared/protocol/codec.hpp"
#include "shared/protocol/json_in.hpp"
#include "shared/protocol/limits.hpp"
#include "shared/protocol/server_in.hpp"

namespace morris::protocol {

namespace {

ServerMessage read_welcome(const Value& in) {
    return Welcome{.id = read_integer(in["id"]),
                   .player = read_text(in["player"]),
                   .name = read_text(in["name"]),
                   .protocol = read_small_integer(in["protocol"]),
                   .server = read_text(in["server"])};
}

std::variant<Snapshot, std::uint64_t> read_sync(const Value& in) {
    const Value since = in["since"];
    const Value snapshot = in["snapshot"];
    if (since.exists() && snapshot.exists()) {
        since.refuse_with("\"since\" is there beside \"snapshot\"; only one of them has to be.");
    }
    if (since.exists()) return read_integer(since);
    return read_snapshot(snapshot);
}

ServerMessage read_attached(const Value& in) {
    return Attached{.id = read_integer(in["id"]),
                    .table = read_id(in["table"]),
                    .color = read_optional(in["color"], read_color),
                    .sync = read_sync(in)};
}

ServerMessage read_done(const Value& in) {
    return Done{.id = read_integer(in["id"]),
                .table = read_id(in["table"]),
                .seq = read_integer(in["seq"])};
}

ServerMessage read_hint(const Value& in) {
    return HintAnswer{.id = read_integer(in["id"]),
                      .table = read_id(in["table"]),
                      .turn = read_integer(in["turn"]),
                      .move = read_move(in["move"]),
                      .line = read_moves(in["line"]),
                      .depth = read_small_integer(in["depth"])};
}

ServerMessage read_pairing(const Value& in) {
    return Pairing{.id = read_integer(in["id"]), .waiting = read_boolean(in["waiting"])};
}

ServerMessage read_pong(const Value& in) {
    return Pong{.id = read_integer(in["id"]), .time = read_instant(in["time"])};
}

ServerMessage read_error(const Value& in) {
    // A code newer than this program is still an error with a sentence for people.
    const std::string code = read_text(in["code"]);
    return Error{.id = read_optional(in["id"], read_integer),
                 .code = value_of(error_code_words, code).value_or(ErrorCode::internal),
                 .message = read_text(in["message"]),
                 .field = read_optional(in["field"], read_text),
                 .retry_ms = read_optional(in["retry_ms"], read_milliseconds),
                 .snapshot = read_optional(in["snapshot"], read_snapshot),
                 .table = read_optional(in["table"], read_id)};
}

std::optional<SeatPresence> read_seat_presence(const Value& in) {
    if (in.is_null()) return std::nullopt;
    if (!in.is_object()) in.refuse("an object or null");
    return SeatPresence{.present = read_boolean(in["present"]),
                        .since = read_instant(in["since"]),
                        .claim_in_ms = read_optional(in["claim_in_ms"], read_milliseconds)};
}

ServerMessage read_presence(const Value& in) {
    return Presence{.table = read_id(in["table"]),
                    .seats = read_both(in, read_seat_presence),
                    .spectators = read_count(in["spectators"]),
                    .idle_ms = read_optional(in["idle_ms"], read_milliseconds)};
}

ServerMessage read_clock_notice(const Value& in) {
    return ClockNotice{.table = read_id(in["table"]), .clock = read_clock(in["clock"])};
}

ServerMessage read_paired(const Value& in) {
    return Paired{.table = read_id(in["table"]), .color = read_color(in["color"])};
}

ServerMessage read_stopping(const Value& in) {
    return Stopping{.message = read_text(in["message"]),
                    .retry_ms = read_milliseconds(in["retry_ms"])};
}

using MessageReader = ServerMessage (*)(const Value&);

constexpr Words<MessageReader, 16> message_readers{{{read_welcome, "welcome"},
                                                    {read_attached, "attached"},
                                                    {read_tables, "tables"},
                                                    {read_done, "done"},
                                                    {read_hint, "hint"},
                                                    {read_pairing, "pairing"},
                                                    {read_lobby_state, "lobby"},
                                                    {read_games_page, "games"},
                                                    {read_pong, "pong"},
                                                    {read_error, "error"},
                                                    {read_event, "event"},
                                                    {read_presence, "presence"},
                                                    {read_clock_notice, "clock"},
                                                    {read_paired, "paired"},
                                                    {read_lobby_changed, "lobby_changed"},
                                                    {read_stopping, "stopping"}}};

}  // namespace

Result<ServerMessage, DecodeError> decode_server_message(std::string_view text) {
    const auto object = parse_object(text, max_server_message_bytes);
    if (!object) return Failure<DecodeError>(object.error());

    std::optional<Fault> fault;
    const Value in(*object, fault);
    const MessageReader read_message = read_word(in["type"], message_readers);
    std::optional<ServerMessage> message;
    if (!fault) message = read_message(in);
    if (fault) {
        return Failure<DecodeError>(
            DecodeError{ErrorCode::bad_message, {}, fault->field, fault->message});
    }
    return *std::move(message);
}

}  // namespace morris::protocol
