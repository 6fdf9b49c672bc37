// The one thread that writes: everything that is queued during one commit goes into the next
// transaction, so that being durable costs the latency of one sync, not the throughput.
#pragma once

#include <condition_variable>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "server/store/store_state.hpp"

namespace morris {

class CommitThread {
public:
    // `log`: open, and this thread's alone from now on.
    CommitThread(std::shared_ptr<StoreState> state, std::unique_ptr<OpenLog> log);
    ~CommitThread();  // after committing and answering what is queued

    void append(Append append, EventLog::Appended done);

private:
    struct Waiting {
        Append append;
        EventLog::Appended done;
    };
    using Group = std::vector<Waiting>;
    using Answer = Result<std::uint64_t, AppendError>;

    void run();
    Group next_group();  // empty: there will be no more
    std::vector<Answer> commit(const Group& group);
    std::vector<Answer> write(const Group& group);
    void finish(sqlite::WriteTransaction& transaction, std::uint64_t events);
    void answer(Group group, std::vector<Answer> answers);

    void watch(std::unique_ptr<OpenLog> log);
    void complete_database();
    void checkpoint_if_due();

    std::shared_ptr<StoreState> state_;
    std::unique_ptr<OpenLog> log_;  // none: to be opened again
    LogFiles files_;
    Reporter appends_;
    Reporter checkpoints_;
    bool committing_ = false;  // a failure now leaves it open whether the group is durable
    int log_pages_ = 0;        // in the write-ahead log
    int looked_at_pages_ = 0;  // when a checkpoint was last tried

    std::mutex mutex_;
    std::condition_variable wake_;
    Group queue_;
    bool stopping_ = false;
    std::thread thread_;
};

}  // namespace morris
