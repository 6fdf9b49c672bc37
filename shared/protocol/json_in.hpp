// Readers of what both directions share: options, points, moves, and what a table shows.
#pragma once

#include <vector>

#include "shared/protocol/json_value.hpp"

namespace morris::protocol {

// Every member has a default; `no_mill` or `move_limit` null is never.
Options read_options(const Value& in);

// An object or the text form. Whether a table takes the move is the rules' to say.
Move read_move(const Value& in);
std::vector<Move> read_moves(const Value& in);

Position read_position(const Value& in);

}  // namespace morris::protocol
