#include "server/hub/pairing.hpp"

#include <utility>

namespace morris {
namespace {

// The same text for the same game.
std::string game_of(const PairWish& wish) {
    const Options& options = wish.options;
    std::string text;
    const auto add = [&](std::int64_t value) { text += std::to_string(value) + ' '; };
    add(static_cast<std::int64_t>(options.board));
    add(options.pieces);
    add(options.flying ? 1 : 0);
    add(options.threefold ? 1 : 0);
    add(options.no_mill.value_or(0));
    add(options.move_limit.value_or(0));
    add(options.hand_counts ? 1 : 0);
    if (wish.clock) {
        add(wish.clock->base_ms);
        add(wish.clock->increment_ms);
    }
    return text;
}

}  // namespace

const PairWish* PairingPool::of_connection(ConnectionId connection) const {
    const auto found = by_connection_.find(connection);
    return found == by_connection_.end() ? nullptr : &waiting_.at(found->second);
}

const PairWish* PairingPool::of_secret(const table::SecretHash& secret) const {
    const auto found = by_secret_.find(secret);
    return found == by_secret_.end() ? nullptr : &waiting_.at(found->second);
}

std::optional<PairWish> PairingPool::take_partner_for(const PairWish& wish) {
    const auto same_game = by_game_.find(game_of(wish));
    if (same_game == by_game_.end()) return std::nullopt;
    for (const auto& [place, other] : same_game->second) {
        // Nobody plays against themselves from two tabs.
        if (other->player != wish.player && other->secret != wish.secret) return take(place);
    }
    return std::nullopt;
}

std::optional<PairWish> PairingPool::remove(ConnectionId connection) {
    const auto found = by_connection_.find(connection);
    if (found == by_connection_.end()) return std::nullopt;
    return take(found->second);
}

void PairingPool::move(const table::SecretHash& secret, ConnectionId connection) {
    const auto found = by_secret_.find(secret);
    if (found == by_secret_.end()) return;
    PairWish& wish = waiting_.at(found->second);
    by_connection_.erase(wish.connection);
    wish.connection = connection;
    by_connection_[connection] = found->second;
}

void PairingPool::put(Place place, PairWish wish) {
    const PairWish& kept = waiting_.emplace(place, std::move(wish)).first->second;
    by_game_[game_of(kept)].emplace(place, &kept);
    by_connection_[kept.connection] = place;
    by_secret_[kept.secret] = place;
    by_table_[kept.table] = place;
}

PairWish PairingPool::take(Place place) {
    PairWish wish = std::move(waiting_.at(place));
    waiting_.erase(place);
    const auto same_game = by_game_.find(game_of(wish));
    same_game->second.erase(place);
    if (same_game->second.empty()) by_game_.erase(same_game);
    by_connection_.erase(wish.connection);
    by_secret_.erase(wish.secret);
    by_table_.erase(wish.table);
    return wish;
}

}  // namespace morris
