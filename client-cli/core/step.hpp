// A game looked at ply by ply, with the arrow keys.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "client-cli/core/text.hpp"
#include "shared/protocol/snapshot.hpp"
#include "shared/rules/game.hpp"

namespace morris::client {

// What was taken back when so many plies stood before and after it.
struct TakenBackAt {
    std::size_t ply = 0;  // after it
    protocol::TakenBack what;
};

// Where in a game things were taken back, of which `turn` is the count of moves and takebacks.
std::vector<TakenBackAt> places_of(const std::vector<protocol::TakenBack>& taken_back,
                                   std::uint64_t turn);

struct SteppedGame {
    Game game;  // whole
    std::vector<TakenBackAt> taken_back;
    std::string heading;  // whole lines
    std::string end;      // a sentence
};

// The game as it was after so many of its plies.
Game game_after(const Game& game, std::size_t plies);

enum class StepKey : std::uint8_t { none, back, on, first, last, leave };

// Of the bytes that a terminal sends for a key: arrows, Home and End, q, Ctrl-C and Ctrl-D.
StepKey step_key(std::string_view bytes);

// The ply to look at after a key.
std::size_t stepped(std::size_t ply, std::size_t plies, StepKey key);

// The board after `ply` plies with the moves around it, as a whole screen.
std::string step_page(const SteppedGame& shown, std::size_t ply, const Style& style);

}  // namespace morris::client
