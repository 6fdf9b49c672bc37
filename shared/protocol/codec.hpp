// The one place that turns JSON into messages and back. Of JSON besides, the client makes lines of
// its own; nobody else does.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "shared/protocol/messages.hpp"
#include "shared/rules/result.hpp"

namespace morris::protocol {

// What is wrong with a text: which field, and a sentence that names it and says what it has to be.
struct DecodeError {
    ErrorCode code{};             // bad_json or bad_message
    std::optional<RequestId> id;  // of the request, if it could be read
    std::string field;            // "options.pieces"; empty: the text as a whole
    std::string message;
};

// Unknown fields are ignored; known ones are checked by kind and range. Never throws; bounded in
// depth and size before anything is built.
Result<Request, DecodeError> decode_request(std::string_view text);
Result<ServerMessage, DecodeError> decode_server_message(std::string_view text);

std::string encode(const Request& request);
std::string encode(const ServerMessage& message);

// Bodies of the HTTP side: a snapshot, and the two lists without `type` and `id`.
std::string encode(const Snapshot& snapshot);
std::string encode_tables(const Tables& tables);
// Options as every message has them.
std::string encode(const Options& options);

}  // namespace morris::protocol
