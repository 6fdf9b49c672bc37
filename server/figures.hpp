// What the parts count, shown at /metrics.
#pragma once

#include "server/hub/metrics.hpp"
#include "server/net/server.hpp"
#include "server/store/sqlite_log.hpp"
#include "server/thinker/thinker_pool.hpp"

namespace morris {

// @pre the parts live as long as `metrics` is read
void add_figures(Metrics& metrics, const NetServer& net, const SqliteLog& log,
                 const ThinkerPool& thinker);

}  // namespace morris
