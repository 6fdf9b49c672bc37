// One followed table as a client sees it: the snapshot it began with and every event folded in
// since, played with the same rules as the server's.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "shared/protocol/messages.hpp"
#include "shared/rules/game.hpp"

namespace morris::client {

struct View {
    std::string table;
    std::optional<Color> seat;  // ours; nullopt: a spectator's view
    std::uint64_t seq = 0;      // of the last event folded in
    std::uint64_t turn = 0;     // what the next move is addressed to
    protocol::Instant made_at{};
    bool listed = false;
    bool begun = false;
    std::array<protocol::Seat, 2> seats;  // by Color
    Game game;
    std::optional<protocol::GameResult> result;
    protocol::RematchState rematch;
    std::optional<std::string> invite;
    std::optional<std::vector<Move>> legal;  // the server's list, when it is our turn
    std::optional<protocol::Presence> presence;
    std::array<bool, 2> missed{};  // by Color: away for so long that it was told

    const protocol::Seat& seat_of(Color color) const {
        return seats[static_cast<std::size_t>(color)];
    }
};

View view_of(const protocol::Snapshot& snapshot, std::optional<Color> seat);

// The snapshot says what the view has.
bool is_all_known(const View& view, const protocol::Snapshot& snapshot);

// Replaces all but what the snapshot does not say: the seat and who is present.
void restate(View& view, const protocol::Snapshot& snapshot);

enum class Folded : std::uint8_t {
    applied,
    known,     // of another table, or folded in before: nothing changed
    gap,       // events before it are missing: ask for them; nothing changed
    conflict,  // cannot follow what we have: ask for a snapshot; nothing changed
};

Folded fold(View& view, const protocol::Event& event);

// False: of another table.
bool fold(View& view, const protocol::Presence& presence);

// Whose turn it is; nullopt before the game has begun and after its end.
std::optional<Color> to_move(const View& view);

bool our_turn(const View& view);

// What the side to move may play; empty when nobody is to move.
std::vector<Move> moves_now(const View& view);

// The enemy pieces that one of the moves takes.
Bitboard takes_among(const std::vector<Move>& moves);

}  // namespace morris::client
