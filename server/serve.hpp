// Serving: builds the store, the computer's pool, the hub and the network, runs them until a
// signal comes, and stops them in order.
#pragma once

#include "server/options.hpp"

namespace morris {

// The exit status.
int serve(const ServerOptions& options);

}  // namespace morris
