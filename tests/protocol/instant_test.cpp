#include "shared/protocol/instant.hpp"

#include "tests/support/catch.hpp"
#include "tests/support/random.hpp"

namespace morris::test {

namespace {

using namespace morris::protocol;
using namespace std::chrono;

TEST_CASE("instants are written in UTC with milliseconds", "[protocol]") {
    CHECK(to_text(Instant{}) == "1970-01-01T00:00:00.000Z");
    CHECK(to_text(Instant{milliseconds{1}}) == "1970-01-01T00:00:00.001Z");
    CHECK(to_text(Instant{milliseconds{-1}}) == "1969-12-31T23:59:59.999Z");
    CHECK(to_text(Instant{milliseconds{1'796'037'753'444}}) == "2026-11-30T11:22:33.444Z");
    CHECK(to_text(sys_days{2024y / February / 29} + 23h + 59min + 59s) ==
          "2024-02-29T23:59:59.000Z");
}

TEST_CASE("every instant of ten thousand years is read as it was written", "[protocol]") {
    const Instant first = sys_days{0y / January / 1};
    const Instant last = Instant{sys_days{10000y / January / 1}} - milliseconds{1};
    CHECK(to_text(first) == "0000-01-01T00:00:00.000Z");
    CHECK(to_text(last) == "9999-12-31T23:59:59.999Z");
    Random random(1);
    const auto span = static_cast<std::uint64_t>((last - first).count());
    for (int i = 0; i < 10'000; ++i) {
        const Instant instant = first + milliseconds{random.next() % span};
        INFO(to_text(instant));
        REQUIRE(parse_instant(to_text(instant)) == instant);
    }
    CHECK(parse_instant(to_text(first)) == first);
    CHECK(parse_instant(to_text(last)) == last);
}

TEST_CASE("instants beyond four digits of a year are held within", "[protocol]") {
    CHECK(to_text(Instant::max()) == "9999-12-31T23:59:59.999Z");
    CHECK(to_text(Instant::min()) == "0000-01-01T00:00:00.000Z");
}

TEST_CASE("nothing else is an instant", "[protocol]") {
    for (const char* text : {"",
                             "now",
                             "2026-11-30",
                             "2026-11-30T11:22:33Z",
                             "2026-11-30T11:22:33.444",
                             "2026-11-30T11:22:33.44Z",
                             "2026-11-30T11:22:33.4444Z",
                             "2026-11-30 11:22:33.444Z",
                             "2026-11-30T11:22:33,444Z",
                             "2026-11-30T11:22:33.444+00:00",
                             "2026-13-30T11:22:33.444Z",
                             "2026-00-30T11:22:33.444Z",
                             "2026-11-31T11:22:33.444Z",
                             "2026-02-29T11:22:33.444Z",
                             "2026-11-00T11:22:33.444Z",
                             "2026-11-30T24:00:00.000Z",
                             "2026-11-30T11:60:33.444Z",
                             "2026-11-30T11:22:60.444Z",
                             "-026-11-30T11:22:33.444Z",
                             "2026-11-30T11:22:33.444z",
                             " 2026-11-30T11:22:33.444Z",
                             "2026-11-30T11:22:33.444Z "}) {
        INFO(text);
        CHECK_FALSE(parse_instant(text));
    }
}

TEST_CASE("every day of four centuries is read as it was written", "[protocol]") {
    const Date first = sys_days{1800y / January / 1};
    const Date last = sys_days{2200y / January / 1};
    for (Date day = first; day < last; day += days{1}) {
        REQUIRE(parse_date(to_text(day)) == day);
        REQUIRE(to_text(Instant(day)) == to_text(day) + "T00:00:00.000Z");
    }
    CHECK(to_text(Date{sys_days{2026y / November / 30}}) == "2026-11-30");
    CHECK(parse_date("0000-01-01"));
    CHECK(parse_date("9999-12-31"));
}

TEST_CASE("what the calendar has not, and what is no day alone, is refused", "[protocol]") {
    // Of all that has the form of a day exactly the days of a year are days.
    for (const auto& [year, length] : {std::pair("2026", 365), std::pair("2028", 366),
                                       std::pair("2100", 365), std::pair("2000", 366)}) {
        int days_in_year = 0;
        for (int number = 0; number < 10'000; ++number) {
            std::string digits = std::to_string(10'000 + number).substr(1);
            const std::string text =
                std::string(year) + '-' + digits.substr(0, 2) + '-' + digits.substr(2);
            if (parse_date(text)) ++days_in_year;
        }
        CHECK(days_in_year == length);
    }
    for (const char* text : {"", "2026-11-3", "2026-11-030", "2026/11/30", " 2026-11-30",
                             "2026-11-30T11:22:33.444Z", "-026-11-30", "+026-11-30"}) {
        INFO(text);
        CHECK_FALSE(parse_date(text));
    }
}

}  // namespace

}  // namespace morris::test
