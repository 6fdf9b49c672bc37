// One followed table as a client sees it: the snapshot it began with and every event folded in
// since, played with the same rules as the server's. Whoever folds sets `now` first.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "client-cli/core/clock.hpp"
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

    std::optional<ClockState> clock;
    std::vector<protocol::OpenOffer> offers;  // White's first, of one side the draw first
    std::optional<protocol::ClaimTerms> claims;
    std::array<bool, 2> absent{};  // by Color: its absence counts towards a claim
    std::vector<protocol::TakenBack> taken_back;
    unsigned hints = 0;
    unsigned undos = 0;
    std::optional<int> depth;  // plies that the computer looked ahead for the last move

    // The instant at which all this is looked at, and those at which it can be claimed: because the
    // side to move does not move, and, by Color, from a side that is away.
    Moment now{};
    bool cut_off = false;  // the connection is lost, and `now` stands at that moment
    std::optional<Moment> idle_due;
    std::array<std::optional<Moment>, 2> away_due{};

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
bool fold(View& view, const protocol::ClockNotice& notice);

// Whose turn it is; nullopt before the game has begun and after its end.
std::optional<Color> to_move(const View& view);

bool our_turn(const View& view);

bool between_people(const View& view);

// Somebody may be invited to it by a code that we know.
bool waits_for_guest(const View& view);

// The first time that both sides had moved is behind, also if that has been taken back.
bool both_have_moved(const View& view);

// How many moves and takes it is to a draw by the move limit; nullopt: there is none.
std::optional<int> moves_left(const View& view);

// When our claim is due; nullopt: there is nothing to claim.
std::optional<Moment> claim_due(const View& view);

// The moves that a side takes back at once: its last one and what was played after it; none if it
// has not moved.
std::vector<Move> last_turn_of(const View& view, Color color);

const protocol::OpenOffer* offer_of(const View& view, Color color, protocol::OfferKind kind);

// What the side to move may play; empty when nobody is to move.
std::vector<Move> moves_now(const View& view);

// The enemy pieces that one of the moves takes.
Bitboard takes_among(const std::vector<Move>& moves);

}  // namespace morris::client
