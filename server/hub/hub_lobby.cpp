// The lists of tables: for who asks once, and for those who follow the lobby.
#include <utility>

#include "server/hub/hub.hpp"
#include "server/hub/view.hpp"

namespace morris {

void Hub::on(Client& client, RequestId id, const protocol::List&) {
    protocol::Tables tables = tables_list();
    tables.id = id;
    send(client.connection, tables);
}

void Hub::on(Client& client, RequestId id, const protocol::Lobby& lobby) {
    protocol::LobbyState answer;
    if (lobby.follow) {
        if (lobby_.followers.empty()) lobby_.told = lobby_now();
        lobby_.followers.insert(client.connection);
        // What the others have, not what is true by now: the next notice is the same for all.
        answer = lobby_.told;
    } else {
        lobby_.followers.erase(client.connection);
        answer = lobby_now();
    }
    answer.id = id;
    send(client.connection, answer);
}

protocol::Tables Hub::tables_list() const {
    const auto listed = [this](LobbyList list) {
        std::vector<protocol::ListedTable> out;
        for (const std::string& id : tables_.lobby().first(list, lobby_limit)) {
            if (const Room* room = tables_.in_memory(id)) out.push_back(view::listed(*room));
        }
        return out;
    };
    protocol::Tables tables;
    tables.open = listed(LobbyList::open);
    tables.live = listed(LobbyList::live);
    return tables;
}

protocol::LobbyState Hub::lobby_now() const {
    protocol::Tables tables = tables_list();
    protocol::LobbyState lobby;
    lobby.open = std::move(tables.open);
    lobby.live = std::move(tables.live);
    lobby.waiting = static_cast<std::uint32_t>(waiting_.size());
    return lobby;
}

// Gathered for a moment, so that many games make one notice and not one for each move.
void Hub::lobby_soon() {
    if (lobby_.followers.empty() || std::exchange(lobby_.due, true)) return;
    timers_.after(config_.lobby_delay, [this] {
        lobby_.due = false;
        push_lobby();
    });
}

void Hub::push_lobby() {
    if (lobby_.followers.empty()) return;
    protocol::LobbyState now = lobby_now();
    const auto changed = changes(lobby_.told, now);
    lobby_.told = std::move(now);
    if (!changed) return;
    const auto text =
        std::make_shared<const std::string>(protocol::encode(protocol::ServerMessage(*changed)));
    // By value: a send may close a connection that does not keep up.
    const auto followers = lobby_.followers;
    for (const ConnectionId follower : followers) outbox_->send(follower, text);
}

}  // namespace morris
