// The stable, machine-readable codes of refusals. PROTOCOL.md says what each means and what to do.
#pragma once

#include <cstdint>
#include <string_view>

namespace morris::protocol {

enum class ErrorCode : std::uint8_t {
    bad_json,         // not one JSON object
    bad_message,      // unknown type, or a field missing, of the wrong kind or out of range
    hello_first,      // nothing but ping is answered before hello
    already_greeted,  // a second hello on one connection
    no_such_table,
    no_such_invite,
    seat_taken,
    wrong_secret,
    not_seated,  // a spectator's, or a connection's that does not follow the table
    not_begun,   // nobody has taken the other seat yet
    not_your_turn,
    stale_turn,   // another move was made for this turn: the snapshot is the present state
    future_turn,  // a turn that has not come
    illegal_move,
    game_over,
    not_over,    // rematch before the game has ended
    no_rematch,  // of a game that nobody began
    offer_gone,  // answered, withdrawn or overtaken, or another one
    too_soon,    // an offer that was made not long before
    nothing_to_undo,
    too_late,         // abort after both sides have moved
    not_claimable,    // nothing to claim, or not yet
    no_computer,      // hint and undo between two people
    no_person,        // offers and claims against the computer
    waiting_already,  // to be paired, for something else
    key_used,         // this key made a table for another seat secret
    too_many_tables,
    too_many_guesses,
    too_many_messages,
    table_busy,         // too many requests wait for this table
    table_damaged,      // its log does not replay; the table is closed
    store_unavailable,  // not known to be kept; send it again
    stopping,           // the server is about to restart
    internal,
};

std::string_view to_text(ErrorCode code);

}  // namespace morris::protocol
