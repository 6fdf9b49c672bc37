// What every event log promises of its lists, tried on each of them.
#include <algorithm>
#include <map>
#include <optional>
#include <random>
#include <set>

#include "tests/store/subject.hpp"
#include "tests/support/catch.hpp"

namespace morris::test {

namespace {

using List = std::vector<std::string>;

// A stream that is finished with its first event.
void finish(Subject& subject, const std::string& stream, const std::optional<Listing>& listing) {
    REQUIRE(append(subject, subject.log(),
                   {.stream = stream, .events = {"x"}, .live = false, .listing = listing}));
}

Listing listing(std::int64_t at_ms, List tags, const std::string& summary) {
    return {.at_ms = at_ms, .tags = std::move(tags), .summary = summary};
}

// All of a list, as "stream@at:summary …".
std::string all(Subject& subject, const List& tags) {
    return text_of(list(subject, subject.log(), {.tags = tags, .limit = 1000}));
}

List unlisted(Subject& subject, const std::string& prefix, std::size_t limit) {
    std::optional<Names> answer;
    subject.log().unlisted(prefix, limit, [&](Names got) { answer = std::move(got); });
    REQUIRE_FALSE(answer.has_value());
    REQUIRE(subject.run_until([&] { return answer.has_value(); }));
    REQUIRE(*answer);
    return **answer;
}

bool enlist(Subject& subject, const std::string& stream, const Listing& listing) {
    std::optional<bool> answer;
    subject.log().enlist(stream, listing, [&](bool got) { answer = got; });
    REQUIRE_FALSE(answer.has_value());
    REQUIRE(subject.run_until([&] { return answer.has_value(); }));
    return *answer;
}

}  // namespace

TEST_CASE("a list has its newest entry first, and of one time the last name first", "[lists]") {
    const auto subject = each_subject();
    finish(*subject, "b", listing(20, {"all"}, "second"));
    finish(*subject, "c", listing(10, {"all"}, "first"));
    finish(*subject, "a", listing(30, {"all"}, "third"));
    finish(*subject, "d", listing(20, {"all"}, "beside"));
    finish(*subject, "\xff", listing(-5, {"all"}, ""));
    finish(*subject, "e", listing(99, {"other"}, "elsewhere"));
    CHECK(all(*subject, {"all"}) == "a@30:third d@20:beside b@20:second c@10:first \xff@-5:");
    CHECK(all(*subject, {"al"}).empty());
    CHECK(text_of(list(*subject, subject->other(), {.tags = {"other"}, .limit = 5})) ==
          "e@99:elsewhere");
    CHECK(text_of(list(*subject, subject->log(), {.tags = {"all"}, .limit = 2})) ==
          "a@30:third d@20:beside");
    CHECK(text_of(list(*subject, subject->log(), {.tags = {"all"}, .limit = 0})).empty());
}

TEST_CASE("summaries and tags are bytes of any kind", "[lists]") {
    const auto subject = each_subject();
    std::string bytes;
    for (int byte = 0; byte < 256; ++byte) bytes += static_cast<char>(byte);
    const std::string summary(50'000, '\0');
    finish(*subject, "a", listing(1, {bytes, ""}, summary));
    finish(*subject, "b", listing(1, {bytes.substr(0, 255)}, ""));
    for (const auto& tag : {bytes, std::string()}) {
        const auto found = list(*subject, subject->log(), {.tags = {tag}, .limit = 5});
        REQUIRE(found);
        REQUIRE(found->size() == 1);
        CHECK(((*found)[0].summary == summary));
    }
}

TEST_CASE("a query gives what is in all of its lists, in whatever order they are named",
          "[lists]") {
    const auto subject = each_subject();
    finish(*subject, "a", listing(1, {"x", "y", "z"}, ""));
    finish(*subject, "b", listing(2, {"x", "y"}, ""));
    finish(*subject, "c", listing(3, {"y", "z", "y"}, ""));
    CHECK(all(*subject, {"y"}) == "c@3: b@2: a@1:");
    CHECK(all(*subject, {"x", "y"}) == "b@2: a@1:");
    CHECK(all(*subject, {"y", "x"}) == "b@2: a@1:");
    CHECK(all(*subject, {"y", "y"}) == "c@3: b@2: a@1:");
    CHECK(all(*subject, {"z", "y", "x"}) == "a@1:");
    CHECK(all(*subject, {"y", "nothing"}).empty());
    CHECK(all(*subject, {"nothing", "y"}).empty());
    CHECK(text_of(list(*subject, subject->log(), {.tags = {"y", "x"}, .limit = 1})) == "b@2:");
}

TEST_CASE("dates bound a list: from the first on, and before the second", "[lists]") {
    const auto subject = each_subject();
    for (const int at : {10, 20, 30}) {
        finish(*subject, "s" + std::to_string(at), listing(at, {"all"}, ""));
    }
    const auto between = [&](std::optional<std::int64_t> from, std::optional<std::int64_t> until) {
        return text_of(list(*subject, subject->log(),
                            {.tags = {"all"}, .from_ms = from, .until_ms = until, .limit = 1000}));
    };
    CHECK(between(20, std::nullopt) == "s30@30: s20@20:");
    CHECK(between(21, std::nullopt) == "s30@30:");
    CHECK(between(std::nullopt, 30) == "s20@20: s10@10:");
    CHECK(between(std::nullopt, 31) == "s30@30: s20@20: s10@10:");
    CHECK(between(20, 21) == "s20@20:");
    CHECK(between(20, 20).empty());
    CHECK(between(30, 10).empty());
}

TEST_CASE("pages have no gaps and no repeats while new entries come in", "[lists][property]") {
    const auto subject = each_subject();
    const auto seed = std::random_device{}();
    INFO("seed " << seed);
    std::mt19937 random(seed);
    std::set<ListPlace, std::greater<>> expected;
    const auto add = [&](int number, std::int64_t at_ms, const List& tags) {
        const std::string stream = "s" + std::to_string(number);
        finish(*subject, stream, listing(at_ms, tags, ""));
        return ListPlace{.at_ms = at_ms, .stream = stream};
    };
    int number = 0;
    for (; number < 60; ++number) {
        const bool is_in = random() % 3 > 0;
        // Few different times, so that many entries share one.
        const auto place = add(number, static_cast<std::int64_t>(random() % 12),
                               is_in ? List{"all", "mine"} : List{"all"});
        if (is_in) expected.insert(place);
    }
    std::vector<ListPlace> seen;
    ListQuery query{.tags = {"all", "mine"}, .limit = 1 + random() % 7};
    while (true) {
        const auto page = list(*subject, subject->log(), query);
        REQUIRE(page);
        REQUIRE(page->size() <= query.limit);
        for (const auto& entry : *page) seen.push_back({entry.at_ms, entry.stream});
        if (page->size() < query.limit) break;
        query.after = seen.back();
        // Newer than all that was there.
        add(++number, 12 + static_cast<std::int64_t>(random() % 5), {"all", "mine"});
    }
    CHECK(seen == std::vector<ListPlace>(expected.begin(), expected.end()));
}

TEST_CASE("an append replaces the listing, leaves it, or takes the stream out of all lists",
          "[lists]") {
    const auto subject = each_subject();
    auto& log = subject->log();
    finish(*subject, "a", listing(10, {"all", "mine"}, "old"));
    REQUIRE(append(*subject, log, {.stream = "a", .after = 1, .events = {"x"}, .live = false}));
    CHECK(all(*subject, {"all", "mine"}) == "a@10:old");

    REQUIRE(append(*subject, log,
                   {.stream = "a",
                    .after = 2,
                    .events = {"x"},
                    .live = false,
                    .listing = listing(5, {"all", "other"}, "new")}));
    CHECK(all(*subject, {"all"}) == "a@5:new");
    CHECK(all(*subject, {"other"}) == "a@5:new");
    CHECK(all(*subject, {"mine"}).empty());

    REQUIRE(append(*subject, log,
                   {.stream = "a", .after = 3, .events = {"x"}, .listing = listing(7, {}, "")}));
    CHECK(all(*subject, {"all"}).empty());
    CHECK(all(*subject, {"other"}).empty());
    REQUIRE(append(*subject, log, {.stream = "a", .after = 4, .events = {"x"}, .live = false}));
    CHECK(unlisted(*subject, "", 10).empty());
}

TEST_CASE("an append that is refused changes no list", "[lists]") {
    const auto subject = each_subject();
    finish(*subject, "a", listing(10, {"all"}, "kept"));
    CHECK_FALSE(append(*subject, subject->other(),
                       {.stream = "a", .events = {"x"}, .listing = listing(20, {"all"}, "not")}));
    CHECK_FALSE(append(
        *subject, subject->other(),
        {.stream = "b", .after = 3, .events = {"x"}, .listing = listing(20, {"all"}, "not")}));
    CHECK(all(*subject, {"all"}) == "a@10:kept");
}

TEST_CASE("an erased stream is in no list", "[lists]") {
    const auto subject = each_subject();
    finish(*subject, "a", listing(10, {"all"}, ""));
    finish(*subject, "b", listing(20, {"all"}, ""));
    subject->erase("a");
    CHECK(all(*subject, {"all"}) == "b@20:");
    CHECK(enlist(*subject, "a", listing(10, {"all"}, "")));
    CHECK(all(*subject, {"all"}) == "b@20:");
    finish(*subject, "a", std::nullopt);
    CHECK(all(*subject, {"all"}) == "b@20:");
    CHECK(unlisted(*subject, "", 10) == List{"a"});
}

TEST_CASE("finished streams without a listing are found by prefix, and enlisted without an event",
          "[lists]") {
    const auto subject = each_subject();
    for (const auto* stream : {"table:3", "table:1", "table:2", "player:1", "table;"}) {
        finish(*subject, stream, std::nullopt);
    }
    finish(*subject, "table:listed", listing(5, {"all"}, "listed"));
    finish(*subject, "table:in none", listing(6, {}, ""));
    REQUIRE(append(*subject, subject->log(), {.stream = "table:live", .events = {"x"}}));
    CHECK(unlisted(*subject, "table:", 10) == List{"table:1", "table:2", "table:3"});
    CHECK(unlisted(*subject, "table:", 2) == List{"table:1", "table:2"});
    CHECK(unlisted(*subject, "table:", 0).empty());
    CHECK(unlisted(*subject, "nothing", 10).empty());

    CHECK(enlist(*subject, "table:2", listing(7, {"all"}, "second")));
    CHECK(enlist(*subject, "table:3", listing(8, {}, "")));
    CHECK(unlisted(*subject, "table:", 10) == List{"table:1"});
    CHECK(all(*subject, {"all"}) == "table:2@7:second table:listed@5:listed");
    CHECK(text_of(read(*subject, subject->log(), "table:2", 0)) == "1:x");
}

TEST_CASE("what an append said of a stream is not overwritten, and no live stream is enlisted",
          "[lists]") {
    const auto subject = each_subject();
    finish(*subject, "a", std::nullopt);
    REQUIRE(unlisted(*subject, "", 10) == List{"a"});
    REQUIRE(append(*subject, subject->other(),
                   {.stream = "a",
                    .after = 1,
                    .events = {"y"},
                    .live = false,
                    .listing = listing(9, {"all"}, "by an append")}));
    CHECK(enlist(*subject, "a", listing(1, {"all", "old"}, "too late")));
    CHECK(all(*subject, {"all"}) == "a@9:by an append");
    CHECK(all(*subject, {"old"}).empty());

    finish(*subject, "b", std::nullopt);
    REQUIRE(append(*subject, subject->other(), {.stream = "b", .after = 1, .events = {"y"}}));
    CHECK(enlist(*subject, "b", listing(1, {"all"}, "it goes on")));
    CHECK(enlist(*subject, "unknown", listing(1, {"all"}, "there is none")));
    CHECK(all(*subject, {"all"}) == "a@9:by an append");
}

TEST_CASE("lists that were dropped are found unlisted and made anew", "[lists]") {
    const auto subject = each_subject();
    const std::map<std::string, Listing> listings = {{"a", listing(10, {"all"}, "first")},
                                                     {"b", listing(20, {"all", "mine"}, "second")},
                                                     {"c", listing(30, {}, "")}};
    for (const auto& [stream, each] : listings) finish(*subject, stream, each);
    const auto before = all(*subject, {"all"});
    subject->drop_lists();
    CHECK(all(*subject, {"all"}).empty());
    CHECK(unlisted(*subject, "", 10) == List{"a", "b", "c"});
    for (const auto& [stream, each] : listings) CHECK(enlist(*subject, stream, each));
    CHECK(all(*subject, {"all"}) == before);
    CHECK(all(*subject, {"mine"}) == "b@20:second");
    CHECK(unlisted(*subject, "", 10).empty());
}

TEST_CASE("a list that is asked for in an append's completion has its entry", "[lists]") {
    const auto subject = each_subject();
    auto& log = subject->log();
    std::vector<std::string> seen;
    for (int i = 0; i < 50; ++i) {
        const std::string tag = std::to_string(i);
        log.append({.stream = tag, .events = {"x"}, .listing = listing(i, {tag}, "")},
                   [&, tag](Appended got) {
                       REQUIRE(got);
                       log.list({.tags = {tag}, .limit = 1},
                                [&](Entries entries) { seen.push_back(text_of(entries)); });
                   });
    }
    REQUIRE(subject->run_until([&] { return seen.size() == 50; }));
    for (std::size_t i = 0; i < seen.size(); ++i) {
        CHECK(seen[i] == std::to_string(i) + "@" + std::to_string(i) + ":");
    }
}

TEST_CASE("random listings are listed as a sorted set of them says", "[lists][property]") {
    const auto subject = each_subject();
    const auto seed = GENERATE(take(3, random(1u, 4'000'000'000u)));
    INFO("seed " << seed);
    std::mt19937 random(seed);
    const auto pick = [&](int below) { return static_cast<std::int64_t>(random()) % below; };

    std::map<std::string, Listing> model;
    std::map<std::string, std::uint64_t> last;
    for (int step = 0; step < 100; ++step) {
        const std::string stream = "s" + std::to_string(pick(25));
        List tags;
        for (const auto* tag : {"a", "b", "c"}) {
            if (pick(2) == 0) tags.emplace_back(tag);
        }
        model[stream] = listing(pick(10), tags, std::to_string(step));
        auto& log = pick(2) == 0 ? subject->log() : subject->other();
        const auto seq = append(
            *subject, log,
            {.stream = stream, .after = last[stream], .events = {"x"}, .listing = model[stream]});
        REQUIRE(seq);
        last[stream] = *seq;
    }
    for (int query = 0; query < 60; ++query) {
        ListQuery asked{.tags = {}, .limit = 1 + random() % 30};
        for (const auto* tag : {"c", "a", "b"}) {
            if (asked.tags.empty() || pick(2) == 0) asked.tags.emplace_back(tag);
        }
        if (pick(2) == 0) asked.from_ms = pick(10);
        if (pick(2) == 0) asked.until_ms = pick(10);
        if (pick(2) == 0) asked.after = ListPlace{pick(10), "s" + std::to_string(pick(25))};

        std::vector<ListEntry> expected;
        for (const auto& [stream, each] : model) {
            const auto& tags = each.tags;
            const bool is_in = std::all_of(asked.tags.begin(), asked.tags.end(), [&](auto& tag) {
                return std::count(tags.begin(), tags.end(), tag) > 0;
            });
            const ListPlace place{each.at_ms, stream};
            if (is_in && each.at_ms >= asked.from_ms.value_or(0) &&
                each.at_ms < asked.until_ms.value_or(10) && (!asked.after || place < *asked.after))
                expected.push_back({stream, each.at_ms, each.summary});
        }
        std::sort(expected.begin(), expected.end(), [](const auto& left, const auto& right) {
            return std::tie(left.at_ms, left.stream) > std::tie(right.at_ms, right.stream);
        });
        expected.resize(std::min(expected.size(), asked.limit));
        CHECK(text_of(list(*subject, subject->other(), asked)) == text_of(Entries(expected)));
    }
}

}  // namespace morris::test
