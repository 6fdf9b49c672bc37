// Lists of tables and of finished games.
#include "shared/protocol/json_in.hpp"
#include "shared/protocol/server_in.hpp"

namespace morris::protocol {

namespace {

ListedTable read_listed_table(const Value& in) {
    read_object(in);
    return {.table = read_id(in["table"]),
            .options = read_options(in["options"]),
            .seats = read_seats(in["seats"]),
            .made_at = read_instant(in["made_at"]),
            .ply = read_integer(in["ply"]),
            .spectators = read_count(in["spectators"]),
            .clock = read_optional(in["clock"], read_clock_terms)};
}

std::vector<ListedTable> read_listed_tables(const Value& in) {
    return read_list(in, "tables", read_listed_table);
}

Finished read_finished(const Value& in) {
    read_object(in);
    return {.table = read_id(in["table"]),
            .options = read_options(in["options"]),
            .clock = read_optional(in["clock"], read_clock_terms),
            .seats = read_seats(in["seats"]),
            .made_at = read_instant(in["made_at"]),
            .ended_at = read_instant(in["ended_at"]),
            .ply = read_integer(in["ply"]),
            .result = read_result(in["result"]),
            .hints = read_optional(in["hints"], read_count).value_or(0),
            .undos = read_optional(in["undos"], read_count).value_or(0)};
}

}  // namespace

ServerMessage read_tables(const Value& in) {
    return Tables{.id = read_integer(in["id"]),
                  .open = read_listed_tables(in["open"]),
                  .live = read_listed_tables(in["live"])};
}

ServerMessage read_lobby_state(const Value& in) {
    return LobbyState{.id = read_integer(in["id"]),
                      .open = read_listed_tables(in["open"]),
                      .live = read_listed_tables(in["live"]),
                      .waiting = read_count(in["waiting"])};
}

ServerMessage read_lobby_changed(const Value& in) {
    return LobbyChanged{.open = read_listed_tables(in["open"]),
                        .live = read_listed_tables(in["live"]),
                        .gone = read_list(in["gone"], "table ids", read_id),
                        .waiting = read_count(in["waiting"])};
}

ServerMessage read_games_page(const Value& in) {
    return GamesPage{.id = read_integer(in["id"]),
                     .games = read_list(in["games"], "games", read_finished),
                     .next = read_optional(in["next"], read_cursor)};
}

}  // namespace morris::protocol
