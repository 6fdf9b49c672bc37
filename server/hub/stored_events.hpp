// The stored events of one table, decoded.
#pragma once

#include <string>
#include <vector>

#include "server/hub/ports/event_log.hpp"
#include "server/table/event.hpp"

namespace morris {

// Events that follow seq `after` without a gap; or which one is damaged, and how.
Result<std::vector<table::Event>, std::string> decoded(const std::vector<StoredEvent>& stored,
                                                       std::uint64_t after);

}  // namespace morris
