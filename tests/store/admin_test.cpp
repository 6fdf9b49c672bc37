// The administrator's functions, used on a log while servers have it open, and on one at rest.
#include "server/store/admin.hpp"

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <thread>

#include "server/store/backup.hpp"
#include "server/store/sqlite.hpp"
#include "tests/store/faults.hpp"
#include "tests/store/fixture.hpp"
#include "tests/support/catch.hpp"

namespace morris::test {

namespace {

using List = std::vector<std::string>;
using sqlite::Connection;
namespace fs = std::filesystem;

Append one(const std::string& stream, std::uint64_t after, const std::string& bytes, bool live) {
    return {.stream = stream, .after = after, .events = {bytes}, .live = live};
}

// By another process: closing the file in this one would drop SQLite's locks on it.
bool is_in_files_of(const std::string& path, const std::string& bytes) {
    return std::system(("grep -aq '" + bytes + "' " + path + "*").c_str()) == 0;
}

List names_in(const Folder& folder) {
    List names;
    for (const auto& entry : fs::directory_iterator(folder.path())) {
        names.push_back(entry.path().filename());
    }
    std::sort(names.begin(), names.end());
    return names;
}

void damage(const std::string& path) {
    const auto size = fs::file_size(path);
    fs::resize_file(path, 4096);
    fs::resize_file(path, size);
}

}  // namespace

TEST_CASE("an append by hand is decided on what is there, durable at once, and news to a server",
          "[admin]") {
    Folder folder;
    const auto path = folder.file("log.db");
    Server server(path);
    REQUIRE(append(server, one("a", 0, "one", true)));
    const auto closing = [](const std::vector<StoredEvent>& events) -> Result<Append, std::string> {
        return one("a", events.back().seq, "closed after " + events.back().bytes, false);
    };
    CHECK(append_by(path, "a", closing) == 2u);
    CHECK(text_of(read(server, "a", 0)) == "1:one 2:closed after one");
    REQUIRE(server.loop.run_until([&] { return contains(server.news, "a"); }));
    CHECK(live_streams(server, "")->empty());

    const auto refusing = [](const auto&) -> Result<Append, std::string> {
        return failure(std::string("not now"));
    };
    CHECK(append_by(path, "a", refusing).error() == "not now");
    CHECK(text_of(read(server, "a", 0)) == "1:one 2:closed after one");
}

TEST_CASE("an append by hand succeeds however fast a server appends", "[admin]") {
    Folder folder;
    const auto path = folder.file("log.db");
    Server server(path);
    std::atomic<bool> done = false;
    int appended_by_hand = 0;
    std::thread operator_thread([&] {
        const auto next = [](const std::vector<StoredEvent>& events) {
            return Result<Append, std::string>(one("a", events.size(), "by hand", true));
        };
        for (int i = 0; i < 20; ++i) appended_by_hand += append_by(path, "a", next) ? 1 : 0;
        done = true;
    });
    std::uint64_t seq = 0;
    while (!done) {
        const auto appended = append(server, one("a", seq, "by the server", true));
        seq = appended ? *appended : read(server, "a", 0)->size();
    }
    operator_thread.join();
    CHECK(appended_by_hand == 20);
}

TEST_CASE("there is nothing to do by hand where there is no log", "[admin]") {
    Folder folder;
    const auto path = folder.file("log.db");
    CHECK_FALSE(append_by(path, "a", [](const auto&) { return one("a", 0, "x", true); }));
    CHECK_FALSE(erase_stream(path, "a"));
    CHECK_FALSE(prune(path, {"a"}));
    CHECK_FALSE(stream_names(path, "", Which::all));
    CHECK_FALSE(read_stream(path, "a"));
    CHECK_FALSE(backup(path, folder.file("copy"), Existing::refuse));
    CHECK_FALSE(restore(folder.file("copy"), path));
    CHECK(read_stream(path, "a").error().find("no game log at " + path) != std::string::npos);
    CHECK(names_in(folder).empty());
}

TEST_CASE("stream names are listed by prefix and by whether they are finished", "[admin]") {
    Folder folder;
    const auto path = folder.file("log.db");
    Server server(path);
    REQUIRE(append(server, one("t:1", 0, "x", true)));
    REQUIRE(append(server, one("t:2", 0, "x", false)));
    REQUIRE(append(server, one("p:1", 0, "x", true)));
    CHECK(*stream_names(path, "t:", Which::all) == List{"t:1", "t:2"});
    CHECK(*stream_names(path, "t:", Which::live) == List{"t:1"});
    CHECK(*stream_names(path, "t:", Which::finished) == List{"t:2"});
    CHECK(*stream_names(path, "", Which::all) == List{"p:1", "t:1", "t:2"});
    CHECK(*stream_names(path, "x", Which::all) == List{});
}

TEST_CASE("the last event of each stream is found", "[admin]") {
    Folder folder;
    const auto path = folder.file("log.db");
    Server server(path);
    REQUIRE(append(server, {.stream = "t:1", .events = {"a", "b", "c"}, .live = false}));
    REQUIRE(append(server, one("t:2", 0, "d", false)));
    REQUIRE(append(server, one("t:3", 0, "e", true)));
    REQUIRE(append(server, one("u:4", 0, "f", false)));
    const auto last = last_events(path, "t:", Which::finished);
    REQUIRE(last);
    std::string text;
    for (const auto& [stream, event] : *last) {
        text += stream + " " + std::to_string(event.seq) + " " + event.bytes + "; ";
    }
    CHECK(text == "t:1 3 c; t:2 1 d; ");
}

TEST_CASE("erased bytes are in none of the files any more, also while a server runs", "[admin]") {
    Folder folder;
    const auto path = folder.file("log.db");
    Server server(path);
    for (std::uint64_t i = 0; i < 30; ++i) {
        REQUIRE(append(server, one("player", i, "Wilhelmina-the-Great", true)));
        REQUIRE(append(server, one("other", i, "somebody-else", true)));
    }
    REQUIRE(append(server, one("player", 30, std::string(30'000, 'z') + "Wilhelmina", true)));
    REQUIRE(is_in_files_of(path, "Wilhelmina"));

    CHECK(erase_stream(path, "player") == 31u);
    CHECK_FALSE(is_in_files_of(path, "Wilhelmina"));
    CHECK_FALSE(is_in_files_of(path, "zzz"));
    CHECK(is_in_files_of(path, "somebody-else"));
    REQUIRE(server.loop.run_until([&] { return contains(server.news, "player"); }));
    CHECK(text_of(read(server, "player", 0)).empty());
    CHECK(read(server, "other", 0)->size() == 30);
    CHECK(append(server, one("player", 0, "nobody", true)) == Appended(1u));
    CHECK(erase_stream(path, "unknown") == 0u);
}

TEST_CASE("a server that starts on its own forgets the names of erased streams", "[admin]") {
    Folder folder;
    const auto path = folder.file("log.db");
    {
        Server server(path);
        REQUIRE(append(server, one("erased-stream", 0, "x", true)));
        REQUIRE(erase_stream(path, "erased-stream"));
        // Another that starts now must leave word of it for the first.
        Server other(path);
        CHECK(is_in_files_of(path, "erased-stream"));
    }
    {
        Server server(path);
    }
    CHECK_FALSE(is_in_files_of(path, "erased-stream"));
}

TEST_CASE("pruning deletes finished streams, spares live ones, and servers hear of it", "[admin]") {
    Folder folder;
    const auto path = folder.file("log.db");
    Server server(path);
    List all;
    int answers = 0;
    for (int i = 0; i < 100; ++i) {
        all.push_back("t" + std::to_string(i));
        server.log->append({.stream = all.back(), .events = {"x", "y"}, .live = i % 10 == 0},
                           [&](Appended got) { answers += got ? 1 : 0; });
    }
    REQUIRE(server.loop.run_until([&] { return answers == 100; }));
    all.push_back("unknown");

    const auto pruned = prune(path, all);
    REQUIRE(pruned);
    CHECK(pruned->streams == 90);
    CHECK(pruned->events == 180);
    CHECK(pruned->kept ==
          List{"t0", "t10", "t20", "t30", "t40", "t50", "t60", "t70", "t80", "t90", "unknown"});
    CHECK(stream_names(path, "", Which::all)->size() == 10);
    REQUIRE(server.loop.run_until([&] { return server.news.size() == 90; }));
    CHECK(text_of(read(server, "t1", 0)).empty());
    CHECK(text_of(read(server, "t10", 0)) == "1:x 2:y");
}

TEST_CASE("a backup taken while a server writes holds all that was confirmed before", "[admin]") {
    Folder folder;
    const auto path = folder.file("log.db"), copy = folder.file("copy.db");
    Server server(path);
    REQUIRE(append(server, one("a", 0, "before", true)));
    bool stop = false;
    std::uint64_t last = 0;
    std::function<void(Appended)> next = [&](Appended got) {
        REQUIRE(got);
        last = *got;
        if (!stop) server.log->append(one("b", last, "x", true), next);
    };
    server.log->append(one("b", 0, "x", true), next);
    REQUIRE(server.loop.run_until([&] { return last >= 3; }));
    const auto confirmed = last;

    std::atomic<bool> copied = false;
    std::string error;
    std::thread admin([&] {
        const auto done = backup(path, copy, Existing::refuse);
        if (!done) error = done.error();
        copied = true;
        server.loop.post([] {});
    });
    CHECK(server.loop.run_until([&] { return copied.load(); }));
    admin.join();
    CHECK(error.empty());
    stop = true;
    const auto in_copy = read_stream(copy, "b");
    REQUIRE(in_copy);
    CHECK(in_copy->size() >= confirmed);
    CHECK(in_copy->back().seq == in_copy->size());
    CHECK(text_of(*read_stream(copy, "a")) == "1:before");
    CHECK(fs::status(copy).permissions() == (fs::perms::owner_read | fs::perms::owner_write));
}

TEST_CASE("a backup overwrites only what it was told to, and never a log in use", "[admin]") {
    Folder folder;
    const auto path = folder.file("log.db"), copy = folder.file("copy.db");
    Server server(path);
    REQUIRE(append(server, one("a", 0, "one", true)));
    REQUIRE(backup(path, copy, Existing::refuse));
    REQUIRE(append(server, one("a", 1, "two", true)));
    const auto refused = backup(path, copy, Existing::refuse);
    REQUIRE_FALSE(refused);
    CHECK(refused.error().ends_with(" exists already; --overwrite replaces it."));
    CHECK(text_of(*read_stream(copy, "a")) == "1:one");
    CHECK(backup(path, copy, Existing::overwrite));
    CHECK(text_of(*read_stream(copy, "a")) == "1:one 2:two");

    CHECK_FALSE(backup(path, path, Existing::overwrite));
    const auto used = folder.file("used.db");
    Server other(used);
    CHECK_FALSE(backup(path, used, Existing::overwrite));
    CHECK_FALSE(backup(path, folder.file("nowhere/copy.db"), Existing::refuse));
    CHECK_FALSE(contains(names_in(folder), "partial"));
    CHECK(append(server, one("a", 2, "three", true)));
}

TEST_CASE("a backup that cannot be finished leaves nothing, and no harm", "[admin]") {
    Folder folder;
    const auto path = folder.file("log.db"), copy = folder.file("copy.db");
    {
        Server server(path);
        REQUIRE(append(server, one("a", 0, std::string(100'000, 'x'), true)));
    }
    {
        const FileSizeLimit limit(50'000);
        const auto refused = backup(path, copy, Existing::refuse);
        REQUIRE_FALSE(refused);
        INFO(refused.error());
        CHECK(refused.error().find(copy) != std::string::npos);
    }
    CHECK_FALSE(contains(names_in(folder), "copy"));
    CHECK(read_stream(path, "a")->size() == 1);
}

TEST_CASE("a restore brings the backup back and keeps what was there", "[admin]") {
    Folder folder;
    const auto path = folder.file("log.db"), copy = folder.file("copy.db");
    {
        Server server(path);
        REQUIRE(append(server, one("a", 0, "one", true)));
        REQUIRE(backup(path, copy, Existing::refuse));
        REQUIRE(append(server, one("a", 1, "two", true)));
    }
    const auto kept = restore(copy, path);
    INFO((kept ? std::string() : kept.error()));
    REQUIRE(kept);
    CHECK(text_of(*read_stream(path, "a")) == "1:one");
    CHECK(text_of(*read_stream(*kept, "a")) == "1:one 2:two");
    {
        Server server(path);
        CHECK(append(server, one("a", 1, "other two", true)) == Appended(2u));
        CHECK(live_streams(server, "") == Names(List{"a"}));
    }
    const auto again = restore(copy, path);
    REQUIRE(again);
    CHECK(*again != *kept);
    CHECK(text_of(*read_stream(*again, "a")) == "1:one 2:other two");
    CHECK_FALSE(contains(names_in(folder), "partial"));
}

TEST_CASE("a restore onto a fresh machine needs no log there", "[admin]") {
    Folder folder, fresh;
    const auto path = folder.file("log.db"), copy = folder.file("copy.db");
    Server server(path);
    REQUIRE(append(server, one("a", 0, "one", true)));
    REQUIRE(backup(path, copy, Existing::refuse));
    CHECK(restore(copy, fresh.file("log.db")) == std::string());
    CHECK(text_of(*read_stream(fresh.file("log.db"), "a")) == "1:one");
}

TEST_CASE("a restore is refused while a server uses the log", "[admin]") {
    Folder folder;
    const auto path = folder.file("log.db"), copy = folder.file("copy.db");
    Server server(path);
    REQUIRE(append(server, one("a", 0, "one", true)));
    REQUIRE(backup(path, copy, Existing::refuse));
    REQUIRE(append(server, one("a", 1, "two", true)));
    const auto refused = restore(copy, path);
    REQUIRE_FALSE(refused);
    CHECK(refused.error().find("Stop the server") != std::string::npos);
    CHECK(append(server, one("a", 2, "three", true)) == Appended(3u));
}

TEST_CASE("a damaged or foreign backup is refused, and what was there stays", "[admin]") {
    Folder folder;
    const auto path = folder.file("log.db");
    const auto damaged = folder.file("damaged.db"), foreign = folder.file("foreign.db");
    {
        Server server(path);
        REQUIRE(append(server, {.stream = "a", .events = List(50, std::string(1000, 'x'))}));
    }
    REQUIRE(backup(path, damaged, Existing::refuse));
    damage(damaged);
    Connection(foreign, Connection::Mode::create, std::chrono::milliseconds(100))
        .execute("CREATE TABLE books(title)");
    for (const auto& from : {damaged, foreign, path}) {
        const auto refused = restore(from, path);
        REQUIRE_FALSE(refused);
        CHECK(read_stream(path, "a")->size() == 50);
    }
    CHECK_FALSE(contains(names_in(folder), "before-restore"));
    CHECK_FALSE(contains(names_in(folder), "partial"));
}

TEST_CASE("a restore replaces a damaged log and its leftovers", "[admin]") {
    Folder folder;
    const auto path = folder.file("log.db"), copy = folder.file("copy.db");
    {
        Server server(path);
        REQUIRE(append(server, {.stream = "a", .events = List(50, std::string(1000, 'x'))}));
        REQUIRE(backup(path, copy, Existing::refuse));
    }
    std::ofstream(path) << std::string(10'000, '?');
    std::ofstream(path + "-wal") << std::string(10'000, '?');
    const auto kept = restore(copy, path);
    INFO((kept ? std::string() : kept.error()));
    REQUIRE(kept);
    Server server(path);
    CHECK(read(server, "a", 0)->size() == 50);
    CHECK(fs::file_size(*kept) == 10'000);
}

TEST_CASE("a server that starts during a restore says so", "[admin]") {
    Folder folder;
    const auto path = folder.file("log.db");
    const auto lock = FileLock::take(path, FileLock::Hold::exclusive, std::chrono::milliseconds(0));
    REQUIRE(lock);
    Loop loop;
    auto config = config_for(path, loop);
    config.patience = std::chrono::milliseconds(20);
    const auto opened = SqliteLog::open(std::move(config));
    REQUIRE_FALSE(opened);
    CHECK(opened.error().find("is being restored") != std::string::npos);
    CHECK_FALSE(fs::exists(path));
}

}  // namespace morris::test
