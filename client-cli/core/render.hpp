// The board and the table as pictures of text, as wide as the style says. White is always at the
// top of the list and a1 at the bottom left: the board is never turned round. Everything that a
// colour says is also said by a sign.
#pragma once

#include <optional>
#include <string>

#include "client-cli/core/text.hpp"
#include "client-cli/core/view.hpp"

namespace morris::client {

// What is marked on a board: the last move's points as (from) and [to], an x where it took a piece,
// pieces that may be taken as <piece>.
struct Marks {
    std::optional<Move> last;
    Bitboard takeable = 0;
};

// 14 lines with the names of ranks and files.
std::string draw_board(const Position& position, const Marks& marks, const Style& style);

// The board of a game after `ply` of its moves, with both sides' hands under it.
std::string draw_game(const Game& game, const Style& style);

// The whole picture: board, both sides, the last move, whose turn it is or the result.
std::string draw_table(const View& view, const Style& style);

// "○" or "W" and the like.
std::string_view piece_sign(Color color, const Style& style);

}  // namespace morris::client
