// Messages drawn at random, within what the wire allows: one of each type, by its index in the
// variant.
#pragma once

#include "shared/protocol/messages.hpp"
#include "tests/support/random.hpp"

namespace morris::test {

// @pre type < std::variant_size_v<protocol::RequestBody>
protocol::Request random_request(Random& random, std::size_t type);

// @pre type < std::variant_size_v<protocol::ServerMessage>
protocol::ServerMessage random_server_message(Random& random, std::size_t type);

protocol::Snapshot random_snapshot(Random& random);
protocol::Tables random_tables(Random& random);

}  // namespace morris::test
