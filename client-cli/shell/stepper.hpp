// Shows a game at a terminal, to be stepped through with the arrow keys.
#pragma once

#include "client-cli/core/step.hpp"

namespace morris::client {

// Until the person leaves; the terminal is then as it was, with the last board on it. False: the
// terminal does not do that.
bool step_through(const SteppedGame& shown, const Style& style);

}  // namespace morris::client
