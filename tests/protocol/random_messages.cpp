#include "tests/protocol/random_messages.hpp"

#include <array>
#include <string_view>

#include "shared/protocol/instant.hpp"
#include "shared/protocol/limits.hpp"
#include "shared/protocol/words.hpp"

namespace morris::test {

namespace {

using namespace morris::protocol;

template <class Draw>
auto maybe(Random& random, Draw draw) -> std::optional<decltype(draw(random))> {
    if (random.once_in(2)) return std::nullopt;
    return draw(random);
}

template <class Draw>
auto some(Random& random, std::size_t most, Draw draw) -> std::vector<decltype(draw(random))> {
    std::vector<decltype(draw(random))> list(random.below(most + 1));
    for (auto& element : list) element = draw(random);
    return list;
}

std::string text_of(Random& random, std::string_view alphabet, std::size_t least,
                    std::size_t most) {
    std::string text;
    const std::size_t size = least + random.below(most - least + 1);
    while (text.size() < size) text += random.pick(alphabet);
    return text;
}

constexpr std::string_view secret_alphabet =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
constexpr std::string_view id_alphabet = "0123456789abcdefghjkmnpqrstvwxyzABCXYZ-";

std::string random_secret(Random& random) {
    return text_of(random, secret_alphabet, min_secret_length, max_secret_length);
}

std::string random_id(Random& random) {
    return text_of(random, id_alphabet, 1, max_id_length);
}

// Small, large and the largest, in equal parts.
std::uint64_t random_integer(Random& random) {
    switch (random.below(3)) {
        case 0:
            return random.below(100);
        case 1:
            return random.next() & max_integer;
        default:
            return max_integer;
    }
}

std::uint64_t random_seq(Random& random) {
    return 1 + random_integer(random) % max_integer;
}

std::int64_t random_milliseconds(Random& random) {
    return static_cast<std::int64_t>(random_integer(random));
}

std::uint32_t random_count(Random& random) {
    return static_cast<std::uint32_t>(random.next());
}

std::string random_name(Random& random) {
    constexpr std::array<std::string_view, 10> letters{"a",  "Z",  "9", "-",  "'",
                                                       "\"", "\\", "é", "語", "🂡"};
    std::string name;
    for (std::size_t left = 1 + random.below(max_name_code_points); left > 0; --left) {
        name += random.pick(letters);
    }
    return name;
}

// A sentence with all that JSON has to escape.
std::string random_sentence(Random& random) {
    constexpr std::array<std::string_view, 9> words{
        "the ", "table ", "\"a1\" ", "\n", "\t", "\\", "\x01", "ä", "\xF0\x9F\x82\xA1"};
    std::string text = "Not ";
    for (std::size_t left = random.below(12); left > 0; --left) text += random.pick(words);
    return text;
}

template <class Enum, std::size_t size>
Enum random_value(Random& random, const Words<Enum, size>& words) {
    return random.pick(words).value;
}

Color random_color(Random& random) {
    return random_value(random, color_words);
}

Level random_level(Random& random) {
    return random_value(random, level_words);
}

Instant random_instant(Random& random) {
    constexpr std::uint64_t ten_thousand_years = std::uint64_t{10'000} * 365 * 86'400'000;
    const auto year_0 = *parse_instant("0000-01-01T00:00:00.000Z");
    return year_0 + std::chrono::milliseconds(random.next() % ten_thousand_years);
}

Date random_date(Random& random) {
    return std::chrono::floor<std::chrono::days>(random_instant(random));
}

std::string random_cursor(Random& random) {
    return text_of(random, "2026-11-30_abcXYZ.", 1, max_cursor_length);
}

// What a request may ask for; a server may know other ones.
ClockTerms random_terms_wanted(Random& random) {
    const auto least = static_cast<std::int64_t>(min_base_ms);
    return {least + static_cast<std::int64_t>(random.below(max_base_ms - min_base_ms + 1)),
            static_cast<std::int64_t>(random.below(max_increment_ms + 1))};
}

ClockTerms random_terms(Random& random) {
    return {random_milliseconds(random), random_milliseconds(random)};
}

Clock random_clock(Random& random) {
    return {.terms = random_terms(random),
            .left_ms = {random_milliseconds(random), random_milliseconds(random)},
            .runs = maybe(random, random_color),
            .starts_in_ms = maybe(random, random_milliseconds),
            .first_move_ms = maybe(random, random_milliseconds),
            .waits_for = maybe(random, random_color)};
}

Options random_options(Random& random) {
    constexpr std::array<std::uint8_t, 3> pieces{3, 6, 9};
    constexpr std::array<std::optional<std::uint16_t>, 4> no_mill{50, 100, 200, std::nullopt};
    constexpr std::array<std::optional<std::uint16_t>, 2> move_limit{200, std::nullopt};
    return {.board = Board::nine,
            .pieces = random.pick(pieces),
            .flying = random.once_in(2),
            .threefold = random.once_in(2),
            .no_mill = random.pick(no_mill),
            .move_limit = random.pick(move_limit),
            .hand_counts = random.once_in(2)};
}

Point random_point(Random& random) {
    return static_cast<Point>(random.below(point_count));
}

// Any move that can be written; the rules may have other thoughts.
Move random_move(Random& random) {
    return {.from = maybe(random, random_point).value_or(no_point),
            .to = random_point(random),
            .take = maybe(random, random_point).value_or(no_point)};
}

std::vector<Move> random_moves(Random& random) {
    return some(random, 19, random_move);
}

std::string random_mark(Random& random) {
    return text_of(random, "0123456789abcdefghjkmnpqrstvwxyz", 4, 4);
}

Seat random_seat(Random& random) {
    switch (random_value(random, seat_kind_words)) {
        case SeatKind::person:
            return {.kind = SeatKind::person,
                    .player = random_id(random),
                    .name = random_name(random),
                    .level = {},
                    .mark = maybe(random, random_mark).value_or("")};
        case SeatKind::computer:
            return {.kind = SeatKind::computer,
                    .player = "",
                    .name = random_name(random),
                    .level = random_level(random)};
        default:
            return {};
    }
}

std::array<Seat, 2> random_seats(Random& random) {
    return {random_seat(random), random_seat(random)};
}

Position random_position(Random& random, const Options& options) {
    Position position;
    for (std::size_t side = 0; side < 2; ++side) {
        position.hand[side] = static_cast<std::uint8_t>(random.below(options.pieces + 1U));
        for (std::size_t left = random.below(options.pieces + 1U - position.hand[side]); left > 0;
             --left) {
            const Bitboard piece = bit(random_point(random));
            if ((position.occupied() & piece) == 0) position.pieces[side] |= piece;
        }
    }
    position.to_move = random_color(random);
    return position;
}

GameResult random_result(Random& random) {
    return {random_value(random, winner_words), random_value(random, game_end_words)};
}

SeatPresence random_presence(Random& random) {
    return {random.once_in(2), random_instant(random), maybe(random, random_milliseconds)};
}

ListedTable random_listed(Random& random) {
    return {random_id(random),          random_options(random), random_seats(random),
            random_instant(random),     random_integer(random), random_count(random),
            maybe(random, random_terms)};
}

std::vector<ListedTable> random_list(Random& random) {
    return some(random, 3, random_listed);
}

Finished random_finished(Random& random) {
    return {.table = random_id(random),
            .options = random_options(random),
            .clock = maybe(random, random_terms),
            .seats = random_seats(random),
            .made_at = random_instant(random),
            .ended_at = random_instant(random),
            .ply = random_integer(random),
            .result = random_result(random),
            .hints = maybe(random, random_count).value_or(0),
            .undos = maybe(random, random_count).value_or(0)};
}

OfferKind random_offer_kind(Random& random) {
    return random_value(random, offer_kind_words);
}

OpenOffer random_offer(Random& random) {
    return {random_seq(random), random_offer_kind(random), random_color(random)};
}

ClaimTerms random_claims(Random& random) {
    return {random_milliseconds(random), maybe(random, random_milliseconds)};
}

TakenBack random_taken_back(Random& random) {
    return {random_integer(random), random_color(random), random_moves(random), random.once_in(2)};
}

template <class Body>
Body about_offer(Random& random) {
    return {random_color(random), random_seq(random), random_offer_kind(random)};
}

TakenBackEvent random_taken_back_event(Random& random) {
    TakenBackEvent event{random_color(random), random_count(random), random_seq(random), false};
    if (random.once_in(2)) {
        event.offer.reset();
        event.undo = true;
    }
    return event;
}

int random_depth(Random& random) {
    return static_cast<int>(random.below(100));
}

EventBody random_event_body(Random& random, std::size_t kind) {
    switch (kind) {
        case 0:
            return JoinedEvent{random_color(random), random_seat(random)};
        case 1:
            return MovedEvent{random_color(random), random_move(random),
                              maybe(random, random_depth)};
        case 2:
            return EndedEvent{maybe(random, random_seq)};
        case 3:
            return about_offer<OfferedEvent>(random);
        case 4:
            return about_offer<WithdrawnEvent>(random);
        case 5:
            return about_offer<DeclinedEvent>(random);
        case 6:
            return random_taken_back_event(random);
        case 7:
            return ClockEvent{};
        case 8:
            return AbsentEvent{random_color(random)};
        case 9:
            return ReturnedEvent{random_color(random)};
        case 10:
            return HintedEvent{random_color(random)};
        case 11:
            return RematchOfferedEvent{random_color(random)};
        default:
            return RematchedEvent{random_id(random)};
    }
}

}  // namespace

Event random_event(Random& random, std::size_t kind) {
    Event event{.table = random_id(random),
                .seq = random_seq(random),
                .at = random_instant(random),
                .turn = random_integer(random),
                .to_move = maybe(random, random_color),
                .body = random_event_body(random, kind),
                .result = maybe(random, random_result),
                .clock = maybe(random, random_clock),
                .legal = maybe(random, random_moves)};
    if (std::holds_alternative<EndedEvent>(event.body)) event.result = random_result(random);
    if (std::holds_alternative<ClockEvent>(event.body)) event.clock = random_clock(random);
    return event;
}

namespace {

RequestBody random_make(Random& random) {
    constexpr std::array<bool, 2> either{false, true};
    Make make{.key = random_secret(random),
              .secret = random_secret(random),
              .color = random_value(random, seat_wish_words),
              .options = random_options(random),
              .opponent = PersonWanted{random.pick(either)},
              .clock = maybe(random, random_terms_wanted)};
    if (random.once_in(2)) make.opponent = ComputerWanted{random_level(random)};
    return make;
}

RequestBody random_join(Random& random) {
    if (random.once_in(2)) return Join{random_id(random), std::nullopt, random_secret(random)};
    return Join{std::nullopt, random_id(random), random_secret(random)};
}

RequestBody random_games(Random& random) {
    const auto result = [](Random& r) { return random_value(r, games_result_words); };
    Games games{.player = maybe(random, random_id),
                .result = maybe(random, result),
                .from = maybe(random, random_date),
                .to = maybe(random, random_date),
                .before = maybe(random, random_cursor),
                .limit = 1 + static_cast<unsigned>(random.below(max_games))};
    const bool of_one = games.result == GamesResult::won || games.result == GamesResult::lost;
    if (of_one && !games.player) games.player = random_id(random);
    return games;
}

RequestBody random_body_at_table(Random& random, std::size_t type) {
    switch (type) {
        case 8:
            return Offer{random_id(random), random_offer_kind(random), random_integer(random)};
        case 9:
            return Answer{random_id(random), random_seq(random), random_offer_kind(random),
                          random.once_in(2)};
        case 10:
            return WithdrawOffer{random_id(random), random_seq(random), random_offer_kind(random)};
        case 11:
            return Abort{random_id(random)};
        case 12:
            return Claim{random_id(random), random_value(random, claim_outcome_words)};
        case 13:
            return Resign{random_id(random)};
        case 14:
            return Rematch{random_id(random)};
        case 15:
            return Undo{random_id(random), random_integer(random)};
        default:
            return Hint{random_id(random), random_integer(random)};
    }
}

RequestBody random_body(Random& random, std::size_t type) {
    switch (type) {
        case 0: {
            const auto client = [](Random& r) { return text_of(r, "client/1.0 (x)~", 1, 64); };
            return Hello{random_name(random), maybe(random, random_secret), maybe(random, client)};
        }
        case 1:
            return random_make(random);
        case 2:
            return random_join(random);
        case 3:
            return Resume{random_id(random), random_secret(random), maybe(random, random_integer)};
        case 4:
            return Watch{random_id(random), maybe(random, random_integer)};
        case 5:
            return Leave{random_id(random)};
        case 6:
            return List{};
        case 7:
            return Play{random_id(random), random_integer(random), random_move(random)};
        case 17:
            return Pair{random_secret(random), random_secret(random), random_options(random),
                        maybe(random, random_terms_wanted)};
        case 18:
            return Unpair{};
        case 19:
            return Lobby{random.once_in(2)};
        case 20:
            return random_games(random);
        case 21:
            return Ping{};
        default:
            return random_body_at_table(random, type);
    }
}

Error random_error(Random& random) {
    return {.id = maybe(random, random_integer),
            .code = random_value(random, error_code_words),
            .message = random_sentence(random),
            .field = maybe(random, random_sentence),
            .retry_ms = maybe(random, random_milliseconds),
            .snapshot = maybe(random, random_snapshot),
            .table = maybe(random, random_id)};
}

std::vector<AbsentSide> random_absent(Random& random) {
    std::vector<AbsentSide> absent;
    for (const auto& [color, word] : color_words) {
        if (random.once_in(3)) absent.push_back({color, random_milliseconds(random)});
    }
    return absent;
}

Attached random_attached(Random& random) {
    Attached attached{.id = random_integer(random),
                      .table = random_id(random),
                      .color = maybe(random, random_color),
                      .sync = random_integer(random)};
    if (random.once_in(2)) attached.sync = random_snapshot(random);
    return attached;
}

}  // namespace

Snapshot random_snapshot(Random& random) {
    const Options options = random_options(random);
    return {.table = random_id(random),
            .seq = random_seq(random),
            .turn = random_integer(random),
            .made_at = random_instant(random),
            .options = options,
            .listed = random.once_in(2),
            .seats = random_seats(random),
            .begun = random.once_in(2),
            .position = random_position(random, options),
            .plies_without_take = static_cast<int>(random.below(1000)),
            .moves = random_moves(random),
            .result = maybe(random, random_result),
            .rematch = {maybe(random, random_color), maybe(random, random_id)},
            .clock = maybe(random, random_clock),
            .offers = some(random, 2, random_offer),
            .claims = maybe(random, random_claims),
            .absent = random_absent(random),
            .taken_back = some(random, 3, random_taken_back),
            .hints = maybe(random, random_count).value_or(0),
            .undos = maybe(random, random_count).value_or(0),
            .idle_ms = maybe(random, random_milliseconds),
            .invite = maybe(random, random_id),
            .legal = maybe(random, random_moves)};
}

Tables random_tables(Random& random) {
    return {random_integer(random), random_list(random), random_list(random)};
}

Request random_request(Random& random, std::size_t type) {
    return {random_integer(random), random_body(random, type)};
}

ServerMessage random_server_message(Random& random, std::size_t type) {
    switch (type) {
        case 0:
            return Welcome{random_integer(random), random_id(random), random_name(random), 1,
                           "morris-server/0.1.0"};
        case 1:
            return random_attached(random);
        case 2:
            return random_tables(random);
        case 3:
            return Done{random_integer(random), random_id(random), random_integer(random)};
        case 4:
            return HintAnswer{random_integer(random), random_id(random),    random_integer(random),
                              random_move(random),    random_moves(random), random_depth(random)};
        case 5:
            return Pairing{random_integer(random), random.once_in(2)};
        case 6:
            return LobbyState{random_integer(random), random_list(random), random_list(random),
                              random_count(random)};
        case 7:
            return GamesPage{random_integer(random), some(random, 3, random_finished),
                             maybe(random, random_cursor)};
        case 8:
            return Pong{random_integer(random), random_instant(random)};
        case 9:
            return random_error(random);
        case 10:
            return random_event(random, random.below(event_kinds));
        case 11:
            return Presence{random_id(random),
                            {maybe(random, random_presence), maybe(random, random_presence)},
                            random_count(random),
                            maybe(random, random_milliseconds)};
        case 12:
            return ClockNotice{random_id(random), random_clock(random)};
        case 13:
            return Paired{random_id(random), random_color(random)};
        case 14:
            return LobbyChanged{random_list(random), random_list(random),
                                some(random, 3, random_id), random_count(random)};
        default:
            return Stopping{random_sentence(random), random_milliseconds(random)};
    }
}

}  // namespace morris::test
