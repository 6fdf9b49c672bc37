#include "client-cli/core/words_table.hpp"

#include <algorithm>

#include "client-cli/core/clock_text.hpp"
#include "client-cli/core/words.hpp"
#include "client-cli/core/words_news.hpp"
#include "shared/protocol/words.hpp"
#include "shared/rules/notation.hpp"
#include "shared/rules/presets.hpp"

namespace morris::client {
namespace {

using namespace std::chrono_literals;
using protocol::OfferKind;

std::string seconds_words(Millis time) {
    return std::to_string((time.count() + 999) / 1000) + " s";
}

// "13 s", "4:32"
std::string wait_words(Millis time) {
    return time < 60s ? seconds_words(time) : time_text(time);
}

// "White a1-a4, Black d6", from the first mover on.
std::string moves_words(const std::vector<Move>& moves, Color first) {
    std::string text;
    Color color = first;
    for (const Move& move : moves) {
        text += (text.empty() ? "" : ", ") + std::string(name_of(color)) + " " + to_text(move);
        color = other(color);
    }
    return text;
}

std::string our_offer_words(OfferKind kind) {
    return kind == OfferKind::draw ? "You have offered a draw; withdraw takes the offer back."
                                   : "You have asked to take back your last move; withdraw takes "
                                     "the question back.";
}

// A clause; `your`: the word with which it begins, if the move is ours.
std::string first_move_words(const View& view, Color mover, Millis time, const std::string& your) {
    const bool ours = view.seat == mover;
    const bool then_ours = view.seat && !ours && last_turn_of(view, *view.seat).empty();
    return (ours ? your : std::string(name_of(mover)) + "'s") + " first move has to come within " +
           time_text(time) + (then_ours ? ", and yours soon after it" : "") +
           ", or the game is aborted";
}

// The side that a claim would be made against, and what it does.
std::string claim_reason(const View& view, const Style& style) {
    const Color them = other(*view.seat);
    const std::string who = named(view, them, style);
    const auto away = view.away_due[static_cast<std::size_t>(them)];
    if (!away) return who + " does not move";
    const std::string since = away_since(view, them);
    return who + " is " + (since.empty() ? "away" : since);
}

// When `who` may claim the game from us.
std::string claim_terms_words(const View& view, const std::string& who) {
    if (!view.claims) return "";
    std::string text = " But " + who + " may claim the game once you have been away for " +
                       time_text(Millis(view.claims->away_ms));
    if (view.claims->idle_ms) {
        text += ", or have not moved for " + time_text(Millis(*view.claims->idle_ms));
    }
    return text + ".";
}

}  // namespace

std::string game_words(const View& view) {
    const Options& options = view.game.options();
    std::string text = options_words(options);
    if (view.clock) text += ", clock " + clock_terms_text(view.clock->said.terms);
    for (const Preset& preset : presets().subspan(1)) {
        if (preset.options == options) text += " (preset " + std::string(preset.name) + ")";
    }
    return text;
}

std::vector<std::string> rules_sentences(const View& view) {
    std::vector<std::string> sentences = {"Played here: " + game_words(view) + "."};
    const auto left = moves_left(view);
    if (left && !view.result) {
        sentences.push_back(std::to_string(*left) +
                            (*left == 1 ? " move is" : " moves and takes are") +
                            " left until it is a draw.");
    }
    sentences.push_back("How the game goes: morris rules");
    return sentences;
}

std::string side_clock_words(const View& view, Color color) {
    if (!view.clock) return "";
    std::string text = clock_time_text(left_of(*view.clock, color, view.now));
    if (view.result) return text;
    if (is_low(*view.clock, color, view.now)) text += " low";
    if (!view.cut_off && running(*view.clock, view.now) == color) text += " running";
    return text;
}

std::string both_clocks_words(const View& view) {
    if (!view.clock) return "";
    std::string text;
    for (const Color color : {Color::white, Color::black}) {
        text += (text.empty() ? "" : ", ") + std::string(name_of(color)) + " " +
                clock_time_text(left_of(*view.clock, color, view.now));
    }
    return text;
}

std::vector<std::string> clock_sentences(const View& view, const Style& style) {
    std::vector<std::string> sentences;
    if (!view.clock || view.result || !view.begun) return sentences;
    if (const auto waits = view.clock->said.waits_for) {
        const bool ours = view.seat == *waits;
        sentences.push_back("The clock waits for " + (ours ? "you" : named(view, *waits, style)) +
                            " to come back after the restart.");
    }
    if (const auto time = starts_in(*view.clock, view.now)) {
        const Color whose = *view.clock->said.runs;
        const std::string clock =
            view.seat == whose ? "Your clock" : "The clock of " + named(view, whose, style);
        sentences.push_back(clock + " starts in " + seconds_words(*time) + ".");
    }
    const auto mover = to_move(view);
    if (const auto time = first_move_in(*view.clock, view.now); time && mover) {
        sentences.push_back(first_move_words(view, *mover, *time, "Your") + ".");
    }
    return sentences;
}

std::string offer_words(const View& view, const protocol::OpenOffer& offer, const Style& style) {
    if (view.seat == offer.color) return our_offer_words(offer.kind);
    const std::string who = named(view, offer.color, style);
    if (offer.kind == OfferKind::draw) {
        return who + " offers a draw" + (view.seat ? ": type accept or decline." : ".");
    }
    const std::vector<Move> moves = last_turn_of(view, offer.color);
    std::string text = who + " asks to take back " +
                       (moves.empty() ? "the last move" : moves_words(moves, offer.color));
    return text + (view.seat ? ": type accept or decline." : ".");
}

std::string withdrawn_words(const View& view, const protocol::WithdrawnEvent& event,
                            const Style& style) {
    const bool draw = event.what == OfferKind::draw;
    if (view.seat == event.color) {
        return draw ? "You have withdrawn your draw offer."
                    : "You no longer ask to take back your move.";
    }
    return named(view, event.color, style) +
           (draw ? " has withdrawn the draw offer." : " no longer asks to take back the move.");
}

std::string declined_words(const View& view, const protocol::DeclinedEvent& event,
                           const Style& style) {
    const bool draw = event.what == OfferKind::draw;
    if (view.seat == event.color) {
        return draw ? "You have declined the draw." : "You have declined: the move stands.";
    }
    return named(view, event.color, style) +
           (draw ? " declines the draw." : " declines: the move stands.");
}

std::string overtaken_words(const View& view, const protocol::OpenOffer& offer,
                            const Style& style) {
    const bool ours = view.seat == offer.color;
    const std::string whose = ours ? "Your " : "The ";
    const std::string what = offer.kind == OfferKind::draw ? "draw offer" : "takeback request";
    const std::string of = ours ? "" : " of " + named(view, offer.color, style);
    // What has just happened is the last turn's: a takeback, or a move.
    const bool undone = !view.taken_back.empty() && view.taken_back.back().turn + 1 == view.turn;
    const Color mover = other(view.game.position().to_move);
    const std::string who = view.seat == mover ? "you have" : named(view, mover, style) + " has";
    return whose + what + of + " is void: " + (undone ? "moves were taken back." : who + " moved.");
}

std::string taken_back_words(const View& view, const protocol::TakenBack& taken_back,
                             const Style& style) {
    // It always begins with a move of the side that asked, which is to move again.
    const std::string moves = moves_words(taken_back.moves, taken_back.color);
    const bool ours = view.seat == taken_back.color;
    const std::string who = ours ? "you" : named(view, taken_back.color, style);
    if (!taken_back.undo) return "Taken back, as " + who + " asked: " + moves + ".";
    return (ours ? "You" : who) + " took back " + moves + ".";
}

std::vector<std::string> state_sentences(const View& view, const Style& style) {
    std::vector<std::string> sentences = clock_sentences(view, style);
    for (const auto& offer : view.offers) sentences.push_back(offer_words(view, offer, style));
    const std::string claim = claim_words(view);
    // A side that has all its time to move is no news.
    const bool away =
        view.seat && view.away_due[static_cast<std::size_t>(other(*view.seat))].has_value();
    const auto due = claim_due(view);
    if (!claim.empty() && (away || *due <= view.now)) sentences.push_back(claim);
    const std::string used = help_used_words(view.hints, view.undos);
    if (!used.empty()) sentences.push_back("Help used: " + used + ".");
    return sentences;
}

std::string claim_words(const View& view) {
    const auto due = claim_due(view);
    if (!due) return "";
    const Millis left = until(*due, view.now);
    return left == 0ms ? "You may claim now: type claim win or claim draw."
                       : "You may claim the game in " + time_text(left) + ".";
}

std::string claim_news_words(const View& view, const Style& style) {
    const std::string claim = claim_words(view);
    return claim.empty() ? "" : claim_reason(view, style) + ". " + claim;
}

std::string no_claim_words(const View& view) {
    const auto due = claim_due(view);
    const std::string yet =
        due ? "You may claim the game in " + wait_words(until(*due, view.now)) + ", not yet."
            : "There is nothing to claim now.";
    const bool idle = view.claims && view.claims->idle_ms;
    return yet + " A game can be claimed, once both sides have moved, when " +
           std::string(name_of(other(*view.seat))) + " is away " +
           (idle ? "or does not move " : "") + "for too long.";
}

std::string absent_words(const View& view, Color color, const Style& style) {
    if (view.seat != other(color) || !view.claims) return "";
    return named(view, color, style) + " is away; if that lasts " +
           time_text(Millis(view.claims->away_ms)) + ", you may claim the game.";
}

std::string meanwhile_words(const View& view) {
    const auto mover = to_move(view);
    if (!view.clock || !mover) return "the game waits";
    if (view.clock->said.waits_for) return "the clock waits, but not for long";
    if (const auto time = first_move_in(*view.clock, view.now)) {
        return first_move_words(view, *mover, *time, "your");
    }
    if (view.clock->said.runs != view.seat) return "the clock runs on";
    return "your clock runs on";
}

std::string leaving_words(const View& view, const std::string& again, const Style& style) {
    std::string text =
        "Your seat is kept, and " + meanwhile_words(view) + ": come back with morris resume.";
    if (between_people(view)) {
        text += both_have_moved(view)
                    ? claim_terms_words(view, named(view, other(*view.seat), style))
                    : " Until both sides have moved, either may abort the game.";
    }
    return text + " " + again + " to leave, or type resign to give the game up.";
}

std::string hint_words(const protocol::HintAnswer& hint) {
    std::string text = "Hint: " + to_text(hint.move);
    if (hint.depth > 0)
        text += " (looked " + plies_text(static_cast<std::size_t>(hint.depth)) + " ahead)";
    text += ".";
    if (hint.line.size() < 2) return text;
    text += " It expects";
    for (const Move& move : hint.line) text += " " + to_text(move);
    return text + ".";
}

std::string depth_words(const View& view) {
    if (!view.depth || view.game.moves().empty()) return "";
    const protocol::Seat& mover = view.seat_of(other(view.game.position().to_move));
    if (mover.level != Level::master) return "";
    return ", looked " + plies_text(static_cast<std::size_t>(*view.depth)) + " ahead";
}

std::string help_used_words(unsigned hints, unsigned undos) {
    const auto counted = [](unsigned count, const std::string& what) {
        return std::to_string(count) + " " + what + (count == 1 ? "" : "s");
    };
    std::vector<std::string> parts;
    if (hints > 0) parts.push_back(counted(hints, "hint"));
    if (undos > 0) parts.push_back(counted(undos, "undo"));
    return parts.empty() ? "" : listed(parts, "and");
}

std::string_view word_of(OfferKind kind) {
    return protocol::word_for(protocol::offer_kind_words, kind);
}

}  // namespace morris::client
