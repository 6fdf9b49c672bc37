// What a session does without a table: lists, past games, and the wait for an opponent.
#include <algorithm>
#include <utility>

#include "client-cli/core/session.hpp"

namespace morris::client {

void Session::ask_for_list() {
    if (const auto* games = std::get_if<ListGames>(&setup_.goal)) {
        protocol::Games request = games->request;
        if (games->own) request.player = own_player_;
        attach_id_ = send(std::move(request));
    } else if (std::get<ListTables>(setup_.goal).follow) {
        attach_id_ = send(protocol::Lobby{true});
    } else {
        attach_id_ = send(protocol::List{});
    }
}

void Session::receive(const protocol::Tables& tables) {
    if (tables.id != attach_id_) return;
    tell(TablesReport{tables});
    quit(exit_code::done);
}

void Session::receive(const protocol::GamesPage& page) {
    if (page.id != attach_id_) return;
    tell(GamesReport{page});
    quit(exit_code::done);
}

void Session::receive(const protocol::LobbyState& lobby) {
    if (lobby.id != attach_id_) return;
    arrived();
    lobby_.clear();
    for (const auto* tables : {&lobby.open, &lobby.live}) {
        for (const auto& table : *tables) lobby_[table.table] = table;
    }
    tell(LobbyReport{lobby});
}

void Session::receive(const protocol::LobbyChanged& change) {
    LobbyChangedReport report{change, {}};
    for (const std::string& table : change.gone) {
        if (auto known = lobby_.extract(table)) report.gone.push_back(known.mapped());
    }
    for (const auto* tables : {&change.open, &change.live}) {
        for (const auto& table : *tables) lobby_[table.table] = table;
    }
    tell(std::move(report));
}

// ---- The wait for an opponent

void Session::receive(const protocol::Pairing& pairing) {
    if (!waits_for_opponent()) return;
    if (giving_up_ && pairing.id == ask_id_) {
        forget_pairing();
        return quit(exit_code::done);
    }
    if (pairing.id != attach_id_) return;
    arrived();
    stage_ = Stage::pairing;
    // Not waiting any more: a notice says at which table the game is.
    if (!pairing.waiting || std::exchange(pairing_told_, true)) return;
    const auto& pair = std::get<protocol::Pair>(*record_->request);
    tell(PairingReport{pair.options, pair.clock});
}

void Session::receive(const protocol::Paired& paired) {
    if (!waits_for_opponent()) return;
    if (std::exchange(giving_up_, false)) note("Somebody was found at this very moment.");
    record_->table = paired.table;
    record_->color = paired.color;
    record_->request.reset();
    actions_.push_back(Keep{*record_});
    if (pairing_told_) game_told_ = paired.table;
    tell(PairedReport{paired.table, paired.color});
    stage_ = Stage::attaching;
    attach();
}

bool Session::waits_for_opponent() const {
    return record_ && record_->table.empty() && record_->request &&
           std::holds_alternative<protocol::Pair>(*record_->request);
}

// Where it can be asked, the server has the last word: somebody may have been found already.
void Session::give_up_pairing() {
    if (stage_ != Stage::pairing || std::exchange(giving_up_, true)) {
        forget_pairing();
        return quit(exit_code::done);
    }
    note("Giving up...");
    ask_id_ = send(protocol::Unpair{});
}

void Session::forget_pairing() {
    record_->ended = true;
    actions_.push_back(Keep{*record_});
}

}  // namespace morris::client
