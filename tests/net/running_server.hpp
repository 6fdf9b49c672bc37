// A server on a free port and a thread of its own, in front of a Front that notes down what it is
// told and does what the test says.
#pragma once

#include <boost/asio/io_context.hpp>
#include <condition_variable>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "server/net/server.hpp"

namespace morris::test {

// What the Front was told of one connection, in order: "open <address>", "text <text>", "trip
// <ms>", "close".
using Notes = std::vector<std::string>;

class NotingFront : public Front {
public:
    // Called on the server's thread, after the note is made. Set before the server starts.
    std::function<void(ConnectionId)> opened;
    std::function<void(ConnectionId, const std::string&)> texted;
    std::function<void(const std::string&, std::function<void(HttpResponse)>)> got;

    void on_open(ConnectionId connection, std::string address) override;
    void on_text(ConnectionId connection, std::string_view text) override;
    void on_close(ConnectionId connection) override;
    void on_round_trip(ConnectionId connection, std::chrono::milliseconds time) override;
    void on_get(std::string target, std::function<void(HttpResponse)> reply) override;

    // Waits until `enough` of the notes is true; false after a long time.
    using AllNotes = std::map<ConnectionId, Notes>;
    bool wait(const std::function<bool(const AllNotes&)>& enough);
    // Until so many connections have been closed in all.
    bool wait_closed(std::size_t count);
    AllNotes notes();
    // Drops the notes of texts, for tests that look at memory.
    void forget_texts();

private:
    void note(ConnectionId connection, std::string what);

    std::mutex mutex_;
    std::condition_variable changed_;
    AllNotes notes_;
};

class RunningServer {
public:
    explicit RunningServer(NetConfig config = quick());
    ~RunningServer();
    RunningServer(const RunningServer&) = delete;
    RunningServer& operator=(const RunningServer&) = delete;

    // Starts listening; the port.
    std::uint16_t start();

    // Runs `call` on the server's thread and waits for it.
    void run(const std::function<void(NetServer&)>& call);
    // The same for a call that is made on that thread, out of the Front.
    void run_here(const std::function<void(NetServer&)>& call) { call(*server_); }
    NetStats stats();
    // Stops, and waits until that is done; whether it was done within a long time.
    bool stop(const std::string& reason, std::chrono::milliseconds grace);

    NotingFront front;

    // Looks at its waits often, and otherwise waits as long as the real one.
    static NetConfig quick();

private:
    boost::asio::io_context io_;
    std::unique_ptr<NetServer> server_;
    std::thread thread_;
    bool started_ = false;
};

}  // namespace morris::test
