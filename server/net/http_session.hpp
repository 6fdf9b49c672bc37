// A connection as long as it speaks HTTP: requests one after the other, each answered by the Front,
// until one of them asks for a WebSocket.
#pragma once

#include <memory>
#include <optional>

#include "server/net/core.hpp"

namespace morris::net {

// Who called, and whether it is let in at all.
struct Caller {
    Address peer;
    bool trusted_proxy = false;
    Admission::Place place;  // empty for a trusted proxy and for a refused peer
    std::optional<Refusal> refused;
};

// Serves the connection until it closes or becomes a WebSocket. One that is refused is told why in
// answer to its first request, and ended.
void serve_http(const std::shared_ptr<Core>& core, Socket socket, Caller caller);

}  // namespace morris::net
