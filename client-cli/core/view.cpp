#include "client-cli/core/view.hpp"

#include <algorithm>
#include <utility>

namespace morris::client {
namespace {

using protocol::SeatKind;

// The snapshot's game, replayed so that what repetition needs is known; its bare position where
// that does not lead there.
Game game_of(const protocol::Snapshot& snapshot) {
    Game game(snapshot.options);
    for (const Move& move : snapshot.moves) {
        if (!game.play(move)) break;
    }
    if (game.position() == snapshot.position && game.ply() == snapshot.moves.size()) return game;
    return {snapshot.options, snapshot.position, snapshot.plies_without_take};
}

bool apply(View& view, const protocol::JoinedEvent& joined) {
    view.seats[static_cast<std::size_t>(joined.color)] = joined.seat;
    view.begun = std::none_of(view.seats.begin(), view.seats.end(),
                              [](const auto& seat) { return seat.kind == SeatKind::open; });
    if (view.begun) view.invite.reset();
    return true;
}

bool apply(View& view, const protocol::MovedEvent& moved) {
    if (view.game.position().to_move != moved.color) return false;
    return view.game.play(moved.move).has_value();
}

bool apply(View&, const protocol::EndedEvent&) {
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

template <class Other>
bool apply(View&, const Other&) {
    return true;
}

}  // namespace

View view_of(const protocol::Snapshot& snapshot, std::optional<Color> seat) {
    View view{.table = {},
              .seat = seat,
              .seats = {},
              .game = Game(snapshot.options),
              .result = {},
              .rematch = {},
              .invite = {},
              .legal = {},
              .presence = {}};
    restate(view, snapshot);
    return view;
}

bool is_all_known(const View& view, const protocol::Snapshot& snapshot) {
    return view.table == snapshot.table && view.seq == snapshot.seq &&
           view.begun == snapshot.begun && view.game.moves() == snapshot.moves &&
           view.game.position() == snapshot.position && view.result == snapshot.result &&
           view.rematch == snapshot.rematch;
}

void restate(View& view, const protocol::Snapshot& snapshot) {
    if (view.table != snapshot.table) view.presence.reset();
    view.table = snapshot.table;
    view.seq = snapshot.seq;
    view.turn = snapshot.turn;
    view.made_at = snapshot.made_at;
    view.listed = snapshot.listed;
    view.begun = snapshot.begun;
    view.seats = snapshot.seats;
    view.game = game_of(snapshot);
    view.result = snapshot.result;
    view.rematch = snapshot.rematch;
    view.invite = snapshot.invite;
    view.legal = snapshot.legal;
}

Folded fold(View& view, const protocol::Event& event) {
    if (event.table != view.table || event.seq <= view.seq) return Folded::known;
    if (event.seq != view.seq + 1) return Folded::gap;
    const bool follows =
        std::visit([&view](const auto& body) { return apply(view, body); }, event.body);
    if (!follows) return Folded::conflict;
    view.seq = event.seq;
    view.turn = event.turn;
    view.legal = event.legal;
    if (event.result) view.result = event.result;
    return Folded::applied;
}

bool fold(View& view, const protocol::Presence& presence) {
    if (presence.table != view.table) return false;
    view.presence = presence;
    return true;
}

std::optional<Color> to_move(const View& view) {
    if (!view.begun || view.result) return std::nullopt;
    return view.game.position().to_move;
}

bool our_turn(const View& view) {
    return view.seat && to_move(view) == view.seat;
}

std::vector<Move> moves_now(const View& view) {
    if (!to_move(view)) return {};
    if (view.legal) return *view.legal;
    const MoveList moves = view.game.legal_moves();
    return {moves.begin(), moves.end()};
}

Bitboard takes_among(const std::vector<Move>& moves) {
    Bitboard takes = 0;
    for (const Move& move : moves) {
        if (move.take != no_point) takes |= bit(move.take);
    }
    return takes;
}

}  // namespace morris::client
