#include "server/net/server.hpp"

#include <boost/asio/ip/v6_only.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <optional>

#include "server/net/http_session.hpp"
#include "server/net/open_files.hpp"

namespace morris {

using namespace net;

namespace {

using Timer =
    asio::basic_waitable_timer<Clock, asio::wait_traits<Clock>, asio::io_context::executor_type>;
using Acceptor = asio::basic_socket_acceptor<asio::ip::tcp, asio::io_context::executor_type>;

// Files that are not connections: the store's, the log's, the listener.
constexpr std::size_t other_files = 64;
// Callers who are being told that there is no room; beyond these, they are just cut off.
constexpr std::size_t max_refused_sessions = 256;
// How many ticks until addresses are forgotten that are not needed any more.
constexpr unsigned ticks_per_sweep = 20;

std::string listen_failure(const NetConfig& config, error_code error) {
    const std::string place = config.address + " port " + std::to_string(config.port);
    if (error == asio::error::address_in_use) {
        return "Cannot listen on " + place +
               ": another program does already. Stop it, or choose another port.";
    }
    if (error == asio::error::access_denied) {
        return "Cannot listen on " + place +
               ": not permitted. Ports below 1024 need privileges; choose a higher one.";
    }
    if (error == boost::system::errc::address_not_available) {
        return "Cannot listen on " + place + ": this machine does not have that address.";
    }
    return "Cannot listen on " + place + ": " + error.message() + ".";
}

Result<Address, std::string> listen_address(const std::string& text) {
    error_code error;
    const auto address = asio::ip::make_address(text == "localhost" ? "127.0.0.1" : text, error);
    if (error) {
        return Failure<std::string>("\"" + text +
                                    "\" is no address to listen on. Write an IP address of this "
                                    "machine, 127.0.0.1 for this machine only, or 0.0.0.0 or :: "
                                    "for all.");
    }
    return address;
}

}  // namespace

struct NetServer::Impl : std::enable_shared_from_this<Impl> {
    Impl(asio::io_context& io, Front& front, NetConfig config)
        : core(std::make_shared<Core>(io, front, std::move(config))),
          acceptor(io.get_executor()),
          ticker(io.get_executor()),
          pause(io.get_executor()),
          grace(io.get_executor()) {}

    std::optional<std::string> read_lists();
    error_code listen(const Address& address);
    void accept();
    void on_accepted(error_code error, Socket socket);
    std::optional<Caller> let_in(const Address& peer);
    void tick();
    void kill_all();
    void finish_stop();

