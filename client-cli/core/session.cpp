#include "client-cli/core/session.hpp"

#include <algorithm>
#include <utility>

namespace morris::client {
namespace {

using namespace std::chrono_literals;
using protocol::ErrorCode;

constexpr std::chrono::milliseconds ping_interval = 15s;
constexpr std::chrono::milliseconds answer_limit = 10s;  // then the connection counts as dead
constexpr std::chrono::milliseconds first_delay = 250ms;
constexpr std::chrono::milliseconds longest_delay = 15s;
constexpr std::chrono::milliseconds retry_delay = 1s;  // where the server names none

// Refusals that say nothing about the request, only about this moment.
bool is_passing(ErrorCode code) {
    return code == ErrorCode::table_busy || code == ErrorCode::too_many_messages ||
           code == ErrorCode::store_unavailable || code == ErrorCode::stopping;
}

// The seat is not there, or not ours: coming back to it will never work.
bool is_lost(ErrorCode code) {
    return code == ErrorCode::no_such_table || code == ErrorCode::wrong_secret;
}

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

Actions Session::on(const Happening& happening) {
    actions_.clear();
    if (stage_ == Stage::done) return {};
    std::visit([this](const auto& each) { handle(each); }, happening);
    if (stage_ != Stage::done) carry_out_lines();
    if (stage_ != Stage::done) quit_if_idle();
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
        return quit(exit_code::unreachable);
    }
    const ComingBack back = after_close(lost.close_code);
    if (!back.at_all) {
        tell(RefusalReport{"closed", "The server closed the connection for good: " + lost.why});
        return quit(exit_code::refused);
    }
    if (least_delay_ == 0ms) least_delay_ = back.at_least;
    connection_gone(lost.why);
}

void Session::connection_gone(const std::string& why) {
    stage_ = Stage::connecting;
    for (const Timer timer : {Timer::ping, Timer::pong, Timer::retry}) {
        actions_.push_back(Cancel{timer});
    }
    if (!lost_told_) tell(LinkReport{LinkState::lost, why});
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
            if (stage_ == Stage::attaching) attach();
            if (stage_ == Stage::following && asked_) ask(*asked_);
            break;
        case Timer::ping:
            send(protocol::Ping{});
            actions_.push_back(Wait{Timer::pong, answer_limit});
            actions_.push_back(Wait{Timer::ping, ping_interval});
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
        attach_id_ = send(protocol::List{});
    }
}

void Session::ask(protocol::RequestBody body) {
    asked_ = std::move(body);
    // While there is no connection it only waits; coming back sends it.
    if (stage_ == Stage::following) ask_id_ = send(*asked_);
}

// ---- Answers and news

void Session::handle(const Received& received) {
    actions_.push_back(Cancel{Timer::pong});
    std::visit([this](const auto& message) { receive(message); }, received.message);
}

void Session::receive(const protocol::Welcome& welcome) {
    if (stage_ != Stage::greeting || welcome.id != greet_id_) return;
    if (!lost_told_) tell(LinkReport{LinkState::connected, ""});
    stage_ = Stage::attaching;
    attach();
}

void Session::receive(const protocol::Attached& attached) {
    if (attached.id != attach_id_) return;
    const bool after_loss = stage_ == Stage::attaching;
    stage_ = Stage::following;
    catching_up_ = false;
    attempts_ = 0;
    if (std::exchange(lost_told_, false)) tell(LinkReport{LinkState::back, ""});
    if (const auto* snapshot = std::get_if<protocol::Snapshot>(&attached.sync)) {
        if (!view_) view_ = view_of(*snapshot, attached.color);
        restate(*view_, *snapshot);
        view_->seat = attached.color;
        snapshot_needed_ = false;
        note_seat();
        tell(StatedReport{});
        if (std::holds_alternative<ShowTable>(setup_.goal)) return quit(exit_code::done);
        if (view_->result) note_end();
    }
    if (stage_ == Stage::following && after_loss && asked_) ask(*asked_);
}

void Session::receive(const protocol::Tables& tables) {
    if (tables.id != attach_id_) return;
    tell(TablesReport{tables});
    quit(exit_code::done);
}

void Session::receive(const protocol::Done& done) {
    if (!asked_ || done.id != ask_id_) return;
    const bool leaving = std::holds_alternative<protocol::Leave>(*asked_);
    asked_.reset();
    done_seq_ = done.seq;
    if (!leaving) return;
    if (record_ && view_ && !view_->begun) {
        record_->ended = true;  // the table was taken back
        actions_.push_back(Keep{*record_});
    }
    quit(exit_code::done);
}

