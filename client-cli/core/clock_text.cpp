#include "client-cli/core/clock_text.hpp"

#include <algorithm>
#include <charconv>

#include "client-cli/core/text.hpp"
#include "shared/protocol/limits.hpp"

namespace morris::client {
namespace {

using namespace std::chrono_literals;
using Millis = std::chrono::milliseconds;

constexpr std::int64_t second_ms = 1'000;
constexpr std::int64_t minute_ms = 60 * second_ms;
constexpr std::size_t most_digits = 6;  // far beyond every range, far within an int64

std::string two_digits(std::int64_t value) {
    return (value < 10 ? "0" : "") + std::to_string(value);
}

std::optional<std::int64_t> number(std::string_view text) {
    if (text.empty() || text.size() > most_digits) return std::nullopt;
    std::int64_t value = 0;
    const auto parsed = std::from_chars(text.data(), text.data() + text.size(), value);
    if (parsed.ec != std::errc() || parsed.ptr != text.data() + text.size() || value < 0) {
        return std::nullopt;
    }
    return value;
}

// "90s", "0:30" or "5", which are minutes.
std::optional<std::int64_t> base_of(std::string_view text) {
    if (text.ends_with('s')) {
        const auto seconds = number(text.substr(0, text.size() - 1));
        return seconds ? std::optional(*seconds * second_ms) : std::nullopt;
    }
    const std::size_t colon = text.find(':');
    const auto minutes = number(text.substr(0, colon));
    if (!minutes) return std::nullopt;
    if (colon == std::string_view::npos) return *minutes * minute_ms;
    const std::string_view rest = text.substr(colon + 1);
    const auto seconds = number(rest);
    if (!seconds || rest.size() != 2 || *seconds >= 60) return std::nullopt;
    return *minutes * minute_ms + *seconds * second_ms;
}

std::optional<std::int64_t> increment_of(std::string_view text) {
    if (text.ends_with('s')) text.remove_suffix(1);
    const auto seconds = number(text);
    return seconds ? std::optional(*seconds * second_ms) : std::nullopt;
}

// "300", or "0.5" for the half of one.
std::string seconds_text(std::int64_t ms) {
    std::string text = std::to_string(ms / second_ms);
    if (ms % second_ms == 0) return text;
    text += "." + std::to_string(second_ms + ms % second_ms).substr(1);
    while (text.back() == '0') text.pop_back();
    return text;
}

std::string time_text_of(std::int64_t ms) {
    const std::int64_t seconds = ms / second_ms;
    const std::int64_t minutes = seconds / 60;
    const std::string rest = ":" + two_digits(seconds % 60);
    if (minutes < 60) return std::to_string(minutes) + rest;
    return std::to_string(minutes / 60) + ":" + two_digits(minutes % 60) + rest;
}

}  // namespace

std::string time_text(Millis time) {
    return time_text_of(time.count());
}

std::string clock_time_text(Millis time) {
    if (time >= 10s) return time_text(time);
    const std::int64_t tenths = time.count() / 100;
    return std::to_string(tenths / 10) + "." + std::to_string(tenths % 10);
}

std::string clock_terms_text(const protocol::ClockTerms& terms) {
    const std::string base = terms.base_ms % minute_ms == 0
                                 ? std::to_string(terms.base_ms / minute_ms)
                                 : std::to_string(terms.base_ms / second_ms) + "s";
    return base + "+" + std::to_string(terms.increment_ms / second_ms);
}

std::string record_clock_text(const protocol::ClockTerms& terms) {
    return seconds_text(terms.base_ms) + "+" + seconds_text(terms.increment_ms);
}

std::string clock_of_record(std::string_view text) {
    std::string in_seconds(text);
    in_seconds.insert(std::min(in_seconds.find('+'), in_seconds.size()), "s");
    const auto clock = parse_clock(in_seconds);
    // Of parts of seconds, and of times that no server gives, as it stands there.
    return clock && *clock ? clock_terms_text(**clock) : in_seconds;
}

Result<std::optional<protocol::ClockTerms>, std::string> parse_clock(std::string_view typed) {
    const std::string text = lower(trimmed(typed));
    if (text == "none") return std::optional<protocol::ClockTerms>();
    const std::size_t plus = text.find('+');
    const auto base = base_of(std::string_view(text).substr(0, plus));
    const auto increment = plus == std::string::npos
                               ? std::nullopt
                               : increment_of(std::string_view(text).substr(plus + 1));
    if (!base || !increment) {
        return Failure<std::string>(
            "A clock is written as minutes+seconds, such as 5+3: so long for the whole game, and "
            "so much more after each move. 90s+0 and 0:30+0 are in seconds; none is no clock.");
    }
    if (*base < static_cast<std::int64_t>(protocol::min_base_ms) ||
        *base > static_cast<std::int64_t>(protocol::max_base_ms)) {
        return Failure<std::string>("A clock has from one second (1s+0) to three hours (180+0).");
    }
    if (*increment > static_cast<std::int64_t>(protocol::max_increment_ms)) {
        return Failure<std::string>("After a move at most three hours can be added (5+10800).");
    }
    return std::optional<protocol::ClockTerms>({*base, *increment});
}

}  // namespace morris::client
