#include "server/store/read_thread.hpp"

#include <sqlite3.h>

#include <utility>
#include <vector>

#include "server/store/trouble.hpp"

namespace morris {

namespace {

using Clock = std::chrono::steady_clock;

// A job that answers `done` with what `query` gives. `done` is let go of on the hub's thread,
// where what it holds belongs.
template <class Query, class Done>
auto job_of(Query query, Done done) {
    using Value = decltype(query(std::declval<LogTables&>()));
    using Answer = Result<Value, ReadError>;
    auto held = std::make_shared<Done>(std::move(done));
    return [query = std::move(query), held = std::move(held)](LogTables* tables) {
        auto answer = std::make_shared<Answer>(failure(ReadError::unavailable));
        if (tables) *answer = query(*tables);
        return std::function<void()>([answer, held] {
            const Done once = std::exchange(*held, nullptr);
            once(std::move(*answer));
        });
    };
}

}  // namespace

ReadThread::ReadThread(std::shared_ptr<StoreState> state, std::unique_ptr<OpenLog> log, News news,
                       std::string works_again)
    : state_(std::move(state)),
      reporter_(state_, std::move(works_again)),
      mark_(log->tables.mark()),
      look_at_(news == News::told ? Clock::now() + state_->config.news_every
                                  : Clock::time_point::max()) {
    watch(std::move(log));
    thread_ = std::thread([this] { run(); });
}

ReadThread::~ReadThread() {
    {
        const std::lock_guard lock(mutex_);
        stopping_ = true;
    }
    wake_.notify_one();
    thread_.join();
}

void ReadThread::read(std::string stream, std::uint64_t after, EventLog::Read done) {
    push(job_of([stream = std::move(stream),
                 after](LogTables& tables) { return tables.read(stream, after); },
                std::move(done)));
}

void ReadThread::live_streams(std::string prefix, EventLog::Names done) {
    push(job_of([prefix = std::move(prefix)](
                    LogTables& tables) { return tables.names(prefix, Which::live); },
                std::move(done)));
}

void ReadThread::list(ListQuery query, EventLog::Entries done) {
    push(job_of(
        [query = std::move(query)](LogTables& tables) { return tables.listings().list(query); },
        std::move(done)));
}

void ReadThread::unlisted(std::string prefix, std::size_t limit, EventLog::Names done) {
    push(job_of([prefix = std::move(prefix),
                 limit](LogTables& tables) { return tables.listings().unlisted(prefix, limit); },
                std::move(done)));
}

void ReadThread::push(Job job) {
    {
        const std::lock_guard lock(mutex_);
        queue_.push_back(std::move(job));
    }
    wake_.notify_one();
}

void ReadThread::run() {
    while (wait_for_work()) {
        if (const auto job = next_job()) serve(*job);
        if (Clock::now() < look_at_) continue;
        look_for_news();
        look_at_ = Clock::now() + state_->config.news_every;
    }
}

bool ReadThread::wait_for_work() {
    std::unique_lock lock(mutex_);
    wake_.wait_until(lock, look_at_, [this] { return stopping_ || !queue_.empty(); });
    return !stopping_ || !queue_.empty();
}

std::optional<ReadThread::Job> ReadThread::next_job() {
    const std::lock_guard lock(mutex_);
    if (queue_.empty()) return std::nullopt;
    auto job = std::move(queue_.front());
    queue_.pop_front();
    return job;
}

void ReadThread::serve(const Job& job) {
    Completion completion;
    if (!attempt([&] { completion = job(&tables()); })) {
        state_->failures += 1;
        completion = job(nullptr);
    }
    state_->config.post(std::move(completion));
}

void ReadThread::look_for_news() {
    std::vector<std::string> streams;
    attempt([&] {
        LogTables& log = tables();
        const std::int64_t version = log_->connection.number("PRAGMA data_version");
        if (version == version_) return;
        streams = log.news(mark_, state_->writer);
        version_ = version;
    });
    for (auto& stream : streams) {
        state_->config.post([state = state_, stream = std::move(stream)] {
            if (!state->closed && state->news) state->news(stream);
        });
    }
}

bool ReadThread::attempt(const std::function<void()>& action) {
    try {
        action();
        reporter_.works();
        return true;
    } catch (const Trouble& trouble) {
        reporter_.failed(trouble.what());
    } catch (const sqlite::Error& error) {
        reporter_.failed(sentence_for(error, state_->config.path));
        if (error.code() != SQLITE_BUSY) log_.reset();
    }
    return false;
}

LogTables& ReadThread::tables() {
    // Without a file under its name, what we can still read is not what is kept.
    expect_file(state_->config.path, state_->file);
    if (!log_) watch(reopen(*state_));
    return log_->tables;
}

void ReadThread::watch(std::unique_ptr<OpenLog> log) {
    log_ = std::move(log);
    log_->connection.execute(
        "PRAGMA query_only = ON;"
        // In KiB. What is read is seldom read twice, and every commit makes a reader forget.
        "PRAGMA cache_size = -256;");
    version_.reset();
}

}  // namespace morris
