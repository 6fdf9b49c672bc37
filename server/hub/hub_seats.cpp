// Coming back to a seat, watching, leaving.
#include <utility>

#include "server/hub/hub.hpp"
#include "server/hub/ids.hpp"
#include "server/hub/refusals.hpp"

namespace morris {
namespace {

using protocol::ErrorCode;

// A client may have seen, at another server, what has not come to us yet.
bool has_come(const table::Table& table, std::optional<std::uint64_t> seq) {
    return !seq || *seq <= table.seq();
}

}  // namespace

void Hub::on(Client& client, RequestId id, const protocol::Resume& resume) {
    client.attaching = true;
    const ConnectionId connection = client.connection;
    const table::SecretHash secret = ids::hash_of_secret(resume.secret);
    const auto wanted = [secret, since = resume.since](const table::Table& table) {
        return table.seat_of(secret) && has_come(table, since);
    };
    const auto done = [this, connection, id, secret,
                       since = resume.since](const Result<Room*, FindError>& found) {
        if (!found) {
            refuse(connection, id, refusals::of(found.error()));
            return attached(connection);
        }
        const auto color = (*found)->table.seat_of(secret);
        if (color) return come_back(connection, id, **found, *color, since);
        Client* same = client_of(connection);
        if (same == nullptr) return;
        if (!guessed_too_often(*same, id)) {
            count_guess(connection);
            refuse(connection, id, ErrorCode::wrong_secret,
                   "This secret opens no seat of this table. You can watch it.");
        }
        attached(connection);
    };
    tables_.find_with(resume.table, wanted, done);
}

// A player who has another name by now is shown by it.
void Hub::come_back(ConnectionId connection, RequestId id, Room& room, Color color,
                    std::optional<std::uint64_t> since) {
    const Client* client = client_of(connection);
    if (client == nullptr) return;
    const auto* person = std::get_if<table::Person>(&room.table.holder(color));
    const std::string& shown = room.names[static_cast<std::size_t>(color)];
    // A name that was removed comes back only with a seat at another table.
    const bool renamed = person != nullptr && person->player == client->player &&
                         shown != client->name && shown != unknown_name;
    const bool may = renames_.wait(client->address, timers_.steady()).count() == 0;
    if (!renamed || !may) return attach(connection, id, room, color, since);
    renames_.spend(client->address, timers_.steady());
    // If it cannot be kept now, coming back matters more.
    const auto kept = [this, connection, id, color, since, table = room.table.id()](bool) {
        tables_.find(table, [=, this](const Result<Room*, FindError>& found) {
            if (found) return attach(connection, id, **found, color, since);
            refuse(connection, id, refusals::of(found.error()));
            attached(connection);
        });
    };
    tables_.players().record(client->player, client->name, kept);
}

void Hub::on(Client& client, RequestId id, const protocol::Watch& watch) {
    client.attaching = true;
    const ConnectionId connection = client.connection;
    const auto wanted = [since = watch.since](const table::Table& table) {
        return has_come(table, since);
    };
    const auto done = [this, connection, id,
                       since = watch.since](const Result<Room*, FindError>& found) {
        if (found) return attach(connection, id, **found, std::nullopt, since);
        refuse(connection, id, refusals::of(found.error()));
        attached(connection);
    };
    tables_.find_with(watch.table, wanted, done);
}

void Hub::on(Client& client, RequestId id, const protocol::Leave& leave) {
    const ConnectionId connection = client.connection;
    const auto followed = client.follows.find(leave.table);
    Room* room = tables_.in_memory(leave.table);
    const bool withdraws = followed != client.follows.end() && followed->second &&
                           room != nullptr && !room->table.begun() && !room->table.end();
    if (!withdraws) {
        detach(client, leave.table);
        return send(connection, protocol::Done{id, leave.table, 0});
    }
    // What is refused changes nothing: the connection stays at the table.
    client.attaching = true;
    const table::Withdraw withdraw{*followed->second};
    tables_.submit(*room, withdraw,
                   [this, connection, id, table = leave.table,
                    withdraw](const Result<std::uint64_t, CommandError>& result) {
                       answer_command(connection, id, table, withdraw, withdraw.color, result);
                       Client* same = client_of(connection);
                       if (same != nullptr && result) detach(*same, table);
                       attached(connection);
                   });
}

}  // namespace morris
