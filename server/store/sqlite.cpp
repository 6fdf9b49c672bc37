#include "server/store/sqlite.hpp"

#include <sqlite3.h>

#include <thread>

namespace morris::sqlite {

namespace {

int open_flags(Connection::Mode mode) {
    // Each connection stays on one thread, so SQLite need not lock it.
    const int common = SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE;
    switch (mode) {
        case Connection::Mode::create:
            return common | SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE;
        case Connection::Mode::existing:
            return common | SQLITE_OPEN_READWRITE;
        case Connection::Mode::read_only:
            return common | SQLITE_OPEN_READONLY;
    }
    return common;
}

// SQLite's own waiting sleeps ever longer, which starves us beside a process that commits without a
// pause: the gap between two of its commits is short, so it is looked for every millisecond.
int wait_a_millisecond(void* limit, int waited) {
    if (waited >= static_cast<int>(reinterpret_cast<std::intptr_t>(limit))) return 0;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
    return 1;
}

std::string bytes_of(const void* data, int size) {
    if (size == 0) return {};
    return {static_cast<const char*>(data), static_cast<std::size_t>(size)};
}

// A null pointer would bind NULL, which an empty text is not.
const char* not_null(std::string_view bytes) {
    return bytes.empty() ? "" : bytes.data();
}

}  // namespace

Statement::Statement(sqlite3* connection, std::string_view sql) {
    const int code = sqlite3_prepare_v3(connection, sql.data(), static_cast<int>(sql.size()),
                                        SQLITE_PREPARE_PERSISTENT, &statement_, nullptr);
    if (code != SQLITE_OK) throw Error(code, sqlite3_errmsg(connection));
}

Statement::~Statement() {
    sqlite3_finalize(statement_);
}

bool Statement::step() {
    const int code = sqlite3_step(statement_);
    if (code == SQLITE_ROW) return true;
    if (code == SQLITE_DONE) {
        reset();
        return false;
    }
    const Error error(code, sqlite3_errmsg(sqlite3_db_handle(statement_)));
    reset();
    throw error;
}

void Statement::run() {
    while (step()) {
    }
}

// The code it returns is the last step's, which step() has told already.
void Statement::reset() {
    sqlite3_reset(statement_);
}

std::int64_t Statement::only_number() {
    if (!step()) return 0;
    const std::int64_t value = number(0);
    reset();
    return value;
}

std::int64_t Statement::number(int column) const {
    return sqlite3_column_int64(statement_, column);
}

std::string Statement::text(int column) const {
    const unsigned char* data = sqlite3_column_text(statement_, column);
    return bytes_of(data, sqlite3_column_bytes(statement_, column));
}

std::string Statement::blob(int column) const {
    const void* data = sqlite3_column_blob(statement_, column);
    return bytes_of(data, sqlite3_column_bytes(statement_, column));
}

void Statement::bind(int index, std::int64_t value) {
    expect_ok(sqlite3_bind_int64(statement_, index, value));
}

void Statement::bind(int index, std::string_view text) {
    expect_ok(sqlite3_bind_text64(statement_, index, not_null(text), text.size(), SQLITE_STATIC,
                                  SQLITE_UTF8));
}

void Statement::bind(int index, Blob blob) {
    expect_ok(sqlite3_bind_blob64(statement_, index, not_null(blob.bytes), blob.bytes.size(),
                                  SQLITE_STATIC));
}

void Statement::expect_ok(int code) const {
    if (code != SQLITE_OK) throw Error(code, sqlite3_errmsg(sqlite3_db_handle(statement_)));
}

Connection::Connection(const std::string& path, Mode mode, std::chrono::milliseconds busy) {
    const int code = sqlite3_open_v2(path.c_str(), &connection_, open_flags(mode), nullptr);
    if (code != SQLITE_OK) {
        const Error error(code, connection_ ? sqlite3_errmsg(connection_) : sqlite3_errstr(code));
        sqlite3_close(connection_);
        throw error;
    }
    sqlite3_busy_handler(connection_, wait_a_millisecond,
                         reinterpret_cast<void*>(static_cast<std::intptr_t>(busy.count())));
}

Connection::~Connection() {
    sqlite3_close(connection_);
}

void Connection::execute(const char* sql) {
    const int code = sqlite3_exec(connection_, sql, nullptr, nullptr, nullptr);
    if (code != SQLITE_OK) throw Error(code, sqlite3_errmsg(connection_));
}

std::int64_t Connection::number(std::string_view sql) {
    return Statement(connection_, sql).only_number();
}

std::string Connection::text(std::string_view sql) {
    Statement statement(connection_, sql);
    return statement.step() ? statement.text(0) : std::string();
}

bool Connection::in_transaction() const {
    return sqlite3_get_autocommit(connection_) == 0;
}

std::int64_t Connection::changes() const {
    return sqlite3_total_changes64(connection_);
}

WriteTransaction::WriteTransaction(Connection& connection) : connection_(connection) {
    connection_.execute("BEGIN IMMEDIATE");
}

WriteTransaction::~WriteTransaction() {
    // After some failures SQLite has rolled back by itself. Whatever a failing rollback says, the
    // connection is given up by the one who sees the first failure.
    if (connection_.in_transaction()) {
        sqlite3_exec(connection_.handle(), "ROLLBACK", nullptr, nullptr, nullptr);
    }
}

void WriteTransaction::commit() {
    connection_.execute("COMMIT");
}

}  // namespace morris::sqlite
