// A connection as the hub knows it: who is at the other end, and which tables it follows.
#pragma once

#include <algorithm>
#include <chrono>
#include <deque>
#include <optional>
#include <string>
#include <unordered_map>

#include "server/hub/ports/connections.hpp"
#include "shared/protocol/messages.hpp"

namespace morris {

struct Client {
    ConnectionId connection = 0;
    std::string address;

    bool greeted = false;
    std::string player;  // public id
    std::string name;

    // Tables it follows, and in which seat (nullopt: as a spectator).
    std::unordered_map<std::string, std::optional<Color>> follows;

    // The latest ways there and back that the server measured. The shortest counts: a client that
    // answers late now and then gains nothing by it.
    static constexpr std::size_t round_trips_kept = 4;
    std::deque<std::chrono::milliseconds> round_trips;
    std::chrono::milliseconds lag() const {
        if (round_trips.empty()) return std::chrono::milliseconds(0);
        return *std::min_element(round_trips.begin(), round_trips.end());
    }

    // While a request that may have to wait for the store decides what this connection follows,
    // the ones behind it wait, so that a client may send them without waiting itself.
    bool attaching = false;
    std::deque<protocol::Request> waiting;

    std::size_t pages_asked = 0;  // of finished games, whose answers the store is working at
};

}  // namespace morris
