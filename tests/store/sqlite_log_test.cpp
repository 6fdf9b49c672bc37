// What only the SQLite log promises: durable before answered, committed in groups, kept over a
// restart, and a known format.
#include "server/store/sqlite_log.hpp"

#include <filesystem>
#include <fstream>
#include <sstream>
#include <thread>

#include "server/store/admin.hpp"
#include "server/store/sqlite.hpp"
#include "tests/store/faults.hpp"
#include "tests/store/fixture.hpp"
#include "tests/support/catch.hpp"

namespace morris::test {

namespace {

using sqlite::Connection;

constexpr std::chrono::milliseconds soon{1000};

Connection plain_connection(const std::string& path) {
    return Connection(path, Connection::Mode::create, soon);
}

std::string refusal_to_open(const std::string& path) {
    Loop loop;
    auto opened = SqliteLog::open(config_for(path, loop));
    REQUIRE_FALSE(opened);
    return opened.error();
}

std::string content_of(const std::string& file) {
    std::ifstream in(file, std::ios::binary);
    std::ostringstream out;
    out << in.rdbuf();
    return out.str();
}

// The statements that make the tables, as SQLite remembers them.
std::string schema_of(const std::string& path) {
    Connection connection(path, Connection::Mode::existing, soon);
    return connection.text(
        "SELECT group_concat(sql, ';') FROM (SELECT sql FROM sqlite_schema ORDER BY name)");
}

}  // namespace

TEST_CASE("an append is neither answered nor seen by anyone before it is synced", "[sqlite]") {
    Folder folder;
    Server server(folder.file("log.db")), other(folder.file("log.db"));
    REQUIRE(append(server, {.stream = "a", .after = 0, .events = {"one"}}));

    FaultyDisk disk;
    disk.hold_syncs();
    std::optional<Appended> answer;
    server.log->append({.stream = "a", .after = 1, .events = {"two"}},
                       [&](Appended got) { answer = got; });
    disk.wait_for_held_sync();
    CHECK(text_of(read(server, "a", 0)) == "1:one");
    CHECK(text_of(read(other, "a", 0)) == "1:one");
    CHECK_FALSE(answer.has_value());
    CHECK(server.log->stats().queue_length == 1);

    disk.release_syncs();
    REQUIRE(server.loop.run_until([&] { return answer.has_value(); }));
    CHECK(*answer == Appended(2u));
    CHECK(text_of(read(server, "a", 0)) == "1:one 2:two");
}

TEST_CASE("a power cut at any answer leaves everything that was answered", "[sqlite][P1]") {
    Folder folder, after_cut;
    FaultyDisk disk;
    disk.remember_synced();
    Server server(folder.file("log.db"));
    // Enough bytes for the write-ahead log to be copied into the database on the way.
    const std::string bytes(150'000, 'x');
    for (std::uint64_t seq = 1; seq <= 80; ++seq) {
        REQUIRE(append(server, {.stream = "a", .after = seq - 1, .events = {bytes}}));
        if (seq % 8 != 1) continue;

        INFO("after " << seq);
        const auto path = after_cut.file("log.db");
        for (const auto* name : {"", "-wal"}) std::filesystem::remove(path + name);
        for (const auto& [file, content] : disk.synced_files()) {
            const bool is_ours = file.starts_with(folder.file("log.db"));
            if (!is_ours || !std::filesystem::exists(file)) continue;
            const auto name = std::filesystem::path(file).filename();
            std::ofstream(after_cut.file(name), std::ios::binary) << content;
        }
        const auto kept = read_stream(path, "a");
        INFO((kept ? std::string() : kept.error()));
        REQUIRE(kept);
        CHECK(kept->size() == seq);
    }
}

TEST_CASE("everything that is queued during one commit shares the next", "[sqlite]") {
    Folder folder;
    Server server(folder.file("log.db"));
    FaultyDisk disk;
    disk.hold_syncs();
    int answers = 0;
    const auto add = [&](int number) {
        server.log->append({.stream = "s" + std::to_string(number), .after = 0, .events = {"x"}},
                           [&](Appended got) {
                               CHECK(got);
                               ++answers;
                           });
    };
    add(0);
    disk.wait_for_held_sync();
    for (int number = 1; number <= 100; ++number) add(number);
    CHECK(server.log->stats().queue_length == 101);
    disk.release_syncs();
    REQUIRE(server.loop.run_until([&] { return answers == 101; }));

    const auto stats = server.log->stats();
    CHECK(stats.commits == 2);
    CHECK(stats.events == 101);
    CHECK(stats.failures == 0);
    CHECK(stats.queue_length == 0);
    CHECK(stats.last_sync_us > 0);
    CHECK(stats.total_sync_us > stats.last_sync_us);
}

TEST_CASE("a reader is served while a commit takes its time", "[sqlite]") {
    Folder folder;
    Server server(folder.file("log.db"));
    REQUIRE(append(server, {.stream = "a", .after = 0, .events = {"one"}}));
    FaultyDisk disk;
    disk.hold_syncs();
    server.log->append({.stream = "b", .after = 0, .events = {"x"}}, [](Appended) {});
    disk.wait_for_held_sync();
    CHECK(text_of(read(server, "a", 0)) == "1:one");
    CHECK(live_streams(server, "") == Names(std::vector<std::string>{"a"}));
}

TEST_CASE("what was appended is there after closing and opening again", "[sqlite]") {
    Folder folder;
    const auto path = folder.file("log.db");
    {
        Server server(path);
        REQUIRE(append(server, {.stream = "a", .after = 0, .events = {"1", "2"}}));
        REQUIRE(append(server, {.stream = "b", .after = 0, .events = {"1"}, .live = false}));
    }
    CHECK_FALSE(std::filesystem::exists(path + "-wal"));
    Server server(path);
    CHECK(text_of(read(server, "a", 0)) == "1:1 2:2");
    CHECK(live_streams(server, "") == Names(std::vector<std::string>{"a"}));
    CHECK(append(server, {.stream = "b", .after = 1, .events = {"2"}}) == Appended(2u));
    CHECK(server.reports.empty());
    CHECK(server.news.empty());
}

TEST_CASE("closing commits and answers what was asked before", "[sqlite]") {
    Folder folder;
    const auto path = folder.file("log.db");
    int answers = 0;
    {
        Server server(path);
        for (int i = 0; i < 20; ++i) {
            server.log->append({.stream = "s" + std::to_string(i), .after = 0, .events = {"x"}},
                               [&](Appended got) { answers += got ? 1 : 0; });
            server.log->read("s0", 0, [&](Events got) { answers += got ? 1 : 0; });
        }
        server.log.reset();
        server.loop.run_posted();
        CHECK(answers == 40);
    }
    CHECK(stream_names(path, "", Which::all)->size() == 20);
}

TEST_CASE("what completions hold is let go of on the hub's thread", "[sqlite]") {
    Folder folder;
    Server server(folder.file("log.db"));
    int elsewhere = 0;
    int gone = 0;
    const auto here = std::this_thread::get_id();
    const auto held = [&] {
        return std::shared_ptr<int>(new int(0), [&, here](const int* number) {
            delete number;
            if (std::this_thread::get_id() != here) ++elsewhere;
            ++gone;
        });
    };
    for (int i = 0; i < 200; ++i) {
        server.log->append({.stream = std::to_string(i), .after = 0, .events = {"x"}},
                           [held = held()](Appended) {});
        server.log->read("a", 0, [held = held()](Events) {});
        server.log->live_streams("a", [held = held()](Names) {});
        server.log->list({.tags = {"a"}, .limit = 1}, [held = held()](Entries) {});
        server.log->unlisted("a", 1, [held = held()](Names) {});
        server.log->enlist("a", {}, [held = held()](bool) {});
        server.log->begin(std::chrono::milliseconds(0), [held = held()](auto) {});
    }
    REQUIRE(server.loop.run_until([&] { return gone == 1400; }));
    CHECK(elsewhere == 0);
}

TEST_CASE("the list of streams is made again from the events when it is missing", "[sqlite]") {
    Folder folder;
    const auto path = folder.file("log.db");
    {
        Server server(path);
        REQUIRE(append(server, {.stream = "a", .after = 0, .events = {"1"}, .live = false}));
        REQUIRE(append(server, {.stream = "a", .after = 1, .events = {"2"}, .live = true}));
        REQUIRE(append(server, {.stream = "b", .after = 0, .events = {"1"}, .live = true}));
        REQUIRE(append(server, {.stream = "b", .after = 1, .events = {"2"}, .live = false}));
        REQUIRE(append(server, {.stream = "c", .after = 0, .events = {"1", "2"}}));
    }
    plain_connection(path).execute("DROP TABLE streams");
    Server server(path);
    using List = std::vector<std::string>;
    CHECK(live_streams(server, "") == Names(List{"a", "c"}));
    CHECK(*stream_names(path, "", Which::finished) == List{"b"});
}

TEST_CASE("a log of format 1 is read, and a new one is made alike", "[sqlite]") {
    Folder folder;
    const auto old = folder.file("old.db"), fresh = folder.file("fresh.db");
    plain_connection(old).execute(content_of(MORRIS_TEST_DATA "/format1.sql").c_str());
    {
        Server server(old);
        CHECK(text_of(read(server, "table:1", 0)) == "1:made 2:d2");
        CHECK(text_of(read(server, "table:2", 0)) == "1:made");
        CHECK(live_streams(server, "table:") == Names(std::vector<std::string>{"table:1"}));
        CHECK(append(server, {.stream = "table:1", .after = 2, .events = {"f4"}}) == Appended(3u));
        Server other(fresh);
    }
    // Other tables of events are another format, with another number and another file beside this
    // test's.
    CHECK(schema_of(fresh) == schema_of(old));
}

TEST_CASE("a log of a newer format is refused and left as it is", "[sqlite]") {
    Folder folder;
    const auto path = folder.file("log.db");
    {
        Server server(path);
    }
    plain_connection(path).execute("UPDATE meta SET value = '2' WHERE key = 'format'");
    plain_connection(path).execute("PRAGMA journal_mode = DELETE");
    const auto before = content_of(path);
    const auto refusal = refusal_to_open(path);
    INFO(refusal);
    CHECK(refusal.find("has format 2") != std::string::npos);
    CHECK(refusal.find("newer program") != std::string::npos);
    CHECK((content_of(path) == before));
}

TEST_CASE("another program's database or file is refused and left as it is", "[sqlite]") {
    Folder folder;
    const auto database = folder.file("other.db"), text = folder.file("text");
    plain_connection(database).execute("CREATE TABLE books(title)");
    std::ofstream(text) << std::string(5000, 'x');
    for (const auto& path : {database, text}) {
        const auto before = content_of(path);
        const auto refusal = refusal_to_open(path);
        INFO(refusal);
        CHECK(refusal.find(path) != std::string::npos);
        CHECK(refusal.find(path == database ? "not a game log" : "not a SQLite database") !=
              std::string::npos);
        CHECK((content_of(path) == before));
    }
}

TEST_CASE("a place where no log can be is refused with a sentence", "[sqlite]") {
    Folder folder;
    for (const auto& path : {folder.file("nowhere/log.db"), folder.path()}) {
        const auto refusal = refusal_to_open(path);
        INFO(refusal);
        CHECK(refusal.find(path) != std::string::npos);
        CHECK(refusal.ends_with("."));
    }
}

TEST_CASE("a write-ahead log without its database is not taken for a fresh start", "[sqlite]") {
    Folder folder;
    const auto path = folder.file("log.db");
    std::ofstream(path + "-wal") << "moves that were confirmed";
    CHECK(refusal_to_open(path).find("itself is missing") != std::string::npos);
    CHECK(content_of(path + "-wal") == "moves that were confirmed");
    CHECK_FALSE(std::filesystem::exists(path));
}

TEST_CASE("a link to a log is the log", "[sqlite]") {
    Folder folder;
    std::filesystem::create_directory(folder.file("elsewhere"));
    const auto path = folder.file("elsewhere/log.db"), linked = folder.file("link.db");
    Server other(path);
    std::filesystem::create_symlink(path, linked);
    Server server(linked);
    REQUIRE(append(server, {.stream = "a", .after = 0, .events = {"1"}}));
    CHECK(append(other, {.stream = "a", .after = 1, .events = {"2"}}) == Appended(2u));
    CHECK(append(server, {.stream = "a", .after = 2, .events = {"3"}}) == Appended(3u));
    CHECK_FALSE(std::filesystem::exists(linked + "-lock"));
}

TEST_CASE("only its owner may read a log", "[sqlite]") {
    Folder folder;
    const auto path = folder.file("log.db");
    Server server(path);
    server.log->begin(std::chrono::milliseconds(0), [](auto) {});
    REQUIRE(append(server, {.stream = "a", .after = 0, .events = {"1"}}));
    using std::filesystem::perms;
    for (const auto* name : {"", "-wal", "-shm", "-lock", "-serving-lock"}) {
        CHECK(std::filesystem::status(path + name).permissions() ==
              (perms::owner_read | perms::owner_write));
    }
}

}  // namespace morris::test
