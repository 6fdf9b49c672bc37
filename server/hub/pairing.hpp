// Players who wait to be paired with somebody who wants the same game. Pure. Who waits is at no
// table: it is over with the connection, and nothing is kept.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>

#include "server/hub/ports/connections.hpp"
#include "server/table/event.hpp"
#include "shared/protocol/requests.hpp"

namespace morris {

struct PairWish {
    ConnectionId connection = 0;  // 0: gone
    std::string address;
    std::string player;
    std::string name;
    std::string table;  // that its key names
    table::SecretHash secret{};
    Options options;
    std::optional<protocol::ClockTerms> clock;

    bool wants_same_as(const PairWish& other) const {
        return options == other.options && clock == other.clock;
    }
};

// Two who were found for each other; their table is being made.
struct PairMatch {
    struct Player {
        PairWish wish;
        bool given_up = false;  // by unpair, when it may have been too late
        bool is_here() const { return wish.connection != 0 && !given_up; }
    };

    table::Made made;
    std::array<Player, 2> players;  // the one whose key names the table first
};

class PairingPool {
public:
    std::size_t size() const { return waiting_.size(); }

    // nullptr: there is none.
    const PairWish* of_connection(ConnectionId connection) const;
    const PairWish* of_secret(const table::SecretHash& secret) const;
    bool has_key_of(const std::string& table) const { return by_table_.contains(table); }

    // The one who has waited longest of those who could play with it, taken out.
    std::optional<PairWish> take_partner_for(const PairWish& wish);

    // Waits behind all others. @pre nobody waits with its connection, secret or key
    void add(PairWish wish) { put(next_++, std::move(wish)); }
    // Waits in front of all others, as one does who was taken out in vain.
    void add_first(PairWish wish) { put(first_--, std::move(wish)); }

    // nullopt: nobody waits with it.
    std::optional<PairWish> remove(ConnectionId connection);
    // The player of this secret is to be found on another connection now.
    void move(const table::SecretHash& secret, ConnectionId connection);

private:
    using Place = std::int64_t;  // the smaller, the longer it has waited

    void put(Place place, PairWish wish);
    PairWish take(Place place);

    Place next_ = 1;
    Place first_ = 0;
    std::map<Place, PairWish> waiting_;
    // Who wants the same game stands together, in the order of their places.
    std::unordered_map<std::string, std::map<Place, const PairWish*>> by_game_;
    std::unordered_map<ConnectionId, Place> by_connection_;
    std::map<table::SecretHash, Place> by_secret_;
    std::unordered_map<std::string, Place> by_table_;
};

}  // namespace morris
