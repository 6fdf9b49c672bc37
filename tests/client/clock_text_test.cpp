#include "client-cli/core/clock_text.hpp"

#include "shared/protocol/limits.hpp"
#include "tests/support/catch.hpp"

using namespace morris;
using namespace morris::client;
using namespace std::chrono_literals;
using protocol::ClockTerms;

TEST_CASE("clocks are read as people write them", "[client][clock]") {
    const auto read = [](std::string_view text) {
        const auto clock = parse_clock(text);
        return clock && *clock ? **clock : ClockTerms{};
    };
    CHECK(read("5+3") == ClockTerms{300'000, 3'000});
    CHECK(read(" 90S+0 ") == ClockTerms{90'000, 0});
    CHECK(read("0:30+0") == ClockTerms{30'000, 0});
    CHECK(read("1:05+2s") == ClockTerms{65'000, 2'000});
    CHECK(read("180+10800") == ClockTerms{10'800'000, 10'800'000});
    const auto none = parse_clock("none");
    REQUIRE(none);
    CHECK_FALSE(*none);
}

TEST_CASE("what is no clock is refused with a sentence", "[client][clock]") {
    for (const std::string_view text :
         {"", "5", "+", "5+", "+3", "5+3+1", "a+1", "-5+3", "5+-3", "5.5+0", "1:5+0", "1:60+0",
          "0+0", "0s+5", "181+0", "10801s+0", "5+10801", "99999999999999999999+0", "5 + 3"}) {
        INFO(text);
        const auto clock = parse_clock(text);
        REQUIRE_FALSE(clock);
        CHECK(clock.error().ends_with("."));
    }
}

TEST_CASE("every clock is read again as it is written", "[client][clock]") {
    for (std::int64_t base = 1'000; base <= 10'800'000; base += 7'000) {
        for (const std::int64_t increment : {0, 1'000, 59'000, 10'800'000}) {
            const ClockTerms terms{base, increment};
            const auto again = parse_clock(clock_terms_text(terms));
            REQUIRE(again);
            CHECK(*again == terms);
        }
    }
}

TEST_CASE("a clock in a game's text is in seconds, and shown as people write it",
          "[client][clock]") {
    CHECK(record_clock_text({300'000, 3'000}) == "300+3");
    CHECK(record_clock_text({1'500, 40}) == "1.5+0.04");
    CHECK(clock_of_record("1.5+0.04") == "1.5s+0.04");
    for (std::int64_t base = 1'000; base <= 10'800'000; base += 7'000) {
        const ClockTerms terms{base, base % 60'000};
        CHECK(clock_of_record(record_clock_text(terms)) == clock_terms_text(terms));
    }
}

TEST_CASE("times are shown in the units that matter", "[client][clock]") {
    CHECK(time_text(0ms) == "0:00");
    CHECK(time_text(59'999ms) == "0:59");
    CHECK(time_text(272s) == "4:32");
    CHECK(time_text(7'509s) == "2:05:09");
    CHECK(clock_time_text(10s) == "0:10");
    CHECK(clock_time_text(9'999ms) == "9.9");
    CHECK(clock_time_text(40ms) == "0.0");
}
