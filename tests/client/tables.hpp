// Tables as a server would tell of them, for the client's tests: a game played move by move, and
// the snapshot and the events that it makes.
#pragma once

#include <algorithm>
#include <cassert>
#include <chrono>
#include <initializer_list>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "client-cli/core/view.hpp"
#include "client-cli/core/words.hpp"
#include "shared/protocol/messages.hpp"
#include "shared/rules/game.hpp"
#include "shared/rules/notation.hpp"

namespace morris::client::test {

inline Move move_of(std::string_view text) {
    const auto move = parse_move(text);
    assert(move);
    return *move;
}

inline std::vector<Move> moves_of(const std::string& text) {
    std::vector<Move> moves;
    std::istringstream words(text);
    for (std::string word; words >> word;) moves.push_back(move_of(word));
    return moves;
}

inline protocol::Seat person(std::string name) {
    return {protocol::SeatKind::person, "player0", std::move(name), std::nullopt};
}

inline protocol::Seat computer(Level level) {
    return {protocol::SeatKind::computer, "", "Computer", level};
}

// Plays both sides' moves as a server does and tells of them.
class ServerTable {
public:
    explicit ServerTable(const Options& options = {}) : game(options) {}

    protocol::Snapshot snapshot() const {
        protocol::Snapshot snapshot;
        snapshot.table = id;
        snapshot.seq = seq;
        snapshot.turn = turn;
        snapshot.options = game.options();
        snapshot.seats = seats;
        snapshot.begun =
            seats[0].kind != protocol::SeatKind::open && seats[1].kind != protocol::SeatKind::open;
        snapshot.position = game.position();
        snapshot.plies_without_take = game.plies_without_take();
        snapshot.moves = game.moves();
        snapshot.result = result;
        snapshot.rematch = rematch;
        snapshot.clock = clock;
        snapshot.offers = offers;
        snapshot.claims = claims;
        snapshot.absent = absent;
        snapshot.taken_back = taken_back;
        snapshot.hints = hints;
        snapshot.undos = undos;
        if (!snapshot.begun) snapshot.invite = "K7Q2-M9XW-PA3D";
        return snapshot;
    }

    protocol::Event event(protocol::EventBody body) {
        protocol::Event event;
        event.table = id;
        event.seq = ++seq;
        event.turn = turn;
        if (!result) event.to_move = game.position().to_move;
        event.body = std::move(body);
        return event;
    }

    protocol::Event play(std::string_view text) {
        const Color mover = game.position().to_move;
        const Move move = move_of(text);
        [[maybe_unused]] const auto played = game.play(move);
        assert(played);
        ++turn;
        // What the mover leaves without an answer is void, and so is its own wish to take back.
        std::erase_if(offers, [&](const auto& offer) {
            return offer.color == other(mover) || offer.kind == protocol::OfferKind::takeback;
        });
        is_here(mover);
        if (const auto& outcome = game.outcome()) end_with(result_of(*outcome));
        auto told = event(protocol::MovedEvent{mover, move});
        told.result = result;
        told.clock = clock;
        return told;
    }

    protocol::Event end(protocol::Winner winner, protocol::GameEnd reason) {
        end_with({winner, reason});
        auto told = event(protocol::EndedEvent{});
        told.result = result;
        return told;
    }

    protocol::Event offer(Color color, protocol::OfferKind kind) {
        const auto told = event(protocol::OfferedEvent{color, seq + 1, kind});
        offers.push_back({seq, kind, color});
        std::sort(offers.begin(), offers.end(), [](const auto& a, const auto& b) {
            return std::pair(a.color, a.kind) < std::pair(b.color, b.kind);
        });
        return told;
    }

    // The first open one goes: withdrawn, or declined.
    protocol::Event close_offer(bool declined) {
        const protocol::OpenOffer gone = offers.front();
        offers.erase(offers.begin());
        if (!declined) return event(protocol::WithdrawnEvent{gone.color, gone.offer, gone.kind});
        return event(protocol::DeclinedEvent{other(gone.color), gone.offer, gone.kind});
    }

    // @pre the side has moved.
    protocol::Event take_back(Color color, bool undo) {
        const unsigned plies = game.position().to_move == color ? 2 : 1;
        std::vector<Move> moves = game.moves();
        const std::vector<Move> gone(moves.end() - plies, moves.end());
        moves.resize(moves.size() - plies);
        game = Game(game.options());
        for (const Move& move : moves) game.play(move);
        taken_back.push_back({turn, color, gone, undo});
        ++turn;
        if (undo) ++undos;
        result.reset();
        rematch.offered_by.reset();
        offers.clear();
        const auto by = undo ? std::nullopt : std::optional<std::uint64_t>(seq);
        return event(protocol::TakenBackEvent{color, plies, by, undo});
    }

    protocol::Event hint(Color color) {
        ++hints;
        return event(protocol::HintedEvent{color});
    }

    protocol::Event leave(Color color) {
        absent.push_back({color, 55'000});
        if (absent.size() == 2 && color == Color::white) std::swap(absent[0], absent[1]);
        return event(protocol::AbsentEvent{color});
    }

    protocol::Event come_back(Color color) {
        is_here(color);
        return event(protocol::ReturnedEvent{color});
    }

    std::string id = "abc123";
    std::uint64_t seq = 1;
    std::uint64_t turn = 0;
    Game game;
    std::array<protocol::Seat, 2> seats = {person("Anna"), person("Ben")};
    std::optional<protocol::GameResult> result;
    protocol::RematchState rematch;
    std::optional<protocol::Clock> clock;
    std::vector<protocol::OpenOffer> offers;
    std::optional<protocol::ClaimTerms> claims;
    std::vector<protocol::AbsentSide> absent;
    std::vector<protocol::TakenBack> taken_back;
    unsigned hints = 0;
    unsigned undos = 0;

private:
    void is_here(Color color) {
        std::erase_if(absent, [&](const auto& side) { return side.color == color; });
    }

    void end_with(const protocol::GameResult& end) {
        result = end;
        offers.clear();
        absent.clear();
    }
};

// White wins in nine plies, with three pieces each.
inline const std::string short_win = "e3 g1 a7 e5 c5 f4 e3-a1 e5-b2 c5-a4xb2";

inline Options three_pieces() {
    Options options;
    options.pieces = 3;
    return options;
}

}  // namespace morris::client::test
