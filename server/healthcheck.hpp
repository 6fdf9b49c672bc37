// Asks a server on this machine whether it is well, as service managers want to know.
#pragma once

#include <cstdint>
#include <string>

namespace morris {

// True if the server's /healthz answers 200 within a few seconds.
bool is_healthy(const std::string& address, std::uint16_t port);

}  // namespace morris
