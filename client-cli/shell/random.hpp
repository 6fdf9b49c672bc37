// Values drawn from the system's source of randomness.
#pragma once

#include <cstdint>
#include <string>

namespace morris::client {

// 128 bits as 22 characters of A-Z a-z 0-9 - _: nobody guesses it.
std::string draw_secret();

std::uint64_t draw_seed();

}  // namespace morris::client
