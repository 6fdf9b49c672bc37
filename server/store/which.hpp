// Which streams of a game log are meant.
#pragma once

#include <cstdint>

namespace morris {

enum class Which : std::uint8_t { all, live, finished };

}  // namespace morris
