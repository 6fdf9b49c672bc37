// Who follows which table, and what they are sent of it.
#include <algorithm>
#include <utility>

#include "server/hub/hub.hpp"
#include "server/hub/refusals.hpp"
#include "server/hub/report.hpp"
#include "server/hub/view.hpp"
#include "server/hub/view_clock.hpp"

namespace morris {
namespace {

constexpr std::array<std::string_view, std::variant_size_v<table::EventBody>> event_names{
    "made",         "joined",     "moved",     "ended",  "rematch_offered", "rematched", "offered",
    "offer_closed", "taken_back", "clock_set", "absent", "returned",        "hinted"};

// Whose turn it is, is told its legal moves once, with the event that begins the turn.
bool begins_turn(const protocol::EventBody& body) {
    return std::holds_alternative<protocol::JoinedEvent>(body) ||
           std::holds_alternative<protocol::MovedEvent>(body) ||
           std::holds_alternative<protocol::TakenBackEvent>(body);
}

// The present turn begins with an event after `since`.
bool turn_begins_after(const Room& room, std::uint64_t since) {
    const auto begins = [&](const protocol::Event& event) {
        return event.seq > since && event.turn == room.table.turn() && begins_turn(event.body);
    };
    return std::any_of(room.recent.begin(), room.recent.end(), begins);
}

// Can a client that has everything up to `since` be sent just the rest?
bool rest_is_recent(const Room& room, std::uint64_t since) {
    if (since > room.table.seq()) return false;
    if (since == room.table.seq()) return true;
    return !room.recent.empty() && room.recent.front().seq <= since + 1;
}

// A presence notice says whose seat is taken, and when a claim is due.
bool changes_presence(const table::EventBody& body) {
    return std::holds_alternative<table::Joined>(body) ||
           std::holds_alternative<table::Absent>(body) ||
           std::holds_alternative<table::Returned>(body);
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
    const bool moves = color && room.table.to_move() == color;
    const bool only_rest =
        since && rest_is_recent(room, *since) && (!moves || turn_begins_after(room, *since));
    if (only_rest) {
        answer.sync = *since;
    } else {
        answer.sync = view::snapshot(room, color, tables_.moment(room));
    }
    send(connection, answer);
    for (const protocol::Event& event : room.recent) {
        if (!only_rest || event.seq <= *since) continue;
        protocol::Event mine = event;
        const bool is_latest = event.turn == room.table.turn() && begins_turn(event.body);
        if (moves && is_latest) mine.legal = view::legal(room);
        send(connection, mine);
    }
    if (was != color) update_presence(room, was);
    update_presence(room, color);
    const auto now = tables_.moment(room);
    send(connection, view::presence(room, now));
    // The events said what the clock was then.
    const auto clock = view::clock(room.table, now);
    if (only_rest && clock) send(connection, protocol::ClockNotice{table, *clock});
    if (clock && color) outbox_->measure(connection);
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
        if (present != seat.present) {
            seat.present = present;
            seat.since = timers_.now();
            tables_.presence_changed(room);
        }
        if (!present) room.left_at = tables_.moment(room).served;
    }
    tables_.list(room);
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
        broadcast(*same, view::presence(*same, tables_.moment(*same)));
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
    protocol::Event wire = room.recent.back();
    const auto text =
        std::make_shared<const std::string>(protocol::encode(protocol::ServerMessage(wire)));
    const auto mover = begins_turn(wire.body) ? room.table.to_move() : std::nullopt;
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
    if (changes_presence(event.body) || countdowns_changed(room)) presence_soon(room);
    if (room.table.clock()) measure_lag(room);
    report(room, event);
}

// Whether a claim is being counted down to began or ended since it was asked last.
bool Hub::countdowns_changed(Room& room) const {
    bool changed = false;
    for (const Color color : {Color::white, Color::black}) {
        const bool counts =
            table::away_claimable_in(room.table, color, tables_.moment(room)).has_value();
        bool& told = room.countdown_told[static_cast<std::size_t>(color)];
        changed |= std::exchange(told, counts) != counts;
    }
    return changed;
}

// Of whoever is to move now: the next move will be on the same way.
void Hub::measure_lag(Room& room) {
    const auto mover = room.table.to_move();
    for (const Follower& follower : room.followers) {
        if (mover && follower.color == mover) outbox_->measure(follower.connection);
    }
}

void Hub::on_damaged(Room& room) {
    protocol::Error error = refusals::of(Trouble::damaged);
    error.table = room.table.id();
    broadcast(room, error);
}

}  // namespace morris
