// The one table from the reasons inside to the codes and sentences of the wire.
#pragma once

#include "server/hub/room.hpp"
#include "server/hub/tables.hpp"
#include "shared/protocol/messages.hpp"

namespace morris::refusals {

protocol::Error of(table::Refusal refusal);
protocol::Error of(Trouble trouble);
protocol::Error of(const CommandError& error);
protocol::Error of(FindError error);

}  // namespace morris::refusals
