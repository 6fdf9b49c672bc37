#include "server/net/utf8.hpp"

#include <cstdint>
#include <string>

#include "tests/support/catch.hpp"

using morris::net::valid_utf8;

namespace {

std::string encode(std::uint32_t point) {
    const auto byte = [](std::uint32_t value) { return static_cast<char>(value); };
    if (point < 0x80) return {byte(point)};
    if (point < 0x800) return {byte(0xC0 | point >> 6), byte(0x80 | (point & 0x3F))};
    if (point < 0x10000) {
        return {byte(0xE0 | point >> 12), byte(0x80 | (point >> 6 & 0x3F)),
                byte(0x80 | (point & 0x3F))};
    }
    return {byte(0xF0 | point >> 18), byte(0x80 | (point >> 12 & 0x3F)),
            byte(0x80 | (point >> 6 & 0x3F)), byte(0x80 | (point & 0x3F))};
}

}  // namespace

TEST_CASE("every character but the surrogates is UTF-8, and none without its end", "[net]") {
    std::size_t wrong = 0;
    for (std::uint32_t point = 0; point <= 0x110FFF; ++point) {
        const bool character = point <= 0x10FFFF && (point < 0xD800 || point > 0xDFFF);
        const std::string text = encode(point);
        if (valid_utf8(text) != character) ++wrong;
        if (valid_utf8("a" + text + "b") != character) ++wrong;
        if (text.size() > 1 && valid_utf8(text.substr(0, text.size() - 1))) ++wrong;
        if (text.size() > 1 && valid_utf8(text.substr(1))) ++wrong;
    }
    CHECK(wrong == 0);
}

TEST_CASE("two bytes are UTF-8 only as two ASCII characters or one of two bytes", "[net]") {
    for (unsigned first = 0; first < 256; ++first) {
        for (unsigned second = 0; second < 256; ++second) {
            const std::string text{static_cast<char>(first), static_cast<char>(second)};
            const bool ascii = first < 0x80 && second < 0x80;
            const bool pair = first >= 0xC2 && first < 0xE0 && second >= 0x80 && second < 0xC0;
            if (valid_utf8(text) != (ascii || pair)) {
                FAIL("wrong about " << first << " " << second);
            }
        }
    }
}

TEST_CASE("overlong forms are not UTF-8", "[net]") {
    for (const char* text : {"\xC0\x80", "\xC1\xBF", "\xE0\x80\x80", "\xE0\x9F\xBF",
                             "\xF0\x80\x80\x80", "\xF0\x8F\xBF\xBF", "\xF5\x80\x80\x80", "\xFF"}) {
        CHECK_FALSE(valid_utf8(text));
    }
}
