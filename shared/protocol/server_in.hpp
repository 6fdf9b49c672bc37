// Readers of what the server says, for the files that share it out among them. Words newer than
// this program are taken for what comes nearest, so that an old client can go on with a new server.
#pragma once

#include <array>

#include "shared/protocol/json_value.hpp"

namespace morris::protocol {

Color read_color(const Value& in);
// Has to be there; null is nobody.
std::optional<Color> read_color_or_null(const Value& in);
Instant read_instant(const Value& in);
std::uint32_t read_count(const Value& in);
int read_small_integer(const Value& in);  // 0 to the largest int
std::int64_t read_milliseconds(const Value& in);

Seat read_seat(const Value& in);
std::array<Seat, 2> read_seats(const Value& in);
GameResult read_result(const Value& in);
ClockTerms read_clock_terms(const Value& in);
Clock read_clock(const Value& in);
Snapshot read_snapshot(const Value& in);
// nullopt: a word newer than this program.
std::optional<OfferKind> read_offer_kind_shown(const Value& in);

// Whole messages.
ServerMessage read_event(const Value& in);
ServerMessage read_tables(const Value& in);
ServerMessage read_lobby_state(const Value& in);
ServerMessage read_lobby_changed(const Value& in);
ServerMessage read_games_page(const Value& in);

// Something for each colour.
template <class Read>
auto read_both(const Value& in, Read read) -> std::array<decltype(read(in)), 2> {
    read_object(in);
    return {read(in["white"]), read(in["black"])};
}

}  // namespace morris::protocol
