// Ports between the hub and the network: the hub speaks to connections through Outbox, the network
// tells the hub what happens on them through Front. Both know bytes only, and run on one thread.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace morris {

using ConnectionId = std::uint64_t;  // never used twice while the process runs

// WebSocket close codes that the server uses; PROTOCOL.md says whether to come back after each.
enum class CloseCode : std::uint16_t {
    normal = 1000,
    policy = 1008,
    too_big = 1009,
    internal = 1011,
    service_restart = 1012,
    try_again_later = 1013,
    too_slow = 4000,  // the client does not read what it is sent
    too_many_messages = 4001,
};

class Outbox {
public:
    virtual ~Outbox() = default;

    // Queues one text frame. The text is shared between the connections it goes to. A connection
    // whose queue is full is closed with too_slow. Unknown connections are ignored.
    virtual void send(ConnectionId connection, std::shared_ptr<const std::string> text) = 0;

    // Asks for how long the way to the client and back is; see Front::on_round_trip. At most one
    // question is on its way at a time, further ones are left out.
    virtual void measure(ConnectionId connection) = 0;

    // Sends what is queued, then closes.
    virtual void close(ConnectionId connection, CloseCode code, std::string_view reason) = 0;
};

struct HttpResponse {
    unsigned status = 200;
    std::string content_type;
    std::string body;
};

class Front {
public:
    virtual ~Front() = default;

    // `address`: the client's, textual; from a forwarding header if the peer is a trusted proxy.
    virtual void on_open(ConnectionId connection, std::string address) = 0;
    virtual void on_text(ConnectionId connection, std::string_view text) = 0;
    // How long an answer to a ping of ours took.
    virtual void on_round_trip(ConnectionId connection, std::chrono::milliseconds time) = 0;
    // Exactly once for each on_open, and last, whoever closed.
    virtual void on_close(ConnectionId connection) = 0;

    // A GET (or HEAD) of `target` (path and query, percent-decoded path not assumed). The reply may
    // come later, and at most once.
    virtual void on_get(std::string target, std::function<void(HttpResponse)> reply) = 0;
};

}  // namespace morris
