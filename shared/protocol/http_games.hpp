// The request `games` and its answer as plain HTTP has them.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "shared/protocol/codec.hpp"

namespace morris::protocol {

// Out of the fields of an address, checked like a request that came as a message.
Result<Games, DecodeError> games_of(const std::vector<std::pair<std::string, std::string>>& fields);

// Without `type` and `id`.
std::string encode_games(const GamesPage& page);

}  // namespace morris::protocol
