// The query of an address, `?name=value&name=value`, decoded.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace morris {

using HttpQuery = std::vector<std::pair<std::string, std::string>>;

// Without the fields that are empty, as a page's form sends those that nobody filled in. nullopt: a
// `%` is not followed by two hexadecimal digits.
std::optional<HttpQuery> query_of(std::string_view target);

}  // namespace morris
