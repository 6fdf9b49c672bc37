// A connection as the hub knows it: who is at the other end, and which tables it follows.
#pragma once

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

    // While a request that may have to wait for the store decides what this connection follows,
    // the ones behind it wait, so that a client may send them without waiting itself.
    bool attaching = false;
    std::deque<protocol::Request> waiting;
};

}  // namespace morris
