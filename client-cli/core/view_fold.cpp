// What each event and notice changes of a view.
#include <algorithm>
#include <utility>

#include "client-cli/core/view.hpp"

namespace morris::client {
namespace {

using protocol::OfferKind;
using protocol::SeatKind;

std::size_t index(Color color) {
    return static_cast<std::size_t>(color);
}

std::pair<Color, OfferKind> place_of(const protocol::OpenOffer& offer) {
    return {offer.color, offer.kind};
}

// Only a game that both sides have got into can be claimed.
void begin_turn(View& view) {
    view.idle_due.reset();
    const bool counts = view.claims && view.claims->idle_ms && view.begun && both_have_moved(view);
    if (counts) view.idle_due = view.now + Millis(*view.claims->idle_ms);
}

void end_game(View& view, const protocol::GameResult& result) {
    view.result = result;
    view.offers.clear();
    view.absent = {};
    view.away_due = {};
    view.idle_due.reset();
}

// An absence is over, and with it what could be claimed because of it.
void be_there(View& view, Color color) {
    view.absent[index(color)] = false;
    view.away_due[index(color)].reset();
}

bool close(View& view, std::uint64_t offer) {
    return std::erase_if(view.offers, [&](const auto& each) { return each.offer == offer; }) > 0;
}

bool apply(View& view, const protocol::JoinedEvent& joined) {
    view.seats[index(joined.color)] = joined.seat;
    view.begun = std::none_of(view.seats.begin(), view.seats.end(),
                              [](const auto& seat) { return seat.kind == SeatKind::open; });
    if (view.begun) view.invite.reset();
    return true;
}

// The mover's draw offer goes to the other side with the move; the other offers are void.
bool apply(View& view, const protocol::MovedEvent& moved) {
    if (view.game.position().to_move != moved.color) return false;
    if (!view.game.play(moved.move)) return false;
    std::erase_if(view.offers, [&](const auto& offer) {
        return offer.color != moved.color || offer.kind == OfferKind::takeback;
    });
    be_there(view, moved.color);
    view.depth = moved.depth;
    return true;
}

bool apply(View& view, const protocol::OfferedEvent& offered) {
    if (offer_of(view, offered.color, offered.what) != nullptr) return false;
    const protocol::OpenOffer offer{offered.offer, offered.what, offered.color};
    const auto place = std::find_if(view.offers.begin(), view.offers.end(), [&](const auto& each) {
        return place_of(each) > place_of(offer);
    });
    view.offers.insert(place, offer);
    return true;
}

bool apply(View& view, const protocol::WithdrawnEvent& withdrawn) {
    return close(view, withdrawn.offer);
}

bool apply(View& view, const protocol::DeclinedEvent& declined) {
    return close(view, declined.offer);
}

bool apply(View& view, const protocol::TakenBackEvent& event) {
    const std::vector<Move> moves = view.game.moves();
    if (event.plies == 0 || event.plies > moves.size()) return false;
    const auto kept = moves.end() - static_cast<std::ptrdiff_t>(event.plies);
    // Played anew, so that repetition and the no-mill count follow the history that remains.
    Game game(view.game.options());
    for (auto move = moves.begin(); move != kept; ++move) {
        if (!game.play(*move)) return false;
    }
    view.game = std::move(game);
    view.taken_back.push_back({view.turn, event.color, {kept, moves.end()}, event.undo});
    if (event.undo) ++view.undos;
    view.result.reset();
    view.rematch.offered_by.reset();
    view.offers.clear();
    view.depth.reset();
    return true;
}

bool apply(View& view, const protocol::AbsentEvent& absent) {
    view.absent[index(absent.color)] = true;
    return true;
}

bool apply(View& view, const protocol::ReturnedEvent& returned) {
    be_there(view, returned.color);
    return true;
}

bool apply(View& view, const protocol::HintedEvent&) {
    ++view.hints;
    return true;
}

bool apply(View& view, const protocol::RematchOfferedEvent& offered) {
    view.rematch.offered_by = offered.color;
    return true;
}

bool apply(View& view, const protocol::RematchedEvent& rematched) {
    view.rematch.table = rematched.next;
    return true;
}

// Ends, clocks and what is newer than this program: nothing of their own.
template <class Other>
bool apply(View&, const Other&) {
    return true;
}

bool begins_a_turn(const protocol::EventBody& body) {
    return std::holds_alternative<protocol::JoinedEvent>(body) ||
           std::holds_alternative<protocol::MovedEvent>(body) ||
           std::holds_alternative<protocol::TakenBackEvent>(body);
}

}  // namespace

Folded fold(View& view, const protocol::Event& event) {
    if (event.table != view.table || event.seq <= view.seq) return Folded::known;
    if (event.seq != view.seq + 1) return Folded::gap;
    const bool follows =
        std::visit([&view](const auto& body) { return apply(view, body); }, event.body);
    if (!follows) return Folded::conflict;
    view.seq = event.seq;
    view.turn = event.turn;
    view.legal = event.legal;
    if (event.clock) view.clock = ClockState{*event.clock, view.now};
    if (begins_a_turn(event.body)) begin_turn(view);
    if (event.result) end_game(view, *event.result);
    return Folded::applied;
}

bool fold(View& view, const protocol::Presence& presence) {
    if (presence.table != view.table) return false;
    view.presence = presence;
    if (presence.idle_ms) view.idle_due = view.now + Millis(*presence.idle_ms);
    for (std::size_t side = 0; side < presence.seats.size(); ++side) {
        const auto& seat = presence.seats[side];
        view.away_due[side].reset();
        if (seat && seat->claim_in_ms) view.away_due[side] = view.now + Millis(*seat->claim_in_ms);
    }
    return true;
}

bool fold(View& view, const protocol::ClockNotice& notice) {
    if (notice.table != view.table) return false;
    view.clock = ClockState{notice.clock, view.now};
    return true;
}

}  // namespace morris::client
