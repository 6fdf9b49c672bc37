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

std::array<bool, 2> sides_of(const std::vector<protocol::AbsentSide>& absent) {
    std::array<bool, 2> sides{};
    for (const auto& side : absent) sides[static_cast<std::size_t>(side.color)] = true;
    return sides;
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
              .presence = {},
              .clock = {},
              .offers = {},
              .claims = {},
              .taken_back = {},
              .depth = {},
              .idle_due = {}};
    restate(view, snapshot);
    return view;
}

bool is_all_known(const View& view, const protocol::Snapshot& snapshot) {
    return view.table == snapshot.table && view.seq == snapshot.seq &&
           view.begun == snapshot.begun && view.game.moves() == snapshot.moves &&
           view.game.position() == snapshot.position && view.result == snapshot.result &&
           view.rematch == snapshot.rematch && view.offers == snapshot.offers &&
           view.absent == sides_of(snapshot.absent) && view.taken_back == snapshot.taken_back &&
           view.hints == snapshot.hints && view.undos == snapshot.undos;
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
    if (view.game.moves() != snapshot.moves) view.depth.reset();
    view.game = game_of(snapshot);
    view.result = snapshot.result;
    view.rematch = snapshot.rematch;
    view.invite = snapshot.invite;
    view.legal = snapshot.legal;
    view.clock.reset();
    if (snapshot.clock) view.clock = ClockState{*snapshot.clock, view.now};
    view.offers = snapshot.offers;
    view.claims = snapshot.claims;
    view.absent = sides_of(snapshot.absent);
    view.away_due = {};
    for (const auto& [color, claim_in_ms] : snapshot.absent) {
        view.away_due[static_cast<std::size_t>(color)] = view.now + Millis(claim_in_ms);
    }
    view.taken_back = snapshot.taken_back;
    view.hints = snapshot.hints;
    view.undos = snapshot.undos;
    view.idle_due.reset();
    if (snapshot.idle_ms) view.idle_due = view.now + Millis(*snapshot.idle_ms);
}

std::optional<Color> to_move(const View& view) {
    if (!view.begun || view.result) return std::nullopt;
    return view.game.position().to_move;
}

bool our_turn(const View& view) {
    return view.seat && to_move(view) == view.seat;
}

bool between_people(const View& view) {
    return std::none_of(view.seats.begin(), view.seats.end(),
                        [](const auto& seat) { return seat.kind == SeatKind::computer; });
}

bool waits_for_guest(const View& view) {
    return view.invite && !view.begun && !view.result;
}

bool both_have_moved(const View& view) {
    std::size_t ply = 0;
    auto taken_back = view.taken_back.begin();
    for (std::uint64_t turn = 0; turn < view.turn && ply < 2; ++turn) {
        if (taken_back != view.taken_back.end() && taken_back->turn == turn) {
            ply -= std::min(ply, taken_back->moves.size());
            ++taken_back;
        } else {
            ++ply;
        }
    }
    return ply >= 2;
}

std::optional<int> moves_left(const View& view) {
    const Options& options = view.game.options();
    if (!options.move_limit) return std::nullopt;
    const int gone =
        static_cast<int>(view.game.ply()) + pieces_taken(view.game.position(), options);
    return std::max(*options.move_limit - gone, 0);
}

std::optional<Moment> claim_due(const View& view) {
    if (!view.seat || view.result) return std::nullopt;
    const Color them = other(*view.seat);
    const auto away = view.away_due[static_cast<std::size_t>(them)];
    const auto idle = to_move(view) == them ? view.idle_due : std::nullopt;
    if (!away || !idle) return away ? away : idle;
    return std::min(*away, *idle);
}

std::vector<Move> last_turn_of(const View& view, Color color) {
    const std::vector<Move>& moves = view.game.moves();
    const std::size_t plies = view.game.position().to_move == color ? 2 : 1;
    if (moves.size() < plies) return {};
    return {moves.end() - static_cast<std::ptrdiff_t>(plies), moves.end()};
}

const protocol::OpenOffer* offer_of(const View& view, Color color, protocol::OfferKind kind) {
    for (const protocol::OpenOffer& offer : view.offers) {
        if (offer.color == color && offer.kind == kind) return &offer;
    }
    return nullptr;
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
