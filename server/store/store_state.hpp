// What a SqliteLog, its two threads and the completions that they post have in common.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "server/store/files.hpp"
#include "server/store/open_log.hpp"
#include "server/store/sqlite_log.hpp"

namespace morris {

struct StoreState {
    explicit StoreState(SqliteLogConfig chosen);

    SqliteLogConfig config;
    std::string instance;        // of the database that was opened first
    std::optional<FileId> file;  // its file

    // Marks the events that we write, so that they are not taken for news.
    std::atomic<std::int64_t> writer;

    // Only touched on the hub's thread.
    std::function<void(std::string)> news;
    bool closed = false;

    std::atomic<std::uint64_t> commits = 0, events = 0, failures = 0;
    std::atomic<std::uint64_t> last_sync_us = 0, total_sync_us = 0, queue_length = 0;
};

// Of 63 bits, so that no two runs have the same.
std::int64_t draw_writer();

// Opens the log again after a failure: only the same database in the same file. Throws Trouble or
// sqlite::Error.
std::unique_ptr<OpenLog> reopen(const StoreState& state);

// Says on the hub's thread when something stops working and when it works again, and not once for
// every attempt in between.
class Reporter {
public:
    Reporter(std::shared_ptr<StoreState> state, std::string works_again);

    void failed(const std::string& sentence);
    void works();

private:
    void say(std::string sentence);

    std::shared_ptr<StoreState> state_;
    std::string works_again_;
    std::string last_;  // empty while it works
};

}  // namespace morris
