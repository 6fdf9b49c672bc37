#include "shared/protocol/instant.hpp"

#include <algorithm>
#include <cstdio>

namespace morris::protocol {

namespace {

using namespace std::chrono;

constexpr std::string_view shape = "0000-00-00T00:00:00.000Z";

constexpr Instant first_instant = sys_days{year{0} / January / 1};
constexpr Instant last_instant = sys_days{year{10000} / January / 1} - milliseconds{1};

bool has_shape(std::string_view text) {
    return std::equal(text.begin(), text.end(), shape.begin(), shape.end(),
                      [](char c, char s) { return s == '0' ? '0' <= c && c <= '9' : c == s; });
}

int number(std::string_view digits) {
    int value = 0;
    for (char c : digits) value = value * 10 + (c - '0');
    return value;
}

}  // namespace

std::string to_text(Instant instant) {
    instant = std::clamp(instant, first_instant, last_instant);
    const sys_days day = floor<days>(instant);
    const year_month_day date{day};
    const hh_mm_ss time{instant - day};
    // Room for any int in every place, which is what the compiler can know of.
    std::array<char, 96> text{};
    std::snprintf(text.data(), text.size(), "%04d-%02u-%02uT%02d:%02d:%02d.%03dZ",
                  static_cast<int>(date.year()), static_cast<unsigned>(date.month()),
                  static_cast<unsigned>(date.day()), static_cast<int>(time.hours().count()),
                  static_cast<int>(time.minutes().count()),
                  static_cast<int>(time.seconds().count()),
                  static_cast<int>(time.subseconds().count()));
    return text.data();
}

std::optional<Instant> parse_instant(std::string_view text) {
    if (!has_shape(text)) return std::nullopt;
    const year_month_day date{year{number(text.substr(0, 4))},
                              month{static_cast<unsigned>(number(text.substr(5, 2)))},
                              day{static_cast<unsigned>(number(text.substr(8, 2)))}};
    const hours hour{number(text.substr(11, 2))};
    const minutes minute{number(text.substr(14, 2))};
    const seconds second{number(text.substr(17, 2))};
    if (!date.ok() || hour >= 24h || minute >= 60min || second >= 60s) return std::nullopt;
    return sys_days{date} + hour + minute + second + milliseconds{number(text.substr(20, 3))};
}

}  // namespace morris::protocol
