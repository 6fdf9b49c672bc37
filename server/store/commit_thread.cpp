#include "server/store/commit_thread.hpp"

#include <sqlite3.h>

#include <chrono>
#include <utility>

#include "server/store/trouble.hpp"

namespace morris {

namespace {

// 8 MB: small enough to be read fast at a start, large enough that pages which change again and
// again are copied once for many commits.
constexpr int pages_between_checkpoints = 2000;

int note_pages(void* pages, sqlite3*, const char*, int in_log) {
    *static_cast<int*>(pages) = in_log;
    return SQLITE_OK;
}

// These pass by themselves, and SQLite has undone the transaction; after any other failure the
// connection is not trusted any more.
bool passes(const sqlite::Error& error) {
    return error.code() == SQLITE_BUSY || error.code() == SQLITE_FULL;
}

std::uint64_t microseconds_since(std::chrono::steady_clock::time_point start) {
    const auto passed = std::chrono::steady_clock::now() - start;
    return static_cast<std::uint64_t>(
        std::chrono::duration_cast<std::chrono::microseconds>(passed).count());
}

}  // namespace

CommitThread::CommitThread(std::shared_ptr<StoreState> state, std::unique_ptr<OpenLog> log)
    : state_(std::move(state)),
      files_(state_->config.path, state_->file),
      appends_(state_, "The game log can be written again."),
      checkpoints_(state_, "The game log's write-ahead file is emptied again.") {
    watch(std::move(log));
    thread_ = std::thread([this] { run(); });
}

CommitThread::~CommitThread() {
    {
        const std::lock_guard lock(mutex_);
        stopping_ = true;
    }
    wake_.notify_one();
    thread_.join();
}

void CommitThread::append(Append append, EventLog::Appended done) {
    state_->queue_length += 1;
    {
        const std::lock_guard lock(mutex_);
        queue_.push_back({.append = std::move(append), .done = std::move(done)});
    }
    wake_.notify_one();
}

void CommitThread::run() {
    for (Group group = next_group(); !group.empty(); group = next_group()) {
        auto answers = commit(group);
        answer(std::move(group), std::move(answers));
        checkpoint_if_due();
    }
}

CommitThread::Group CommitThread::next_group() {
    std::unique_lock lock(mutex_);
    wake_.wait(lock, [this] { return stopping_ || !queue_.empty(); });
    return std::exchange(queue_, {});
}

std::vector<CommitThread::Answer> CommitThread::commit(const Group& group) {
    committing_ = false;
    try {
        return write(group);
    } catch (const Trouble& trouble) {
        appends_.failed(trouble.what());
        complete_database();
    } catch (const sqlite::Error& error) {
        appends_.failed(sentence_for(error, state_->config.path));
        if (passes(error)) {
            committing_ = false;
        } else {
            log_.reset();
        }
    }
    // What may be durable after all is told as news once it is seen, like another server's.
    if (committing_) state_->writer = draw_writer();
    state_->failures += 1;
    return std::vector<Answer>(group.size(), failure(AppendError::unavailable));
}

std::vector<CommitThread::Answer> CommitThread::write(const Group& group) {
    if (!log_) watch(reopen(*state_));
    files_.expect_same();

    sqlite::WriteTransaction transaction(log_->connection);
    std::vector<Answer> answers;
    std::uint64_t events = 0;
    for (const auto& waiting : group) {
        answers.push_back(log_->tables.append(waiting.append, state_->writer));
        if (answers.back()) events += waiting.append.events.size();
    }
    // A group that is refused whole writes nothing, and so does not show that writing works.
    if (events == 0) return answers;
    finish(transaction, events);
    appends_.works();
    return answers;
}

void CommitThread::finish(sqlite::WriteTransaction& transaction, std::uint64_t events) {
    committing_ = true;
    const auto start = std::chrono::steady_clock::now();
    transaction.commit();
    const auto took = microseconds_since(start);
    files_.expect_same();
    committing_ = false;

    state_->commits += 1;
    state_->events += events;
    state_->last_sync_us = took;
    state_->total_sync_us += took;
}

void CommitThread::answer(Group group, std::vector<Answer> answers) {
    struct Answered {
        Group group;
        std::vector<Answer> answers;
    };
    state_->queue_length -= group.size();
    auto answered = std::make_shared<Answered>();
    answered->group = std::move(group);
    answered->answers = std::move(answers);
    state_->config.post([answered] {
        // Taken out, so that what the completions hold is let go of on the hub's thread.
        const Group asked = std::move(answered->group);
        for (std::size_t i = 0; i < asked.size(); ++i) asked[i].done(answered->answers[i]);
    });
}

void CommitThread::watch(std::unique_ptr<OpenLog> log) {
    log_ = std::move(log);
    files_.remember();
    looked_at_pages_ = 0;
    sqlite3_wal_hook(log_->connection.handle(), note_pages, &log_pages_);
}

// The files under our feet have changed. Whoever finds the old database finds all of it in one
// file, and no write-ahead log stays behind that would be taken for another database's.
void CommitThread::complete_database() {
    if (!log_) return;
    try {
        log_->connection.execute("PRAGMA wal_checkpoint(TRUNCATE)");
    } catch (const sqlite::Error& error) {
        checkpoints_.failed(sentence_for(error, state_->config.path));
    }
}

void CommitThread::checkpoint_if_due() {
    // A log that was begun anew is shorter; one that a long read holds up is not tried every time.
    if (log_pages_ < looked_at_pages_) looked_at_pages_ = 0;
    if (!log_ || log_pages_ - looked_at_pages_ < pages_between_checkpoints) return;
    looked_at_pages_ = log_pages_;
    try {
        log_->connection.execute("PRAGMA wal_checkpoint(PASSIVE)");
        checkpoints_.works();
    } catch (const sqlite::Error& error) {
        checkpoints_.failed(sentence_for(error, state_->config.path));
    }
}

}  // namespace morris
