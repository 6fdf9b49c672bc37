#include "client-cli/core/step.hpp"

#include <algorithm>
#include <array>
#include <sstream>

#include "client-cli/core/render.hpp"
#include "client-cli/core/words.hpp"
#include "shared/rules/notation.hpp"

namespace morris::client {
namespace {

constexpr std::size_t board_columns = 34;  // with the gap to the moves beside it
constexpr std::size_t move_columns = 11;   // of the longest, in brackets
constexpr std::size_t list_columns = 5 + 2 * move_columns;
constexpr std::size_t rows_beside = 13;

// "12. [a1-a4xd7] b2-b4": the move that led to the board shown is the one in brackets.
std::string row_of(const std::vector<Move>& moves, std::size_t row, std::size_t ply) {
    std::string text = std::to_string(row + 1) + ".";
    text.insert(0, text.size() < 4 ? 4 - text.size() : 0, ' ');
    for (std::size_t index = 2 * row; index < 2 * row + 2 && index < moves.size(); ++index) {
        std::string move = to_text(moves[index]);
        move = index + 1 == ply ? "[" + move + "]" : " " + move + " ";
        move.resize(std::max(move.size(), move_columns), ' ');
        text += " " + move;
    }
    text.erase(text.find_last_not_of(' ') + 1);
    return text;
}

// As many rows as there is room for, the present one in their middle.
std::vector<std::string> rows_around(const std::vector<Move>& moves, std::size_t ply,
                                     std::size_t count) {
    const std::size_t all = (moves.size() + 1) / 2;
    const std::size_t present = ply == 0 ? 0 : (ply - 1) / 2;
    const std::size_t latest = all > count ? all - count : 0;
    const std::size_t first = std::min(present > count / 2 ? present - count / 2 : 0, latest);
    std::vector<std::string> rows;
    for (std::size_t row = first; row < std::min(all, first + count); ++row) {
        rows.push_back(row_of(moves, row, ply));
    }
    return rows;
}

std::vector<std::string> lines_of(const std::string& text) {
    std::istringstream stream(text);
    std::vector<std::string> lines;
    for (std::string line; std::getline(stream, line);) lines.push_back(line);
    return lines;
}

// The board with the moves at its right. Widths are those of the uncoloured board.
std::string beside(const Game& game, const std::vector<std::string>& rows, const Style& style) {
    std::optional<Move> last;
    if (!game.moves().empty()) last = game.moves().back();
    Style plain = style;
    plain.colour = false;
    const auto board = lines_of(draw_board(game.position(), {last, 0}, style));
    const auto widths = lines_of(draw_board(game.position(), {last, 0}, plain));
    std::string text;
    for (std::size_t i = 0; i < board.size(); ++i) {
        text += board[i];
        if (i < rows.size()) text += std::string(board_columns - columns(widths[i]), ' ') + rows[i];
        text += "\n";
    }
    return text;
}

std::string taken_back_at(const SteppedGame& shown, std::size_t ply, const Style& style) {
    std::string text;
    for (const TakenBackAt& each : shown.taken_back) {
        if (each.ply != ply) continue;
        std::vector<std::string> moves;
        for (const Move& move : each.what.moves) moves.push_back(to_text(move));
        const std::string what = each.what.undo ? "Undone here by " : "Taken back here by ";
        const std::string who(name_of(each.what.color));
        text += paragraph(what + who + ": " + listed(moves, "and") + ".", style);
    }
    return text;
}

}  // namespace

std::vector<TakenBackAt> places_of(const std::vector<protocol::TakenBack>& taken_back,
                                   std::uint64_t turn) {
    std::vector<TakenBackAt> places;
    std::size_t ply = 0;
    auto next = taken_back.begin();
    for (std::uint64_t each = 0; each < turn && next != taken_back.end(); ++each) {
        if (next->turn == each) {
            ply -= std::min(ply, next->moves.size());
            places.push_back({ply, *next++});
        } else {
            ++ply;
        }
    }
    return places;
}

Game game_after(const Game& game, std::size_t plies) {
    Game result(game.options());
    for (std::size_t i = 0; i < plies; ++i) {
        if (!result.play(game.moves()[i])) break;
    }
    return result;
}

StepKey step_key(std::string_view bytes) {
    struct Key {
        std::string_view bytes;
        StepKey key;
    };
    // Terminals have two forms of the arrows, and more of Home and End.
    constexpr std::array<Key, 19> keys{{{"\x1b[D", StepKey::back},
                                        {"\x1bOD", StepKey::back},
                                        {"\x1b[A", StepKey::back},
                                        {"\x1bOA", StepKey::back},
                                        {"\x1b[C", StepKey::on},
                                        {"\x1bOC", StepKey::on},
                                        {"\x1b[B", StepKey::on},
                                        {"\x1bOB", StepKey::on},
                                        {" ", StepKey::on},
                                        {"\x1b[H", StepKey::first},
                                        {"\x1bOH", StepKey::first},
                                        {"\x1b[1~", StepKey::first},
                                        {"\x1b[F", StepKey::last},
                                        {"\x1bOF", StepKey::last},
                                        {"\x1b[4~", StepKey::last},
                                        {"q", StepKey::leave},
                                        {"Q", StepKey::leave},
                                        {"\x03", StepKey::leave},
                                        {"\x04", StepKey::leave}}};
    const auto* const found = std::find_if(keys.begin(), keys.end(),
                                           [&](const Key& each) { return each.bytes == bytes; });
    return found == keys.end() ? StepKey::none : found->key;
}

std::size_t stepped(std::size_t ply, std::size_t plies, StepKey key) {
    switch (key) {
        case StepKey::back:
            return ply == 0 ? 0 : ply - 1;
        case StepKey::on:
            return std::min(ply + 1, plies);
        case StepKey::first:
            return 0;
        case StepKey::last:
            return plies;
        case StepKey::none:
        case StepKey::leave:
            break;
    }
    return ply;
}

std::string step_page(const SteppedGame& shown, std::size_t ply, const Style& style) {
    const std::vector<Move>& moves = shown.game.moves();
    const Game game = game_after(shown.game, ply);
    const bool room_beside = style.width >= board_columns + list_columns;
    std::string text = shown.heading;
    if (room_beside) {
        text += beside(game, rows_around(moves, ply, rows_beside), style);
    } else {
        text += beside(game, {}, style);
        for (const std::string& row : rows_around(moves, ply, 3)) text += row + "\n";
    }
    text += paragraph(last_move_words(game), style);
    text += taken_back_at(shown, ply, style);
    text += "Ply " + std::to_string(ply) + " of " + std::to_string(moves.size()) + ".";
    text += ply == moves.size() ? " " + shown.end + "\n" : "\n";
    return broken(text, style.width);
}

}  // namespace morris::client
