// Making a table, and joining one.
#include <utility>

#include "server/hub/hub.hpp"
#include "server/hub/ids.hpp"
#include "server/hub/refusals.hpp"

namespace morris {
namespace {

using protocol::ErrorCode;

constexpr std::int64_t full_retry_ms = 60'000;
constexpr const char* stopping_text = "The server is about to restart; come back in a moment.";

protocol::Error too_many_follows() {
    protocol::Error error;
    error.code = ErrorCode::too_many_tables;
    error.message = "This connection follows too many tables. Leave one first.";
    return error;
}

}  // namespace

void Hub::on(Client& client, RequestId id, const protocol::Make& make) {
    const ConnectionId connection = client.connection;
    const std::string table = ids::table_of_invite(ids::invite_of_key(make.key));
    if (follows_too_many(client, table)) return refuse(connection, id, too_many_follows());
    client.attaching = true;
    tables_.find(table, [this, connection, id, make](const Result<Room*, FindError>& found) {
        Client* same = client_of(connection);
        if (same == nullptr) return;
        if (!found && found.error() == FindError::no_such_table) return make_new(*same, id, make);
        if (!found) {
            refuse(connection, id, refusals::of(found.error()));
            return attached(connection);
        }
        attach_maker(connection, id, **found, ids::hash_of_secret(make.secret));
    });
}

// Also for a table that another request with the same key made meanwhile: the secret decides.
void Hub::attach_maker(ConnectionId connection, RequestId id, Room& room,
                       const table::SecretHash& secret) {
    const auto color = room.table.seat_of(secret);
    if (color) return attach(connection, id, room, color, std::nullopt);
    tables_.release(room);
    refuse(connection, id, ErrorCode::key_used,
           "This key made a table already, for another seat secret. Draw a new key.");
    attached(connection);
}

void Hub::make_new(Client& client, RequestId id, const protocol::Make& make) {
    const ConnectionId connection = client.connection;
    const std::string address = client.address;
    if (auto error = no_new_table(client)) {
        refuse(connection, id, *std::move(error));
        return attached(connection);
    }
    makes_.spend(address, timers_.steady());

    const std::string invite = ids::invite_of_key(make.key);
    table::Made made = made_with(make.options, make.clock);
    const bool black = make.color == protocol::SeatWish::black ||
                       (make.color == protocol::SeatWish::random && random_() % 2 == 1);
    const std::size_t seat = black ? 1 : 0;
    const table::SecretHash secret = ids::hash_of_secret(make.secret);
    made.seats[seat] = table::Person{client.player, secret};
    if (const auto* computer = std::get_if<protocol::ComputerWanted>(&make.opponent)) {
        made.seats[1 - seat] = table::Computer{computer->level};
    } else {
        made.listed = std::get<protocol::PersonWanted>(make.opponent).listed;
        made.invite = invite;
    }
    // Before anything is waited for, so that many at once do not get round the limits.
    tables_.reserve(made);
    const auto done = [=, this](const Result<Room*, FindError>& room) {
        tables_.let_go(made);
        if (room) return attach_maker(connection, id, **room, secret);
        makes_.give_back(address, timers_.steady());
        refuse(connection, id, refusals::of(room.error()));
        attached(connection);
    };
    tables_.players().record(client.player, client.name,
                             [this, made, done, table = ids::table_of_invite(invite)](bool kept) {
                                 if (!kept) return done(failure(FindError::store_unavailable));
                                 tables_.make(table, made, done);
                             });
}

// Without its seats.
table::Made Hub::made_with(const Options& options,
                           const std::optional<protocol::ClockTerms>& clock) const {
    table::Made made;
    made.options = options;
    made.seed = random_();
    if (clock) {
        made.clock = table::ClockTerms{std::chrono::milliseconds(clock->base_ms),
                                       std::chrono::milliseconds(clock->increment_ms)};
    }
    made.claims = clock ? config_.claims_with_clock : config_.claims;
    return made;
}

void Hub::on(Client& client, RequestId id, const protocol::Join& join) {
    const ConnectionId connection = client.connection;
    std::optional<std::string> table = join.table;
    if (join.invite) {
        const auto invite = ids::normalised_invite(*join.invite);
        table = invite ? std::optional(ids::table_of_invite(*invite)) : std::nullopt;
    }
    client.attaching = true;
    if (!table) return join_found(connection, id, join, failure(FindError::no_such_table));
    tables_.find(*table, [this, connection, id, join](const Result<Room*, FindError>& found) {
        join_found(connection, id, join, found);
    });
}

void Hub::join_found(ConnectionId connection, RequestId id, const protocol::Join& join,
                     const Result<Room*, FindError>& found) {
    Client* client = client_of(connection);
    if (client == nullptr) {
        if (found) tables_.release(**found);
        return;
    }
    const auto refusing = [&](protocol::Error error) {
        refuse(connection, id, std::move(error));
        attached(connection);
    };
    const table::SecretHash secret = ids::hash_of_secret(join.secret);
    const auto color = found ? (*found)->table.seat_of(secret) : std::nullopt;
    if (color) return attach(connection, id, **found, color, std::nullopt);
    // Only now: who has a seat here has guessed nothing.
    if (join.invite && guessed_too_often(*client, id)) return attached(connection);
    if (!found && join.invite && found.error() == FindError::no_such_table) {
        count_guess(connection);
        protocol::Error error;
        error.code = ErrorCode::no_such_invite;
        error.message = "No table has this invite code. Check it for typing mistakes.";
        return refusing(error);
    }
    if (!found) return refusing(refusals::of(found.error()));
    Room& room = **found;
    protocol::Error error;
    if (room.table.end()) {
        error = refusals::of(table::Refusal::game_over);
    } else if (room.table.begun()) {
        error = refusals::of(table::Refusal::seat_taken);
    } else if (!join.invite && !room.table.made().listed) {
        error.code = ErrorCode::no_such_invite;
        error.message = "This table is joined by its invite code only. You can watch it.";
    } else if (follows_too_many(*client, room.table.id())) {
        error = too_many_follows();
    } else if (stopping_) {
        error.code = ErrorCode::stopping;
        error.message = stopping_text;
        error.retry_ms = config_.restart_retry.count();
    } else if (tables_.unfinished_of(client->player) >= config_.max_tables_per_player) {
        error.code = ErrorCode::too_many_tables;
        error.message = "You have too many unfinished tables. Finish or resign one first.";
    } else {
        return take_seat(connection, id, room.table.id(), secret);
    }
    tables_.release(room);
    refusing(error);
}

void Hub::take_seat(ConnectionId connection, RequestId id, const std::string& table,
                    const table::SecretHash& secret) {
    Client* client = client_of(connection);
    if (client == nullptr) return;
    const table::Join join{table::Person{client->player, secret}};
    const std::string player = client->player;
    tables_.reserve_seat(player);
    const auto refusing = [this, connection, id, player](protocol::Error error) {
        tables_.let_go_seat(player);
        refuse(connection, id, std::move(error));
        attached(connection);
    };
    tables_.players().record(client->player, client->name, [=, this](bool kept) {
        if (!kept) return refusing(refusals::of(FindError::store_unavailable));
        tables_.find(table, [=, this](const Result<Room*, FindError>& found) {
            if (!found) return refusing(refusals::of(found.error()));
            tables_.submit(
                **found, join, [=, this](const Result<std::uint64_t, CommandError>& seq) {
                    if (!seq) return refusing(refusals::of(seq.error()));
                    tables_.let_go_seat(player);
                    if (Room* room = tables_.in_memory(table)) {
                        attach(connection, id, *room, room->table.seat_of(secret), std::nullopt);
                    }
                });
        });
    });
}

// Why this player may make no table now.
std::optional<protocol::Error> Hub::no_new_table(const Client& client) const {
    protocol::Error error;
    error.code = ErrorCode::too_many_tables;
    const auto wait = makes_.wait(client.address, timers_.steady());
    if (stopping_) {
        error.code = ErrorCode::stopping;
        error.message = stopping_text;
        error.retry_ms = config_.restart_retry.count();
    } else if (wait.count() > 0) {
        error.message = "Too many tables were made from your address. Wait a moment.";
        error.retry_ms = wait.count();
    } else {
        return no_more_unfinished(client.player);
    }
    return error;
}

// Why this player may have no more tables at which the game is not over.
std::optional<protocol::Error> Hub::no_more_unfinished(const std::string& player) const {
    protocol::Error error;
    error.code = ErrorCode::too_many_tables;
    if (tables_.unfinished() >= config_.max_tables) {
        error.message = "The server is full. Try again later.";
        error.retry_ms = full_retry_ms;
    } else if (tables_.unfinished_of(player) >= config_.max_tables_per_player) {
        error.message = "You have " + std::to_string(config_.max_tables_per_player) +
                        " unfinished tables. Finish or resign one first.";
    } else {
        return std::nullopt;
    }
    return error;
}

bool Hub::follows_too_many(const Client& client, const std::string& table) const {
    return client.follows.size() >= config_.max_follows && !client.follows.contains(table);
}

bool Hub::guessed_too_often(Client& client, RequestId id) {
    const auto wait = guesses_.wait(client.address, timers_.steady());
    if (wait.count() == 0) return false;
    refuse(client.connection, id, ErrorCode::too_many_guesses,
           "Too many wrong codes came from your address. Wait a moment.", wait.count());
    return true;
}

void Hub::count_guess(ConnectionId connection) {
    if (const Client* client = client_of(connection)) {
        guesses_.spend(client->address, timers_.steady());
    }
}

}  // namespace morris
