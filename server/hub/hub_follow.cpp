// Who follows which table, and what they are sent of it.
#include <utility>

#include "server/hub/hub.hpp"
#include "server/hub/refusals.hpp"
#include "server/hub/report.hpp"
#include "server/hub/view.hpp"

namespace morris {
namespace {

constexpr std::array<std::string_view, std::variant_size_v<table::EventBody>> event_names{
    "made", "joined", "moved", "ended", "rematch_offered", "rematched"};

// Can a client that has everything up to `since` be sent just the rest?
bool rest_is_recent(const Room& room, std::uint64_t since) {
    if (since > room.table.seq()) return false;
    if (since == room.table.seq()) return true;
    return !room.recent.empty() && room.recent.front().seq <= since + 1;
}

void drop(std::vector<Follower>& followers, ConnectionId connection) {
    std::erase_if(followers,
                  [&](const Follower& follower) { return follower.connection == connection; });
}

}  // namespace

void Hub::attach(ConnectionId connection, RequestId id, Room& room, std::optional<Color> color,
                 std::optional<std::uint64_t> since) {
    Client* client = client_of(connection);
    if (client == nullptr) return tables_.release(room);
    const std::string table = room.table.id();
    const auto before = client->follows.find(table);
    const bool follows_already = before != client->follows.end();
    if (!follows_already && client->follows.size() >= config_.max_follows) {
        refuse(connection, id, protocol::ErrorCode::too_many_tables,
               "This connection follows too many tables. Leave one first.");
        tables_.release(room);
        return attached(connection);
    }
    const std::optional<Color> was = follows_already ? before->second : std::nullopt;
    drop(room.followers, connection);
    room.followers.push_back({connection, color});
    client->follows[table] = color;

    protocol::Attached answer{id, table, color, room.table.seq()};
    // Who is to move may never have had the legal moves: as a spectator, or before a restart.
    const bool wants_legal = color && room.table.to_move() == color && since == room.table.seq();
    const bool only_rest = since && rest_is_recent(room, *since) && !wants_legal;
    if (only_rest) {
        answer.sync = *since;
    } else {
        answer.sync = view::snapshot(room, color);
    }
    send(connection, answer);
    for (const protocol::Event& event : room.recent) {
        if (!only_rest || event.seq <= *since) continue;
        protocol::Event mine = event;
        if (event.seq == room.table.seq() && color && room.table.to_move() == color) {
            mine.legal = view::legal(room);
        }
        send(connection, mine);
    }
    if (was != color) update_presence(room, was);
    update_presence(room, color);
    send(connection, view::presence(room));
    attached(connection);
}

void Hub::detach(Client& client, const std::string& table) {
    const auto followed = client.follows.find(table);
    if (followed == client.follows.end()) return;
    const std::optional<Color> color = followed->second;
    client.follows.erase(followed);
    Room* room = tables_.in_memory(table);
    if (room == nullptr) return;
    drop(room->followers, client.connection);
    update_presence(*room, color);
    tables_.release(*room);
}

void Hub::update_presence(Room& room, std::optional<Color> color) {
    if (color) {
        auto& seat = room.presence[static_cast<std::size_t>(*color)];
        bool present = false;
        for (const Follower& follower : room.followers) present |= follower.color == color;
        if (present != seat.present) seat = {present, timers_.now()};
        if (!present) room.left_at = timers_.now();
    }
    presence_soon(room);
}

// Gathered for a moment, so that a crowd that comes or goes makes one notice and not one each.
void Hub::presence_soon(Room& room) {
    if (room.presence_due || room.followers.empty()) return;
    room.presence_due = true;
    timers_.after(config_.presence_delay, [this, id = room.table.id()] {
        Room* same = tables_.in_memory(id);
        if (same == nullptr || !same->presence_due) return;
        same->presence_due = false;
        broadcast(*same, view::presence(*same));
    });
}

void Hub::broadcast(Room& room, const protocol::ServerMessage& message) {
    const auto text = std::make_shared<const std::string>(protocol::encode(message));
    // By value: a send may close a connection that does not keep up.
    const std::vector<Follower> followers = room.followers;
    for (const Follower& follower : followers) outbox_->send(follower.connection, text);
}

void Hub::on_event(Room& room, const table::Event& event) {
    metrics_.event(event_names.at(event.body.index()));
    protocol::Event wire = view::event(room, event);
    const auto text =
        std::make_shared<const std::string>(protocol::encode(protocol::ServerMessage(wire)));
    const auto mover = room.table.to_move();
    std::shared_ptr<const std::string> text_for_mover;
    const std::vector<Follower> followers = room.followers;
    for (const Follower& follower : followers) {
        const bool moves = mover && follower.color == mover;
        if (moves && !text_for_mover) {
            wire.legal = view::legal(room);
            text_for_mover = std::make_shared<const std::string>(
                protocol::encode(protocol::ServerMessage(wire)));
        }
        outbox_->send(follower.connection, moves ? text_for_mover : text);
    }
    if (std::holds_alternative<table::Joined>(event.body)) presence_soon(room);
    report(room, event);
}

void Hub::on_damaged(Room& room) {
    protocol::Error error = refusals::of(Trouble::damaged);
    error.table = room.table.id();
    broadcast(room, error);
}

}  // namespace morris
