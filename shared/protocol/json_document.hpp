// From a text that anyone may have sent to one JSON object, with every bound checked on the way:
// size, depth and repeated names are refused before anything is built.
#pragma once

#include <nlohmann/json.hpp>

#include "shared/protocol/codec.hpp"

namespace morris::protocol {

using Json = nlohmann::json;

// The text as an object, or why it is none. A name that stands twice in one object is refused
// (bad_message), since two readers could take two different values from it; all else is bad_json.
// The error has the top level `id` whenever it could be read, also from a text
// that breaks off after it.
Result<Json, DecodeError> parse_object(std::string_view text, std::size_t max_bytes);

}  // namespace morris::protocol
