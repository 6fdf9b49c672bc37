// A thread that reads, so that no reader ever waits in front of a commit, and that may also look
// out for what other processes append.
#pragma once

#include <chrono>
#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>

#include "server/store/store_state.hpp"

namespace morris {

class ReadThread {
public:
    enum class News : std::uint8_t { told, ignored };

    // `log`: open, and this thread's alone from now on. News begin with what happens after now.
    // `works_again`: said when reading works after it did not.
    ReadThread(std::shared_ptr<StoreState> state, std::unique_ptr<OpenLog> log, News news,
               std::string works_again);
    ~ReadThread();  // after answering what is queued

    void read(std::string stream, std::uint64_t after, EventLog::Read done);
    void live_streams(std::string prefix, EventLog::Names done);
    void list(ListQuery query, EventLog::Entries done);
    void unlisted(std::string prefix, std::size_t limit, EventLog::Names done);

private:
    // Reads, and gives what to run on the hub's thread; without tables: the log cannot be read.
    using Completion = std::function<void()>;
    using Job = std::function<Completion(LogTables*)>;

    void push(Job job);
    void run();
    bool wait_for_work();  // false: there will be no more
    std::optional<Job> next_job();
    void serve(const Job& job);
    void look_for_news();
    bool attempt(const std::function<void()>& action);  // false: it failed, which is reported
    LogTables& tables();                                // throws what keeps them from being read
    void watch(std::unique_ptr<OpenLog> log);

    std::shared_ptr<StoreState> state_;
    std::unique_ptr<OpenLog> log_;  // none: to be opened again
    Reporter reporter_;
    NewsMark mark_;
    std::optional<std::int64_t> version_;            // of the data, as this connection counts it
    std::chrono::steady_clock::time_point look_at_;  // the end of time: never

    std::mutex mutex_;
    std::condition_variable wake_;
    std::deque<Job> queue_;
    bool stopping_ = false;
    std::thread thread_;
};

}  // namespace morris
