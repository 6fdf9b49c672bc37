// Finding players somebody to play with. Who was found is at a table as soon as the store keeps it.
#include <algorithm>
#include <cassert>
#include <utility>
#include <vector>

#include "server/hub/hub.hpp"
#include "server/hub/ids.hpp"
#include "server/hub/refusals.hpp"

namespace morris {
namespace {

using protocol::ErrorCode;

constexpr std::int64_t full_retry_ms = 60'000;

protocol::Error key_used() {
    protocol::Error error;
    error.code = ErrorCode::key_used;
    error.message = "This key is another table's already. Draw a new key.";
    return error;
}

protocol::Error waiting_already() {
    protocol::Error error;
    error.code = ErrorCode::waiting_already;
    error.message = "This connection waits for another game already. Send \"unpair\" first.";
    return error;
}

}  // namespace

void Hub::on(Client& client, RequestId id, const protocol::Pair& pair) {
    const ConnectionId connection = client.connection;
    const PairWish wish{connection,
                        client.address,
                        client.player,
                        client.name,
                        ids::table_of_invite(ids::invite_of_key(pair.key)),
                        ids::hash_of_secret(pair.secret),
                        pair.options,
                        pair.clock};
    if (const auto table = tables_.paired_table(wish.secret)) {
        const Room* room = tables_.in_memory(*table);
        const auto color = room == nullptr ? std::nullopt : room->table.seat_of(wish.secret);
        if (color) return answer_paired(connection, id, *table, *color);
    }
    // Else the seat could not be resumed.
    if (follows_too_many(client, wish.table)) {
        return refuse(connection, id, ErrorCode::too_many_tables,
                      "This connection follows too many tables. Leave one first.");
    }
    client.attaching = true;
    tables_.find(wish.table, [this, id, wish](const Result<Room*, FindError>& found) {
        Client* same = client_of(wish.connection);
        if (same == nullptr) return;
        const auto color = found ? (*found)->table.seat_of(wish.secret) : std::nullopt;
        if (color) {
            answer_paired(wish.connection, id, wish.table, *color);
        } else if (found) {
            refuse(wish.connection, id, key_used());
        } else if (found.error() == FindError::no_such_table) {
            pair_new(*same, id, wish);
        } else {
            refuse(wish.connection, id, refusals::of(found.error()));
        }
        attached(wish.connection);
    });
}

void Hub::on(Client& client, RequestId id, const protocol::Unpair&) {
    stop_waiting(client.connection);
    for (auto& [table, match] : matches_) {
        for (auto& player : match.players) {
            if (player.wish.connection == client.connection) player.given_up = true;
        }
    }
    send(client.connection, protocol::Pairing{id, false});
}

void Hub::answer_paired(ConnectionId connection, RequestId id, const std::string& table,
                        Color color) {
    send(connection, protocol::Pairing{id, false});
    send(connection, protocol::Paired{table, color});
}

void Hub::pair_new(Client& client, RequestId id, const PairWish& wish) {
    const bool answered = refuse_if_waiting_for_another(id, wish) || answer_if_matched(id, wish) ||
                          take_up_waiting(id, wish);
    if (answered) return;
    if (is_key_in_play(wish.table)) {
        return refuse(client.connection, id, key_used());
    }
    if (auto error = no_new_table(client)) {
        return refuse(client.connection, id, *std::move(error));
    }
    auto partner = waiting_.take_partner_for(wish);
    if (!partner && waiting_.size() >= config_.max_waiting_to_pair) {
        return refuse(client.connection, id, ErrorCode::too_many_tables,
                      "Too many players wait here already. Try again later.", full_retry_ms);
    }
    send(client.connection, protocol::Pairing{id, !partner});
    if (partner) {
        tables_.let_go_seat(partner->player);
        match(*partner, wish);
    } else {
        // Counted as one of the player's tables, so that there is room for it when it is made.
        tables_.reserve_seat(wish.player);
        waiting_.add(wish);
    }
    lobby_soon();
}

// By somebody who waits, or for whom somebody was found.
bool Hub::is_key_in_play(const std::string& table) const {
    const auto has_key = [&](const auto& match) {
        const auto& players = match.second.players;
        return players[0].wish.table == table || players[1].wish.table == table;
    };
    return waiting_.has_key_of(table) || std::any_of(matches_.begin(), matches_.end(), has_key);
}

bool Hub::refuse_if_waiting_for_another(RequestId id, const PairWish& wish) {
    const PairWish* waits = waiting_.of_connection(wish.connection);
    bool waits_for_another =
        waits != nullptr && (waits->secret != wish.secret || !waits->wants_same_as(wish));
    for (const auto& [table, match] : matches_) {
        for (const auto& [found, given_up] : match.players) {
            waits_for_another |=
                found.connection == wish.connection && !given_up && found.secret != wish.secret;
        }
    }
    if (waits_for_another) refuse(wish.connection, id, waiting_already());
    return waits_for_another;
}

// Somebody was found for it already, and the table is being made.
bool Hub::answer_if_matched(RequestId id, const PairWish& wish) {
    for (auto& [table, match] : matches_) {
        for (auto& [found, given_up] : match.players) {
            if (found.secret != wish.secret) continue;
            found.connection = wish.connection;
            given_up = false;
            send(wish.connection, protocol::Pairing{id, false});
            return true;
        }
    }
    return false;
}

// Its player has come back on this connection before the other one was known to be lost. Who wants
// something else by now begins anew.
bool Hub::take_up_waiting(RequestId id, const PairWish& wish) {
    const PairWish* same = waiting_.of_secret(wish.secret);
    if (same == nullptr) return false;
    if (same->player != wish.player || same->table != wish.table || !same->wants_same_as(wish)) {
        stop_waiting(same->connection);
        return false;
    }
    waiting_.move(wish.secret, wish.connection);
    send(wish.connection, protocol::Pairing{id, true});
    return true;
}

void Hub::stop_waiting(ConnectionId connection) {
    const auto wish = waiting_.remove(connection);
    if (!wish) return;
    tables_.let_go_seat(wish->player);
    lobby_soon();
}

// Of a connection that is closed.
void Hub::forget_waiting(ConnectionId connection) {
    stop_waiting(connection);
    for (auto& [table, match] : matches_) {
        for (auto& player : match.players) {
            if (player.wish.connection == connection) player.wish.connection = 0;
        }
    }
}

void Hub::match(const PairWish& first, const PairWish& second) {
    table::Made made = made_with(first.options, first.clock);
    made.listed = true;
    const std::size_t seat = random_() % 2;
    made.seats[seat] = table::Person{first.player, first.secret};
    made.seats[1 - seat] = table::Person{second.player, second.secret};
    makes_.spend(second.address, timers_.steady());
    tables_.reserve(made);
    const auto [place, is_new] =
        matches_.emplace(first.table, PairMatch{made, {{{first, false}, {second, false}}}});
    assert(is_new);
    make_match(first.table);
}

void Hub::make_match(const std::string& table) {
    const auto made = [this, table](const Result<Room*, FindError>& room) {
        if (!room && room.error() == FindError::store_unavailable) return match_later(table);
        match_made(table, room ? *room : nullptr);
    };
    const auto recorded = [this, table, made](bool kept) {
        if (!kept) return match_later(table);
        tables_.make(table, matches_.at(table).made, made);
    };
    const PairWish first = matches_.at(table).players[0].wish;
    const PairWish second = matches_.at(table).players[1].wish;
    tables_.players().record(first.player, first.name, [this, table, second, recorded](bool kept) {
        if (!kept) return match_later(table);
        tables_.players().record(second.player, second.name, recorded);
    });
}

// Nothing is lost while the store does not answer: both stay found for each other. If one of them
// goes meanwhile, the other is free again, unless the table was kept after all.
void Hub::match_later(const std::string& table) {
    timers_.after(config_.store_retry, [this, table] {
        const auto& players = matches_.at(table).players;
        if (players[0].is_here() && players[1].is_here()) return make_match(table);
        tables_.find(table, [this, table](const Result<Room*, FindError>& found) {
            if (!found && found.error() == FindError::store_unavailable) return match_later(table);
            match_made(table, found ? *found : nullptr);
        });
    });
}

// `room`: nullptr if there is no such table, or none to play at.
void Hub::match_made(const std::string& table, Room* room) {
    const PairMatch match = matches_.extract(table).mapped();
    tables_.let_go(match.made);
    std::vector<PairMatch::Player> unseated;
    for (const auto& player : match.players) {
        const PairWish& wish = player.wish;
        const auto color = room == nullptr ? std::nullopt : room->table.seat_of(wish.secret);
        if (!color) {
            unseated.push_back(player);
        } else if (wish.connection != 0) {
            send(wish.connection, protocol::Paired{table, *color});
        }
    }
    if (unseated.empty()) return;
    // No table, or another one, that somebody made with this key meanwhile.
    makes_.give_back(match.players[1].wish.address, timers_.steady());
    for (const auto& player : unseated) {
        if (!player.is_here()) continue;
        if (room != nullptr && player.wish.table == table) {
            send(player.wish.connection, key_used());
        } else {
            wait_again(player.wish);
        }
    }
}

void Hub::wait_again(const PairWish& wish) {
    // Used for something else while the match was under way.
    if (is_key_in_play(wish.table)) return send(wish.connection, key_used());
    if (waiting_.of_secret(wish.secret) || waiting_.of_connection(wish.connection)) {
        return send(wish.connection, waiting_already());
    }
    if (const auto partner = waiting_.take_partner_for(wish)) {
        tables_.let_go_seat(partner->player);
        match(wish, *partner);
    } else {
        tables_.reserve_seat(wish.player);
        waiting_.add_first(wish);
    }
    lobby_soon();
}

}  // namespace morris