    std::shared_ptr<Core> core;
    Acceptor acceptor;
    Timer ticker;
    Timer pause;
    Timer grace;
    std::size_t max_connections = 0;
    unsigned ticks = 0;
    std::function<void()> stopped;
};

NetServer::NetServer(asio::io_context& io, Front& front, NetConfig config)
    : impl_(std::make_shared<Impl>(io, front, std::move(config))) {}

NetServer::~NetServer() {
    impl_->core->front = nullptr;
    impl_->stopped = nullptr;
    impl_->kill_all();
    impl_->core->sessions.clear();
    error_code ignored;
    impl_->acceptor.close(ignored);
    impl_->ticker.cancel();
    impl_->pause.cancel();
    impl_->grace.cancel();
}

Result<std::uint16_t, std::string> NetServer::start() {
    if (auto wrong = impl_->read_lists()) return Failure<std::string>(*std::move(wrong));
    const NetConfig& config = impl_->core->config;
    const auto address = listen_address(config.address);
    if (!address) return Failure<std::string>(address.error());

    const std::size_t files = allow_open_files(config.max_connections + other_files);
    impl_->max_connections = std::min(config.max_connections, files - std::min(files, other_files));
    if (const auto error = impl_->listen(*address)) {
        return Failure<std::string>(listen_failure(config, error));
    }
    error_code error;
    const auto bound = impl_->acceptor.local_endpoint(error);
    if (error) return Failure<std::string>(listen_failure(config, error));
    impl_->accept();
    impl_->tick();
    return bound.port();
}

void NetServer::stop(std::string reason, std::chrono::milliseconds grace,
                     std::function<void()> done) {
    const auto impl = impl_;
    Core& core = *impl->core;
    impl->stopped = std::move(done);
    core.draining = true;
    error_code ignored;
    impl->acceptor.close(ignored);
    impl->pause.cancel();

    const auto finish = [weak = std::weak_ptr(impl)] {
        if (const auto still = weak.lock()) still->finish_stop();
    };
    core.emptied = [&io = core.io, finish] { asio::post(io, finish); };
    if (core.sessions.empty()) return core.emptied();

    impl->grace.expires_after(grace);
    impl->grace.async_wait([weak = std::weak_ptr(impl)](error_code error) {
        const auto still = weak.lock();
        if (still && !error) still->kill_all();
    });
    for (const auto& session : core.all()) session->drain(reason, Clock::now() + grace);
}

void NetServer::send(ConnectionId connection, std::shared_ptr<const std::string> text) {
    const auto found = impl_->core->sessions.find(connection);
    if (found != impl_->core->sessions.end()) found->second->send(std::move(text));
}

void NetServer::close(ConnectionId connection, CloseCode code, std::string_view reason) {
    const auto found = impl_->core->sessions.find(connection);
    if (found != impl_->core->sessions.end()) found->second->close(code, reason);
}

void NetServer::measure(ConnectionId connection) {
    const auto found = impl_->core->sessions.find(connection);
    if (found != impl_->core->sessions.end()) found->second->measure();
}

const NetStats& NetServer::stats() const {
    return impl_->core->stats;
}

// What is wrong with the lists in the configuration, for people.
std::optional<std::string> NetServer::Impl::read_lists() {
    for (const auto& text : core->config.trusted_proxies) {
        const auto network = parse_network(text);
        if (!network) {
            return "\"" + text +
                   "\" is no trusted proxy. Write an address or a network: 10.0.0.0/8";
        }
        core->trusted_proxies.push_back(*network);
    }
    for (const auto& text : core->config.allowed_origins) {
        const auto origin = parse_origin(text);
        if (!origin) {
            return "\"" + text + "\" is no origin of a page. Write it as https://example.org";
        }
        core->allowed_origins.push_back(*origin);
    }
    return std::nullopt;
}

error_code NetServer::Impl::listen(const Address& address) {
    const asio::ip::tcp::endpoint endpoint(address, core->config.port);
    error_code error;
    acceptor.open(endpoint.protocol(), error);
    if (error) return error;
    error_code ignored;
    acceptor.set_option(Acceptor::reuse_address(true), ignored);
    // Listening on :: then also takes IPv4.
    if (address.is_v6()) acceptor.set_option(asio::ip::v6_only(false), ignored);
    // Accepted sockets inherit it. Left to itself the kernel keeps megabytes for a slow reader.
    acceptor.set_option(
        asio::socket_base::send_buffer_size(static_cast<int>(core->config.send_buffer_bytes)),
        ignored);
    acceptor.bind(endpoint, error);
    if (!error) acceptor.listen(asio::socket_base::max_listen_connections, error);
    return error;
}

void NetServer::Impl::accept() {
    acceptor.async_accept([self = shared_from_this()](error_code error, Socket socket) {
        self->on_accepted(error, std::move(socket));
    });
}

void NetServer::Impl::on_accepted(error_code error, Socket socket) {
    if (!acceptor.is_open()) return;
    if (error && error != asio::error::connection_aborted) {
        // Out of files or memory: asking again at once would only use up the processor too.
        ++core->stats.accept_failures;
        pause.expires_after(std::chrono::milliseconds(100));
        pause.async_wait([self = shared_from_this()](error_code stopped_error) {
            if (!stopped_error) self->accept();
        });
        return;
    }
    if (!error) {
        const auto peer = socket.remote_endpoint(error);
        auto caller = error ? std::nullopt : let_in(plain(peer.address()));
        if (caller) {
            socket.set_option(asio::ip::tcp::no_delay(true), error);
            serve_http(core, std::move(socket), *std::move(caller));
        }
    }
    accept();
}

// None: cut off without a word.
std::optional<Caller> NetServer::Impl::let_in(const Address& peer) {
    ++core->stats.accepted;
    Caller caller;
    caller.peer = peer;
    caller.trusted_proxy = is_trusted(peer, core->trusted_proxies);
    if (core->sessions.size() - core->turned_away >= max_connections) {
        caller.refused = Refusal::server_full;
    } else if (!caller.trusted_proxy) {
        auto place = core->admission.enter(peer, Clock::now());
        if (place) {
            caller.place = *std::move(place);
        } else {
            caller.refused = Refusal::address_full;
        }
    }
    if (caller.refused && core->turned_away >= max_refused_sessions) {
        core->count(*caller.refused);
        return std::nullopt;
    }
    return caller;
}

void NetServer::Impl::tick() {
    const TimePoint now = Clock::now();
    for (const auto& session : core->all()) session->tick(now);
    if (++ticks % ticks_per_sweep == 0) core->admission.sweep(now);
    ticker.expires_after(core->config.tick);
    ticker.async_wait([weak = weak_from_this()](error_code error) {
        const auto self = weak.lock();
        if (self && !error) self->tick();
    });
}

void NetServer::Impl::kill_all() {
    for (const auto& session : core->all()) session->kill();
}

void NetServer::Impl::finish_stop() {
    ticker.cancel();
    grace.cancel();
    if (const auto done = std::exchange(stopped, nullptr)) done();
}

}  // namespace morris
