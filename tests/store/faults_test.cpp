// A disk, a file or another program that fails the SQLite log: what was refused is refused clearly,
// what was confirmed is there, and service resumes when the cause goes away.
#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include "server/store/admin.hpp"
#include "server/store/sqlite.hpp"
#include "tests/store/faults.hpp"
#include "tests/store/fixture.hpp"
#include "tests/support/catch.hpp"

namespace morris::test {

namespace {

using sqlite::Connection;
namespace fs = std::filesystem;

const Appended unavailable = failure(AppendError::unavailable);

struct Fixture {
    Folder folder;
    std::string path = folder.file("log.db");
    Server server{path};

    Fixture() { REQUIRE(append(server, {.stream = "a", .after = 0, .events = {"one"}})); }

    Appended add(std::uint64_t after, const std::string& bytes) {
        return append(server, {.stream = "a", .after = after, .events = {bytes}});
    }
    std::string kept() { return text_of(read(server, "a", 0)); }

    // Each of the two threads that the cause stops reports it once, however often it is asked, and
    // once that it is over.
    void expect_reports(const std::string& cause, int threads, const std::string& end) {
        REQUIRE(server.loop.run_until([&] { return contains(server.reports, end); }));
        INFO(server.reports.front());
        CHECK(server.reports.front().find(cause) != std::string::npos);
        CHECK(server.reports.front().find(path) != std::string::npos);
        CHECK(std::count_if(server.reports.begin(), server.reports.end(), [&](const auto& text) {
                  return text.find(cause) != text.npos;
              }) == threads);
    }
};

}  // namespace

TEST_CASE("a full disk refuses every append of a group, and service resumes with room",
          "[faults]") {
    Fixture it;
    FaultyDisk disk;
    disk.set(Writes::disk_full);
    std::vector<Appended> answers;
    for (int i = 0; i < 10; ++i) {
        it.server.log->append({.stream = "s" + std::to_string(i), .after = 0, .events = {"x"}},
                              [&](Appended got) { answers.push_back(got); });
    }
    REQUIRE(it.server.loop.run_until([&] { return answers.size() == 10; }));
    CHECK(answers == std::vector<Appended>(10, unavailable));
    CHECK(it.add(1, "two") == unavailable);
    CHECK(it.add(0, "a conflict writes nothing") == Appended(failure(AppendError::conflict)));
    CHECK(it.kept() == "1:one");
    CHECK(it.server.log->stats().failures >= 2);
    CHECK(it.server.reports.size() == 1);

    disk.set(Writes::work);
    CHECK(it.add(1, "two") == Appended(2u));
    CHECK(it.kept() == "1:one 2:two");
    CHECK(live_streams(it.server, "s")->empty());
    it.expect_reports("the disk is full", 1, "can be written again");
    CHECK(it.server.reports.size() == 2);
}

TEST_CASE("a disk that refuses to write fails the group, and the log is opened again", "[faults]") {
    Fixture it;
    FaultyDisk disk;
    disk.set(Writes::fail);
    for (int i = 0; i < 3; ++i) CHECK(it.add(1, "two") == unavailable);
    disk.set(Writes::work);
    CHECK(it.add(1, "two") == Appended(2u));
    CHECK(it.kept() == "1:one 2:two");
    it.expect_reports("cannot be read or written", 1, "can be written again");
}

TEST_CASE("a sync that fails refuses the append, whose events are kept whole or not at all",
          "[faults]") {
    Fixture it;
    FaultyDisk disk;
    disk.set(Syncs::fail);
    const Append two{.stream = "a", .after = 1, .events = {"two", "three"}};
    CHECK(append(it.server, two) == unavailable);
    CHECK(it.kept() == "1:one");
    CHECK(append(it.server, two) == unavailable);
    disk.set(Syncs::work);
    const auto again = append(it.server, two);
    CHECK((again == Appended(3u) || again == Appended(failure(AppendError::conflict))));
    CHECK(it.kept() == "1:one 2:two 3:three");
    it.expect_reports("cannot be read or written", 1, "can be written again");
}

TEST_CASE("what a crash brings back of a group whose sync failed is whole", "[faults]") {
    Fixture it;
    FaultyDisk disk;
    disk.set(Syncs::fail);
    CHECK(append(it.server, {.stream = "a", .after = 1, .events = {"two", "three"}}) ==
          unavailable);
    disk.set(Syncs::work);
    const auto kept_after_crash = [&](const std::string& name) {
        const auto copy = it.folder.file(name);
        // By another process: closing the files in this one would drop SQLite's locks on them.
        const std::string both =
            "cp " + it.path + " " + copy + " && cp " + it.path + "-wal " + copy + "-wal";
        REQUIRE(std::system(both.c_str()) == 0);
        return text_of(*read_stream(copy, "a"));
    };
    const auto at_once = kept_after_crash("at_once");
    CHECK((at_once == "1:one" || at_once == "1:one 2:two 3:three"));

    REQUIRE(append(it.server, {.stream = "b", .after = 0, .events = {"x"}}));
    CHECK(kept_after_crash("later") == it.kept());
}

TEST_CASE("a file that may not grow refuses appends, keeps what was confirmed, and resumes",
          "[faults]") {
    Fixture it;
    const std::string big(20'000, 'x');
    std::uint64_t last = 1;
    {
        const FileSizeLimit limit(512 * 1024);
        for (int i = 0; i < 100; ++i) {
            const auto answer = it.add(last, big);
            if (!answer) {
                CHECK(answer == unavailable);
                break;
            }
            last = *answer;
        }
        REQUIRE(last > 1);
        REQUIRE(last < 100);
        CHECK(it.add(last, big) == unavailable);
        CHECK(read(it.server, "a", 0)->size() == last);
    }
    CHECK(it.add(last, big) == Appended(last + 1));
    CHECK(read(it.server, "a", 0)->size() == last + 1);
}

TEST_CASE("a database that another program locks refuses appends until it lets go", "[faults]") {
    Fixture it;
    {
        Connection other(it.path, Connection::Mode::existing, std::chrono::milliseconds(1000));
        sqlite::WriteTransaction lock(other);
        CHECK(it.add(1, "two") == unavailable);
        CHECK(it.add(1, "two") == unavailable);
        CHECK(it.kept() == "1:one");
    }
    CHECK(it.add(1, "two") == Appended(2u));
    CHECK(it.kept() == "1:one 2:two");
    it.expect_reports("locked by another program", 1, "can be written again");
}

TEST_CASE("a file that is moved away is missed, never replaced by an empty one, and found again",
          "[faults]") {
    Fixture it;
    const auto away = it.folder.file("away");
    fs::rename(it.path, away);
    CHECK(it.add(1, "two") == unavailable);
    CHECK_FALSE(read(it.server, "a", 0));
    CHECK_FALSE(live_streams(it.server, ""));
    CHECK_FALSE(fs::exists(it.path));

    fs::rename(away, it.path);
    CHECK(it.add(1, "two") == Appended(2u));
    CHECK(it.kept() == "1:one 2:two");
    it.expect_reports("is gone", 2, "can be written again");
    it.expect_reports("is gone", 2, "can be read again");
}

TEST_CASE("a lost file is reported though nobody asks for anything", "[faults]") {
    Fixture it;
    fs::remove(it.path);
    REQUIRE(it.server.loop.run_until([&] { return contains(it.server.reports, "is gone"); }));
    CHECK_FALSE(fs::exists(it.path));
}

TEST_CASE("a second server does not make a new log where the first has lost its file", "[faults]") {
    Fixture it;
    fs::remove(it.path);
    Loop loop;
    const auto second = SqliteLog::open(config_for(it.path, loop));
    REQUIRE_FALSE(second);
    INFO(second.error());
    CHECK(second.error().find("another server has it open") != std::string::npos);
    CHECK_FALSE(fs::exists(it.path));
}

TEST_CASE("a file moved away while a commit syncs refuses the append", "[faults]") {
    Fixture it;
    FaultyDisk disk;
    disk.hold_syncs();
    std::optional<Appended> answer;
    it.server.log->append({.stream = "a", .after = 1, .events = {"two"}},
                          [&](Appended got) { answer = got; });
    disk.wait_for_held_sync();
    const auto away = it.folder.file("away");
    fs::rename(it.path, away);
    disk.release_syncs();
    REQUIRE(it.server.loop.run_until([&] { return answer.has_value(); }));
    CHECK(*answer == unavailable);

    // It went where the file went, and is told when both are back.
    fs::rename(away, it.path);
    REQUIRE(it.server.loop.run_until([&] { return contains(it.server.news, "a"); }));
    CHECK(it.kept() == "1:one 2:two");
    CHECK(it.add(1, "two") == Appended(failure(AppendError::conflict)));
}

TEST_CASE("another file in its place is never written to", "[faults]") {
    Fixture it;
    const auto away = it.folder.file("away");
    const auto elsewhere = it.folder.file("other.db");
    {
        Server other(elsewhere);
    }
    fs::rename(it.path, away);
    fs::rename(elsewhere, it.path);
    CHECK(it.add(1, "two") == unavailable);
    CHECK_FALSE(read(it.server, "a", 0));
    REQUIRE(it.server.loop.run_until([&] { return contains(it.server.reports, "replaced"); }));

    it.server.log.reset();
    CHECK(stream_names(it.path, "", Which::all)->empty());
    // The one that was moved is whole by itself.
    CHECK(text_of(*read_stream(away, "a")) == "1:one");
}

TEST_CASE("a deleted write-ahead log stops the writing, and loses nothing", "[faults]") {
    Fixture it;
    REQUIRE(it.add(1, "two"));
    fs::remove(it.path + "-wal");
    CHECK(it.add(2, "three") == unavailable);
    REQUIRE(it.server.loop.run_until([&] { return contains(it.server.reports, "-wal"); }));
    it.server.log.reset();

    Server again(it.path);
    CHECK(text_of(read(again, "a", 0)) == "1:one 2:two");
    CHECK(append(again, {.stream = "a", .after = 2, .events = {"three"}}) == Appended(3u));
}

TEST_CASE("a damaged database is reported, and what is refused does not stop the server",
          "[faults]") {
    Folder folder;
    const auto path = folder.file("log.db");
    {
        Server server(path);
        const std::vector<std::string> events(300, std::string(500, 'x'));
        REQUIRE(append(server, {.stream = "a", .after = 0, .events = events}));
    }
    // All pages but the first, which tells what the tables are.
    const auto size = fs::file_size(path);
    fs::resize_file(path, 4096);
    fs::resize_file(path, size);

    Loop loop;
    std::vector<std::string> reports;
    auto config = config_for(path, loop);
    config.report = [&](std::string sentence) { reports.push_back(std::move(sentence)); };
    auto opened = SqliteLog::open(std::move(config));
    if (!opened) {
        CHECK(opened.error().find("damaged") != std::string::npos);
        return;
    }
    std::optional<Appended> answer;
    (*opened)->append({.stream = "a", .after = 0, .events = {"x"}},
                      [&](Appended got) { answer = got; });
    REQUIRE(loop.run_until([&] { return answer.has_value() && contains(reports, "damaged"); }));
    CHECK(*answer == unavailable);
}

}  // namespace morris::test
