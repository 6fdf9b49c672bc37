// News in words: who comes and goes, and what came otherwise than it stood here before.
#pragma once

#include <string>

#include "client-cli/core/text.hpp"
#include "client-cli/core/view.hpp"

namespace morris::client {

// "away since 12:03 UTC"; "" for who is there, has just gone, or of whom it is not known.
std::string away_since(const View& view, Color color);

// "Black (Ben) is away since 12:03 UTC."; "" likewise, and for ourselves.
std::string away_words(const View& view, Color color, const Style& style);

// The news that somebody came or went: "Black (Ben) is away since 12:03 UTC; the game waits."
std::string presence_words(const View& view, Color color, const protocol::SeatPresence& presence,
                           const Style& style);

// Whether a rematch is wanted, and by whom; "" for a table without a game.
std::string rematch_words(const View& view, const Style& style);

// "The server went back to an earlier position; 2 moves are undone."; "" where the snapshot only
// goes on from what the view has.
std::string undone_words(const View& before, const protocol::Snapshot& now);

}  // namespace morris::client
