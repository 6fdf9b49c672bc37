// SQLite with owners: a connection and its statements, for one thread at a time. Failures are
// thrown as sqlite::Error, which never leaves the store.
#pragma once

#include <chrono>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>

struct sqlite3;
struct sqlite3_stmt;

namespace morris::sqlite {

class Error : public std::runtime_error {
public:
    // `code` is an extended result code of SQLite.
    Error(int code, const std::string& text) : std::runtime_error(text), code_(code) {}
    // The primary result code: SQLITE_BUSY, SQLITE_FULL …
    int code() const { return code_ & 0xff; }

private:
    int code_;
};

// Bytes to bind as a blob rather than as text.
struct Blob {
    std::string_view bytes;
};

class Statement {
public:
    Statement(sqlite3* connection, std::string_view sql);
    ~Statement();
    Statement(const Statement&) = delete;
    Statement& operator=(const Statement&) = delete;

    // Starts over with these values for ?1, ?2 …; they must live until the last step.
    template <class... Values>
    Statement& with(const Values&... values) {
        reset();
        int index = 0;
        (bind(++index, values), ...);
        return *this;
    }

    // True while there is a row to look at. The statement is reset when it ends or fails, so that
    // it never keeps a snapshot open; whoever stops earlier must reset it.
    bool step();
    void run();
    void reset();

    // The only row's only column; 0 if there is no row.
    std::int64_t only_number();

    std::int64_t number(int column) const;
    std::string text(int column) const;
    std::string blob(int column) const;

private:
    void bind(int index, std::int64_t value);
    void bind(int index, std::string_view text);
    void bind(int index, Blob blob);
    void expect_ok(int code) const;

    sqlite3_stmt* statement_ = nullptr;
};

class Connection {
public:
    enum class Mode : std::uint8_t { create, existing, read_only };

    // Waits up to `busy` whenever another connection holds a lock that is needed.
    Connection(const std::string& path, Mode mode, std::chrono::milliseconds busy);
    ~Connection();
    Connection(const Connection&) = delete;
    Connection& operator=(const Connection&) = delete;

    sqlite3* handle() const { return connection_; }
    void execute(const char* sql);
    std::int64_t number(std::string_view sql);
    std::string text(std::string_view sql);
    bool in_transaction() const;
    std::int64_t changes() const;  // rows that it has ever written or deleted

private:
    sqlite3* connection_ = nullptr;
};

// Takes the write lock at once, so that what is read inside stays true until the commit.
// Rolls back unless committed.
class WriteTransaction {
public:
    explicit WriteTransaction(Connection& connection);
    ~WriteTransaction();
    WriteTransaction(const WriteTransaction&) = delete;
    WriteTransaction& operator=(const WriteTransaction&) = delete;

    void commit();

private:
    Connection& connection_;
};

}  // namespace morris::sqlite
