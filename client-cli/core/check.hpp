// Reads the text of a game, replays it by the rules, and reports the first thing that is wrong,
// with its place in the text, or how the game ended.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "shared/rules/game.hpp"
#include "shared/rules/game_text.hpp"

namespace morris::client {

struct CheckFault {
    std::size_t line = 1;  // from 1
    std::size_t column = 1;
    std::optional<std::size_t> ply;  // of the move that cannot be played or read, from 1
    std::string move;
    std::string code;  // "unreadable", "no_game", "wrong_result" or a MoveRefusal by name
    std::string message;
};

struct CheckReport {
    std::string name;  // of the file
    GameRecord record;
    Game game;                       // as far as it goes
    std::vector<std::size_t> legal;  // the number of legal moves before each ply, tried ones too
    std::optional<CheckFault> fault;
};

CheckReport check_game(std::string name, std::string_view text);

// Bare moves, with the options given instead of by headers.
CheckReport check_moves(std::string name, std::string_view moves, const Options& options);

// "game.txt: 9 plies. White wins: …" or "game.txt:3:14: ply 7, d2-d6: …".
std::string check_words(const CheckReport& report);

// How the checked game ended, or whose turn it is.
std::string ending_words(const CheckReport& report);

// "take_missing" and so on.
std::string_view word_of(MoveRefusal refusal);

}  // namespace morris::client
