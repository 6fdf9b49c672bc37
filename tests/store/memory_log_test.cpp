// What the log in memory can do beyond the contract: be held up, fail and crash on demand.
#include "server/store/memory_log.hpp"

#include "tests/store/fixture.hpp"
#include "tests/support/catch.hpp"

namespace morris::test {

namespace {

struct Fixture {
    std::shared_ptr<MemoryContent> content = std::make_shared<MemoryContent>();
    MemoryLog log{content};
    std::vector<std::string> answers;

    void append(const std::string& stream, std::uint64_t after, const std::string& bytes) {
        log.append({.stream = stream, .after = after, .events = {bytes}}, [this](Appended got) {
            answers.push_back(got                                    ? std::to_string(*got)
                              : got.error() == AppendError::conflict ? "conflict"
                                                                     : "unavailable");
        });
    }
    void read(const std::string& stream) {
        log.read(stream, 0, [this](Events got) { answers.push_back(text_of(got)); });
    }
    std::string kept(const std::string& stream) const { return text_of(content->read(stream, 0)); }
};

using List = std::vector<std::string>;

}  // namespace

TEST_CASE("the memory log does nothing until it is told to, then one step at a time", "[memory]") {
    Fixture it;
    it.append("a", 0, "one");
    it.append("a", 1, "two");
    CHECK(it.kept("a").empty());
    CHECK(it.log.pending() == 2);
    CHECK(it.log.run_one());
    CHECK(it.kept("a") == "1:one");
    CHECK(it.answers == List{"1"});
    CHECK(it.log.run_pending() == 1);
    CHECK_FALSE(it.log.run_one());
    CHECK(it.answers == List{"1", "2"});
}

TEST_CASE("the memory log fails as many appends as it is told, in the ways it is told",
          "[memory]") {
    Fixture it;
    it.log.fail_next(2, MemoryLog::Fault::unavailable);
    it.log.fail_next(1, MemoryLog::Fault::conflict);
    it.log.fail_next(1, MemoryLog::Fault::lost_answer);
    for (int i = 0; i < 5; ++i) it.append("a", 0, std::to_string(i));
    it.log.run_pending();
    CHECK(it.answers == List{"unavailable", "unavailable", "conflict", "unavailable", "conflict"});
    CHECK(it.kept("a") == "1:3");
}

TEST_CASE("an append whose answer was lost is told to its own log as news", "[memory]") {
    Fixture it;
    it.log.on_news([&](std::string stream) { it.answers.push_back("news of " + stream); });
    it.log.fail_next(1, MemoryLog::Fault::lost_answer);
    it.append("a", 0, "kept");
    it.log.run_pending();
    CHECK(it.answers == List{"unavailable", "news of a"});
}

TEST_CASE("while it is down the memory log answers nothing else, and then goes on", "[memory]") {
    Fixture it;
    it.append("a", 0, "one");
    it.log.run_pending();
    it.log.set_down(true);
    it.append("a", 1, "no");
    it.read("a");
    it.log.run_pending();
    it.log.set_down(false);
    it.append("a", 1, "two");
    it.read("a");
    it.log.run_pending();
    CHECK(it.answers == List{"1", "unavailable", "unavailable", "2", "1:one 2:two"});
}

TEST_CASE("held completions wait while what they complete is kept", "[memory]") {
    Fixture it;
    it.log.hold_completions(true);
    it.append("a", 0, "one");
    it.read("a");
    it.log.run_pending();
    CHECK(it.kept("a") == "1:one");
    CHECK(it.answers.empty());
    it.append("a", 1, "two");
    it.log.hold_completions(false);
    it.log.run_pending();
    CHECK(it.answers == List{"1", "1:one", "2"});
}

TEST_CASE("a crash forgets what was not completed, and keeps what was done", "[memory]") {
    Fixture it;
    it.append("a", 0, "acknowledged");
    it.log.run_pending();
    it.log.hold_completions(true);
    it.append("a", 1, "durable");
    it.log.run_pending();
    it.append("a", 2, "only asked");
    it.log.crash();
    it.log.hold_completions(false);
    CHECK(it.log.run_pending() == 0);
    CHECK(it.answers == List{"1"});
    CHECK(it.kept("a") == "1:acknowledged 2:durable");
}

TEST_CASE("a crash forgets listings that were only asked for", "[memory][lists]") {
    Fixture it;
    const auto append = [&](const std::string& stream) {
        it.log.append({.stream = stream,
                       .events = {"x"},
                       .live = false,
                       .listing = Listing{.at_ms = 1, .tags = {"all"}, .summary = {}}},
                      [](Appended) {});
    };
    append("done");
    it.log.run_pending();
    append("asked");
    it.log.crash();
    const auto listed = it.content->list({.tags = {"all"}, .limit = 10});
    REQUIRE(listed.size() == 1);
    CHECK(listed[0].stream == "done");
}

TEST_CASE("an append that fails leaves the lists as they were, unless only its answer was lost",
          "[memory][lists]") {
    Fixture it;
    it.log.fail_next(1, MemoryLog::Fault::unavailable);
    it.log.fail_next(1, MemoryLog::Fault::lost_answer);
    for (const auto* stream : {"failed", "lost"}) {
        it.log.append({.stream = stream,
                       .events = {"x"},
                       .listing = Listing{.at_ms = 1, .tags = {"all"}, .summary = {}}},
                      [](Appended) {});
    }
    it.log.run_pending();
    const auto listed = it.content->list({.tags = {"all"}, .limit = 10});
    REQUIRE(listed.size() == 1);
    CHECK(listed[0].stream == "lost");
}

TEST_CASE("a crash forgets marks that were only asked for, and ends the serving",
          "[memory][line]") {
    Fixture it;
    const auto begun = [&](MemoryLog& log, int steady_now) {
        ServedLine::Line line;
        log.begin(std::chrono::milliseconds(steady_now), [&](auto got) { line = got.value(); });
        log.run_pending();
        return line;
    };
    begun(it.log, 0);
    it.log.mark(std::chrono::milliseconds(100));
    it.log.run_pending();
    it.log.mark(std::chrono::milliseconds(200));
    it.log.crash();
    MemoryLog next(it.content);
    const ServedLine::Line expected{.offset = std::chrono::milliseconds(40), .interrupted = true};
    CHECK(begun(next, 60) == expected);
}

}  // namespace morris::test
