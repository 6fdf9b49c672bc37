// What a seat does at its table: moves, offers, claims, and what ends a game.
#include <utility>

#include "server/hub/hub.hpp"
#include "server/hub/refusals.hpp"
#include "server/hub/view.hpp"

namespace morris {

using protocol::ErrorCode;

void Hub::on(Client& client, RequestId id, const protocol::Play& play) {
    act(client, id, play.table,
        [&](Color color) { return table::Play{color, play.turn, play.move, 0}; });
}

namespace {

table::OfferKind kind_of(protocol::OfferKind kind) {
    return kind == protocol::OfferKind::draw ? table::OfferKind::draw : table::OfferKind::takeback;
}

}  // namespace

void Hub::on(Client& client, RequestId id, const protocol::Offer& offer) {
    act(client, id, offer.table,
        [&](Color color) { return table::Offer{color, kind_of(offer.kind), offer.turn}; });
}

void Hub::on(Client& client, RequestId id, const protocol::Answer& answer) {
    act(client, id, answer.table, [&](Color color) {
        return table::Answer{color, answer.offer, kind_of(answer.kind), answer.accept};
    });
}

void Hub::on(Client& client, RequestId id, const protocol::WithdrawOffer& withdraw) {
    act(client, id, withdraw.table, [&](Color color) {
        return table::WithdrawOffer{color, withdraw.offer, kind_of(withdraw.kind)};
    });
}

void Hub::on(Client& client, RequestId id, const protocol::Abort& abort) {
    act(client, id, abort.table, [](Color color) { return table::Abort{color}; });
}

void Hub::on(Client& client, RequestId id, const protocol::Claim& claim) {
    const bool win = claim.outcome == protocol::ClaimOutcome::win;
    act(client, id, claim.table, [&](Color color) { return table::Claim{color, win}; });
}

void Hub::on(Client& client, RequestId id, const protocol::Undo& undo) {
    // A game that goes on again is one more that is not finished.
    const auto seat = seat_at(client, undo.table);
    if (seat && seat->room->table.end() && undo.turn == seat->room->table.turn()) {
        if (auto error = no_more_unfinished(client.player)) {
            return refuse(client.connection, id, *std::move(error));
        }
    }
    act(client, id, undo.table, [&](Color color) { return table::Undo{color, undo.turn}; });
}

// First it is noted that a hint was asked for, then it is found.
void Hub::on(Client& client, RequestId id, const protocol::Hint& hint) {
    const auto seat = seat_at(client, hint.table);
    if (!seat) return refuse_not_seated(client.connection, id);
    const table::Hint command{seat->color, hint.turn};
    const auto found = [this, connection = client.connection, id, hint,
                        command](const Thought* thought) {
        if (thought == nullptr) {
            const Room* room = tables_.in_memory(hint.table);
            const bool over = room != nullptr && room->table.end();
            return answer_command(connection, id, hint.table, command, command.color,
                                  Failure<CommandError>(over ? table::Refusal::game_over
                                                             : table::Refusal::stale_turn));
        }
        send(connection, protocol::HintAnswer{id, hint.table, hint.turn, thought->move,
                                              thought->line, thought->depth});
    };
    tables_.submit(*seat->room, command,
                   [this, connection = client.connection, id, command, found,
                    table = hint.table](const Result<std::uint64_t, CommandError>& noted) {
                       Room* room = tables_.in_memory(table);
                       if (noted && room != nullptr) return tables_.hint(*room, found);
                       answer_command(connection, id, table, command, command.color, noted);
                   });
}

void Hub::on(Client& client, RequestId id, const protocol::Resign& resign) {
    act(client, id, resign.table, [](Color color) { return table::Resign{color}; });
}

void Hub::on(Client& client, RequestId id, const protocol::Rematch& rematch) {
    // It may make a table; while others are under way here, that is not known yet.
    const auto followed = client.follows.find(rematch.table);
    const Room* room = tables_.in_memory(rematch.table);
    const bool makes = followed != client.follows.end() && followed->second && room != nullptr &&
                       !room->table.next_table() &&
                       (room->busy || table::begins_rematch(room->table, *followed->second));
    if (makes) {
        auto error = no_new_table(client);
        const std::string* opponent = player_at(room->table, other(*followed->second));
        if (!error && opponent != nullptr &&
            tables_.unfinished_of(*opponent) >= config_.max_tables_per_player) {
            error.emplace();
            error->code = ErrorCode::too_many_tables;
            error->message = "Your opponent has too many unfinished tables already.";
        }
        if (error) return refuse(client.connection, id, *std::move(error));
        makes_.spend(client.address, timers_.steady());
    }
    const auto give_back = [this, makes, address = client.address, table = rematch.table] {
        const Room* same = tables_.in_memory(table);
        const bool made = same != nullptr && same->table.next_table();
        if (makes && !made) makes_.give_back(address, timers_.steady());
    };
    act(
        client, id, rematch.table, [](Color color) { return table::WantRematch{color, {}}; },
        give_back);
}

namespace {

std::optional<std::uint64_t> turn_of(const table::Command& command) {
    if (const auto* play = std::get_if<table::Play>(&command)) return play->turn;
    if (const auto* offer = std::get_if<table::Offer>(&command)) return offer->turn;
    if (const auto* undo = std::get_if<table::Undo>(&command)) return undo->turn;
    return std::nullopt;
}

}  // namespace

std::optional<Hub::SeatHere> Hub::seat_at(const Client& client, const std::string& table) const {
    const auto followed = client.follows.find(table);
    Room* room = tables_.in_memory(table);
    if (followed == client.follows.end() || !followed->second || room == nullptr) {
        return std::nullopt;
    }
    return SeatHere{room, *followed->second};
}

void Hub::refuse_not_seated(ConnectionId connection, RequestId id) {
    refuse(connection, id, ErrorCode::not_seated,
           "You have no seat at this table on this connection. Resume it first.");
}

void Hub::act(Client& client, RequestId id, const std::string& table,
              const std::function<table::Command(Color)>& command,
              const std::function<void()>& after) {
    const auto seat = seat_at(client, table);
    if (!seat) return refuse_not_seated(client.connection, id);
    const auto began = timers_.steady();
    const auto wanted = command(seat->color);
    const auto done = [this, connection = client.connection, id, table, wanted, color = seat->color,
                       began, after](const Result<std::uint64_t, CommandError>& result) {
        answer_command(connection, id, table, wanted, color, result);
        if (after) after();
        if (result && std::holds_alternative<table::Play>(wanted)) {
            metrics_.move_confirmed(static_cast<double>((timers_.steady() - began).count()) / 1000);
        }
    };
    const auto turn = turn_of(wanted);
    if (!turn || *turn <= seat->room->table.turn()) return carry_out(*seat->room, wanted, done);
    // Another server of this log may have confirmed what made it that turn.
    tables_.find_with(
        table, [turn](const table::Table& known) { return known.turn() >= *turn; },
        [this, wanted, done](const Result<Room*, FindError>& found) {
            if (found) return carry_out(**found, wanted, done);
            done(Failure<CommandError>(found.error() == FindError::damaged
                                           ? Trouble::damaged
                                           : Trouble::store_unavailable));
        });
}

// A move that comes when its time is up ends the game, before it is refused.
void Hub::carry_out(Room& room, const table::Command& command, const CommandDone& done) {
    tables_.submit(
        room, command,
        [this, id = room.table.id(), done](const Result<std::uint64_t, CommandError>& result) {
            Room* same = tables_.in_memory(id);
            const auto late = CommandError(table::Refusal::time_up);
            if (result || result.error() != late || same == nullptr) return done(result);
            tables_.submit(*same, table::Flag{}, [done, result](const auto&) { done(result); });
        });
}

namespace {

// What the client has in mind is not what the table has come to.
bool is_of_another_state(ErrorCode code) {
    return code == ErrorCode::stale_turn || code == ErrorCode::future_turn ||
           code == ErrorCode::game_over || code == ErrorCode::offer_gone;
}

}  // namespace

void Hub::answer_command(ConnectionId connection, RequestId id, const std::string& table,
                         const table::Command& command, Color color,
                         const Result<std::uint64_t, CommandError>& result) {
    if (result) return send(connection, protocol::Done{id, table, *result});
    protocol::Error error = refusals::of(result.error());
    const Room* room = tables_.in_memory(table);
    if (room == nullptr || client_of(connection) == nullptr) {
        return refuse(connection, id, std::move(error));
    }
    const auto now = tables_.moment(*room);
    if (const auto* play = std::get_if<table::Play>(&command)) {
        const Game& game = room->table.game();
        const auto why = game.refusal(play->move);
        if (error.code == ErrorCode::illegal_move && why) {
            error.message = explain(game, play->move, *why);
        }
    }
    if (error.code == ErrorCode::not_claimable) {
        const auto wait = table::claimable_in(room->table, color, now);
        if (wait) error.retry_ms = wait->count();
    }
    if (is_of_another_state(error.code)) error.snapshot = view::snapshot(*room, color, now);
    refuse(connection, id, std::move(error));
}

}  // namespace morris
