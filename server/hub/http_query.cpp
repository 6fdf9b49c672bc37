#include "server/hub/http_query.hpp"

#include <algorithm>
#include <charconv>
#include <cstdint>

namespace morris {
namespace {

std::optional<std::string> decoded(std::string_view text) {
    std::string out;
    while (!text.empty()) {
        const char first = text.front();
        text.remove_prefix(1);
        if (first != '%') {
            out.push_back(first == '+' ? ' ' : first);
            continue;
        }
        const std::string_view digits = text.substr(0, 2);
        std::uint8_t byte = 0;
        const auto end = digits.data() + digits.size();
        const auto [read, error] = std::from_chars(digits.data(), end, byte, 16);
        if (error != std::errc() || read != end || digits.size() < 2) return std::nullopt;
        out.push_back(static_cast<char>(byte));
        text.remove_prefix(2);
    }
    return out;
}

}  // namespace

std::optional<HttpQuery> query_of(std::string_view target) {
    HttpQuery query;
    const std::size_t mark = std::min(target.find('?'), target.size());
    std::string_view rest = target.substr(std::min(mark + 1, target.size()));
    while (!rest.empty()) {
        const std::string_view field = rest.substr(0, rest.find('&'));
        rest.remove_prefix(std::min(field.size() + 1, rest.size()));
        const std::size_t equals = std::min(field.find('='), field.size());
        auto name = decoded(field.substr(0, equals));
        auto value = decoded(field.substr(std::min(equals + 1, field.size())));
        if (!name || !value) return std::nullopt;
        if (!value->empty()) query.emplace_back(*std::move(name), *std::move(value));
    }
    return query;
}

}  // namespace morris
