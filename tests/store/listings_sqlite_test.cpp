// What only the SQLite log's lists promise: found through an index, read beside commits, removed
// from the files when erased, and there in logs of any age.
#include <cstdlib>

#include "server/store/admin.hpp"
#include "server/store/backup.hpp"
#include "server/store/listing_tables.hpp"
#include "server/store/sqlite.hpp"
#include "tests/store/faults.hpp"
#include "tests/store/fixture.hpp"
#include "tests/support/catch.hpp"

namespace morris::test {

namespace {

using sqlite::Connection;
using List = std::vector<std::string>;

Append finished(const std::string& stream, std::int64_t at_ms, const std::string& summary) {
    return {.stream = stream,
            .events = {"x"},
            .live = false,
            .listing = Listing{.at_ms = at_ms, .tags = {"all", "mine"}, .summary = summary}};
}

ListQuery first_of(const std::string& tag) {
    return {.tags = {tag}, .limit = 100};
}

void change(const std::string& path, const char* sql) {
    Connection(path, Connection::Mode::existing, std::chrono::milliseconds(1000)).execute(sql);
}

// How SQLite carries a statement out, as it describes it.
std::string plan_of(const std::string& path, const std::string& sql) {
    Connection connection(path, Connection::Mode::existing, std::chrono::milliseconds(1000));
    sqlite::Statement explain(connection.handle(), "EXPLAIN QUERY PLAN " + sql);
    std::string plan;
    while (explain.step()) plan += explain.text(3) + "; ";
    return plan;
}

}  // namespace

TEST_CASE("a page of a list is found through the index, and read in its order", "[lists][sqlite]") {
    Folder folder;
    const auto path = folder.file("log.db");
    Server server(path);
    CHECK(plan_of(path, ListingTables::page_sql) ==
          "SEARCH listing_tags USING PRIMARY KEY"
          " (tag=? AND at_ms>? AND (at_ms,stream)<(?,?)); ");
    CHECK(plan_of(path, ListingTables::has_tag_sql) ==
          "SEARCH listing_tags USING PRIMARY KEY (tag=? AND at_ms=? AND stream=?); ");
    const auto unlisted_plan = plan_of(path, ListingTables::unlisted_sql);
    INFO(unlisted_plan);
    CHECK(unlisted_plan.find("SEARCH streams USING PRIMARY KEY") != std::string::npos);
    CHECK(unlisted_plan.find("SEARCH listings USING PRIMARY KEY") != std::string::npos);
    CHECK(unlisted_plan.find("TEMP B-TREE") == std::string::npos);
}

TEST_CASE("a listing is neither seen nor kept before its append is synced", "[lists][sqlite]") {
    Folder folder;
    const auto path = folder.file("log.db");
    Server server(path);
    REQUIRE(append(server, finished("a", 1, "one")));
    FaultyDisk disk;
    disk.hold_syncs();
    std::optional<Appended> answer;
    server.log->append(finished("b", 2, "two"), [&](Appended got) { answer = got; });
    disk.wait_for_held_sync();
    // Nor does the commit hold up the reading of lists.
    CHECK(text_of(list(server, first_of("all"))) == "a@1:one");
    CHECK(unlisted(server, "", 10)->empty());
    disk.release_syncs();
    REQUIRE(server.loop.run_until([&] { return answer.has_value(); }));
    CHECK(text_of(list(server, first_of("all"))) == "b@2:two a@1:one");
}

TEST_CASE("what a full disk refuses is in no list", "[lists][sqlite][faults]") {
    Folder folder;
    Server server(folder.file("log.db"));
    REQUIRE(append(server, {.stream = "old", .events = {"x"}, .live = false}));
    FaultyDisk disk;
    disk.set(Writes::disk_full);
    CHECK_FALSE(append(server, finished("a", 1, "one")));
    CHECK_FALSE(enlist(server, "old", {.at_ms = 1, .tags = {"all"}, .summary = {}}));
    disk.set(Writes::work);
    CHECK(text_of(list(server, first_of("all"))).empty());
    CHECK(*unlisted(server, "", 10) == List{"old"});
    CHECK(enlist(server, "old", {.at_ms = 1, .tags = {"all"}, .summary = {}}));
    CHECK(append(server, finished("a", 1, "one")));
    CHECK(text_of(list(server, first_of("all"))) == "old@1: a@1:one");
}

TEST_CASE("what a listing said of an erased stream is in none of the files any more",
          "[lists][sqlite]") {
    Folder folder;
    const auto path = folder.file("log.db");
    Server server(path);
    for (int i = 0; i < 30; ++i) {
        REQUIRE(append(server, finished("s" + std::to_string(i), i, "somebody-else")));
    }
    auto secret = finished("player", 5, "Wilhelmina-the-Great");
    secret.listing->tags.emplace_back("by Wilhelmina");
    REQUIRE(append(server, secret));
    const auto is_in_files = [&](const std::string& bytes) {
        return std::system(("grep -aq '" + bytes + "' " + path + "*").c_str()) == 0;
    };
    REQUIRE(is_in_files("Wilhelmina"));
    REQUIRE(erase_stream(path, "player"));
    CHECK_FALSE(is_in_files("Wilhelmina"));
    CHECK(is_in_files("somebody-else"));
    CHECK(list(server, first_of("by Wilhelmina"))->empty());
}

TEST_CASE("a program that knows no lists erases a stream from them too", "[lists][sqlite]") {
    Folder folder;
    const auto path = folder.file("log.db");
    Server server(path);
    REQUIRE(append(server, finished("a", 1, "one")));
    REQUIRE(append(server, finished("b", 2, "two")));
    // What such a program does.
    change(path, "DELETE FROM events WHERE stream = 'a'; DELETE FROM streams WHERE stream = 'a';");
    CHECK(text_of(list(server, first_of("all"))) == "b@2:two");
    CHECK(text_of(list(server, first_of("mine"))) == "b@2:two");
}

TEST_CASE("pruned streams are in no list", "[lists][sqlite]") {
    Folder folder;
    const auto path = folder.file("log.db");
    Server server(path);
    REQUIRE(append(server, finished("a", 1, "one")));
    REQUIRE(append(server, finished("b", 2, "two")));
    REQUIRE(prune(path, {"a"}));
    CHECK(text_of(list(server, first_of("all"))) == "b@2:two");
}

TEST_CASE("a log that is older than lists gets them, and its finished streams are unlisted",
          "[lists][sqlite]") {
    Folder folder;
    const auto path = folder.file("log.db");
    Server old(path);
    REQUIRE(append(old, {.stream = "a", .events = {"x"}, .live = false}));
    REQUIRE(append(old, {.stream = "b", .events = {"x"}}));
    change(path, "DROP TRIGGER unlist_erased; DROP TABLE listings; DROP TABLE listing_tags;");
    Server server(path);
    CHECK(*unlisted(server, "", 10) == List{"a"});
    CHECK(append(old, finished("c", 3, "")));
    CHECK(enlist(server, "a", {.at_ms = 1, .tags = {"all"}, .summary = "one"}));
    CHECK(text_of(list(server, first_of("all"))) == "c@3: a@1:one");
}

TEST_CASE("with the list of streams, listings are made anew", "[lists][sqlite]") {
    Folder folder;
    const auto path = folder.file("log.db");
    {
        Server server(path);
        REQUIRE(append(server, finished("a", 1, "one")));
        REQUIRE(append(server, {.stream = "b", .events = {"x"}}));
    }
    change(path, "DROP TABLE streams");
    Server server(path);
    CHECK(list(server, first_of("all"))->empty());
    CHECK(*unlisted(server, "", 10) == List{"a"});
    CHECK(enlist(server, "a", {.at_ms = 1, .tags = {"all"}, .summary = "one"}));
    CHECK(text_of(list(server, first_of("all"))) == "a@1:one");
    REQUIRE(erase_stream(path, "a"));
    CHECK(list(server, first_of("all"))->empty());
}

TEST_CASE("lists that were dropped by hand under a running server are made again",
          "[lists][sqlite]") {
    Folder folder;
    const auto path = folder.file("log.db");
    Server server(path);
    REQUIRE(append(server, finished("a", 1, "one")));
    const auto* dropped = GENERATE("DROP TABLE listings", "DROP TABLE listing_tags",
                                   "DROP TABLE listings; DROP TABLE listing_tags");
    change(path, dropped);
    // The first attempt may find out; the log is opened again after it.
    if (!append(server, finished("b", 2, "two"))) REQUIRE(append(server, finished("b", 2, "two")));
    if (!list(server, first_of("all"))) list(server, first_of("all"));
    CHECK(text_of(list(server, first_of("all"))) == "b@2:two");
    CHECK(*unlisted(server, "", 10) == List{"a"});
}

TEST_CASE("an append by hand and a backup take listings along", "[lists][sqlite]") {
    Folder folder;
    const auto path = folder.file("log.db"), copy = folder.file("copy.db");
    Server server(path);
    REQUIRE(append(server, {.stream = "a", .events = {"x"}}));
    REQUIRE(append_by(path, "a", [](const auto&) -> Result<Append, std::string> {
        auto append = finished("a", 1, "closed");
        append.after = 1;
        return append;
    }));
    CHECK(text_of(list(server, first_of("all"))) == "a@1:closed");
    REQUIRE(backup(path, copy, Existing::refuse));
    Server other(copy);
    CHECK(text_of(list(other, first_of("mine"))) == "a@1:closed");
}

}  // namespace morris::test
