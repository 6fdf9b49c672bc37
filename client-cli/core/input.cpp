#include "client-cli/core/input.hpp"

#include <algorithm>

#include "client-cli/core/text.hpp"
#include "client-cli/core/words.hpp"
#include "shared/rules/notation.hpp"

namespace morris::client {
namespace {

Result<Move, LineRefusal> refused(std::string code, std::string message) {
    return Failure<LineRefusal>(LineRefusal{std::move(code), std::move(message)});
}

// In lower case, without blanks; a dash between points that only a blank parted.
std::string squeezed(std::string_view line) {
    std::string text;
    for (const char letter : lower(line)) {
        if (letter != ' ' && letter != '\t') text += letter;
    }
    return text;
}

bool is_point_text(std::string_view text) {
    return text.size() == 2 && text[0] >= 'a' && text[0] <= 'g' && text[1] >= '1' && text[1] <= '7';
}

// "a1a4" and "a1a4d7" with their signs put back; a second point is where a placing side's move
// takes, and where any other's goes.
std::string with_signs(std::string_view text, bool placing) {
    std::vector<std::string> points;
    for (std::size_t at = 0; at < text.size(); at += 2) {
        if (!is_point_text(text.substr(at, 2))) return std::string(text);
        points.emplace_back(text.substr(at, 2));
    }
    if (points.size() == 2) return points[0] + (placing ? "x" : "-") + points[1];
    if (points.size() == 3) return points[0] + "-" + points[1] + "x" + points[2];
    return std::string(text);
}

// The first that is no point, in a line that is else written like a move: "d4" of "d2xd4".
std::optional<std::string> point_off_board(std::string_view line) {
    std::string letters;
    for (const char letter : squeezed(trimmed(line))) {
        if (letter != '-' && letter != 'x') letters += letter;
    }
    if (letters.size() > 6) return std::nullopt;
    std::optional<std::string> found;
    for (std::size_t at = 0; at < letters.size(); at += 2) {
        const std::string name = letters.substr(at, 2);
        if (!is_point_text(name)) return std::nullopt;
        if (!found && !parse_point(name)) found = name;
    }
    return found;
}

// "d2 closes a mill: take one of a7 or b4, for example d2xa7."
std::string ask_for_take(const View& view, const Move& move) {
    std::vector<std::string> takes;
    for (const Move& legal : moves_now(view)) {
        if (legal.from == move.from && legal.to == move.to) takes.push_back(to_text(legal.take));
    }
    std::sort(takes.begin(), takes.end());
    const std::string text = to_text(move);
    const std::string what =
        takes.size() == 1 ? "take " + takes[0] : "take one of " + listed(takes, "or");
    return text + " closes a mill: " + what + "; type " + text + "x" + takes.front() + ".";
}

std::string why_not(const View& view, const Move& move, MoveRefusal refusal) {
    if (refusal == MoveRefusal::take_missing) {
        const auto legal = moves_now(view);
        const bool closes = std::any_of(legal.begin(), legal.end(), [&](const Move& each) {
            return each.from == move.from && each.to == move.to && each.take != no_point;
        });
        if (closes) return ask_for_take(view, move);
    }
    return explain(view.game, move, refusal);
}

std::optional<LineRefusal> not_ours(const View& view) {
    if (!view.seat) return LineRefusal{"not_seated", "You are watching: the players move."};
    if (view.result && !view.begun) {
        return LineRefusal{"game_over", "This table is closed. Type quit."};
    }
    if (view.result) {
        return LineRefusal{"game_over", "The game is over. Type rematch for another, or quit."};
    }
    if (!view.begun) {
        return LineRefusal{"not_begun", "The game has not begun: nobody has the other seat yet."};
    }
    if (our_turn(view)) return std::nullopt;
    const std::string who(name_of(other(*view.seat)));
    return LineRefusal{"not_your_turn", "It is " + who + "'s turn; yours comes after it."};
}

}  // namespace

std::optional<Move> parse_typed_move(std::string_view line, const View& view) {
    const std::string text = squeezed(trimmed(line));
    const Game& game = view.game;
    const Color color = view.seat.value_or(game.position().to_move);
    const bool placing = phase_of(game.position(), color, game.options()) == Phase::placing;
    const auto move = parse_move(with_signs(text, placing));
    if (!move) return std::nullopt;
    return *move;
}

Result<Move, LineRefusal> move_to_play(std::string_view line, const View& view) {
    const auto move = parse_typed_move(line, view);
    if (!move) {
        if (const auto nowhere = point_off_board(line)) {
            return refused("not_understood", *nowhere + " is no point of the board.");
        }
        return refused("not_understood", "\"" + clean(trimmed(line), true) +
                                             "\" is neither a move, such as d2 or a1-a4, nor a "
                                             "command: type help.");
    }
    if (const auto refusal = not_ours(view)) return refused(refusal->code, refusal->message);
    if (const auto refusal = view.game.refusal(*move)) {
        return refused("illegal_move", why_not(view, *move, *refusal));
    }
    return *move;
}

}  // namespace morris::client
