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

// Of each kind, by its index too; but none of a kind that is not known.
inline constexpr std::size_t event_kinds = std::variant_size_v<protocol::EventBody> - 1;
// @pre kind < event_kinds
protocol::Event random_event(Random& random, std::size_t kind);

protocol::Snapshot random_snapshot(Random& random);
protocol::Tables random_tables(Random& random);

}  // namespace morris::test
