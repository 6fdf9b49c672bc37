#include "tests/hub/harness.hpp"

#include <spdlog/spdlog.h>

#include <utility>

#include "shared/protocol/codec.hpp"
#include "tests/support/catch.hpp"

namespace morris::test {

Timers::Id FakeTimers::after(std::chrono::milliseconds wait, std::function<void()> call) {
    calls_[next_] = {time_ + wait, std::move(call)};
    return next_++;
}

void FakeTimers::advance(std::chrono::milliseconds time) {
    const auto until = time_ + time;
    while (true) {
        auto due = calls_.end();
        for (auto each = calls_.begin(); each != calls_.end(); ++each) {
            const bool sooner = due == calls_.end() || each->second.at < due->second.at;
            if (each->second.at <= until && sooner) due = each;
        }
        if (due == calls_.end()) break;
        time_ = std::max(time_, due->second.at);
        const auto call = std::move(due->second.call);
        calls_.erase(due);
        call();
    }
    time_ = until;
}

Thinker::Ticket FakeThinker::think(ThinkJob job, std::function<void(const Thought&)> done) {
    jobs_.emplace(next_, Waiting{std::move(job), std::move(done)});
    return next_++;
}

void FakeThinker::answer(const Move& move) {
    answer(Thought{.move = move, .line = {move}});
}

void FakeThinker::answer(const Thought& thought) {
    REQUIRE_FALSE(jobs_.empty());
    const auto done = std::move(jobs_.begin()->second.done);
    jobs_.erase(jobs_.begin());
    done(thought);
}

Harness::Harness(HubConfig config, std::shared_ptr<MemoryContent> content)
    : config_(std::move(config)), content_(std::move(content)) {
    build();
}

void Harness::build() {
    spdlog::set_level(spdlog::level::off);
    log = std::make_unique<MemoryLog>(content_);
    hub = std::make_unique<Hub>(
        config_, HubPorts{*log, *log, timers, thinker, [this] { return ++random_; }});
    hub->send_through(outbox);
    bool started = false;
    hub->start([&](bool ok) { started = ok; });
    settle();
    REQUIRE(started);
}

void Harness::restart(std::chrono::milliseconds down) {
    log->crash();
    hub.reset();
    log.reset();
    timers.drop_all();
    timers.advance(down);
    thinker = FakeThinker();
    outbox = FakeOutbox();
    build();
}

ConnectionId Harness::open(const std::string& address) {
    hub->on_open(next_connection_, address);
    return next_connection_++;
}

void Harness::close(ConnectionId connection) {
    hub->on_close(connection);
    settle();
}

void Harness::send(ConnectionId connection, const protocol::Request& request) {
    send_text(connection, protocol::encode(request));
}

void Harness::send_text(ConnectionId connection, std::string_view text) {
    hub->on_text(connection, text);
    settle();
}

void Harness::settle() {
    log->run_pending();
}

void Harness::advance(std::chrono::milliseconds time) {
    timers.advance(time);
    settle();
}

std::vector<protocol::ServerMessage> Harness::take(ConnectionId connection) {
    std::vector<protocol::ServerMessage> messages;
    for (const std::string& text : std::exchange(outbox.sent[connection], {})) {
        INFO(text);
        auto message = protocol::decode_server_message(text);
        REQUIRE(message);
        messages.push_back(*std::move(message));
    }
    return messages;
}

namespace {

// The id that a message answers; nullopt: it answers none.
std::optional<protocol::RequestId> answers(const protocol::ServerMessage& message) {
    return std::visit(
        [](const auto& each) -> std::optional<protocol::RequestId> {
            if constexpr (requires { each.id; }) {
                return each.id;
            } else {
                return std::nullopt;
            }
        },
        message);
}

}  // namespace

protocol::ServerMessage Harness::ask(ConnectionId connection, const protocol::RequestBody& body) {
    const protocol::RequestId id = next_id_++;
    send(connection, {id, body});
    std::optional<protocol::ServerMessage> answer;
    rest.clear();
    for (auto& message : take(connection)) {
        if (answers(message) == id) {
            REQUIRE_FALSE(answer);
            answer = std::move(message);
        } else {
            rest.push_back(std::move(message));
        }
    }
    REQUIRE(answer);
    return *answer;
}

ConnectionId Harness::greeted(const std::string& name, const std::string& address) {
    const ConnectionId connection = open(address);
    const auto welcome =
        ask(connection, protocol::Hello{name, secret_of("player " + name), std::nullopt});
    REQUIRE(std::holds_alternative<protocol::Welcome>(welcome));
    return connection;
}

std::string secret_of(const std::string& word) {
    std::string secret = word + "-----------------------";
    for (char& each : secret) {
        if (each == ' ') each = '_';
    }
    return secret.substr(0, std::max<std::size_t>(word.size(), 24));
}

}  // namespace morris::test
