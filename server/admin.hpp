// The commands of whoever runs the server, on the game log itself: they work while a server runs
// on it, which hears of what they did, and while none does.
#pragma once

#include "server/options.hpp"

namespace morris {

// Says what was done, or what went wrong and what to do. The exit status.
int administrate(const ServerOptions& options);

}  // namespace morris
