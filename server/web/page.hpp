// The page that the server serves at `/`, built into the program.
#pragma once

#include <string_view>

namespace morris::web {

std::string_view page();

}  // namespace morris::web
