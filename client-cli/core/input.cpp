#include "client-cli/core/input.hpp"

#include <algorithm>
#include <array>

#include "client-cli/core/text.hpp"
#include "client-cli/core/words.hpp"
#include "shared/rules/notation.hpp"

namespace morris::client {
namespace {

struct CommandWord {
    std::string_view word;
    Command command;
};

constexpr std::array<CommandWord, 12> command_words = {{{"help", Command::help},
                                                        {"?", Command::help},
                                                        {"h", Command::help},
                                                        {"moves", Command::moves},
                                                        {"board", Command::board},
                                                        {"b", Command::board},
                                                        {"resign", Command::resign},
                                                        {"rematch", Command::rematch},
                                                        {"leave", Command::leave},
                                                        {"quit", Command::quit},
                                                        {"exit", Command::quit},
                                                        {"q", Command::quit}}};

// Where a word is of use.
enum Situation : unsigned {
    nowhere = 1,
    waiting = 2,
    playing = 4,
    over = 8,
    watching = 16,
    watched = 32,  // to its end
};

unsigned situation_of(const View* view) {
    if (view == nullptr || (view->result && !view->begun)) return nowhere;
    if (!view->seat) return view->result ? watched : watching;
    if (view->result) return over;
    return view->begun ? playing : waiting;
}

// Completed and explained in these situations alone, though understood in all.
struct WordHelp {
    std::string_view word;
    unsigned when;
    std::string_view help;
};

constexpr std::array<WordHelp, 10> word_helps = {
    {{"moves", playing, "  moves     list what may be played (Tab completes)\n"},
     {"moves", watching, "  moves     list what may be played\n"},
     {"board", playing | over | watching | watched, "  board     draw the board again\n"},
     {"resign", playing, "  resign    give the game up\n"},
     {"rematch", over,
      "  rematch   offer another game, colours swapped, or\n"
      "            accept the one offered\n"},
     {"leave", waiting, "  leave     take the table back: nobody has joined\n"},
     {"leave", playing, "  leave     the same as quit\n"},
     {"help", nowhere | waiting | playing | over | watching | watched, "  help      show this\n"},
     {"quit", waiting | playing,
      "  quit      close this program; your seat is kept, go\n"
      "            on with: morris resume\n"},
     {"quit", nowhere | over | watching | watched, "  quit      close this program\n"}}};

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

std::optional<Command> parse_command(std::string_view line) {
    const std::string word = lower(trimmed(line));
    for (const CommandWord& each : command_words) {
        if (each.word == word) return each.command;
    }
    return std::nullopt;
}

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

std::vector<std::string> completions(std::string_view typed, const View* view) {
    std::vector<std::string> found;
    const std::string start = lower(trimmed(typed));
    const auto offer = [&](std::string_view text) {
        if (text.substr(0, start.size()) == start) found.emplace_back(text);
    };
    if (view != nullptr && our_turn(*view)) {
        for (const Move& move : moves_now(*view)) offer(to_text(move));
    }
    for (const WordHelp& each : word_helps) {
        if ((each.when & situation_of(view)) != 0) offer(each.word);
    }
    std::sort(found.begin(), found.end());
    return found;
}

std::string help_text(const View* view) {
    const unsigned now = situation_of(view);
    std::string text;
    if (now == playing) {
        text =
            "Type a move, or one of these words:\n"
            "  d2        place a piece on d2\n"
            "  d2xa7     place on d2, close a mill, take a7\n"
            "  a1-a4     move (or fly) from a1 to a4\n"
            "  a1-a4xd7  the same, closing a mill and taking d7\n";
    } else {
        text = now == watching ? "You are watching. You can type:\n" : "You can type:\n";
    }
    for (const WordHelp& each : word_helps) {
        if ((each.when & now) != 0) text += each.help;
    }
    if ((now & (playing | over | watching | watched)) != 0) {
        text += "Marks of the last move: [ ] to, ( ) from, x taken\n";
    }
    return text + "How the game goes: morris rules\n";
}

}  // namespace morris::client
