// The game log in one SQLite file, and the served time of those who serve it. Appends are
// committed in groups on one thread, reads and the look-out for news happen on another, and lists
// are read on a third, so that a long one holds up neither; several servers may have the same file
// open.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "server/hub/ports/event_log.hpp"
#include "server/hub/ports/served_line.hpp"
#include "server/store/files.hpp"

namespace morris {

class CommitThread;
class ReadThread;
struct StoreState;

struct SqliteLogConfig {
    std::string path;
    // Runs it on the hub's thread, in the order of the calls; called on the store's threads.
    std::function<void(std::function<void()>)> post;
    // Sentences for whoever runs the server: once when something stops working, once when it works
    // again. Called on the hub's thread.
    std::function<void(std::string)> report;
    // How long another process may hold the write lock before appends are refused.
    std::chrono::milliseconds busy{300};
    // How long opening waits for others that just open the log or restore it.
    std::chrono::milliseconds patience{30'000};
    // How often others' appends are looked for.
    std::chrono::milliseconds news_every{250};
};

struct StoreStats {
    std::uint64_t commits = 0;
    std::uint64_t events = 0;    // committed
    std::uint64_t failures = 0;  // groups that are not known to be kept, and failed reads
    std::uint64_t last_sync_us = 0;
    std::uint64_t total_sync_us = 0;
    std::uint64_t queue_length = 0;  // writes not answered yet
};

// An append is answered `unavailable` when it is not known to be durable. In rare failures (a sync
// that fails, a file that vanishes during it) it may turn out to be there after all; its stream is
// then told as news. Rereading and asking again is always right, since appends are conditional.
class SqliteLog : public EventLog, public ServedLine {
public:
    // Makes the database if there is none; its folder must exist. The reason for a refusal is a
    // sentence for whoever starts the server.
    static Result<std::unique_ptr<SqliteLog>, std::string> open(SqliteLogConfig config);

    // Commits and answers what has been asked, then closes. Completions that were posted but have
    // not run stay valid; news and reports no longer come.
    ~SqliteLog() override;

    void append(Append append, Appended done) override;
    // A read sees every append that was answered before the read was asked for, and never one that
    // is not durable.
    void read(std::string stream, std::uint64_t after, Read done) override;
    void live_streams(std::string prefix, Names done) override;
    void list(ListQuery query, Entries done) override;
    void unlisted(std::string prefix, std::size_t limit, Names done) override;
    void enlist(std::string stream, Listing listing, Enlisted done) override;
    void on_news(std::function<void(std::string stream)> news) override;

    void begin(std::chrono::milliseconds steady_now, Begun done) override;
    void mark(std::chrono::milliseconds served) override;

    StoreStats stats() const;

private:
    SqliteLog(FileLock lock, std::shared_ptr<StoreState> state);

    FileLock lock_;
    std::shared_ptr<StoreState> state_;
    std::unique_ptr<CommitThread> commits_;
    std::unique_ptr<ReadThread> reads_;
    std::unique_ptr<ReadThread> lists_;
};

}  // namespace morris
