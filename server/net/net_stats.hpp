// What the network counted, for the metrics page. Counters only rise; `open_…` are what is now.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>

namespace morris {

// Why a connection or request was refused.
enum class Refusal : std::uint8_t {
    server_full,   // max_connections
    address_full,  // max_connections_per_address
    too_fast,      // upgrades or requests of one address
    origin,        // a foreign page wanted a WebSocket
    bad_request,   // not the HTTP we speak, or too much of it
};
inline constexpr std::size_t refusal_count = 5;

struct NetStats {
    std::uint64_t accepted = 0;      // TCP connections
    std::uint64_t open_http = 0;     // connections that are no WebSocket (yet)
    std::uint64_t open_sockets = 0;  // WebSockets
    std::uint64_t opened = 0;        // WebSockets
    // WebSockets closed, by close code: ours if we closed, otherwise the client's. 1006: no closing
    // handshake. 0: any code but the usual ones, so that clients cannot grow this map.
    std::map<std::uint16_t, std::uint64_t> closed;
    std::array<std::uint64_t, refusal_count> refused{};  // by Refusal

    std::uint64_t messages_in = 0;
    std::uint64_t messages_out = 0;
    std::uint64_t bytes_in = 0;  // of messages, without framing
    std::uint64_t bytes_out = 0;
    std::uint64_t messages_delayed = 0;  // over their client's rate

    std::map<unsigned, std::uint64_t> answers;  // HTTP, by status
    std::uint64_t accept_failures = 0;          // out of files or memory
    std::uint64_t front_failures = 0;           // exceptions that came out of a Front
};

}  // namespace morris
