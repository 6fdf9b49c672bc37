#include "server/store/schema.hpp"

#include "server/store/trouble.hpp"

namespace morris {

namespace {

using sqlite::Connection;
using sqlite::Statement;

constexpr const char* kept_tables = R"(
CREATE TABLE meta(key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE events(
    position INTEGER PRIMARY KEY AUTOINCREMENT,
    stream TEXT NOT NULL,
    seq INTEGER NOT NULL,
    live INTEGER NOT NULL,
    writer INTEGER NOT NULL,
    bytes BLOB NOT NULL,
    UNIQUE(stream, seq));
CREATE TABLE erasures(position INTEGER PRIMARY KEY AUTOINCREMENT, stream TEXT NOT NULL);
INSERT INTO meta(key, value) VALUES('instance', lower(hex(randomblob(16))));
)";

constexpr const char* derived_tables = R"(
CREATE TABLE streams(stream TEXT PRIMARY KEY, live INTEGER NOT NULL) WITHOUT ROWID;
CREATE INDEX live_streams ON streams(stream) WHERE live = 1;
)";

// The trigger also works for programs that know no lists: with the last event of a stream, what its
// listing says goes too.
constexpr const char* listing_tables = R"(
DROP TRIGGER IF EXISTS unlist_erased;
DROP TABLE IF EXISTS listings;
DROP TABLE IF EXISTS listing_tags;
CREATE TABLE listings(stream TEXT PRIMARY KEY, summary BLOB NOT NULL) WITHOUT ROWID;
CREATE TABLE listing_tags(
    tag TEXT NOT NULL,
    at_ms INTEGER NOT NULL,
    stream TEXT NOT NULL,
    PRIMARY KEY(tag, at_ms, stream)) WITHOUT ROWID;
CREATE INDEX listing_tags_of ON listing_tags(stream);
CREATE TRIGGER unlist_erased AFTER DELETE ON streams BEGIN
    DELETE FROM listings WHERE stream = old.stream;
    DELETE FROM listing_tags WHERE stream = old.stream;
END;
)";

constexpr const char* line_table = R"(
CREATE TABLE served_line(
    id INTEGER PRIMARY KEY CHECK(id = 1),
    served_ms INTEGER NOT NULL,
    steady_ms INTEGER NOT NULL,
    boot TEXT NOT NULL);
)";

bool has_table(Connection& connection, std::string_view name) {
    Statement find(connection.handle(),
                   "SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name = ?1");
    return find.with(name).only_number() == 1;
}

bool is_empty(Connection& connection) {
    return connection.number("SELECT count(*) FROM sqlite_schema") == 0;
}

void create_tables(Connection& connection) {
    connection.execute(kept_tables);
    Statement note(connection.handle(), "INSERT INTO meta(key, value) VALUES('format', ?1)");
    note.with(std::to_string(store_format)).run();
}

bool has_lists(Connection& connection) {
    return has_table(connection, "listings") && has_table(connection, "listing_tags");
}

bool is_whole(Connection& connection) {
    return has_table(connection, "streams") && has_lists(connection) &&
           has_table(connection, "served_line");
}

void add_missing_tables(Connection& connection) {
    if (!has_table(connection, "streams")) {
        connection.execute(derived_tables);
        rebuild_streams(connection);
        // Their trigger went with the old one.
        connection.execute(listing_tables);
    }
    if (!has_lists(connection)) connection.execute(listing_tables);
    if (!has_table(connection, "served_line")) connection.execute(line_table);
}

void set_up(Connection& connection, const std::string& path) {
    if (connection.text("PRAGMA journal_mode = WAL") != "wal") {
        throw Trouble("The game log " + path +
                      " cannot keep a write-ahead log. Put it on a local disk.");
    }
    connection.execute(
        // A commit returns when it is on the disk.
        "PRAGMA synchronous = FULL;"
        // Checkpoints are made between two groups, never inside a commit that someone waits for.
        "PRAGMA wal_autocheckpoint = 0;"
        // What a backup that took long has let grow is given back.
        "PRAGMA journal_size_limit = 67108864;"
        // In KiB: what a burst of games leaves in memory.
        "PRAGMA cache_size = -1024;"
        // What is erased is overwritten.
        "PRAGMA secure_delete = ON;"
        "PRAGMA trusted_schema = OFF;");
}

}  // namespace

void prepare_log(Connection& connection, const std::string& path, Connection::Mode mode) {
    // Looked at before anything is changed: it may be another program's file.
    if (mode != Connection::Mode::create || !is_empty(connection)) {
        expect_known_format(connection, path);
    }
    set_up(connection, path);
    if (is_whole(connection)) return;

    sqlite::WriteTransaction transaction(connection);
    if (is_empty(connection)) create_tables(connection);
    add_missing_tables(connection);
    transaction.commit();
}

void expect_known_format(Connection& connection, const std::string& path) {
    if (!has_table(connection, "meta") || !has_table(connection, "events")) {
        throw Trouble("The file " + path +
                      " is a database, but not a game log. Check the path; nothing was changed.");
    }
    const std::string format = connection.text("SELECT value FROM meta WHERE key = 'format'");
    if (format == std::to_string(store_format)) return;
    throw Trouble("The game log " + path + " has format " + format + ", this program knows " +
                  std::to_string(store_format) +
                  ". Use the newer program that wrote it; nothing was changed.");
}

std::string instance_of(Connection& connection) {
    return connection.text("SELECT value FROM meta WHERE key = 'instance'");
}

void rebuild_streams(Connection& connection) {
    // SQLite takes `live` from the row in which max(seq) was found.
    connection.execute(
        "DELETE FROM streams;"
        "INSERT INTO streams(stream, live)"
        "    SELECT stream, live FROM (SELECT stream, live, max(seq) FROM events GROUP BY stream)");
}

}  // namespace morris
