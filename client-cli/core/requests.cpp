// What a command word asks of the server, and why it makes no sense at a table.
#include <utility>

#include "client-cli/core/input.hpp"
#include "client-cli/core/text.hpp"
#include "client-cli/core/words.hpp"
#include "client-cli/core/words_table.hpp"

namespace morris::client {
namespace {

using protocol::OfferKind;
using Asked = Result<protocol::RequestBody, LineRefusal>;

Failure<LineRefusal> refused(std::string code, std::string message) {
    return Failure<LineRefusal>(LineRefusal{std::move(code), std::move(message)});
}

std::string they(const View& view) {
    return std::string(name_of(other(*view.seat)));
}

// Nothing is offered, claimed or aborted where no game is on.
std::optional<LineRefusal> no_game(const View& view) {
    if (!view.seat) {
        return LineRefusal{"not_seated", "You are watching: only the players can do that."};
    }
    if (view.result) return LineRefusal{"game_over", "The game is over already."};
    if (view.begun) return std::nullopt;
    return LineRefusal{"not_begun",
                       "The game has not begun: nobody has the other seat yet. Type leave to give "
                       "the table up."};
}

Asked offer(const View& view, OfferKind kind) {
    const bool draw = kind == OfferKind::draw;
    if (!between_people(view)) {
        return refused("no_person", draw ? "The computer agrees to no draw: play on, or resign."
                                         : "The computer need not be asked: type undo.");
    }
    if (offer_of(view, *view.seat, kind) != nullptr) {
        return refused("too_soon", "You have asked already: wait for the answer, or withdraw it.");
    }
    if (!draw && last_turn_of(view, *view.seat).empty()) {
        return refused("nothing_to_undo", "There is no move of yours to take back.");
    }
    return protocol::Offer{view.table, kind, view.turn};
}

// The open offer of this side that is meant; without a kind its only one.
Result<protocol::OpenOffer, LineRefusal> meant(const View& view, Color by,
                                               std::optional<OfferKind> kind,
                                               const std::string& word) {
    std::vector<protocol::OpenOffer> found;
    for (const auto& open : view.offers) {
        if (open.color == by && (!kind || open.kind == *kind)) found.push_back(open);
    }
    if (found.size() == 1) return found.front();
    if (found.size() > 1) {
        return refused("not_understood",
                       "There are two: type " + word + " draw or " + word + " takeback.");
    }
    const std::string what = kind ? std::string(word_of(*kind)) + " offer" : "offer";
    if (by == view.seat) return refused("offer_gone", "You have no open " + what + ".");
    return refused("offer_gone", "There is no open " + what + " of " + they(view) + "'s.");
}

Asked answer(const View& view, const TypedCommand& typed) {
    const bool accept = typed.command == Command::accept;
    const auto open = meant(view, other(*view.seat), typed.offer, accept ? "accept" : "decline");
    if (!open) return Failure<LineRefusal>(open.error());
    return protocol::Answer{view.table, open->offer, open->kind, accept};
}

Asked withdraw(const View& view, const TypedCommand& typed) {
    if (view.seat && view.result && view.rematch.offered_by == view.seat) {
        return refused("game_over",
                       "An offer of a rematch cannot be withdrawn: type quit, and it has ended.");
    }
    if (const auto refusal = no_game(view)) return Failure<LineRefusal>(*refusal);
    const auto open = meant(view, *view.seat, typed.offer, "withdraw");
    if (!open) return Failure<LineRefusal>(open.error());
    return protocol::WithdrawOffer{view.table, open->offer, open->kind};
}

Asked abort(const View& view) {
    if (both_have_moved(view)) {
        return refused("too_late",
                       "It is too late to abort: both sides have moved. Type resign to give up.");
    }
    return protocol::Abort{view.table};
}

// Its absence counts, but the server has not said yet until when.
bool away_without_due(const View& view) {
    const auto them = static_cast<std::size_t>(other(*view.seat));
    return view.absent[them] && !view.away_due[them];
}

Asked claim(const View& view, const TypedCommand& typed) {
    if (!between_people(view)) {
        return refused("no_person", "There is nothing to claim from the computer.");
    }
    const auto due = claim_due(view);
    if (!away_without_due(view) && (!due || *due > view.now)) {
        return refused("not_claimable", no_claim_words(view));
    }
    if (!typed.outcome) return refused("not_understood", "Type claim win or claim draw.");
    return protocol::Claim{view.table, *typed.outcome};
}

Asked hint(const View& view) {
    if (between_people(view)) {
        return refused("no_computer", "Hints are given only against the computer.");
    }
    if (!our_turn(view)) {
        return refused("not_your_turn", "A hint is for your own turn; wait for it.");
    }
    return protocol::Hint{view.table, view.turn};
}

// Also after the end: then the game goes on.
Asked undo(const View& view) {
    if (!view.seat || !view.begun) return Failure<LineRefusal>(*no_game(view));
    if (between_people(view)) {
        return refused("no_computer",
                       "Only against the computer a move is simply undone: type takeback to ask " +
                           they(view) + ".");
    }
    if (view.rematch.table) return refused("game_over", "The rematch has begun already.");
    if (last_turn_of(view, *view.seat).empty()) {
        return refused("nothing_to_undo", "There is no move of yours to undo.");
    }
    return protocol::Undo{view.table, view.turn};
}

}  // namespace

Asked request_of(const TypedCommand& typed, const View& view) {
    if (typed.command == Command::undo) return undo(view);
    if (typed.command == Command::withdraw) return withdraw(view, typed);
    if (const auto refusal = no_game(view)) return Failure<LineRefusal>(*refusal);
    switch (typed.command) {
        case Command::draw:
            return offer(view, OfferKind::draw);
        case Command::takeback:
            return offer(view, OfferKind::takeback);
        case Command::accept:
        case Command::decline:
            return answer(view, typed);
        case Command::abort:
            return abort(view);
        case Command::claim:
            return claim(view, typed);
        case Command::hint:
            return hint(view);
        default:
            return refused("not_understood", "That asks nothing of the server.");
    }
}

}  // namespace morris::client
