// What happens at a table said in words: whose turn, the last move, who won and why.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "client-cli/core/text.hpp"
#include "client-cli/core/view.hpp"

namespace morris::client {

std::string_view name_of(Color color);  // "White", "Black"

// The seat's name, cleaned; the computer with its level; "open" for an open seat.
std::string seat_words(const protocol::Seat& seat, const Style& style);

// " #7h3k" where somebody else among them has the same name; else "".
std::string mark_words(const protocol::Seat& seat, std::span<const protocol::Seat> among,
                       const Style& style);

// "Black (Ben)"; of an open seat just the colour.
std::string named(const View& view, Color color, const Style& style);

// "Your turn, White: place a piece.", "Waiting for Black (Ben) to move."; "" when over.
std::string turn_words(const View& view, const Style& style);

// "Last move: Black d2xa7 (placed, a mill, takes a7)"; "" before the first move.
std::string last_move_words(const Game& game);
std::string move_words(Color mover, const Move& move);

// Why the game ended, with what the reason refers to: "Draw: the same position for the third time,
// after plies 12, 16 and 20."
std::string result_words(const Game& game, const protocol::GameResult& result);

// "reduced" and so on; of a reason newer than this program the server's word, fit to be shown.
std::string reason_text(const protocol::GameResult& result);

// The result for who looks at it: "You win!", "You lose."; "" for a spectator or a draw.
std::string verdict_words(const View& view);

// "9 pieces each, flying, draw by threefold, draw after 100 plies without a take"; the move limit
// and the counting of the hand only where there are these.
std::string options_words(const Options& options);

// The end that the rules give, in the wire's terms.
protocol::GameResult result_of(const Outcome& outcome);

// "white resigned", as a game's record has a result; nullopt: not one that is known.
std::optional<protocol::GameResult> parse_result(std::string_view text);

// Wire words: "reduced", "no-mill", "resigned" …; "white", "black", "draw", "nobody".
std::string_view word_of(protocol::GameEnd end);
std::string_view word_of(protocol::Winner winner);
std::string_view word_of(Level level);

}  // namespace morris::client
