// What the parts of the network share: the connections that are there, the limits, the counters.
// Everything runs on the one thread that runs the io_context.
#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "server/hub/ports/connections.hpp"
#include "server/net/admission.hpp"
#include "server/net/net_config.hpp"
#include "server/net/net_stats.hpp"
#include "server/net/origin.hpp"

namespace morris::net {

namespace asio = boost::asio;
using boost::system::error_code;

// With the executor's own type instead of a wrapped one: smaller, and fewer calls.
using Socket = asio::basic_stream_socket<asio::ip::tcp, asio::io_context::executor_type>;

// Closes at once with RST, so that the kernel does not keep what a dead peer has not read.
inline void reset(Socket& socket) {
    error_code ignored;
    socket.set_option(asio::socket_base::linger(true, 0), ignored);
    socket.close(ignored);
}

// One TCP connection. tick() and kill() may take the session out of Core::sessions; only tick()
// may call the Front, so that the hub is never called from inside a call that it makes.
class Session {
public:
    virtual ~Session() = default;

    // Looks at what it waits for, and gives up what took too long.
    virtual void tick(TimePoint now) = 0;
    // The server stops: finish what is begun, then end. `reason` is for people.
    virtual void drain(std::string_view reason, TimePoint deadline) = 0;
    // Ends now, whatever it is doing.
    virtual void kill() = 0;

    // See Outbox. Only a WebSocket does anything.
    virtual void send(std::shared_ptr<const std::string> /*text*/) {}
    virtual void close(CloseCode /*code*/, std::string_view /*reason*/) {}
    virtual void measure() {}
};

struct Core {
    Core(asio::io_context& context, Front& its_front, NetConfig its_config)
        : io(context), front(&its_front), config(std::move(its_config)), admission(config) {}

    asio::io_context& io;
    Front* front;  // null once the server is gone; then nobody is told any more
    const NetConfig config;
    NetStats stats;
    std::vector<Network> trusted_proxies;
    std::vector<Origin> allowed_origins;
    Admission admission;
    bool draining = false;

    // Every connection has a number; a WebSocket's is its ConnectionId.
    std::uint64_t last_id = 0;
    std::unordered_map<std::uint64_t, std::shared_ptr<Session>> sessions;
    std::size_t turned_away = 0;  // of these, the ones that only wait to hear that there is no room
    std::function<void()> emptied;  // called when the last session is forgotten

    void forget(std::uint64_t id) {
        if (sessions.erase(id) > 0 && sessions.empty() && emptied) emptied();
    }

    // For going through the sessions while some of them are forgotten.
    std::vector<std::shared_ptr<Session>> all() const {
        std::vector<std::shared_ptr<Session>> list;
        list.reserve(sessions.size());
        for (const auto& [id, session] : sessions) list.push_back(session);
        return list;
    }

    // Lets the Front know. An exception that comes out of it is ours to stop here, where it hurts
    // one connection only; false then.
    template <class Call>
    bool tell(Call call) {
        if (front == nullptr) return true;
        try {
            call(*front);
            return true;
        } catch (...) {
            ++stats.front_failures;
            return false;
        }
    }

    void count(Refusal refusal) { ++stats.refused[static_cast<std::size_t>(refusal)]; }
};

}  // namespace morris::net
