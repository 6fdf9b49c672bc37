// The computer player's levels, by name only; what each means for the search is server/ai's.
#pragma once

#include <cstdint>

namespace morris {

enum class Level : std::uint8_t { casual, club, strong, master };

}  // namespace morris
