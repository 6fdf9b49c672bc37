// How to play, for somebody who never has: `morris rules`.
#pragma once

#include <string>

#include "client-cli/core/text.hpp"

namespace morris::client {

std::string rules_text(const Style& style);

}  // namespace morris::client
