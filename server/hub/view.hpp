// The one place that turns a table and its events into messages for a viewer, and so the one place
// that decides who may see what.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "server/hub/room.hpp"
#include "shared/protocol/messages.hpp"
#include "shared/rules/game_text.hpp"

namespace morris::view {

// What a viewer in this seat (nullopt: a spectator) may know of the table now.
protocol::Snapshot snapshot(const Room& room, std::optional<Color> viewer,
                            const table::Moment& now);

// The event that brought the room to its present state, as everybody may see it: without `legal`.
protocol::Event event(const Room& room, const table::Event& event, const table::Moment& now);

// The moves of the side to move; empty where nobody is.
std::vector<Move> legal(const Room& room);

protocol::Seat person(const std::string& player, std::string name);
protocol::Seat computer(Level level);
std::array<protocol::Seat, 2> seats(const Room& room);  // by Color
protocol::GameResult result(const table::End& end);

protocol::ListedTable listed(const Room& room);
protocol::Presence presence(const Room& room, const table::Moment& now);
// The game as its text has it; two players of one name with their marks.
GameRecord record(const Room& room);

}  // namespace morris::view
