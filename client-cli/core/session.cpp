#include "client-cli/core/session.hpp"

#include <algorithm>
#include <utility>

namespace morris::client {
namespace {

using namespace std::chrono_literals;

constexpr std::chrono::milliseconds ping_interval = 15s;
constexpr std::chrono::milliseconds answer_limit = 10s;  // then the connection counts as dead
constexpr std::chrono::milliseconds first_delay = 250ms;
constexpr std::chrono::milliseconds longest_delay = 15s;

// What PROTOCOL.md says of close codes: whether to come back, and after how long at least.
struct ComingBack {
    bool at_all = true;
    std::chrono::milliseconds at_least{0};
};

ComingBack after_close(std::optional<std::uint16_t> code) {
    switch (code.value_or(0)) {
        case 1002:
        case 1003:
        case 1007:
        case 1008:
        case 1009:
            return {false, 0ms};
        case 1011:
            return {true, 2s};
        case 1012:
            return {true, 1s};
        case 1013:
            return {true, 5s};
        case 4001:
            return {true, 10s};
        default:
            return {};
    }
}

std::uint64_t next_random(std::uint64_t& state) {  // splitmix64
    state += 0x9E3779B97F4A7C15U;
    std::uint64_t z = state;
    z = (z ^ (z >> 30U)) * 0xBF58476D1CE4E5B9U;
    z = (z ^ (z >> 27U)) * 0x94D049BB133111EBU;
    return z ^ (z >> 31U);
}

}  // namespace

Session::Session(SessionSetup setup) : setup_(std::move(setup)), random_(setup_.seed) {
    if (const auto* seat = std::get_if<TakeSeat>(&setup_.goal)) record_ = seat->record;
}

Actions Session::start() {
    actions_.clear();
    // Before anything is asked for: after a crash the same request can be sent again.
    if (record_ && record_->table.empty()) actions_.push_back(Keep{*record_});
    actions_.push_back(Connect{});
    return std::exchange(actions_, {});
}

Actions Session::on(const Happening& happening, Moment now) {
    actions_.clear();
    if (stage_ == Stage::done) return {};
    now_ = now;
    // Without a connection times stand: whether they run at the server is not known.
    if (view_ && !view_->cut_off) view_->now = now;
    std::visit([this](const auto& each) { handle(each); }, happening);
    if (stage_ != Stage::done) carry_out_lines();
    if (stage_ != Stage::done) quit_if_idle();
    if (stage_ != Stage::done) watch_claim();
    if (stage_ != Stage::done) set_tick();
    return std::exchange(actions_, {});
}

// ---- The connection

void Session::handle(const Connected&) {
    ever_connected_ = true;
    greet();
}

void Session::handle(const Lost& lost) {
    if (!ever_connected_) {
        tell(LinkReport{LinkState::unreachable, lost.why});
        const auto* seat = std::get_if<TakeSeat>(&setup_.goal);
        if (seat != nullptr && seat->fresh) {
            record_->ended = true;  // nothing was ever asked for
            actions_.push_back(Keep{*record_});
        }
        return quit(exit_code::unreachable);
    }
    const ComingBack back = after_close(lost.close_code);
    if (!back.at_all) {
        tell(RefusalReport{"closed", "The server closed the connection for good: " + lost.why});
        return quit(exit_code::refused);
    }
    if (least_delay_ == 0ms) least_delay_ = back.at_least;
    // Where the server itself was away, a backup may have been put in place meanwhile: another game
    // may have come as far as ours, and only a whole snapshot shows that.
    if (lost.close_code == 1012 || stage_ == Stage::connecting) snapshot_needed_ = true;
    connection_gone(lost.why);
}

void Session::connection_gone(const std::string& why) {
    if (giving_up_) {
        forget_pairing();
        return quit(exit_code::done);
    }
    stage_ = Stage::connecting;
    if (view_) view_->cut_off = true;
    for (const Timer timer : {Timer::ping, Timer::pong, Timer::retry}) {
        actions_.push_back(Cancel{timer});
    }
    forget_absences();
    const bool told_why = std::exchange(stopping_told_, false);
    if (!lost_told_) tell(LinkReport{LinkState::lost, told_why ? "restart" : why});
    lost_told_ = true;
    actions_.push_back(Wait{Timer::reconnect, next_delay()});
}

// Doubles from attempt to attempt. A part is drawn, so that the clients of a server that restarts
// do not all come back at once.
std::chrono::milliseconds Session::next_delay() {
    const auto drawn_up_to = [this](std::chrono::milliseconds most) {
        const auto range = static_cast<std::uint64_t>(most.count()) + 1;
        return std::chrono::milliseconds(next_random(random_) % range);
    };
    const auto whole = std::min(first_delay * (1U << std::min(attempts_, 10U)), longest_delay);
    ++attempts_;
    const auto least = std::exchange(least_delay_, 0ms);
    if (least > 0ms) return least + drawn_up_to(least);
    return whole - drawn_up_to(whole / 2);
}

void Session::handle(const Fired& fired) {
    switch (fired.timer) {
        case Timer::reconnect:
            actions_.push_back(Connect{});
            break;
        case Timer::retry:
            if (stage_ == Stage::greeting) greet();
            if (stage_ == Stage::attaching || catching_up_) attach();
            if (stage_ == Stage::following && asked_) ask(*asked_);
            break;
        case Timer::ping:
            send(protocol::Ping{});
            actions_.push_back(Wait{Timer::pong, answer_limit});
            actions_.push_back(Wait{Timer::ping, ping_interval});
            break;
        case Timer::absence:
            tell_who_went();
            break;
        case Timer::claim:
            tell_claim();
            break;
        case Timer::tick:  // what is shown of the view's times is another from now on
            break;
        case Timer::pong:
            actions_.push_back(DropLink{});
            connection_gone("the server does not answer");
            break;
    }
}

// ---- Requests

protocol::RequestId Session::send(protocol::RequestBody body) {
    const protocol::RequestId id = next_id_++;
    actions_.push_back(Send{protocol::Request{id, std::move(body)}});
    return id;
}

void Session::greet() {
    stage_ = Stage::greeting;
    greet_id_ = send(setup_.hello);
    actions_.push_back(Wait{Timer::pong, answer_limit});
    actions_.push_back(Wait{Timer::ping, ping_interval});
}

void Session::attach() {
    joining_again_ = false;
    std::optional<std::uint64_t> since;
    if (view_ && !snapshot_needed_) since = view_->seq;
    if (record_) {
        attach_id_ = record_->table.empty()
                         ? send(*record_->request)
                         : send(protocol::Resume{record_->table, record_->secret, since});
    } else if (const auto* watch = std::get_if<WatchTable>(&setup_.goal)) {
        attach_id_ = send(protocol::Watch{watch->table, since});
    } else if (const auto* show = std::get_if<ShowTable>(&setup_.goal)) {
        attach_id_ = send(protocol::Watch{show->table, std::nullopt});
    } else {
        ask_for_list();
    }
}

void Session::ask(protocol::RequestBody body) {
    asked_ = std::move(body);
    if (stage_ == Stage::following) {
        ask_id_ = send(*asked_);
    } else {
        note("Will be sent as soon as the connection is back.");
    }
}

void Session::tell(Report report) {
    auto view = view_ ? std::make_shared<const View>(*view_) : nullptr;
    actions_.push_back(Tell{std::move(report), std::move(view)});
}

void Session::quit(int code) {
    stage_ = Stage::done;
    actions_.push_back(Quit{code});
}

}  // namespace morris::client
