// The network: one listening port, HTTP and WebSocket on it, and the limits that keep one bad
// client from hurting the others. Knows bytes only; what they mean is the Front's.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "server/hub/ports/connections.hpp"
#include "server/net/net_config.hpp"
#include "server/net/net_stats.hpp"
#include "shared/rules/result.hpp"

namespace boost::asio {
class io_context;
}

namespace morris {

// What it does with what clients send:
//
// * GET and HEAD go to Front::on_get, but for `/ws`. A request with a body, another method, or a
//   header beyond max_request_bytes is refused (413, 405, 431) and the connection ended.
// * `/ws` becomes a WebSocket. Origin must be absent, this host, or an allowed one (403 otherwise).
// * More connections than allowed: 429 with Retry-After for one address, 503 for all. Opening them
//   too fast, or asking too much: 429.
// * Messages are whole UTF-8 text of at most max_message_bytes: otherwise closed with 1003
// (binary),
//   1007 (not UTF-8), 1009 (too long); 1002 for a broken frame. Compression is never negotiated.
// * Messages beyond their rate wait their turn, so a client that waits for each answer is only
//   slowed down. One with more than max_waiting_messages waiting is closed with 4001, and so is one
//   that sends pings beyond the same rate.
// * A client whose queue exceeds max_queue_bytes, or that takes nothing for write_timeout, is
// closed
//   with 4000; if it does not even read that, its connection is reset after slow_timeout.
// * A silent client is pinged, and reset if it stays silent.
//
// The address that the Front is told is the peer's, or what a trusted proxy says in
// X-Forwarded-For; of an IPv6 address the /64, "2001:db8:0:1::/64", since limits must hold for all
// of it.
class NetServer final : public Outbox {
public:
    // `io` must outlive this, and both run on one thread. After the destructor `front` is not
    // called any more, also not for connections that are still there.
    NetServer(boost::asio::io_context& io, Front& front, NetConfig config);
    ~NetServer() override;

    // Begins to listen. The port that it got, or why not, for people. Raises the soft limit of open
    // files if that is needed for max_connections.
    Result<std::uint16_t, std::string> start();

    // Stops: accepts no more, lets HTTP answers that are under way finish, sends each WebSocket
    // what is queued for it and closes it with service_restart and `reason`. What is not gone after
    // `grace` is reset. Then calls `done`, never from inside this call. Once.
    void stop(std::string reason, std::chrono::milliseconds grace, std::function<void()> done);

    void send(ConnectionId connection, std::shared_ptr<const std::string> text) override;
    void close(ConnectionId connection, CloseCode code, std::string_view reason) override;
    void measure(ConnectionId connection) override;

    const NetStats& stats() const;

private:
    struct Impl;
    std::shared_ptr<Impl> impl_;
};

}  // namespace morris
