// A run against a server: carries out the session's actions with a real connection, real timers,
// the console and the key files. Everything runs on one thread.
#pragma once

#include <array>
#include <boost/asio/io_context.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>
#include <memory>
#include <optional>
#include <string>

#include "client-cli/core/session.hpp"
#include "client-cli/core/text.hpp"
#include "client-cli/shell/console.hpp"
#include "client-cli/shell/keys.hpp"
#include "client-cli/shell/link.hpp"

namespace morris::client {

enum class Form : std::uint8_t { screen, lines, json };

struct AppSetup {
    SessionSetup session;
    Address server;
    std::string ca_file;
    std::optional<Keys> keys;  // where the goal is a seat
    Form form = Form::screen;
    Style style;
    bool silent = false;  // the caller prints what is to be shown (but for failures)
};

class App {
public:
    explicit App(AppSetup setup);

    // Returns the exit code when all is over.
    int run();

    const View* view() const { return session_.view(); }

private:
    void happen(const Happening& happening);

    void carry_out(const Connect&);
    void carry_out(const DropLink&);
    void carry_out(const Send& send);
    void carry_out(const Wait& wait);
    void carry_out(const Cancel& cancel);
    void carry_out(const Keep& keep);
    void carry_out(const Tell& tell);
    void carry_out(const Quit& quit);

    void received(std::string text);
    void print(std::string_view lines);
    void complain(const std::string& sentence);
    Style style_now() const;  // with the terminal's width of this moment
    void open_console();
    void await_signal();
    void on_signal(int signal);
    boost::asio::steady_timer& timer(Timer timer);

    AppSetup setup_;
    Session session_;
    boost::asio::io_context context_{1};
    boost::asio::signal_set signals_;
    std::array<boost::asio::steady_timer, timer_count> timers_;  // by Timer
    std::shared_ptr<Link> link_;
    std::string kept_id_;       // of the record kept last
    std::int64_t made_ms_ = 0;  // and when it was made
    std::unique_ptr<Console> console_;
    std::optional<int> exit_code_;
};

}  // namespace morris::client
