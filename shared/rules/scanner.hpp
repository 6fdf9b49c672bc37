// Reads a text from front to back and remembers where it is, so that a parser can say where it
// went wrong. Private to the parsers of this folder.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "shared/rules/notation.hpp"

namespace morris {

class Scanner {
public:
    explicit Scanner(std::string_view text) : text_(text) {}

    std::size_t offset() const { return offset_; }
    bool at_end() const { return offset_ == text_.size(); }
    std::string_view rest() const { return text_.substr(offset_); }

    // Steps over `expected` if it comes next.
    bool skip(std::string_view expected) {
        if (!rest().starts_with(expected)) return false;
        offset_ += expected.size();
        return true;
    }

    // Up to `count` characters, whatever they are.
    std::string_view take(std::size_t count) {
        const std::string_view taken = rest().substr(0, count);
        offset_ += taken.size();
        return taken;
    }

    // A decimal number up to `largest`, without leading zeros; nullopt, and stays where it is, if
    // there is none.
    std::optional<std::uint32_t> number(std::uint32_t largest) {
        std::uint32_t value = 0;
        std::size_t end = offset_;
        const std::string_view digits = rest();
        if (digits.size() > 1 && digits[0] == '0' && digits[1] >= '0' && digits[1] <= '9') {
            return std::nullopt;
        }
        for (; end < text_.size() && text_[end] >= '0' && text_[end] <= '9'; ++end) {
            const auto digit = static_cast<std::uint32_t>(text_[end] - '0');
            if (value > (largest - std::min(digit, largest)) / 10) return std::nullopt;
            value = value * 10 + digit;
        }
        if (end == offset_ || value > largest) return std::nullopt;
        offset_ = end;
        return value;
    }

    Failure<ParseError> failure(std::string message) const {
        return Failure<ParseError>{ParseError{.offset = offset_, .message = std::move(message)}};
    }

private:
    std::string_view text_;
    std::size_t offset_ = 0;
};

}  // namespace morris
