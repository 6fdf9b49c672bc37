#include "server/store/commit_thread.hpp"

#include <sqlite3.h>

#include <algorithm>
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
      line_(state_->config.path),
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
    struct Asked {
        Append append;
        EventLog::Appended done;
        Result<std::uint64_t, AppendError> answer = failure(AppendError::unavailable);
    };
    auto asked = std::make_shared<Asked>();
    asked->append = std::move(append);
    asked->done = std::move(done);
    push({.write = [this, asked](OpenLog& log) -> std::uint64_t {
              asked->answer = log.tables.append(asked->append, state_->writer);
              return asked->answer ? asked->append.events.size() : 0;
          },
          .answer =
              [asked](bool kept) {
                  if (!kept) asked->answer = failure(AppendError::unavailable);
                  asked->done(asked->answer);
              }});
}

void CommitThread::enlist(std::string stream, Listing listing, EventLog::Enlisted done) {
    push({.write = [stream = std::move(stream),
                    listing = std::move(listing)](OpenLog& log) -> std::uint64_t {
              log.tables.listings().enlist(stream, listing);
              return 0;
          },
          .answer = std::move(done)});
}

void CommitThread::begin_line(std::chrono::milliseconds steady_now, ServedLine::Begun done) {
    auto line = std::make_shared<ServedLine::Line>();
    push({.write = [this, line, steady_now](OpenLog& log) -> std::uint64_t {
              *line = line_.begin(log.line, steady_now);
              return 0;
          },
          .answer =
              [line, done = std::move(done)](bool kept) {
                  Result<ServedLine::Line, ReadError> answer = failure(ReadError::unavailable);
                  if (kept) answer = *line;
                  done(answer);
              }});
}

void CommitThread::mark(std::chrono::milliseconds served) {
    {
        const std::lock_guard lock(mutex_);
        waiting_.mark = std::max(served, waiting_.mark.value_or(served));
    }
    wake_.notify_one();
}

void CommitThread::push(Job job) {
    state_->queue_length += 1;
    {
        const std::lock_guard lock(mutex_);
        waiting_.jobs.push_back(std::move(job));
    }
    wake_.notify_one();
}

void CommitThread::run() {
    for (Group group = next_group(); !group.is_empty(); group = next_group()) {
        const bool kept = commit(group);
        answer(std::move(group), kept);
        checkpoint_if_due();
    }
}

CommitThread::Group CommitThread::next_group() {
    std::unique_lock lock(mutex_);
    wake_.wait(lock, [this] { return stopping_ || !waiting_.is_empty(); });
    return std::exchange(waiting_, {});
}

bool CommitThread::commit(const Group& group) {
    committing_ = false;
    try {
        write(group);
        line_.keep();
        return true;
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
    line_.undo();
    // What may be durable after all is told as news once it is seen, like another server's.
    if (committing_) state_->writer = draw_writer();
    state_->failures += 1;
    return false;
}

void CommitThread::write(const Group& group) {
    if (!log_) watch(reopen(*state_));
    files_.expect_same();

    sqlite::WriteTransaction transaction(log_->connection);
    const std::int64_t changes_before = log_->connection.changes();
    std::uint64_t events = 0;
    for (const auto& job : group.jobs) events += job.write(*log_);
    if (group.mark) line_.mark(log_->line, *group.mark);
    // A group that is refused whole writes nothing, and so does not show that writing works.
    if (log_->connection.changes() == changes_before) return;
    finish(transaction, events);
    appends_.works();
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

void CommitThread::answer(Group group, bool kept) {
    if (group.jobs.empty()) return;
    state_->queue_length -= group.jobs.size();
    auto answered = std::make_shared<std::vector<Job>>(std::move(group.jobs));
    state_->config.post([answered, kept] {
        // Taken out, so that what the completions hold is let go of on the hub's thread.
        const std::vector<Job> jobs = std::move(*answered);
        for (const auto& job : jobs) job.answer(kept);
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
