#include "client-cli/core/rules_text.hpp"

#include <cassert>
#include <initializer_list>
#include <string_view>

#include "client-cli/core/render.hpp"
#include "shared/rules/notation.hpp"

namespace morris::client {
namespace {

std::string picture(std::string_view position_text, const Marks& marks, const Style& style) {
    const auto parsed = parse_position(position_text, Options{});
    assert(parsed);
    return draw_board(parsed->position, marks, style) + "\n";
}

Move move_of(std::string_view text) {
    const auto move = parse_move(text);
    assert(move);
    return *move;
}

std::string heading(std::string_view text) {
    return std::string(text) + "\n" + std::string(text.size(), '-') + "\n";
}

std::string paragraph(std::string_view text) {
    std::string lines;
    for (const std::string& line : wrap(text, screen_columns)) lines += line + "\n";
    return lines + "\n";
}

// Points of a list, their second lines set in.
std::string points(std::initializer_list<std::string_view> texts) {
    std::string lines;
    for (const std::string_view text : texts) {
        bool first = true;
        for (const std::string& line : wrap(text, screen_columns - 2)) {
            lines += (first ? "* " : "  ") + line + "\n";
            first = false;
        }
    }
    return lines + "\n";
}

std::string sign(Color color, const Style& style) {
    return std::string(piece_sign(color, style));
}

std::string aim(const Style& style) {
    return heading("Nine Men's Morris") +
           paragraph("Two sides, White " + sign(Color::white, style) + " and Black " +
                     sign(Color::black, style) +
                     ", nine pieces each, and a board of 24 points. White begins. You win when "
                     "the other side has only two pieces left, or cannot move.") +
           picture("white W:a7,d6,e4,b2+5 B:g7,b6,d2,f4+5", {}, style) +
           paragraph(
               "A point has the name of its column and its row: the left upper corner is a7, "
               "the right lower one g1. Pieces stand where lines meet; the lines join "
               "neighbours. The middle, d4, is no point.");
}

std::string turns(const Style& style) {
    return heading("A turn") +
           points({"Placing: while you have pieces in hand, you place one on any empty point. Type "
                   "the point: d2",
                   "Moving: with an empty hand, you move one piece along a line to an empty point "
                   "next to it. Type both points: a1-a4",
                   "Flying: with an empty hand and exactly three pieces, yours may go to any empty "
                   "point. (A table can be made without this.)"}) +
           heading("Mills") +
           paragraph(
               "Three pieces of yours in a row on one line are a mill. When your piece "
               "arrives and completes one, you take a piece of the other side off the board, "
               "in the same turn: type the move, an x and the piece: d2xa7 or a1-a4xd7.") +
           picture("black W:d5,d6,d7,e4,b2+4 B:b6,f4,g7+5", {move_of("d7xa7"), 0}, style) +
           paragraph(
               "Here White has placed on d7 and closed the mill d5 d6 d7, and so took the "
               "black piece from a7. The piece that arrived is marked [ ]; an x is where one was "
               "taken.");
}

std::string wrong(const Style& style) {
    return heading("What is easily got wrong") +
           points(
               {"Only the piece that arrives closes a mill. Opening a mill takes nothing; "
                "closing it again takes again.",
                "One turn takes one piece, also when it closes two mills.",
                "A piece that stands in a mill cannot be taken, unless every piece of that side "
                "on the board is in a mill.",
                "Whoever closes a mill must take. (Nothing is taken only when the other side has "
                "no piece on the board.)",
                "With pieces in hand nobody has lost for having few on the board: only an empty "
                "hand and two pieces lose. (A table can be made where the hand counts.)",
                "A mill needs a line: the diagonal neighbours in the corners are not joined, "
                "and the lines across end at the inner square.",
                "A side that has to move and cannot has lost, also with nine pieces."}) +
           picture("white W:a7,d7,d2,e3+4 B:b6,d6,f6,a1,g4+4", {std::nullopt, 0}, style) +
           paragraph(
               "Here Black's b6, d6 and f6 are a mill: if White closes one, only a1 or g4 can "
               "be taken.");
}

std::string draws() {
    return heading("Draws") +
           points({"The same position, with the same side to move, for the third time.",
                   "100 plies in a row, those of both sides counted, in which nothing was taken. "
                   "(A table can have 50, 200, or no limit.)",
                   "Where the table was made so: 200 moves in all, a take counted as one more.",
                   "A move that wins, wins, also when it would complete a draw."}) +
           paragraph(
               "There are shorter games on the same board with three or six pieces each: "
               "morris host --pieces 6. Rules that go together have a name: morris host "
               "--preset two-hundred.");
}

std::string tips() {
    return heading("Tips") +
           points({"Placing decides most games. Points where three or four lines meet (d6, f4, d2, "
                   "b4 most of all) keep your pieces able to move later; corners are easily shut "
                   "in.",
                   "Do not hurry to close a mill while placing if it leaves your pieces in one "
                   "heap. Room to move is worth as much as a piece.",
                   "Two mills that share a piece going to and fro take at every turn: one opens as "
                   "the other closes.",
                   "Before each move look for the two that stand on a line with the third point "
                   "free: yours to close, theirs to block.",
                   "Three flying pieces are a nuisance. Think before you take the fourth: with six "
                   "or fewer of your own you may not stop them."}) +
           heading("Begin") +
           "morris play                against the computer\n"
           "morris play --level casual gently\n"
           "morris host                against somebody else\n";
}

}  // namespace

std::string rules_text(const Style& style) {
    return aim(style) + turns(style) + wrong(style) + draws() + tips();
}

}  // namespace morris::client
