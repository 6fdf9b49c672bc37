#include "tests/client/session_driver.hpp"

#include "client-cli/core/facts.hpp"

namespace morris::client::test {
namespace {

SessionSetup setup_for(Goal goal, bool line_mode) {
    SessionSetup setup;
    setup.goal = std::move(goal);
    setup.hello = protocol::Hello{"Anna", "player", std::nullopt};
    setup.line_mode = line_mode;
    setup.seed = 7;
    return setup;
}

template <class Kind>
std::vector<Kind> reports(const Actions& actions) {
    std::vector<Kind> found;
    for (const Action& action : actions) {
        const auto* tell = std::get_if<Tell>(&action);
        if (tell == nullptr) continue;
        if (const auto* kind = std::get_if<Kind>(&tell->report)) found.push_back(*kind);
    }
    return found;
}

}  // namespace

Driver::Driver(Goal goal, bool line_mode) : session(setup_for(std::move(goal), line_mode)) {
    take(session.start());
}

const Actions& Driver::on(const Happening& happening) {
    last.clear();
    take(session.on(happening, now));
    return last;
}

void Driver::greet() {
    on(Connected{});
    receive(protocol::Welcome{last_request().id, "p", "Anna", 1, "server"});
}

void Driver::attach(const ServerTable& table, std::optional<Color> seat) {
    receive(protocol::Attached{last_request().id, table.id, seat, table.snapshot()});
}

void Driver::attach_since(const ServerTable& table, std::optional<Color> seat,
                          std::uint64_t since) {
    receive(protocol::Attached{last_request().id, table.id, seat, since});
}

void Driver::done(std::uint64_t seq) {
    receive(protocol::Done{last_request().id, "abc123", seq});
}

void Driver::refuse(protocol::ErrorCode code, std::optional<std::int64_t> retry_ms) {
    protocol::Error error;
    error.id = last_request().id;
    error.code = code;
    error.message = "No.";
    error.retry_ms = retry_ms;
    receive(error);
}

void Driver::come_back() {
    on(Lost{"gone", std::nullopt});
    on(Fired{Timer::reconnect});
    greet();
}

std::optional<Wait> Driver::wait(Timer timer) const {
    for (const Action& each : last) {
        const auto* wait = std::get_if<Wait>(&each);
        if (wait != nullptr && wait->timer == timer) return *wait;
    }
    return std::nullopt;
}

std::optional<int> Driver::quit_code() const {
    const auto quit = action<Quit>();
    return quit ? std::optional<int>(quit->code) : std::nullopt;
}

std::vector<std::string> Driver::refusals() const {
    std::vector<std::string> codes;
    for (const auto& refusal : reports<RefusalReport>(last)) codes.push_back(refusal.code);
    return codes;
}

std::vector<LinkState> Driver::link_states() const {
    std::vector<LinkState> states;
    for (const auto& link : reports<LinkReport>(last)) states.push_back(link.state);
    return states;
}

std::string Driver::facts() const {
    std::string lines;
    for (const Action& action : last) {
        const auto* tell = std::get_if<Tell>(&action);
        if (tell != nullptr) lines += fact_lines(tell->report, tell->view.get());
    }
    return lines;
}

void Driver::take(const Actions& actions) {
    for (const Action& action : actions) {
        if (const auto* send = std::get_if<Send>(&action)) requests.push_back(send->request);
    }
    last.insert(last.end(), actions.begin(), actions.end());
}

}  // namespace morris::client::test
