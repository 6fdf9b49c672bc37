#include "server/store/sqlite_log.hpp"

#include <cassert>
#include <filesystem>
#include <system_error>

#include "server/store/commit_thread.hpp"
#include "server/store/read_thread.hpp"
#include "server/store/schema.hpp"
#include "server/store/store_state.hpp"
#include "server/store/trouble.hpp"

namespace morris {

namespace {

using Mode = sqlite::Connection::Mode;

// A write-ahead log without its database holds moves that were confirmed. SQLite would delete it
// beside a new database.
void expect_no_orphan(const std::string& path) {
    std::error_code none;
    const auto database = std::filesystem::file_size(path, none);
    if (!none && database > 0) return;
    const auto log = std::filesystem::file_size(path + "-wal", none);
    if (none || log == 0) return;
    throw Trouble("There is " + path + "-wal, but the game log " + path +
                  " itself is missing. Put it back, or move the other file away to begin anew.");
}

// What only one who has the log alone can do.
void prepare_alone(const std::string& path, std::chrono::milliseconds busy) {
    expect_no_orphan(path);
    if (!file_id(path)) create_private(path);
    OpenLog log(path, Mode::create, busy);
    // Nobody is left who could still have to hear of them.
    log.connection.execute("DELETE FROM erasures");
    make_entry_durable(path);
}

FileLock lock_and_prepare(const SqliteLogConfig& config) {
    using namespace std::chrono_literals;
    const std::string& path = config.path;
    if (auto alone = FileLock::take(path, FileLock::Hold::exclusive, 0ms)) {
        prepare_alone(path, config.busy);
        alone->share();
        return std::move(*alone);
    }
    if (auto shared = FileLock::take(path, FileLock::Hold::shared, config.patience)) {
        return std::move(*shared);
    }
    throw Trouble("The game log " + path + " is being restored. Start the server again after it.");
}

}  // namespace

SqliteLog::SqliteLog(FileLock lock, std::shared_ptr<StoreState> state)
    : lock_(std::move(lock)), state_(std::move(state)) {}

Result<std::unique_ptr<SqliteLog>, std::string> SqliteLog::open(SqliteLogConfig config) {
    assert(config.post);
    config.path = canonical_path(config.path);
    const std::string path = config.path;
    try {
        auto lock = lock_and_prepare(config);
        if (!file_id(path)) {
            throw Trouble("The game log " + path +
                          " is missing, but another server has it open. Put the same file back; "
                          "a new one would hide it.");
        }
        auto state = std::make_shared<StoreState>(std::move(config));
        auto writing = std::make_unique<OpenLog>(path, Mode::existing, state->config.busy);
        auto reading = std::make_unique<OpenLog>(path, Mode::existing, state->config.busy);
        auto listing = std::make_unique<OpenLog>(path, Mode::existing, state->config.busy);
        state->instance = instance_of(writing->connection);
        state->file = file_id(path);

        std::unique_ptr<SqliteLog> log(new SqliteLog(std::move(lock), state));
        log->commits_ = std::make_unique<CommitThread>(state, std::move(writing));
        log->reads_ = std::make_unique<ReadThread>(
            state, std::move(reading), ReadThread::News::told, "The game log can be read again.");
        log->lists_ =
            std::make_unique<ReadThread>(state, std::move(listing), ReadThread::News::ignored,
                                         "The lists of the game log can be read again.");
        return log;
    } catch (const Trouble& trouble) {
        return failure(std::string(trouble.what()));
    } catch (const sqlite::Error& error) {
        return failure(sentence_for(error, path));
    } catch (const std::system_error& error) {
        return failure("No thread for the game log " + path + " (" + error.what() + ").");
    }
}

SqliteLog::~SqliteLog() {
    state_->closed = true;
    state_->news = nullptr;
    commits_.reset();
    reads_.reset();
    lists_.reset();
}

void SqliteLog::append(Append append, Appended done) {
    assert(!append.events.empty());
    commits_->append(std::move(append), std::move(done));
}

void SqliteLog::read(std::string stream, std::uint64_t after, Read done) {
    reads_->read(std::move(stream), after, std::move(done));
}

void SqliteLog::live_streams(std::string prefix, Names done) {
    reads_->live_streams(std::move(prefix), std::move(done));
}

void SqliteLog::list(ListQuery query, Entries done) {
    assert(!query.tags.empty());
    lists_->list(std::move(query), std::move(done));
}

void SqliteLog::unlisted(std::string prefix, std::size_t limit, Names done) {
    lists_->unlisted(std::move(prefix), limit, std::move(done));
}

void SqliteLog::enlist(std::string stream, Listing listing, Enlisted done) {
    commits_->enlist(std::move(stream), std::move(listing), std::move(done));
}

void SqliteLog::on_news(std::function<void(std::string stream)> news) {
    state_->news = std::move(news);
}

void SqliteLog::begin(std::chrono::milliseconds steady_now, Begun done) {
    commits_->begin_line(steady_now, std::move(done));
}

void SqliteLog::mark(std::chrono::milliseconds served) {
    commits_->mark(served);
}

StoreStats SqliteLog::stats() const {
    return {.commits = state_->commits,
            .events = state_->events,
            .failures = state_->failures,
            .last_sync_us = state_->last_sync_us,
            .total_sync_us = state_->total_sync_us,
            .queue_length = state_->queue_length};
}

}  // namespace morris
