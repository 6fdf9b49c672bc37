#include "client-cli/shell/app.hpp"

#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <iostream>
#include <utility>

#include "client-cli/core/facts.hpp"
#include "client-cli/core/input.hpp"
#include "client-cli/core/json_lines.hpp"
#include "client-cli/core/screen.hpp"
#include "client-cli/shell/plain_console.hpp"
#include "client-cli/shell/terminal.hpp"
#include "shared/protocol/codec.hpp"

namespace morris::client {

namespace {

std::int64_t now_ms() {
    const auto now = std::chrono::system_clock::now().time_since_epoch();
    return std::chrono::duration_cast<std::chrono::milliseconds>(now).count();
}

Moment steady_now() {
    return std::chrono::duration_cast<Moment>(std::chrono::steady_clock::now().time_since_epoch());
}

// A message as a line: in JSON, line ends stand only where a blank may stand too.
std::string one_line(std::string text) {
    std::replace_if(
        text.begin(), text.end(), [](char letter) { return letter == '\n' || letter == '\r'; },
        ' ');
    return text + "\n";
}

template <std::size_t... index>
std::array<boost::asio::steady_timer, sizeof...(index)> timers_of(boost::asio::io_context& context,
                                                                  std::index_sequence<index...>) {
    return {((void)index, boost::asio::steady_timer(context))...};
}

auto make_timers(boost::asio::io_context& context) {
    return timers_of(context, std::make_index_sequence<timer_count>());
}

}  // namespace

App::App(AppSetup setup)
    : setup_(std::move(setup)),
      session_(setup_.session),
      signals_(context_, SIGINT, SIGTERM),
      timers_(make_timers(context_)) {}

int App::run() {
    if (!setup_.silent) open_console();
    await_signal();
    if (setup_.form == Form::screen) print("Connecting to " + url_of(setup_.server) + " ...\n");
    for (const Action& action : session_.start()) {
        if (exit_code_) break;
        std::visit([this](const auto& each) { carry_out(each); }, action);
    }
    context_.run();
    console_.reset();
    return exit_code_.value_or(exit_code::refused);
}

void App::open_console() {
    ConsoleHandlers handlers;
    handlers.typed = [this](std::string line) { happen(LineTyped{std::move(line)}); };
    handlers.ended = [this] { happen(InputEnded{}); };
    handlers.end_typed = [this] { happen(EndTyped{}); };
    handlers.completions = [this](std::string_view typed) {
        return completions(typed, session_.view());
    };
    handlers.redraw = [this] { happen(LineTyped{"board"}); };
    if (setup_.form == Form::screen) {
        signals_.add(SIGWINCH);
        signals_.add(SIGTSTP);
        console_ = std::make_unique<Terminal>(context_, std::move(handlers));
    } else {
        console_ = std::make_unique<PlainConsole>(context_, std::move(handlers));
    }
}

void App::happen(const Happening& happening) {
    if (exit_code_) return;
    for (const Action& action : session_.on(happening, steady_now())) {
        if (exit_code_) return;
        std::visit([this](const auto& each) { carry_out(each); }, action);
    }
    // What has happened may have changed the prompt.
    if (!exit_code_) print("");
}

// ---- Actions

void App::carry_out(const Connect&) {
    LinkHandlers handlers;
    handlers.opened = [this] { happen(Connected{}); };
    handlers.received = [this](std::string text) { received(std::move(text)); };
    handlers.lost = [this](std::string why, std::optional<std::uint16_t> code) {
        happen(Lost{std::move(why), code});
    };
    link_ = open_link(context_, setup_.server, setup_.ca_file, std::move(handlers));
}

void App::carry_out(const DropLink&) {
    if (link_) link_->drop();
}

void App::carry_out(const Send& send) {
    link_->send(protocol::encode(send.request));
}

void App::carry_out(const Wait& wait) {
    boost::asio::steady_timer& timer = this->timer(wait.timer);
    timer.expires_after(wait.time);
    timer.async_wait([this, &timer, which = wait.timer](boost::system::error_code error) {
        // A handler that was queued already cannot be cancelled any more, only recognised.
        if (error || timer.expiry() > std::chrono::steady_clock::now()) return;
        happen(Fired{which});
    });
}

void App::carry_out(const Cancel& cancel) {
    timer(cancel.timer).expires_at(boost::asio::steady_timer::time_point::max());
}

void App::carry_out(const Keep& keep) {
    if (!setup_.keys) return;
    SeatRecord record = keep.record;
    if (record.id != kept_id_) {
        // A rematch's record: the newest is the one to resume.
        made_ms_ = kept_id_.empty() ? record.made_ms : now_ms();
        kept_id_ = record.id;
    }
    record.made_ms = made_ms_;
    const auto kept = setup_.keys->keep(record);
    if (kept) return;
    complain(kept.error());
    carry_out(Quit{exit_code::refused});
}

void App::carry_out(const Tell& tell) {
    const auto* refusal = std::get_if<RefusalReport>(&tell.report);
    const auto* link = std::get_if<LinkReport>(&tell.report);
    const bool unreachable = link != nullptr && link->state == LinkState::unreachable;
    if (unreachable && setup_.form != Form::json) {
        complain("Cannot reach the server at " + url_of(setup_.server) + ": " + link->why + ".");
    }
    if (setup_.silent) {
        if (refusal != nullptr) complain(refusal->message);
        return;
    }
    const View* view = tell.view.get();
    switch (setup_.form) {
        case Form::screen:
            return print(screen_lines(tell.report, view, style_now()));
        case Form::lines:
            return print(fact_lines(tell.report, view));
        case Form::json:
            return print(client_json_line(tell.report, view));
    }
}

void App::carry_out(const Quit& quit) {
    exit_code_ = quit.code;
    if (console_) console_->finish();
    for (boost::asio::steady_timer& timer : timers_) timer.cancel();
    signals_.cancel();
    if (!link_) return context_.stop();
    link_->close([this] { context_.stop(); });
}

// ---- What comes in

void App::received(std::string text) {
    if (setup_.form == Form::json && !setup_.silent && is_json(text)) print(one_line(text));
    auto message = protocol::decode_server_message(text);
    if (message) return happen(Received{std::move(*message)});
    // A message of a kind that came into the world after this program: PROTOCOL.md has them
    // ignored.
}

void App::print(std::string_view lines) {
    if (console_) console_->print(lines, prompts(session_.view()));
}

// To the error stream; on a terminal in the one way that leaves its line in order.
void App::complain(const std::string& sentence) {
    const std::string line = clean(sentence, setup_.style.unicode);
    if (setup_.form == Form::screen && console_) return print(paragraph(line, style_now()));
    std::cerr << line << "\n";
}

Style App::style_now() const {
    Style style = setup_.style;
    if (console_) style.width = console_->columns();
    return style;
}

void App::await_signal() {
    signals_.async_wait([this](boost::system::error_code error, int signal) {
        if (error) return;
        await_signal();
        on_signal(signal);
    });
}

void App::on_signal(int signal) {
    if (signal == SIGINT) return happen(Interrupted{});
    if (signal == SIGWINCH && console_) return console_->resized();
    if (signal == SIGTSTP && console_) {
        console_->suspend();
        ::raise(SIGSTOP);
        return console_->resume();
    }
    if (signal == SIGTERM) carry_out(Quit{128 + SIGTERM});
}

boost::asio::steady_timer& App::timer(Timer timer) {
    return timers_[static_cast<std::size_t>(timer)];
}

}  // namespace morris::client
