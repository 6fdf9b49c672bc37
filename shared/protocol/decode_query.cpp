// Requests that come as the query of an address, whose values are all texts.
#include <algorithm>

#include "shared/protocol/http_games.hpp"
#include "shared/protocol/json_out.hpp"

namespace morris::protocol {

namespace {

// A text that is no number is left as it is, and refused as such.
OrderedJson number_or_text(const std::string& text) {
    constexpr std::size_t most_digits = 9;
    const auto is_digit = [](char c) { return '0' <= c && c <= '9'; };
    const bool is_number = !text.empty() && text.size() <= most_digits &&
                           std::all_of(text.begin(), text.end(), is_digit);
    if (!is_number) return text;
    return std::stoul(text);
}

DecodeError twice(const std::string& name) {
    return {ErrorCode::bad_message, std::nullopt, name, '"' + name + "\" is there twice."};
}

}  // namespace

Result<Games, DecodeError> games_of(
    const std::vector<std::pair<std::string, std::string>>& fields) {
    OrderedJson json{{"type", "games"}, {"id", 0}};
    for (const char* name : {"player", "result", "from", "to", "before", "limit"}) {
        for (const auto& [given, value] : fields) {
            if (given != name) continue;
            if (json.contains(name)) return Failure<DecodeError>(twice(name));
            json[name] = given == "limit" ? number_or_text(value) : OrderedJson(value);
        }
    }
    auto request = decode_request(line(json));
    if (!request) return Failure<DecodeError>(request.error());
    return std::get<Games>(std::move(request->body));
}

}  // namespace morris::protocol
