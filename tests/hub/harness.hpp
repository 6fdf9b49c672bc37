// A hub with everything around it replaced: a log in memory, a clock that is moved by hand, a
// thinker that answers when told to, and connections that are lists of what was sent.
#pragma once

#include <deque>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "server/hub/hub.hpp"
#include "server/store/memory_log.hpp"

namespace morris::test {

class FakeTimers : public Timers {
public:
    std::chrono::sys_time<std::chrono::milliseconds> now() const override {
        return std::chrono::sys_time<std::chrono::milliseconds>(time_);
    }
    std::chrono::milliseconds steady() const override { return time_; }
    Id after(std::chrono::milliseconds wait, std::function<void()> call) override;
    void cancel(Id id) override { calls_.erase(id); }

    // Moves the clock, and runs what falls due on the way.
    void advance(std::chrono::milliseconds time);
    void drop_all() { calls_.clear(); }
    // The time goes on, and nothing runs.
    void stand_still(std::chrono::milliseconds time) { time_ += time; }

private:
    struct Call {
        std::chrono::milliseconds at;
        std::function<void()> call;
    };
    std::chrono::milliseconds time_ = std::chrono::hours(24 * 365 * 50);
    Id next_ = 1;
    std::map<Id, Call> calls_;
};

class FakeThinker : public Thinker {
public:
    Ticket think(ThinkJob job, std::function<void(const Thought&)> done) override;
    void cancel(Ticket ticket) override { jobs_.erase(ticket); }

    std::size_t waiting() const { return jobs_.size(); }
    const ThinkJob& job() const { return jobs_.begin()->second.job; }  // the oldest
    // Answers the oldest job.
    void answer(const Move& move);
    void answer(const Thought& thought);

private:
    struct Waiting {
        ThinkJob job;
        std::function<void(const Thought&)> done;
    };
    Ticket next_ = 1;
    std::map<Ticket, Waiting> jobs_;
};

class FakeOutbox : public Outbox {
public:
    void send(ConnectionId connection, std::shared_ptr<const std::string> text) override {
        sent[connection].push_back(*text);
    }
    void close(ConnectionId connection, CloseCode code, std::string_view) override {
        closed[connection] = code;
    }

    void measure(ConnectionId connection) override { ++measured[connection]; }

    std::map<ConnectionId, std::deque<std::string>> sent;
    std::map<ConnectionId, int> measured;
    std::map<ConnectionId, CloseCode> closed;
};

class Harness {
public:
    explicit Harness(HubConfig config = {},
                     std::shared_ptr<MemoryContent> content = std::make_shared<MemoryContent>());

    // A new hub on the same log, as after a crash: connections and what was not durable are gone.
    void restart() { restart(std::chrono::milliseconds(0)); }
    // The same after so long a time without a server.
    void restart(std::chrono::milliseconds down);

    ConnectionId open(const std::string& address = "192.0.2.1");
    void close(ConnectionId connection);
    // Sends a request and runs what follows at once (not what a timer waits for).
    void send(ConnectionId connection, const protocol::Request& request);
    void send_text(ConnectionId connection, std::string_view text);
    void settle();  // runs the log until nothing is left
    void advance(std::chrono::milliseconds time);

    // Takes everything sent to the connection so far, decoded.
    std::vector<protocol::ServerMessage> take(ConnectionId connection);
    // Sends the request under the next id and gives its answer; other messages before and after it
    // are put in `rest`.
    protocol::ServerMessage ask(ConnectionId connection, const protocol::RequestBody& body);
    std::vector<protocol::ServerMessage> rest;

    // A connection that has said hello.
    ConnectionId greeted(const std::string& name, const std::string& address = "192.0.2.1");

    FakeTimers timers;
    FakeThinker thinker;
    FakeOutbox outbox;
    std::unique_ptr<MemoryLog> log;
    std::unique_ptr<Hub> hub;

private:
    void build();

    HubConfig config_;
    std::shared_ptr<MemoryContent> content_;
    std::uint64_t random_ = 0;
    ConnectionId next_connection_ = 1;
    protocol::RequestId next_id_ = 1;
};

// A secret of the right shape, the same for the same word.
std::string secret_of(const std::string& word);

}  // namespace morris::test
