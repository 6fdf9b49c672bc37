// What a person types, understood: a move in notation or a command word. What cannot be played is
// refused here already, with the reason in words; the server has the last word on the rest.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "client-cli/core/view.hpp"

namespace morris::client {

enum class Command : std::uint8_t {
    help,
    moves,
    board,
    rules,
    invite,
    draw,
    takeback,
    accept,
    decline,
    withdraw,
    abort,
    claim,
    resign,
    hint,
    undo,
    rematch,
    leave,
    quit
};

struct TypedCommand {
    Command command{};
    std::optional<protocol::OfferKind> offer = {};       // of accept, decline and withdraw
    std::optional<protocol::ClaimOutcome> outcome = {};  // of claim

    bool operator==(const TypedCommand&) const = default;
};

// "resign", "accept draw", "quit" and its like "exit", "?" for help …; in any case of letters.
std::optional<TypedCommand> parse_command(std::string_view line);

// A line that was not played.
struct LineRefusal {
    std::string code;  // not_understood, or one of the wire's error codes
    std::string message;
};

// What a command at the table asks of the server, for draw to claim, hint and undo; or why it makes
// no sense now. What only time decides the server is asked, unless its word on it is known.
Result<protocol::RequestBody, LineRefusal> request_of(const TypedCommand& typed, const View& view);

// A move in notation; also in capitals, with blanks, and with the dash or the x left out where the
// table's position tells what is meant: "A1 A4", "d2 a7". nullopt: none.
std::optional<Move> parse_typed_move(std::string_view line, const View& view);

// The move that the line names, if it is ours to play now.
Result<Move, LineRefusal> move_to_play(std::string_view line, const View& view);

// Moves and command words of use now that begin with `typed`, sorted; for the Tab key.
std::vector<std::string> completions(std::string_view typed, const View* view);

// What can be typed now, one command a line. nullptr: at no table yet.
std::string help_text(const View* view);

}  // namespace morris::client
