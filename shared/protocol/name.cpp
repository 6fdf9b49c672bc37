#include "shared/protocol/name.hpp"

#include <utf8proc.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <memory>
#include <optional>
#include <vector>

#include "shared/protocol/limits.hpp"

namespace morris::protocol {

namespace {

using CodePoint = utf8proc_int32_t;

// nullopt: not UTF-8.
std::optional<std::string> mapped(std::string_view text, int how) {
    utf8proc_uint8_t* raw = nullptr;
    const auto length = utf8proc_map(reinterpret_cast<const utf8proc_uint8_t*>(text.data()),
                                     static_cast<utf8proc_ssize_t>(text.size()), &raw,
                                     static_cast<utf8proc_option_t>(how | UTF8PROC_STABLE));
    const std::unique_ptr<utf8proc_uint8_t, decltype(&std::free)> owner(raw, &std::free);
    if (length < 0) return std::nullopt;
    return std::string(reinterpret_cast<const char*>(raw), static_cast<std::size_t>(length));
}

// @pre UTF-8
std::vector<CodePoint> code_points(std::string_view text) {
    std::vector<CodePoint> points;
    const auto* bytes = reinterpret_cast<const utf8proc_uint8_t*>(text.data());
    auto left = static_cast<utf8proc_ssize_t>(text.size());
    while (left > 0) {
        CodePoint point = 0;
        const auto step = utf8proc_iterate(bytes, left, &point);
        if (step <= 0) break;
        points.push_back(point);
        bytes += step;
        left -= step;
    }
    return points;
}

std::string utf8(const std::vector<CodePoint>& points) {
    std::string text;
    for (CodePoint point : points) {
        std::array<utf8proc_uint8_t, 4> bytes{};
        const auto size = utf8proc_encode_char(point, bytes.data());
        text.append(reinterpret_cast<const char*>(bytes.data()), static_cast<std::size_t>(size));
    }
    return text;
}

bool is_space(CodePoint point) {
    return utf8proc_category(point) == UTF8PROC_CATEGORY_ZS;
}

bool is_mark(CodePoint point) {
    const auto category = utf8proc_category(point);
    return category == UTF8PROC_CATEGORY_MN || category == UTF8PROC_CATEGORY_MC ||
           category == UTF8PROC_CATEGORY_ME;
}

// Keyboards put these behind a heart, to ask for its coloured picture.
std::vector<CodePoint> without_variations(std::vector<CodePoint> points) {
    constexpr CodePoint as_text = 0xFE0E;
    constexpr CodePoint as_picture = 0xFE0F;
    std::erase_if(points, [](CodePoint point) { return point == as_text || point == as_picture; });
    return points;
}

std::vector<CodePoint> trimmed(std::vector<CodePoint> points) {
    while (!points.empty() && is_space(points.back())) points.pop_back();
    auto first = points.begin();
    while (first != points.end() && is_space(*first)) ++first;
    points.erase(points.begin(), first);
    return points;
}

// nullptr: it may stand in a name.
const char* refusal(CodePoint point) {
    // Symbols by category that show nothing, or stand for something that is not there.
    constexpr std::array blanks{0x2800, 0x1D159, 0xFFFC};
    switch (utf8proc_category(point)) {
        case UTF8PROC_CATEGORY_CC:
            return "a control character";
        case UTF8PROC_CATEGORY_CF:
            return "an invisible character";
        case UTF8PROC_CATEGORY_ZL:
        case UTF8PROC_CATEGORY_ZP:
            return "a line separator";
        case UTF8PROC_CATEGORY_CO:
            return "a character for private use";
        case UTF8PROC_CATEGORY_CN:
        case UTF8PROC_CATEGORY_CS:
            return "not a character";
        default:
            break;
    }
    const bool is_blank = std::find(blanks.begin(), blanks.end(), point) != blanks.end();
    if (utf8proc_get_property(point)->ignorable || is_blank) {
        return "an invisible character";
    }
    return nullptr;
}

// As it reads, whether in capitals or in letters of another width.
std::string as_read(std::string_view name) {
    return mapped(name, UTF8PROC_COMPOSE | UTF8PROC_COMPAT | UTF8PROC_CASEFOLD).value_or("");
}

// "Anna #7h3k" is how one of two players called Anna is shown.
bool ends_like_a_mark(std::string_view read) {
    constexpr std::size_t mark_length = 4;
    const std::size_t sign = read.rfind('#');
    if (sign == std::string_view::npos) return false;
    const std::string_view mark = read.substr(sign + 1);
    return mark.size() == mark_length && std::all_of(mark.begin(), mark.end(), [](char each) {
               return (each >= '0' && each <= '9') || (each >= 'a' && each <= 'z');
           });
}

// "Computer (Club)" and "computer, club" are how the computer player is shown.
bool reads_like_the_computer(std::string_view read) {
    constexpr std::string_view word = "computer";
    if (!read.starts_with(word)) return false;
    const std::size_t next = read.find_first_not_of(' ', word.size());
    return next == std::string_view::npos || read[next] == ',' || read[next] == '(';
}

// U+200B, as standards write it.
std::string code_point_name(CodePoint point) {
    constexpr std::string_view digits = "0123456789ABCDEF";
    constexpr std::size_t least_digits = 4;
    std::string hex;
    for (auto rest = static_cast<std::size_t>(point); rest > 0; rest /= digits.size()) {
        hex.insert(hex.begin(), digits[rest % digits.size()]);
    }
    if (hex.size() < least_digits) hex.insert(0, least_digits - hex.size(), '0');
    return "U+" + hex;
}

Failure<std::string> refused(const std::string& what) {
    return Failure<std::string>("The name " + what + "; it has to be 1 to " +
                                std::to_string(max_name_code_points) +
                                " visible characters, spaces at the ends not counted.");
}

}  // namespace

Result<std::string, std::string> checked_name(std::string_view text) {
    const auto normal = mapped(text, UTF8PROC_COMPOSE);
    if (!normal) return refused("is not UTF-8");
    const std::vector<CodePoint> points = trimmed(without_variations(code_points(*normal)));
    if (points.empty()) return refused("is empty");
    for (CodePoint point : points) {
        if (const char* why = refusal(point)) {
            return refused("has " + code_point_name(point) + " in it, " + why);
        }
    }
    if (is_mark(points.front())) {
        return refused("begins with " + code_point_name(points.front()) +
                       ", a mark that belongs on a character before it");
    }
    if (points.size() > max_name_code_points) {
        return refused("is " + std::to_string(points.size()) + " characters long");
    }
    std::string name = utf8(points);
    const std::string read = as_read(name);
    if (ends_like_a_mark(read)) {
        return Failure<std::string>(
            "The name ends like the mark that tells players of one name apart; leave out the #.");
    }
    if (reads_like_the_computer(read)) {
        return Failure<std::string>(
            "The name reads like the computer player's; it has to be another.");
    }
    return name;
}

}  // namespace morris::protocol