void Session::receive(const protocol::Pong&) {}

void Session::receive(const protocol::Error& error) {
    if (!error.id) return receive_unasked(error);
    if (stage_ == Stage::greeting && *error.id == greet_id_) return refuse_and_quit(error);
    if (*error.id == attach_id_) return refuse_and_quit(error);
    if (!asked_ || *error.id != ask_id_) return;
    if (is_passing(error.code)) return try_again_after(error);
    if (std::holds_alternative<protocol::Rematch>(*asked_)) rematch_wanted_ = false;
    asked_.reset();
    tell(RefusalReport{std::string(to_text(error.code)), error.message});
    if (error.snapshot && view_ && error.snapshot->table == view_->table) {
        restate(*view_, *error.snapshot);
        tell(StatedReport{});
        if (view_->result) note_end();
    }
}

void Session::receive_unasked(const protocol::Error& error) {
    if (error.table && (!view_ || *error.table != view_->table)) return;
    tell(RefusalReport{std::string(to_text(error.code)), error.message});
    if (error.table && error.code == ErrorCode::table_damaged) quit(exit_code::refused);
}

void Session::try_again_after(const protocol::Error& error) {
    tell(RefusalReport{std::string(to_text(error.code)), error.message + " Trying again…"});
    const auto time = error.retry_ms ? std::chrono::milliseconds(*error.retry_ms) : retry_delay;
    actions_.push_back(Wait{
        Timer::retry, std::clamp<std::chrono::milliseconds>(time, first_delay, 4 * longest_delay)});
}

void Session::refuse_and_quit(const protocol::Error& error) {
    if (is_passing(error.code)) return try_again_after(error);
    tell(RefusalReport{std::string(to_text(error.code)), error.message});
    const bool lost_for_good = record_ && (record_->table.empty() || is_lost(error.code));
    if (lost_for_good && stage_ != Stage::greeting) {
        record_->ended = true;
        actions_.push_back(Keep{*record_});
    }
    quit(exit_code::refused);
}

void Session::receive(const protocol::Event& event) {
    if (!view_) return;
    switch (fold(*view_, event)) {
        case Folded::known:
            return;
        case Folded::conflict:
            snapshot_needed_ = true;
            [[fallthrough]];
        case Folded::gap:
            if (!std::exchange(catching_up_, true)) attach();
            return;
        case Folded::applied:
            break;
    }
    tell(EventReport{event});
    if (event.result) note_end();
    if (view_->rematch.table && std::holds_alternative<protocol::RematchedEvent>(event.body)) {
        go_to_rematch();
    }
}

void Session::receive(const protocol::Presence& presence) {
    if (!view_ || presence.table != view_->table) return;
    const std::optional<protocol::Presence> before = view_->presence;
    fold(*view_, presence);
    for (const Color color : {Color::white, Color::black}) {
        const auto index = static_cast<std::size_t>(color);
        const auto& now = presence.seats[index];
        if (!now || color == view_->seat) continue;
        const bool was_present = !before || !before->seats[index] || before->seats[index]->present;
        if (was_present != now->present) tell(PresenceReport{color, *now});
    }
    if (presence.spectators != (before ? before->spectators : 0)) {
        tell(SpectatorsReport{presence.spectators});
    }
}

void Session::receive(const protocol::Stopping& stopping) {
    note(stopping.message);
    least_delay_ = std::clamp<std::chrono::milliseconds>(
        std::chrono::milliseconds(stopping.retry_ms), 0ms, 4 * longest_delay);
}

// ---- The seat

void Session::note_seat() {
    if (!record_ || !view_->seat) return;
    record_->table = view_->table;
    record_->color = view_->seat;
    record_->invite = view_->invite.value_or(record_->invite);
    record_->ended = view_->result.has_value();
    actions_.push_back(Keep{*record_});
}

void Session::note_end() {
    if (!record_) return quit(exit_code::done);
    if (!record_->ended) {
        record_->ended = true;
        actions_.push_back(Keep{*record_});
    }
    if (view_->rematch.table) go_to_rematch();
}

// The new table's seats have the same secrets.
void Session::go_to_rematch() {
    const std::string next = *view_->rematch.table;
    if (!record_) return;
    record_->id = next;
    record_->table = next;
    record_->request.reset();
    record_->color.reset();
    record_->invite.clear();
    record_->ended = false;
    actions_.push_back(Keep{*record_});
    view_.reset();
    asked_.reset();
    done_seq_ = 0;
    rematch_wanted_ = false;
    snapshot_needed_ = false;
    stage_ = Stage::attaching;
    attach();
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
