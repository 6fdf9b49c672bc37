#include <limits>

#include "shared/protocol/codec.hpp"
#include "shared/protocol/instant.hpp"
#include "shared/protocol/json_in.hpp"
#include "shared/protocol/limits.hpp"

namespace morris::protocol {

namespace {

Color read_color(const Value& in) {
    return read_word(in, color_words);
}

Instant read_instant(const Value& in) {
    const std::string* text = in.text();
    const auto instant = text ? parse_instant(*text) : std::nullopt;
    if (!instant) in.refuse("an instant like \"2026-11-30T11:22:33.444Z\"");
    return instant.value_or(Instant{});
}

std::uint32_t read_count(const Value& in) {
    return static_cast<std::uint32_t>(
        read_integer_up_to(in, std::numeric_limits<std::uint32_t>::max()));
}

std::int64_t read_milliseconds(const Value& in) {
    return static_cast<std::int64_t>(read_integer(in));
}

Seat read_seat(const Value& in) {
    read_object(in);
    Seat seat;
    seat.kind = read_word(in["kind"], seat_kind_words);
    if (seat.kind == SeatKind::open) return seat;
    seat.name = read_text(in["name"]);
    if (seat.kind == SeatKind::person) {
        seat.player = read_text(in["player"]);
    } else {
        seat.level = read_word(in["level"], level_words);
    }
    return seat;
}

// Something for each colour.
template <class Read>
auto read_both(const Value& in, Read read) -> std::array<decltype(read(in)), 2> {
    read_object(in);
    return {read(in["white"]), read(in["black"])};
}

GameResult read_result(const Value& in) {
    read_object(in);
    return {.winner = read_word(in["winner"], winner_words),
            .reason = read_word(in["reason"], game_end_words)};
}

RematchState read_rematch(const Value& in) {
    read_object(in);
    return {.offered_by = read_optional(in["offered_by"], read_color),
            .table = read_optional(in["table"], read_id)};
}

Snapshot read_snapshot(const Value& in) {
    read_object(in);
    Snapshot snapshot{
        .table = read_id(in["table"]),
        .seq = read_integer(in["seq"]),
        .turn = read_integer(in["turn"]),
        .made_at = read_instant(in["made_at"]),
        .options = read_options(in["options"]),
        .listed = read_boolean(in["listed"]),
        .seats = read_both(in["seats"], read_seat),
        .begun = read_boolean(in["begun"]),
        .position = read_position(in["position"]),
        .plies_without_take = static_cast<int>(
            read_integer_up_to(in["plies_without_take"], std::numeric_limits<int>::max())),
        .moves = read_moves(in["moves"]),
        .result = read_optional(in["result"], read_result),
        .rematch = read_optional(in["rematch"], read_rematch).value_or(RematchState{}),
        .invite = read_optional(in["invite"], read_id),
        .legal = read_optional(in["legal"], read_moves)};
    const Value ply = in["ply"];
    if (read_integer(ply) != snapshot.moves.size()) ply.refuse("the number of \"moves\"");
    return snapshot;
}

ServerMessage read_welcome(const Value& in) {
    return Welcome{.id = read_integer(in["id"]),
                   .player = read_text(in["player"]),
                   .name = read_text(in["name"]),
                   .protocol = static_cast<int>(
                       read_integer_up_to(in["protocol"], std::numeric_limits<int>::max())),
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

ListedTable read_listed_table(const Value& in) {
    read_object(in);
    return {.table = read_id(in["table"]),
            .options = read_options(in["options"]),
            .seats = read_both(in["seats"], read_seat),
            .made_at = read_instant(in["made_at"]),
            .ply = read_integer(in["ply"]),
            .spectators = read_count(in["spectators"])};
}

std::vector<ListedTable> read_listed_tables(const Value& in) {
    if (!in.is_list()) in.refuse("a list of tables");
    std::vector<ListedTable> tables;
    for (const Value& element : in.elements()) tables.push_back(read_listed_table(element));
    return tables;
}

ServerMessage read_tables(const Value& in) {
    return Tables{.id = read_integer(in["id"]),
                  .open = read_listed_tables(in["open"]),
                  .live = read_listed_tables(in["live"])};
}

ServerMessage read_done(const Value& in) {
    return Done{.id = read_integer(in["id"]),
                .table = read_id(in["table"]),
                .seq = read_integer(in["seq"])};
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

EventBody read_event_body(const Value& in) {
    const std::string kind = read_text(in["kind"]);
    if (kind == "joined") {
        return JoinedEvent{.color = read_color(in["color"]), .seat = read_seat(in["seat"])};
    }
    if (kind == "moved") {
        return MovedEvent{.color = read_color(in["color"]), .move = read_move(in["move"])};
    }
    if (kind == "ended") return EndedEvent{};
    if (kind == "rematch_offered") return RematchOfferedEvent{.color = read_color(in["color"])};
    if (kind == "rematched") return RematchedEvent{.next = read_id(in["next"])};
    return OtherEvent{.kind = kind};
}

// Has to be there, and is null when nobody is to move.
std::optional<Color> read_to_move(const Value& in) {
    if (in.is_null()) return std::nullopt;
    if (in.exists()) return read_color(in);
    in.refuse(choices(color_words) + ", or null when nobody is to move");
    return std::nullopt;
}

ServerMessage read_event(const Value& in) {
    return Event{.table = read_id(in["table"]),
                 .seq = read_integer(in["seq"]),
                 .at = read_instant(in["at"]),
                 .turn = read_integer(in["turn"]),
                 .to_move = read_to_move(in["to_move"]),
                 .body = read_event_body(in),
                 .result = read_optional(in["result"], read_result),
                 .legal = read_optional(in["legal"], read_moves)};
}

std::optional<SeatPresence> read_seat_presence(const Value& in) {
    if (in.is_null()) return std::nullopt;
    if (!in.is_object()) in.refuse("an object or null");
    return SeatPresence{.present = read_boolean(in["present"]), .since = read_instant(in["since"])};
}

ServerMessage read_presence(const Value& in) {
    return Presence{.table = read_id(in["table"]),
                    .seats = read_both(in, read_seat_presence),
                    .spectators = read_count(in["spectators"])};
}

ServerMessage read_stopping(const Value& in) {
    return Stopping{.message = read_text(in["message"]),
                    .retry_ms = read_milliseconds(in["retry_ms"])};
}

using MessageReader = ServerMessage (*)(const Value&);

constexpr Words<MessageReader, 9> message_readers{{{read_welcome, "welcome"},
                                                   {read_attached, "attached"},
                                                   {read_tables, "tables"},
                                                   {read_done, "done"},
                                                   {read_pong, "pong"},
                                                   {read_error, "error"},
                                                   {read_event, "event"},
                                                   {read_presence, "presence"},
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
