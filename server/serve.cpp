#include "server/serve.hpp"

#include <malloc.h>
#include <openssl/rand.h>
#include <spdlog/spdlog.h>

#include <boost/asio/io_context.hpp>
#include <boost/asio/signal_set.hpp>
#include <csignal>
#include <cstdlib>
#include <filesystem>

#include "server/figures.hpp"
#include "server/hub/hub.hpp"
#include "server/net/asio_timers.hpp"
#include "server/net/post.hpp"
#include "server/net/server.hpp"
#include "server/store/sqlite_log.hpp"
#include "server/thinker/thinker_pool.hpp"
#include "server/web/page.hpp"

namespace morris {
namespace {

constexpr std::chrono::milliseconds notice_time{50};  // for the notice to leave before the close

// What ended tables leave free is given back to the system so often.
constexpr std::chrono::minutes give_back_every{1};

std::uint64_t random_bits() {
    std::uint64_t bits = 0;
    if (RAND_bytes(reinterpret_cast<unsigned char*>(&bits), sizeof bits) != 1) {
        spdlog::critical("there are no random bits to be had; secrets would not be safe");
        std::abort();
    }
    return bits;
}

HubConfig hub_config(const ServerOptions& options) {
    HubConfig config = options.hub;
    config.page = web::page();
    return config;
}

// Everything that serves, in the order in which it is built; taken down in the opposite one.
class Serving {
public:
    Serving(const ServerOptions& options, std::unique_ptr<SqliteLog> log,
            boost::asio::io_context& io)
        : options_(options),
          io_(io),
          timers_(io),
          log_(std::move(log)),
          thinker_(thinker_config()),
          hub_(hub_config(options), {*log_, *log_, timers_, thinker_, random_bits}),
          net_(io, hub_, options.net),
          signals_(io, SIGINT, SIGTERM) {
        hub_.send_through(net_);
        add_figures(hub_.metrics(), net_, *log_, thinker_);
    }

    int run() {
        signals_.async_wait([this](boost::system::error_code error, int signal) {
            if (!error) stop(signal);
        });
        hub_.start([this](bool loaded) {
            if (loaded) return listen();
            spdlog::critical("the games in {} cannot be read; not serving", options_.log_file());
            leave(1);
        });
        io_.run();
        return status_;
    }

private:
    ThinkerConfig thinker_config() {
        ThinkerConfig config;
        config.threads = options_.think_threads;
        config.post = make_post(io_);
        config.report = [](const std::string& what) { spdlog::warn("computer player: {}", what); };
        return config;
    }

    void listen() {
        if (stopping_) return;
        const auto port = net_.start();
        if (!port) {
            spdlog::critical("{}", port.error());
            return leave(1);
        }
        timers_.after(give_back_every, [this] { give_memory_back(); });
        spdlog::info("serving on http://{}:{} with the games in {}", shown_address(), *port,
                     options_.log_file());
    }

    std::string shown_address() const {
        const std::string& address = options_.net.address;
        if (address == "127.0.0.1" || address == "::1") return "localhost";
        return address.find(':') == std::string::npos ? address : "[" + address + "]";
    }

    void give_memory_back() {
        ::malloc_trim(0);
        timers_.after(give_back_every, [this] { give_memory_back(); });
    }

    void stop(int signal) {
        spdlog::info("stopping on signal {}; the games are kept", signal);
        stopping_ = true;
        hub_.announce_stop();
        // A second signal does not wait for anyone.
        signals_.async_wait([this](boost::system::error_code error, int) {
            if (!error) leave(0);
        });
        timers_.after(notice_time, [this] {
            net_.stop("The server restarts; come back in a moment.",
                      std::chrono::seconds(options_.stop_grace_seconds), [this] { leave(0); });
        });
    }

    void leave(int status) {
        status_ = status;
        thinker_.stop();
        io_.stop();
    }

    const ServerOptions& options_;
    boost::asio::io_context& io_;
    AsioTimers timers_;
    std::unique_ptr<SqliteLog> log_;
    ThinkerPool thinker_;
    Hub hub_;
    NetServer net_;
    boost::asio::signal_set signals_;
    bool stopping_ = false;
    int status_ = 0;
};

}  // namespace

int serve(const ServerOptions& options) {
    spdlog::set_level(spdlog::level::from_str(options.log_level));
    std::error_code error;
    std::filesystem::create_directories(options.data, error);
    if (error) {
        spdlog::critical("the data directory {} cannot be made: {}; choose another with --data",
                         options.data, error.message());
        return 1;
    }
    std::signal(SIGPIPE, SIG_IGN);
    boost::asio::io_context io(1);
    SqliteLogConfig config;
    config.path = options.log_file();
    config.post = make_post(io);
    config.report = [](const std::string& what) { spdlog::error("game log: {}", what); };
    auto log = SqliteLog::open(config);
    if (!log) {
        spdlog::critical("{}", log.error());
        return 1;
    }
    return Serving(options, *std::move(log), io).run();
}

}  // namespace morris
