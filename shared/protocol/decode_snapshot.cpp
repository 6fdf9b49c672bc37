#include <limits>

#include "shared/protocol/instant.hpp"
#include "shared/protocol/json_in.hpp"
#include "shared/protocol/server_in.hpp"

namespace morris::protocol {

namespace {

RematchState read_rematch(const Value& in) {
    read_object(in);
    return {.offered_by = read_optional(in["offered_by"], read_color),
            .table = read_optional(in["table"], read_id)};
}

// Of a kind newer than this program: nullopt.
std::optional<OpenOffer> read_open_offer(const Value& in) {
    read_object(in);
    const OpenOffer offer{
        .offer = read_integer(in["offer"]), .kind = {}, .color = read_color(in["color"])};
    const auto kind = read_offer_kind_shown(in["kind"]);
    if (!kind) return std::nullopt;
    return OpenOffer{offer.offer, *kind, offer.color};
}

std::vector<OpenOffer> read_open_offers(const Value& in) {
    std::vector<OpenOffer> offers;
    for (const auto& offer : read_list(in, "offers", read_open_offer)) {
        if (offer) offers.push_back(*offer);
    }
    return offers;
}

ClaimTerms read_claim_terms(const Value& in) {
    read_object(in);
    return {.away_ms = read_milliseconds(in["away_ms"]),
            .idle_ms = read_optional(in["idle_ms"], read_milliseconds)};
}

AbsentSide read_absent_side(const Value& in) {
    read_object(in);
    return {.color = read_color(in["color"]), .claim_in_ms = read_milliseconds(in["claim_in_ms"])};
}

std::vector<AbsentSide> read_absent(const Value& in) {
    return read_list(in, "absent sides", read_absent_side);
}

TakenBack read_taken_back(const Value& in) {
    read_object(in);
    return {.turn = read_integer(in["turn"]),
            .color = read_color(in["color"]),
            .moves = read_moves(in["moves"]),
            .undo = read_optional(in["undo"], read_boolean).value_or(false)};
}

std::vector<TakenBack> read_all_taken_back(const Value& in) {
    return read_list(in, "what was taken back", read_taken_back);
}

}  // namespace

Color read_color(const Value& in) {
    return read_word(in, color_words);
}

std::optional<Color> read_color_or_null(const Value& in) {
    if (in.is_null()) return std::nullopt;
    if (in.exists()) return read_color(in);
    in.refuse(choices(color_words) + ", or null for nobody");
    return std::nullopt;
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

int read_small_integer(const Value& in) {
    return static_cast<int>(read_integer_up_to(in, std::numeric_limits<int>::max()));
}

std::int64_t read_milliseconds(const Value& in) {
    return static_cast<std::int64_t>(read_integer(in));
}

Seat read_seat(const Value& in) {
    read_object(in);
    const auto kind = value_of(seat_kind_words, read_text(in["kind"]));
    Seat seat;
    // Of a kind newer than this program: somebody sits there, known by what is told of a person.
    seat.kind = kind.value_or(SeatKind::person);
    if (seat.kind == SeatKind::open) return seat;
    if (kind || in["name"].exists()) seat.name = read_text(in["name"]);
    if (seat.kind == SeatKind::computer) {
        seat.level = value_of(level_words, read_optional(in["level"], read_text).value_or(""));
        return seat;
    }
    if (kind || in["player"].exists()) seat.player = read_text(in["player"]);
    seat.mark = read_optional(in["mark"], read_text).value_or("");
    return seat;
}

std::array<Seat, 2> read_seats(const Value& in) {
    return read_both(in, read_seat);
}

GameResult read_result(const Value& in) {
    read_object(in);
    const auto winner = value_of(winner_words, read_text(in["winner"]));
    const std::string reason = read_text(in["reason"]);
    const auto end = value_of(game_end_words, reason);
    GameResult result{winner.value_or(Winner::nobody), end.value_or(GameEnd::other)};
    if (!end) result.reason_word = reason;
    return result;
}

ClockTerms read_clock_terms(const Value& in) {
    read_object(in);
    return {.base_ms = read_milliseconds(in["base_ms"]),
            .increment_ms = read_milliseconds(in["increment_ms"])};
}

Clock read_clock(const Value& in) {
    return {.terms = read_clock_terms(in),
            .left_ms = {read_milliseconds(in["white_ms"]), read_milliseconds(in["black_ms"])},
            .runs = read_color_or_null(in["runs"]),
            .starts_in_ms = read_optional(in["starts_in_ms"], read_milliseconds),
            .first_move_ms = read_optional(in["first_move_ms"], read_milliseconds),
            .waits_for = read_optional(in["waits_for"], read_color)};
}

std::optional<OfferKind> read_offer_kind_shown(const Value& in) {
    return value_of(offer_kind_words, read_text(in));
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
        .seats = read_seats(in["seats"]),
        .begun = read_boolean(in["begun"]),
        .position = read_position(in["position"]),
        .plies_without_take = read_small_integer(in["plies_without_take"]),
        .moves = read_moves(in["moves"]),
        .result = read_optional(in["result"], read_result),
        .rematch = read_optional(in["rematch"], read_rematch).value_or(RematchState{}),
        .clock = read_optional(in["clock"], read_clock),
        .offers = read_optional(in["offers"], read_open_offers).value_or(std::vector<OpenOffer>{}),
        .claims = read_optional(in["claims"], read_claim_terms),
        .absent = read_optional(in["absent"], read_absent).value_or(std::vector<AbsentSide>{}),
        .taken_back =
            read_optional(in["taken_back"], read_all_taken_back).value_or(std::vector<TakenBack>{}),
        .hints = read_optional(in["hints"], read_count).value_or(0),
        .undos = read_optional(in["undos"], read_count).value_or(0),
        .idle_ms = read_optional(in["idle_ms"], read_milliseconds),
        .invite = read_optional(in["invite"], read_id),
        .legal = read_optional(in["legal"], read_moves)};
    const Value ply = in["ply"];
    if (read_integer(ply) != snapshot.moves.size()) ply.refuse("the number of \"moves\"");
    return snapshot;
}

}  // namespace morris::protocol
