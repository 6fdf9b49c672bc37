#include <algorithm>

#include "shared/protocol/codec.hpp"
#include "shared/protocol/instant.hpp"
#include "shared/protocol/json_in.hpp"
#include "shared/protocol/limits.hpp"
#include "shared/protocol/name.hpp"

namespace morris::protocol {

namespace {

std::string read_name(const Value& in) {
    const std::string* text = in.text();
    if (text == nullptr) {
        in.refuse("a text of 1 to " + std::to_string(max_name_code_points) + " characters");
        return {};
    }
    auto name = checked_name(*text);
    if (!name) {
        in.refuse_with(name.error());
        return {};
    }
    return *std::move(name);
}

std::string read_client(const Value& in) {
    const std::string* text = in.text();
    const auto printable = [](char c) { return ' ' <= c && c <= '~'; };
    if (text != nullptr && !text->empty() && text->size() <= max_client_length &&
        std::all_of(text->begin(), text->end(), printable)) {
        return *text;
    }
    in.refuse("1 to " + std::to_string(max_client_length) + " printable ASCII characters");
    return {};
}

RequestBody read_hello(const Value& in) {
    return Hello{.name = read_name(in["name"]),
                 .secret = read_optional(in["secret"], read_secret),
                 .client = read_optional(in["client"], read_client)};
}

std::variant<PersonWanted, ComputerWanted> read_opponent(const Value& in) {
    read_object(in);
    constexpr Words<SeatKind, 2> kinds{
        {{SeatKind::person, "person"}, {SeatKind::computer, "computer"}}};
    if (read_word(in["kind"], kinds) == SeatKind::computer) {
        return ComputerWanted{.level = read_word(in["level"], level_words)};
    }
    return PersonWanted{.listed = read_optional(in["listed"], read_boolean).value_or(false)};
}

std::int64_t read_milliseconds_between(const Value& in, std::uint64_t least, std::uint64_t most) {
    return static_cast<std::int64_t>(read_integer_between(in, least, most));
}

// Null is without a clock, like no field at all.
std::optional<ClockTerms> read_clock_wanted(const Value& in) {
    if (!in.exists() || in.is_null()) return std::nullopt;
    if (!in.is_object())
        in.refuse(R"(an object like {"base_ms":300000,"increment_ms":3000}, or null)");
    return ClockTerms{
        .base_ms = read_milliseconds_between(in["base_ms"], min_base_ms, max_base_ms),
        .increment_ms = read_milliseconds_between(in["increment_ms"], 0, max_increment_ms)};
}

RequestBody read_make(const Value& in) {
    const auto read_wish = [](const Value& value) { return read_word(value, seat_wish_words); };
    return Make{.key = read_secret(in["key"]),
                .secret = read_secret(in["secret"]),
                .color = read_optional(in["color"], read_wish).value_or(SeatWish::random),
                .options = read_optional(in["options"], read_options).value_or(Options{}),
                .opponent = read_opponent(in["opponent"]),
                .clock = read_clock_wanted(in["clock"])};
}

RequestBody read_join(const Value& in) {
    const Value invite = in["invite"];
    const Value table = in["table"];
    if (!invite.exists() && !table.exists()) {
        invite.refuse("there, unless \"table\" names a listed table");
    }
    Join join{.invite = read_optional(invite, read_id),
              .table = read_optional(table, read_id),
              .secret = read_secret(in["secret"])};
    if (invite.exists() && table.exists()) {
        table.refuse_with("\"table\" is there beside \"invite\"; only one of them has to be.");
    }
    return join;
}

RequestBody read_resume(const Value& in) {
    return Resume{.table = read_id(in["table"]),
                  .secret = read_secret(in["secret"]),
                  .since = read_optional(in["since"], read_integer)};
}

RequestBody read_watch(const Value& in) {
    return Watch{.table = read_id(in["table"]), .since = read_optional(in["since"], read_integer)};
}

RequestBody read_play(const Value& in) {
    return Play{.table = read_id(in["table"]),
                .turn = read_integer(in["turn"]),
                .move = read_move(in["move"])};
}

OfferKind read_offer_kind(const Value& in) {
    return read_word(in, offer_kind_words);
}

RequestBody read_offer(const Value& in) {
    return Offer{.table = read_id(in["table"]),
                 .kind = read_offer_kind(in["kind"]),
                 .turn = read_integer(in["turn"])};
}

RequestBody read_answer(const Value& in) {
    return Answer{.table = read_id(in["table"]),
                  .offer = read_integer(in["offer"]),
                  .kind = read_offer_kind(in["kind"]),
                  .accept = read_boolean(in["accept"])};
}

RequestBody read_withdraw(const Value& in) {
    return WithdrawOffer{.table = read_id(in["table"]),
                         .offer = read_integer(in["offer"]),
                         .kind = read_offer_kind(in["kind"])};
}

RequestBody read_claim(const Value& in) {
    return Claim{.table = read_id(in["table"]),
                 .outcome = read_word(in["outcome"], claim_outcome_words)};
}

RequestBody read_pair(const Value& in) {
    return Pair{.key = read_secret(in["key"]),
                .secret = read_secret(in["secret"]),
                .options = read_optional(in["options"], read_options).value_or(Options{}),
                .clock = read_clock_wanted(in["clock"])};
}

RequestBody read_lobby(const Value& in) {
    return Lobby{.follow = read_boolean(in["follow"])};
}

Date read_date(const Value& in) {
    const std::string* text = in.text();
    const auto date = text ? parse_date(*text) : std::nullopt;
    if (!date) in.refuse("a day like \"2026-11-30\"");
    return date.value_or(Date{});
}

GamesResult read_games_result(const Value& in) {
    return read_word(in, games_result_words);
}

unsigned read_limit(const Value& in) {
    return static_cast<unsigned>(read_integer_between(in, 1, max_games));
}

RequestBody read_games(const Value& in) {
    const Value result = in["result"];
    Games games{.player = read_optional(in["player"], read_id),
                .result = read_optional(result, read_games_result),
                .from = read_optional(in["from"], read_date),
                .to = read_optional(in["to"], read_date),
                .before = read_optional(in["before"], read_cursor),
                .limit = read_optional(in["limit"], read_limit).value_or(default_games)};
    const bool of_one = games.result == GamesResult::won || games.result == GamesResult::lost;
    if (of_one && !games.player) {
        result.refuse("\"white\", \"black\", \"draw\" or \"nobody\" where no \"player\" is named");
    }
    return games;
}

// A request about a table in the turn that the client sees.
template <class Body>
RequestBody read_table_and_turn(const Value& in) {
    return Body{.table = read_id(in["table"]), .turn = read_integer(in["turn"])};
}

// A request whose only field is the table.
template <class Body>
RequestBody read_table_only(const Value& in) {
    return Body{.table = read_id(in["table"])};
}

template <class Body>
RequestBody read_nothing(const Value&) {
    return Body{};
}

using BodyReader = RequestBody (*)(const Value&);

constexpr Words<BodyReader, 22> body_readers{{{read_hello, "hello"},
                                              {read_make, "make"},
                                              {read_join, "join"},
                                              {read_resume, "resume"},
                                              {read_watch, "watch"},
                                              {read_table_only<Leave>, "leave"},
                                              {read_nothing<List>, "list"},
                                              {read_play, "move"},
                                              {read_offer, "offer"},
                                              {read_answer, "answer"},
                                              {read_withdraw, "withdraw"},
                                              {read_table_only<Abort>, "abort"},
                                              {read_claim, "claim"},
                                              {read_table_only<Resign>, "resign"},
                                              {read_table_only<Rematch>, "rematch"},
                                              {read_table_and_turn<Undo>, "undo"},
                                              {read_table_and_turn<Hint>, "hint"},
                                              {read_pair, "pair"},
                                              {read_nothing<Unpair>, "unpair"},
                                              {read_lobby, "lobby"},
                                              {read_games, "games"},
                                              {read_nothing<Ping>, "ping"}}};

}  // namespace

Result<Request, DecodeError> decode_request(std::string_view text) {
    const auto object = parse_object(text, max_request_bytes);
    if (!object) return Failure<DecodeError>(object.error());

    std::optional<Fault> fault;
    const Value in(*object, fault);
    Request request;
    request.id = read_integer(in["id"]);
    const std::optional<RequestId> id = fault ? std::nullopt : std::optional(request.id);
    const BodyReader read_body = read_word(in["type"], body_readers);
    if (!fault) request.body = read_body(in);
    if (fault) {
        return Failure<DecodeError>(
            DecodeError{ErrorCode::bad_message, id, fault->field, fault->message});
    }
    return request;
}

}  // namespace morris::protocol
