// What only the SQLite log's served line promises: over a start of the machine, on logs of any age,
// in backups, and on a disk that fails.
#include <array>
#include <filesystem>
#include <thread>

#include "server/store/admin.hpp"
#include "server/store/backup.hpp"
#include "server/store/sqlite.hpp"
#include "tests/store/faults.hpp"
#include "tests/store/fixture.hpp"
#include "tests/support/catch.hpp"

namespace morris::test {

namespace {

using sqlite::Connection;
using std::chrono::milliseconds;
using Line = ServedLine::Line;
using Begun = Result<Line, ReadError>;

Begun begin(Server& server, milliseconds steady_now) {
    std::optional<Begun> answer;
    server.log->begin(steady_now, [&](Begun got) { answer = got; });
    REQUIRE(server.loop.run_until([&] { return answer.has_value(); }));
    return *answer;
}

Appended add(Server& server, const std::string& stream) {
    return append(server, {.stream = stream, .after = 0, .events = {"x"}});
}

void change(const std::string& path, const char* sql) {
    Connection(path, Connection::Mode::existing, milliseconds(1000)).execute(sql);
}

std::int64_t mark_in(const std::string& path) {
    Connection connection(path, Connection::Mode::existing, milliseconds(1000));
    return connection.number("SELECT served_ms FROM served_line");
}

}  // namespace

TEST_CASE("a mark that no append takes along becomes durable by itself", "[line][sqlite]") {
    Folder folder;
    const auto path = folder.file("log.db");
    Server server(path);
    REQUIRE(begin(server, milliseconds(0)));
    server.log->mark(milliseconds(1234));
    while (mark_in(path) != 1234) std::this_thread::sleep_for(milliseconds(1));
}

TEST_CASE("marks and appends that wait for one commit share the next", "[line][sqlite]") {
    Folder folder;
    const auto path = folder.file("log.db");
    Server server(path);
    REQUIRE(begin(server, milliseconds(0)));
    const auto before = server.log->stats().commits;
    FaultyDisk disk;
    disk.hold_syncs();
    int answers = 0;
    const auto note = [&](Appended got) { answers += got ? 1 : 0; };
    server.log->append({.stream = "a", .after = 0, .events = {"x"}}, note);
    disk.wait_for_held_sync();
    for (int i = 1; i <= 100; ++i) server.log->mark(milliseconds(i));
    server.log->append({.stream = "b", .after = 0, .events = {"x"}}, note);
    disk.release_syncs();
    REQUIRE(server.loop.run_until([&] { return answers == 2; }));
    CHECK(server.log->stats().commits == before + 2);
    CHECK(mark_in(path) == 100);
}

TEST_CASE("closing makes a waiting mark durable", "[line][sqlite]") {
    Folder folder;
    const auto path = folder.file("log.db");
    {
        Server server(path);
        REQUIRE(begin(server, milliseconds(0)));
        server.log->mark(milliseconds(77));
    }
    CHECK(mark_in(path) == 77);
}

TEST_CASE("a line that is said to be served since another start of the machine is not shared",
          "[line][sqlite]") {
    Folder folder;
    const auto path = folder.file("log.db");
    Server first(path), second(path);
    REQUIRE(begin(first, milliseconds(5000)));
    first.log->mark(milliseconds(100));
    REQUIRE(add(first, "a"));
    change(path, "UPDATE served_line SET boot = 'another'");
    CHECK(begin(second, milliseconds(20)) ==
          Begun(Line{.offset = milliseconds(80), .interrupted = true}));
}

TEST_CASE("an administrator's command is not taken for a server", "[line][sqlite]") {
    Folder folder;
    const auto path = folder.file("log.db");
    {
        Server server(path);
        REQUIRE(begin(server, milliseconds(5000)));
        server.log->mark(milliseconds(100));
        REQUIRE(add(server, "a"));
    }
    const auto lock = FileLock::take(path, FileLock::Hold::shared, milliseconds(0));
    Server server(path);
    CHECK(begin(server, milliseconds(0)) ==
          Begun(Line{.offset = milliseconds(100), .interrupted = true}));
}

TEST_CASE("many servers that begin at once have one line", "[line][sqlite]") {
    Folder folder;
    const auto path = folder.file("log.db");
    for (int round = 0; round < 20; ++round) {
        std::vector<std::unique_ptr<Server>> servers;
        for (int i = 0; i < 4; ++i) servers.push_back(std::make_unique<Server>(path));
        std::array<std::optional<Begun>, 4> answers;
        for (std::size_t i = 0; i < 4; ++i) {
            servers[i]->log->begin(milliseconds(1000 + 7 * i),
                                   [&answers, i](Begun got) { answers[i] = got; });
        }
        int alone = 0;
        for (std::size_t i = 0; i < 4; ++i) {
            REQUIRE(servers[i]->loop.run_until([&] { return answers[i].has_value(); }));
            REQUIRE(*answers[i]);
            CHECK((*answers[i])->offset == (*answers[0])->offset);
            alone += (*answers[i])->interrupted ? 1 : 0;
        }
        CHECK(alone == (round == 0 ? 0 : 1));
    }
}

TEST_CASE("a beginning that cannot be kept is refused, and shared by nobody", "[line][sqlite]") {
    Folder folder;
    const auto path = folder.file("log.db");
    {
        Server server(path);
        REQUIRE(begin(server, milliseconds(5000)));
        server.log->mark(milliseconds(100));
        REQUIRE(add(server, "a"));
    }
    Server first(path), second(path);
    {
        FaultyDisk disk;
        disk.set(Writes::disk_full);
        CHECK(begin(first, milliseconds(9000)) == Begun(failure(ReadError::unavailable)));
    }
    const Line gone_on{.offset = milliseconds(-9400), .interrupted = true};
    CHECK(begin(second, milliseconds(9500)) == Begun(gone_on));
    CHECK(begin(first, milliseconds(9600)) ==
          Begun(Line{.offset = gone_on.offset, .interrupted = false}));
}

TEST_CASE("a full disk loses marks and nothing else, and later marks are kept again",
          "[line][sqlite][faults]") {
    Folder folder;
    const auto path = folder.file("log.db");
    Server server(path);
    REQUIRE(begin(server, milliseconds(0)));
    server.log->mark(milliseconds(100));
    REQUIRE(add(server, "a"));
    FaultyDisk disk;
    disk.set(Writes::disk_full);
    server.log->mark(milliseconds(200));
    REQUIRE(server.loop.run_until([&] { return contains(server.reports, "the disk is full"); }));
    server.log->mark(milliseconds(300));
    CHECK(add(server, "b") == Appended(failure(AppendError::unavailable)));
    CHECK(server.reports.size() == 1);

    disk.set(Writes::work);
    CHECK(mark_in(path) == 100);
    server.log->mark(milliseconds(400));
    REQUIRE(server.loop.run_until([&] { return server.reports.size() == 2; }));
    CHECK(contains(server.reports, "can be written again"));
    CHECK(add(server, "b") == Appended(1u));
    CHECK(mark_in(path) == 400);
}

TEST_CASE("a sync that fails under a mark harms no append after it", "[line][sqlite][faults]") {
    Folder folder;
    const auto path = folder.file("log.db");
    Server server(path);
    REQUIRE(begin(server, milliseconds(0)));
    FaultyDisk disk;
    disk.set(Syncs::fail);
    server.log->mark(milliseconds(200));
    REQUIRE(server.loop.run_until([&] { return !server.reports.empty(); }));
    disk.set(Syncs::work);
    server.log->mark(milliseconds(300));
    CHECK(add(server, "a") == Appended(1u));
    CHECK(mark_in(path) == 300);
}

TEST_CASE("a log that is older than the line gets one, also while another program has it open",
          "[line][sqlite]") {
    Folder folder;
    const auto path = folder.file("log.db");
    Server old(path);
    REQUIRE(add(old, "a"));
    change(path, "DROP TABLE served_line");
    Server server(path);
    CHECK(begin(server, milliseconds(50)) ==
          Begun(Line{.offset = milliseconds(-50), .interrupted = true}));
    CHECK(add(old, "b") == Appended(1u));
}

TEST_CASE("a restored backup goes on from the mark that it was made with", "[line][sqlite]") {
    Folder folder;
    const auto path = folder.file("log.db"), copy = folder.file("copy.db");
    {
        Server server(path);
        REQUIRE(begin(server, milliseconds(0)));
        server.log->mark(milliseconds(100));
        REQUIRE(add(server, "a"));
        REQUIRE(backup(path, copy, Existing::refuse));
        server.log->mark(milliseconds(900));
        REQUIRE(add(server, "b"));
    }
    REQUIRE(restore(copy, path));
    Server server(path);
    CHECK(begin(server, milliseconds(0)) ==
          Begun(Line{.offset = milliseconds(100), .interrupted = true}));
}

}  // namespace morris::test
