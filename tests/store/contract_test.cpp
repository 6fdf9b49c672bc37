// What every event log promises, tried on each of them.
#include <map>
#include <optional>
#include <random>

#include "tests/store/subject.hpp"
#include "tests/support/catch.hpp"

namespace morris::test {

namespace {

std::vector<std::string> live(Subject& subject, const std::string& prefix) {
    std::optional<Names> answer;
    subject.log().live_streams(prefix, [&](Names got) { answer = std::move(got); });
    REQUIRE_FALSE(answer.has_value());
    REQUIRE(subject.run_until([&] { return answer.has_value(); }));
    REQUIRE(*answer);
    return **answer;
}

const Appended conflict = failure(AppendError::conflict);

}  // namespace

TEST_CASE("a stream begins after 0 and goes on after its last seq", "[store]") {
    const auto subject = each_subject();
    auto& log = subject->log();
    CHECK(append(*subject, log, {.stream = "a", .after = 0, .events = {"one"}}) == Appended(1u));
    CHECK(append(*subject, log, {.stream = "a", .after = 1, .events = {"two", "three"}}) ==
          Appended(3u));
    CHECK(append(*subject, log, {.stream = "b", .after = 0, .events = {"other"}}) == Appended(1u));
    CHECK(text_of(read(*subject, log, "a", 0)) == "1:one 2:two 3:three");
    CHECK(text_of(read(*subject, log, "b", 0)) == "1:other");
}

TEST_CASE("an append after any other seq than the last is a conflict and changes nothing",
          "[store]") {
    const auto subject = each_subject();
    auto& log = subject->log();
    CHECK(append(*subject, log, {.stream = "a", .after = 1, .events = {"x"}}) == conflict);
    CHECK(text_of(read(*subject, log, "a", 0)).empty());
    CHECK(live(*subject, "").empty());

    REQUIRE(append(*subject, log, {.stream = "a", .after = 0, .events = {"one", "two"}}));
    for (const std::uint64_t after : {0u, 1u, 3u, 1000u}) {
        CHECK(append(*subject, log,
                     {.stream = "a", .after = after, .events = {"x", "y"}, .live = false}) ==
              conflict);
    }
    CHECK(text_of(read(*subject, log, "a", 0)) == "1:one 2:two");
    CHECK(live(*subject, "") == std::vector<std::string>{"a"});
}

TEST_CASE("one refused append of a group refuses only itself, and answers keep the order",
          "[store]") {
    const auto subject = each_subject();
    std::vector<Appended> answers;
    const auto note = [&](Appended got) { answers.push_back(got); };
    auto& log = subject->log();
    log.append({.stream = "a", .after = 0, .events = {"a1"}}, note);
    log.append({.stream = "b", .after = 5, .events = {"no"}}, note);
    log.append({.stream = "a", .after = 0, .events = {"no", "no"}}, note);
    log.append({.stream = "a", .after = 1, .events = {"a2"}}, note);
    log.append({.stream = "c", .after = 0, .events = {"c1", "c2"}}, note);
    log.append({.stream = "a", .after = 2, .events = {"a3"}}, note);
    CHECK(answers.empty());
    REQUIRE(subject->run_until([&] { return answers.size() == 6; }));
    CHECK(answers == std::vector<Appended>{1u, conflict, conflict, 2u, 2u, 3u});
    CHECK(text_of(read(*subject, log, "a", 0)) == "1:a1 2:a2 3:a3");
    CHECK(text_of(read(*subject, log, "b", 0)).empty());
    CHECK(text_of(read(*subject, log, "c", 0)) == "1:c1 2:c2");
}

TEST_CASE("a hundred appends for one seq from two servers: exactly one is accepted", "[store]") {
    const auto subject = each_subject();
    std::vector<std::pair<int, Appended>> answers;
    for (int i = 0; i < 100; ++i) {
        auto& log = i % 2 == 0 ? subject->log() : subject->other();
        log.append({.stream = "a", .after = 0, .events = {std::to_string(i)}},
                   [&answers, i](Appended got) { answers.emplace_back(i, got); });
    }
    REQUIRE(subject->run_until([&] { return answers.size() == 100; }));
    std::vector<std::string> accepted;
    for (const auto& [i, answer] : answers) {
        if (answer) accepted.push_back(std::to_string(i));
        CHECK((answer == Appended(1u) || answer == conflict));
    }
    REQUIRE(accepted.size() == 1);
    CHECK(text_of(read(*subject, subject->log(), "a", 0)) == "1:" + accepted[0]);
}

TEST_CASE("a read gives what comes after a seq, and nothing of a stream that is not there",
          "[store]") {
    const auto subject = each_subject();
    auto& log = subject->log();
    REQUIRE(append(*subject, log, {.stream = "a", .after = 0, .events = {"1", "2", "3"}}));
    CHECK(text_of(read(*subject, log, "a", 1)) == "2:2 3:3");
    CHECK(text_of(read(*subject, log, "a", 3)).empty());
    CHECK(text_of(read(*subject, log, "a", 1000)).empty());
    CHECK(text_of(read(*subject, log, "A", 0)).empty());
    CHECK(read(*subject, log, "nothing", 0).has_value());
}

TEST_CASE("events are bytes of any kind", "[store]") {
    const auto subject = each_subject();
    auto& log = subject->log();
    std::string all;
    for (int byte = 0; byte < 256; ++byte) all += static_cast<char>(byte);
    const std::vector<std::string> bytes = {"", all, std::string(100'000, '\0'), "\xff\xfe"};
    REQUIRE(append(*subject, log, {.stream = "a", .after = 0, .events = bytes}));
    const auto events = read(*subject, log, "a", 0);
    REQUIRE(events);
    REQUIRE(events->size() == bytes.size());
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        CHECK((*events)[i].seq == i + 1);
        CHECK(((*events)[i].bytes == bytes[i]));
    }
}

TEST_CASE("reads are answered in the order of the calls", "[store]") {
    const auto subject = each_subject();
    auto& log = subject->log();
    REQUIRE(append(*subject, log, {.stream = "a", .after = 0, .events = {"1", "2", "3"}}));
    std::vector<std::string> answers;
    for (const std::uint64_t after : {2u, 0u, 1u}) {
        log.read("a", after, [&](Events got) { answers.push_back(text_of(got)); });
        log.live_streams("", [&](Names got) { answers.push_back(got.value().at(0)); });
    }
    REQUIRE(subject->run_until([&] { return answers.size() == 6; }));
    CHECK(answers == std::vector<std::string>{"3:3", "a", "1:1 2:2 3:3", "a", "2:2 3:3", "a"});
}

TEST_CASE("a read that is asked for in an append's completion sees its events", "[store]") {
    const auto subject = each_subject();
    auto& log = subject->log();
    std::vector<std::string> seen;
    for (int i = 0; i < 50; ++i) {
        const std::string stream = "s" + std::to_string(i);
        log.append({.stream = stream, .after = 0, .events = {stream}}, [&, stream](Appended got) {
            REQUIRE(got);
            log.read(stream, 0, [&](Events events) { seen.push_back(text_of(events)); });
        });
    }
    REQUIRE(subject->run_until([&] { return seen.size() == 50; }));
    for (std::size_t i = 0; i < seen.size(); ++i) CHECK(seen[i] == "1:s" + std::to_string(i));
}

TEST_CASE("the live streams are those whose last append said so, by prefix", "[store]") {
    const auto subject = each_subject();
    auto& log = subject->log();
    const auto add = [&](const std::string& stream, std::uint64_t after, bool is_live) {
        const auto got = append(
            *subject, log, {.stream = stream, .after = after, .events = {"x"}, .live = is_live});
        REQUIRE(got);
    };
    for (const auto* stream : {"table:b", "table:a", "table;", "table", "player:a", "\xff"}) {
        add(stream, 0, true);
    }
    add("table:c", 0, false);
    add("table:d", 0, false);
    add("table:d", 1, true);
    add("table:a", 1, false);
    using List = std::vector<std::string>;
    CHECK(live(*subject, "table:") == List{"table:b", "table:d"});
    CHECK(live(*subject, "table") == List{"table", "table:b", "table:d", "table;"});
    CHECK(live(*subject, "tables").empty());
    CHECK(live(*subject, "\xff") == List{"\xff"});
    CHECK(live(*subject, "").size() == 6);
}

TEST_CASE("a server hears which streams another appended to, not which it did itself", "[store]") {
    const auto subject = each_subject();
    std::vector<std::string> news, others_news;
    subject->log().on_news([&](std::string stream) { news.push_back(std::move(stream)); });
    subject->other().on_news([&](std::string stream) { others_news.push_back(std::move(stream)); });

    // News keep the order of the appends, so those of a later one show that an earlier had none.
    REQUIRE(append(*subject, subject->log(), {.stream = "a", .after = 0, .events = {"1", "2"}}));
    REQUIRE(append(*subject, subject->other(), {.stream = "b", .after = 0, .events = {"1"}}));
    REQUIRE(subject->run_until([&] { return !news.empty(); }));
    CHECK(news == std::vector<std::string>{"b"});

    REQUIRE(append(*subject, subject->log(), {.stream = "c", .after = 0, .events = {"1"}}));
    REQUIRE(subject->run_until([&] { return others_news.size() == 2; }));
    CHECK(others_news == std::vector<std::string>{"a", "c"});
    CHECK(text_of(read(*subject, subject->other(), "a", 0)) == "1:1 2:2");

    // What is refused is no news.
    CHECK(append(*subject, subject->other(), {.stream = "a", .after = 0, .events = {"x"}}) ==
          conflict);
    REQUIRE(append(*subject, subject->other(), {.stream = "a", .after = 2, .events = {"3"}}));
    REQUIRE(subject->run_until([&] { return news.size() > 1; }));
    CHECK(news == std::vector<std::string>{"b", "a"});
}

TEST_CASE("an erased stream is gone, is news to everyone, and may begin again", "[store]") {
    const auto subject = each_subject();
    std::vector<std::string> news, others_news;
    subject->log().on_news([&](std::string stream) { news.push_back(std::move(stream)); });
    subject->other().on_news([&](std::string stream) { others_news.push_back(std::move(stream)); });
    auto& log = subject->log();
    REQUIRE(append(*subject, log, {.stream = "a", .after = 0, .events = {"secret", "more"}}));
    REQUIRE(append(*subject, log, {.stream = "b", .after = 0, .events = {"kept"}}));

    REQUIRE(subject->run_until([&] { return others_news.size() == 2; }));

    subject->erase("a");
    REQUIRE(subject->run_until([&] { return !news.empty() && others_news.size() == 3; }));
    CHECK(news == std::vector<std::string>{"a"});
    CHECK(others_news == std::vector<std::string>{"a", "b", "a"});
    CHECK(text_of(read(*subject, log, "a", 0)).empty());
    CHECK(text_of(read(*subject, log, "b", 0)) == "1:kept");
    CHECK(live(*subject, "") == std::vector<std::string>{"b"});

    CHECK(append(*subject, log, {.stream = "a", .after = 2, .events = {"x"}}) == conflict);
    CHECK(append(*subject, log, {.stream = "a", .after = 0, .events = {"new"}}) == Appended(1u));
    CHECK(text_of(read(*subject, log, "a", 0)) == "1:new");
}

TEST_CASE("random appends on two logs end as a list of lists says", "[store][property]") {
    const auto subject = each_subject();
    const auto seed = GENERATE(take(3, random(1u, 4'000'000'000u)));
    INFO("seed " << seed);
    std::mt19937 random(seed);

    std::map<std::string, std::vector<std::string>> model;
    std::map<std::string, bool> model_live;
    for (int step = 0; step < 150; ++step) {
        Append next{.stream = "s" + std::to_string(random() % 4), .events = {}};
        auto& expected = model[next.stream];
        next.after = expected.size() + (random() % 3 == 0 ? random() % 3 : 0);
        next.live = random() % 2 == 0;
        const auto size = 1 + random() % 3;
        for (std::uint64_t i = 0; i < size; ++i) next.events.push_back(std::to_string(random()));

        Appended should_be = conflict;
        if (next.after == expected.size()) {
            expected.insert(expected.end(), next.events.begin(), next.events.end());
            model_live[next.stream] = next.live;
            should_be = expected.size();
        }
        auto& log = random() % 2 == 0 ? subject->log() : subject->other();
        REQUIRE(append(*subject, log, next) == should_be);
    }

    std::vector<std::string> should_live;
    for (const auto& [stream, is_live] : model_live) {
        if (is_live) should_live.push_back(stream);
    }
    CHECK(live(*subject, "") == should_live);
    for (const auto& [stream, events] : model) {
        const auto found = read(*subject, subject->log(), stream, 0);
        REQUIRE(found);
        REQUIRE(found->size() == events.size());
        for (std::size_t i = 0; i < events.size(); ++i) CHECK((*found)[i].bytes == events[i]);
    }
}

}  // namespace morris::test
