#include "shared/protocol/instant.hpp"

#include <algorithm>
#include <cstdint>

namespace morris::protocol {

namespace {

using namespace std::chrono;

constexpr std::string_view shape = "0000-00-00T00:00:00.000Z";
constexpr std::string_view day_shape = shape.substr(0, 10);

constexpr Instant first_instant = sys_days{year{0} / January / 1};
constexpr Instant last_instant = sys_days{year{10000} / January / 1} - milliseconds{1};

bool has_shape(std::string_view text, std::string_view expected) {
    return std::equal(text.begin(), text.end(), expected.begin(), expected.end(),
                      [](char c, char s) { return s == '0' ? '0' <= c && c <= '9' : c == s; });
}

int number(std::string_view digits) {
    int value = 0;
    for (char c : digits) value = value * 10 + (c - '0');
    return value;
}

// Writes `value` into `width` digits from `at` on.
void put(std::string& text, std::size_t at, std::size_t width, std::int64_t value) {
    for (std::size_t i = at + width; i > at; --i, value /= 10) {
        text[i - 1] = static_cast<char>('0' + value % 10);
    }
}

}  // namespace

std::string to_text(Instant instant) {
    instant = std::clamp(instant, first_instant, last_instant);
    const sys_days day = floor<days>(instant);
    const year_month_day date{day};
    const hh_mm_ss time{instant - day};
    std::string text(shape);
    put(text, 0, 4, static_cast<int>(date.year()));
    put(text, 5, 2, static_cast<unsigned>(date.month()));
    put(text, 8, 2, static_cast<unsigned>(date.day()));
    put(text, 11, 2, time.hours().count());
    put(text, 14, 2, time.minutes().count());
    put(text, 17, 2, time.seconds().count());
    put(text, 20, 3, time.subseconds().count());
    return text;
}

std::string to_text(Date day) {
    return to_text(Instant(day)).substr(0, day_shape.size());
}

std::optional<Instant> parse_instant(std::string_view text) {
    if (!has_shape(text, shape)) return std::nullopt;
    const auto date = parse_date(text.substr(0, day_shape.size()));
    const hours hour{number(text.substr(11, 2))};
    const minutes minute{number(text.substr(14, 2))};
    const seconds second{number(text.substr(17, 2))};
    if (!date || hour >= 24h || minute >= 60min || second >= 60s) return std::nullopt;
    return *date + hour + minute + second + milliseconds{number(text.substr(20, 3))};
}

std::optional<Date> parse_date(std::string_view text) {
    if (!has_shape(text, day_shape)) return std::nullopt;
    const year_month_day date{year{number(text.substr(0, 4))},
                              month{static_cast<unsigned>(number(text.substr(5, 2)))},
                              day{static_cast<unsigned>(number(text.substr(8, 2)))}};
    if (!date.ok()) return std::nullopt;
    return sys_days{date};
}

}  // namespace morris::protocol
