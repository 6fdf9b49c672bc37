// What the server's log says of a table: ids only, never a name or a secret.
#pragma once

#include "server/hub/room.hpp"

namespace morris {

void report_made(const table::Table& table);

// A line for each event that whoever runs the server may ask about. @pre `room` has taken it in
void report(const Room& room, const table::Event& event);

}  // namespace morris
