// Tables as a server would tell of them, for the client's tests: a game played move by move, and
// the snapshot and the events that it makes.
#pragma once

#include <cassert>
#include <chrono>
#include <initializer_list>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "client-cli/core/view.hpp"
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
        snapshot.turn = game.ply();
        snapshot.options = game.options();
        snapshot.seats = seats;
        snapshot.begun =
            seats[0].kind != protocol::SeatKind::open && seats[1].kind != protocol::SeatKind::open;
        snapshot.position = game.position();
        snapshot.plies_without_take = game.plies_without_take();
        snapshot.moves = game.moves();
        snapshot.result = result;
        snapshot.rematch = rematch;
        if (!snapshot.begun) snapshot.invite = "K7Q2-M9XW-PA3D";
        return snapshot;
    }

    protocol::Event event(protocol::EventBody body) {
        protocol::Event event;
        event.table = id;
        event.seq = ++seq;
        event.turn = game.ply();
        if (!result) event.to_move = game.position().to_move;
        event.body = std::move(body);
        return event;
    }

    protocol::Event play(std::string_view text) {
        const Color mover = game.position().to_move;
        const Move move = move_of(text);
        [[maybe_unused]] const auto played = game.play(move);
        assert(played);
        if (const auto& outcome = game.outcome()) {
            result = protocol::GameResult{};
            result->winner = !outcome->winner                   ? protocol::Winner::draw
                             : *outcome->winner == Color::white ? protocol::Winner::white
                                                                : protocol::Winner::black;
            result->reason = static_cast<protocol::GameEnd>(outcome->reason);
        }
        auto told = event(protocol::MovedEvent{mover, move});
        told.result = result;
        return told;
    }

    protocol::Event end(protocol::Winner winner, protocol::GameEnd reason) {
        result = protocol::GameResult{winner, reason};
        auto told = event(protocol::EndedEvent{});
        told.result = result;
        return told;
    }

    std::string id = "abc123";
    std::uint64_t seq = 1;
    Game game;
    std::array<protocol::Seat, 2> seats = {person("Anna"), person("Ben")};
    std::optional<protocol::GameResult> result;
    protocol::RematchState rematch;
};

// White wins in nine plies, with three pieces each.
inline const std::string short_win = "e3 g1 a7 e5 c5 f4 e3-a1 e5-b2 c5-a4xb2";

inline Options three_pieces() {
    Options options;
    options.pieces = 3;
    return options;
}

}  // namespace morris::client::test
