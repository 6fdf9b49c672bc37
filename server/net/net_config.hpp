// What whoever runs the server may set about listening, limits and waits. Sensible as it stands.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace morris {

// So many at once, then so many a second.
struct Rate {
    double per_second = 1;
    double burst = 1;
};

struct NetConfig {
    std::string address = "127.0.0.1";  // an IPv4 or IPv6 address of this machine, or "localhost"
    std::uint16_t port = 0;             // 0: any free one

    // Peers whose X-Forwarded-For is believed: addresses or networks, "10.0.0.0/8".
    std::vector<std::string> trusted_proxies;
    // Pages that may open a WebSocket besides our own: "https://host" or "https://host:port".
    std::vector<std::string> allowed_origins;

    std::size_t max_connections = 20'000;           // in all; also bounded by the open files
    std::size_t max_connections_per_address = 100;  // an IPv6 /64 counts as one address
    Rate upgrades{2, 100};                          // WebSockets opened, per address
    Rate requests{50, 500};                         // HTTP requests, per address

    std::size_t max_message_bytes = 4096;       // of a client's message, whole
    std::size_t max_queue_bytes = 256 * 1024;   // that wait to be sent to one client
    Rate messages{20, 40};                      // of one client; what exceeds it waits
    std::size_t max_waiting_messages = 40;      // of one client; more: closed
    std::size_t max_request_bytes = 8 * 1024;   // of an HTTP request's header
    std::size_t send_buffer_bytes = 64 * 1024;  // the kernel's, per connection

    using Millis = std::chrono::milliseconds;
    Millis handshake_timeout{10'000};  // until a new connection's first request is whole
    Millis http_idle_timeout{30'000};  // between requests
    Millis reply_timeout{30'000};      // for the answer to a GET
    Millis write_timeout{30'000};      // for one message or answer to be taken by the client
    Millis ping_interval{20'000};      // silent for so long: pinged; proxies cut at 60 s
    Millis pong_timeout{20'000};       // silent for so long after that: gone
    Millis close_timeout{5'000};       // for what is queued and the closing handshake
    Millis slow_timeout{2'000};        // the same for a client that reads too slowly
    Millis linger_timeout{2'000};      // for a client to hang up after its last answer
    Millis tick{500};                  // how often the waits are looked at
};

}  // namespace morris
