// Lists of tables and of finished games.
#include "shared/protocol/codec.hpp"
#include "shared/protocol/http_games.hpp"
#include "shared/protocol/instant.hpp"
#include "shared/protocol/json_out.hpp"

namespace morris::protocol {

namespace {

OrderedJson listed(const ListedTable& table) {
    OrderedJson json{{"table", table.table}, {"options", to_json(table.options)}};
    if (table.clock) json["clock"] = to_json(*table.clock);
    json["seats"] = to_json(table.seats);
    json["made_at"] = to_text(table.made_at);
    json["ply"] = table.ply;
    json["spectators"] = table.spectators;
    return json;
}

OrderedJson listed(const std::vector<ListedTable>& tables) {
    OrderedJson list = OrderedJson::array();
    for (const ListedTable& table : tables) list.push_back(listed(table));
    return list;
}

OrderedJson finished(const Finished& game) {
    OrderedJson json{{"table", game.table}, {"options", to_json(game.options)}};
    if (game.clock) json["clock"] = to_json(*game.clock);
    json["seats"] = to_json(game.seats);
    json["made_at"] = to_text(game.made_at);
    json["ended_at"] = to_text(game.ended_at);
    json["ply"] = game.ply;
    json["result"] = to_json(game.result);
    if (game.hints > 0) json["hints"] = game.hints;
    if (game.undos > 0) json["undos"] = game.undos;
    return json;
}

void add_games(OrderedJson& json, const GamesPage& page) {
    OrderedJson games = OrderedJson::array();
    for (const Finished& game : page.games) games.push_back(finished(game));
    json["games"] = std::move(games);
    if (page.next) json["next"] = *page.next;
}

}  // namespace

OrderedJson message(const Tables& tables) {
    return {{"type", "tables"},
            {"id", tables.id},
            {"open", listed(tables.open)},
            {"live", listed(tables.live)}};
}

OrderedJson message(const LobbyState& lobby) {
    return {{"type", "lobby"},
            {"id", lobby.id},
            {"open", listed(lobby.open)},
            {"live", listed(lobby.live)},
            {"waiting", lobby.waiting}};
}

OrderedJson message(const LobbyChanged& changed) {
    return {{"type", "lobby_changed"},
            {"open", listed(changed.open)},
            {"live", listed(changed.live)},
            {"gone", changed.gone},
            {"waiting", changed.waiting}};
}

OrderedJson message(const GamesPage& page) {
    OrderedJson json{{"type", "games"}, {"id", page.id}};
    add_games(json, page);
    return json;
}

std::string encode_tables(const Tables& tables) {
    return line({{"open", listed(tables.open)}, {"live", listed(tables.live)}});
}

std::string encode_games(const GamesPage& page) {
    OrderedJson json;
    add_games(json, page);
    return line(json);
}

}  // namespace morris::protocol
