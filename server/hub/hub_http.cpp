// What the server answers over plain HTTP: its health, its figures, and tables to read.
#include <utility>

#include "server/hub/http_query.hpp"
#include "server/hub/hub.hpp"
#include "server/hub/ids.hpp"
#include "server/hub/view.hpp"
#include "shared/protocol/http_games.hpp"
#include "shared/rules/game_text.hpp"

namespace morris {
namespace {

constexpr std::string_view tables_path = "/api/tables/";
constexpr std::string_view games_path = "/api/games/";
constexpr std::string_view text_suffix = ".txt";

HttpResponse plain(unsigned status, std::string body) {
    return {status, "text/plain; charset=utf-8", std::move(body)};
}

HttpResponse json(std::string body) {
    return {200, "application/json", std::move(body)};
}

}  // namespace

void Hub::on_get(std::string target, std::function<void(HttpResponse)> reply) {
    const std::string_view path = std::string_view(target).substr(0, target.find('?'));
    if (path == "/") return reply({200, "text/html; charset=utf-8", config_.page});
    if (path == "/healthz") return reply(plain(200, "ok\n"));
    if (path == "/readyz")
        return reply(ready() ? plain(200, "ready\n") : plain(503, "not ready\n"));
    if (path == "/metrics") {
        return reply({200, "text/plain; version=0.0.4; charset=utf-8", metrics_.text()});
    }
    if (path == "/api/tables") return reply(json(protocol::encode_tables(tables_list())));
    if (path == "/api/games") return get_games(target, reply);
    if (!get_table(path, reply)) reply(plain(404, "There is nothing here.\n"));
}

bool Hub::get_table(std::string_view path, const std::function<void(HttpResponse)>& reply) {
    const bool finished = path.starts_with(games_path);
    if (!finished && !path.starts_with(tables_path)) return false;
    std::string_view id = path.substr((finished ? games_path : tables_path).size());
    const bool as_text = id.ends_with(text_suffix);
    if (as_text) id.remove_suffix(text_suffix.size());
    if (!ids::is_table_id(id)) return false;
    tables_.find(std::string(id), [=, this](const Result<Room*, FindError>& found) {
        if (!found && found.error() == FindError::no_such_table) {
            return reply(plain(404, "There is no table with this id.\n"));
        }
        if (!found) return reply(plain(503, "This table cannot be read at the moment.\n"));
        Room& room = **found;
        if (finished && !room.table.end()) {
            return reply(plain(404, "This game is not over yet; look under /api/tables.\n"));
        }
        reply(as_text ? plain(200, to_text(view::record(room)))
                      : json(protocol::encode(
                            view::snapshot(room, std::nullopt, tables_.moment(room)))));
    });
    return true;
}

void Hub::get_games(std::string_view target, const std::function<void(HttpResponse)>& reply) {
    const auto query = query_of(target);
    if (!query) {
        return reply(plain(400, "A % in the address has to be followed by two of 0-9 A-F.\n"));
    }
    const auto games = protocol::games_of(*query);
    if (!games) return reply(plain(400, games.error().message + "\n"));
    find_games(*games, [reply](const GamesFound& found) {
        if (found) return reply(json(protocol::encode_games(*found)));
        const bool theirs = found.error().code == protocol::ErrorCode::bad_message;
        const char* unread = "The list of games cannot be read at the moment.";
        reply(plain(theirs ? 400 : 503, (theirs ? found.error().message : unread) + "\n"));
    });
}

}  // namespace morris
