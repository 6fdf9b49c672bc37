// The command words: which there are, when each is of use, and what Tab and help say of them.
#include <algorithm>
#include <array>
#include <sstream>

#include "client-cli/core/input.hpp"
#include "client-cli/core/text.hpp"
#include "shared/protocol/words.hpp"
#include "shared/rules/notation.hpp"

namespace morris::client {
namespace {

using protocol::OfferKind;

struct CommandWord {
    std::string_view word;
    Command command;
};

constexpr std::array<CommandWord, 23> command_words = {
    {{"help", Command::help},         {"?", Command::help},        {"h", Command::help},
     {"moves", Command::moves},       {"board", Command::board},   {"b", Command::board},
     {"rules", Command::rules},       {"invite", Command::invite}, {"draw", Command::draw},
     {"takeback", Command::takeback}, {"accept", Command::accept}, {"decline", Command::decline},
     {"withdraw", Command::withdraw}, {"abort", Command::abort},   {"claim", Command::claim},
     {"resign", Command::resign},     {"hint", Command::hint},     {"undo", Command::undo},
     {"rematch", Command::rematch},   {"leave", Command::leave},   {"quit", Command::quit},
     {"exit", Command::quit},         {"q", Command::quit}}};

// Where a word is of use. Several may hold at once.
enum Situation : unsigned {
    nowhere = 1,
    waiting = 2,
    playing = 4,
    over = 8,
    watching = 16,
    watched = 32,  // to its end
    with_person = 64,
    asked = 128,  // an offer waits for our answer
    asking = 256,
    beginning = 512,  // somebody has not moved yet
    claiming = 1024,
    hinting = 2048,  // against the computer, in our turn
    undoing = 4096,  // against the computer, after a move of ours
};

unsigned details_of(const View& view) {
    const Color us = *view.seat;
    unsigned details = 0;
    if (!between_people(view)) {
        if (our_turn(view)) details |= hinting;
        if (!last_turn_of(view, us).empty() && !view.rematch.table) details |= undoing;
    } else if (!view.result) {
        details |= with_person;
    }
    if (!view.result && !both_have_moved(view)) details |= beginning;
    for (const auto& offer : view.offers) details |= offer.color == us ? asking : asked;
    if (claim_due(view)) details |= claiming;
    return details;
}

unsigned situation_of(const View* view) {
    if (view == nullptr || (view->result && !view->begun)) return nowhere;
    if (!view->seat) return view->result ? watched : watching;
    if (!view->begun) return waiting;
    return (view->result ? over : playing) | details_of(*view);
}

// Completed and explained in these situations alone, though understood in all.
struct WordHelp {
    std::string_view word;
    unsigned when;
    std::string_view help;
};

constexpr std::array<WordHelp, 22> word_helps = {
    {{"moves", playing, "  moves     list what may be played (Tab completes)\n"},
     {"moves", watching, "  moves     list what may be played\n"},
     {"board", waiting | playing | over | watching | watched, "  board     draw the board again\n"},
     {"invite", waiting, "  invite    say the invite code again\n"},
     {"rules", waiting | playing | over | watching | watched,
      "  rules     say what is played here\n"},
     {"hint", hinting, "  hint      ask the computer for a move\n"},
     {"undo", undoing, "  undo      take your last move back\n"},
     {"accept", asked, "  accept    agree to what was offered\n"},
     {"decline", asked, "  decline   say no to it\n"},
     {"withdraw", asking, "  withdraw  take your offer back\n"},
     {"draw", with_person, "  draw      offer a draw\n"},
     {"takeback", with_person, "  takeback  ask to take your last move back\n"},
     {"claim win", claiming, "  claim win the game is yours: the other side is gone\n"},
     {"claim draw", claiming, "  claim draw  the same, as a draw\n"},
     {"abort", beginning, "  abort     end the game before both sides have moved\n"},
     {"resign", playing, "  resign    give the game up\n"},
     {"rematch", over,
      "  rematch   offer another game, colours swapped, or\n"
      "            accept the one offered\n"},
     {"leave", waiting, "  leave     take the table back: nobody has joined\n"},
     {"leave", playing, "  leave     leave the table; says what that means first\n"},
     {"help", nowhere | waiting | playing | over | watching | watched, "  help      show this\n"},
     {"quit", waiting | playing,
      "  quit      close this program; your seat is kept, go\n"
      "            on with: morris resume\n"},
     {"quit", nowhere | over | watching | watched, "  quit      close this program\n"}}};

bool takes_offer(Command command) {
    return command == Command::accept || command == Command::decline ||
           command == Command::withdraw;
}

}  // namespace

std::optional<TypedCommand> parse_command(std::string_view line) {
    std::istringstream words(lower(trimmed(line)));
    std::string word;
    std::string object;
    std::string more;
    words >> word >> object >> more;
    const auto* const found =
        std::find_if(command_words.begin(), command_words.end(),
                     [&](const CommandWord& each) { return each.word == word; });
    if (found == command_words.end() || !more.empty()) return std::nullopt;
    TypedCommand typed{.command = found->command};
    if (object.empty()) return typed;
    if (takes_offer(typed.command)) {
        typed.offer = protocol::value_of(protocol::offer_kind_words, object);
    }
    if (typed.command == Command::claim) {
        typed.outcome = protocol::value_of(protocol::claim_outcome_words, object);
    }
    if (!typed.offer && !typed.outcome) return std::nullopt;
    return typed;
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
    if ((now & playing) != 0) {
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
