// News in words: what came otherwise than it stood here before.
#pragma once

#include <string>

#include "client-cli/core/view.hpp"

namespace morris::client {

// "The server went back to an earlier position; 2 moves are undone."; "" where the snapshot only
// goes on from what the view has.
std::string undone_words(const View& before, const protocol::Snapshot& now);

}  // namespace morris::client
