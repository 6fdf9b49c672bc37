// The one thread that writes: everything that is queued during one commit goes into the next
// transaction, so that being durable costs the latency of one sync, not the throughput.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

#include "server/hub/ports/served_line.hpp"
#include "server/store/line_keeper.hpp"
#include "server/store/store_state.hpp"

namespace morris {

class CommitThread {
public:
    // `log`: open, and this thread's alone from now on.
    CommitThread(std::shared_ptr<StoreState> state, std::unique_ptr<OpenLog> log);
    ~CommitThread();  // after committing and answering what is queued

    void append(Append append, EventLog::Appended done);
    void enlist(std::string stream, Listing listing, EventLog::Enlisted done);
    void begin_line(std::chrono::milliseconds steady_now, ServedLine::Begun done);
    // Of the marks that wait for the next commit only the furthest is kept.
    void mark(std::chrono::milliseconds served);

private:
    struct Job {
        // Inside the group's transaction; gives how many events it appended.
        std::function<std::uint64_t(OpenLog&)> write;
        // On the hub's thread; false: it is not known to be kept.
        std::function<void(bool kept)> answer;
    };
    struct Group {
        std::vector<Job> jobs;
        std::optional<std::chrono::milliseconds> mark;

        bool is_empty() const { return jobs.empty() && !mark; }
    };

    void push(Job job);
    void run();
    Group next_group();               // empty: there will be no more
    bool commit(const Group& group);  // false: it is not known to be kept
    void write(const Group& group);
    void finish(sqlite::WriteTransaction& transaction, std::uint64_t events);
    void answer(Group group, bool kept);

    void watch(std::unique_ptr<OpenLog> log);
    void complete_database();
    void checkpoint_if_due();

    std::shared_ptr<StoreState> state_;
    std::unique_ptr<OpenLog> log_;  // none: to be opened again
    LogFiles files_;
    LineKeeper line_;
    Reporter appends_;
    Reporter checkpoints_;
    bool committing_ = false;  // a failure now leaves it open whether the group is durable
    int log_pages_ = 0;        // in the write-ahead log
    int looked_at_pages_ = 0;  // when a checkpoint was last tried

    std::mutex mutex_;
    std::condition_variable wake_;
    Group waiting_;
    bool stopping_ = false;
    std::thread thread_;
};

}  // namespace morris
