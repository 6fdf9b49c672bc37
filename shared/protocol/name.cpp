#include "shared/protocol/name.hpp"

#include <utf8proc.h>

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
std::optional<std::string> composed(std::string_view text) {
    utf8proc_uint8_t* raw = nullptr;
    const auto length =
        utf8proc_map(reinterpret_cast<const utf8proc_uint8_t*>(text.data()),
                     static_cast<utf8proc_ssize_t>(text.size()), &raw,
                     static_cast<utf8proc_option_t>(UTF8PROC_STABLE | UTF8PROC_COMPOSE));
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

std::vector<CodePoint> trimmed(std::vector<CodePoint> points) {
    while (!points.empty() && is_space(points.back())) points.pop_back();
    auto first = points.begin();
    while (first != points.end() && is_space(*first)) ++first;
    points.erase(points.begin(), first);
    return points;
}

// nullptr: it may stand in a name.
const char* refusal(CodePoint point) {
    constexpr CodePoint braille_blank = 0x2800;  // a symbol by category, but shows nothing
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
    if (utf8proc_get_property(point)->ignorable || point == braille_blank) {
        return "an invisible character";
    }
    return nullptr;
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
    const auto normal = composed(text);
    if (!normal) return refused("is not UTF-8");
    const std::vector<CodePoint> points = trimmed(code_points(*normal));
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
    return utf8(points);
}

}  // namespace morris::protocol
