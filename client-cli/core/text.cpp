#include "client-cli/core/text.hpp"

#include <algorithm>
#include <array>
#include <cstdint>

namespace morris::client {
namespace {

struct Scalar {
    char32_t value = 0;  // 0: not UTF-8
    std::size_t size = 1;
};

Scalar scalar_at(std::string_view text, std::size_t at) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    const unsigned char first = byte(at);
    if (first < 0x80) return {first, 1};
    const std::size_t size = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
    if (first < 0xC2 || first > 0xF4 || at + size > text.size()) return {0, 1};
    char32_t value = first & (0xFFU >> (size + 1));
    for (std::size_t i = 1; i < size; ++i) {
        if ((byte(at + i) & 0xC0U) != 0x80U) return {0, 1};
        value = (value << 6U) | (byte(at + i) & 0x3FU);
    }
    constexpr std::array<char32_t, 5> least = {0, 0, 0x80, 0x800, 0x10000};
    const bool surrogate = value >= 0xD800 && value <= 0xDFFF;
    if (value < least[size] || surrogate || value > 0x10FFFF) return {0, 1};
    return {value, size};
}

struct Range {
    char32_t first;
    char32_t last;
};

template <std::size_t size>
bool within(const std::array<Range, size>& ranges, char32_t value) {
    return std::any_of(ranges.begin(), ranges.end(), [value](const Range& range) {
        return value >= range.first && value <= range.last;
    });
}

// Controls, line separators, marks of direction and other characters without a look of their own.
bool steers(char32_t value) {
    constexpr std::array<Range, 8> ranges = {{{0x00, 0x1F},
                                              {0x7F, 0x9F},
                                              {0x061C, 0x061C},
                                              {0x200B, 0x200F},
                                              {0x2028, 0x202E},
                                              {0x2060, 0x206F},
                                              {0xFEFF, 0xFEFF},
                                              {0xE0000, 0xE0FFF}}};
    return within(ranges, value);
}

std::size_t columns_of(char32_t value) {
    constexpr std::array<Range, 4> combining = {
        {{0x0300, 0x036F}, {0x1AB0, 0x1AFF}, {0x20D0, 0x20FF}, {0xFE00, 0xFE0F}}};
    constexpr std::array<Range, 7> wide = {{{0x1100, 0x115F},
                                            {0x2E80, 0xA4CF},
                                            {0xAC00, 0xD7A3},
                                            {0xF900, 0xFAFF},
                                            {0xFF00, 0xFF60},
                                            {0x1F300, 0x1FAFF},
                                            {0x20000, 0x3FFFD}}};
    if (within(combining, value)) return 0;
    return within(wide, value) ? 2 : 1;
}

}  // namespace

std::string clean(std::string_view text, bool unicode) {
    std::string result;
    for (std::size_t at = 0; at < text.size();) {
        const Scalar scalar = scalar_at(text, at);
        const bool shown = scalar.value != 0 && !steers(scalar.value);
        if (shown && (unicode || scalar.value < 0x80)) {
            result += text.substr(at, scalar.size);
        } else {
            result += '?';
        }
        at += scalar.size;
    }
    return result;
}

std::size_t columns(std::string_view text) {
    std::size_t count = 0;
    for (std::size_t at = 0; at < text.size();) {
        const Scalar scalar = scalar_at(text, at);
        count += columns_of(scalar.value);
        at += scalar.size;
    }
    return count;
}

std::string fit(std::string_view text, std::size_t width) {
    if (columns(text) <= width) return std::string(text);
    constexpr std::string_view dots = "...";
    std::size_t used = dots.size();
    std::string result;
    for (std::size_t at = 0; at < text.size();) {
        const Scalar scalar = scalar_at(text, at);
        used += columns_of(scalar.value);
        if (used > width) break;
        result += text.substr(at, scalar.size);
        at += scalar.size;
    }
    return result.append(dots);
}

std::vector<std::string> wrap(std::string_view text, std::size_t width) {
    std::vector<std::string> lines(1);
    while (!text.empty()) {
        const std::size_t end = std::min(text.find(' '), text.size());
        const std::string_view word = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        if (word.empty()) continue;
        std::string& line = lines.back();
        if (line.empty()) {
            line = word;
        } else if (columns(line) + 1 + columns(word) <= width) {
            line.append(" ").append(word);
        } else {
            lines.emplace_back(word);
        }
    }
    return lines;
}

std::string paragraph(std::string_view text, const Style& style) {
    if (text.empty()) return "";
    std::string lines;
    for (const std::string& line : wrap(text, std::min(style.width, longest_sentence))) {
        lines += line + "\n";
    }
    return lines;
}

std::string broken(std::string_view lines, std::size_t width) {
    std::string text;
    while (!lines.empty()) {
        const std::size_t end = std::min(lines.find('\n'), lines.size());
        const std::string_view line = lines.substr(0, end);
        lines.remove_prefix(std::min(end + 1, lines.size()));
        if (columns(line) <= width || line.find('\x1b') != std::string_view::npos) {
            text.append(line).append("\n");
            continue;
        }
        const std::string blanks(std::min(line.find_first_not_of(' '), width / 2), ' ');
        for (const std::string& part : wrap(line, width - blanks.size())) {
            text += blanks + part + "\n";
        }
    }
    return text;
}

std::string_view trimmed(std::string_view text) {
    constexpr std::string_view blanks = " \t\r\n\v\f";
    const std::size_t first = text.find_first_not_of(blanks);
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

std::string lower(std::string_view text) {
    std::string result(text);
    for (char& letter : result) {
        if (letter >= 'A' && letter <= 'Z') letter = static_cast<char>(letter - 'A' + 'a');
    }
    return result;
}

std::string listed(const std::vector<std::string>& items, std::string_view last_word) {
    std::string text;
    for (std::size_t i = 0; i < items.size(); ++i) {
        if (i > 0) {
            text += i + 1 == items.size() ? " " + std::string(last_word) + " " : std::string(", ");
        }
        text += items[i];
    }
    return text;
}

std::string plies_text(std::size_t count) {
    return std::to_string(count) + (count == 1 ? " ply" : " plies");
}

}  // namespace morris::client
