#include "server/table/offers.hpp"

namespace morris::table {
namespace {

// Turns until an offer may be made again: two, so that both sides have moved; twice that after a
// plain no.
constexpr std::uint64_t pause = 2;
constexpr std::uint64_t pause_when_declined = 4;

}  // namespace

void Offers::overtake(Color color, OfferKind kind, std::uint64_t turn) {
    OfferRecord& record = of(color, kind);
    if (!record.is_open()) return;
    record.state = OfferRecord::State::overtaken;
    record.closed_turn = turn;
}

void Offers::overtake_by_move(Color mover, std::uint64_t turn) {
    overtake(other(mover), OfferKind::draw, turn);
    overtake(other(mover), OfferKind::takeback, turn);
    overtake(mover, OfferKind::takeback, turn);
}

void Offers::end_by_takeback(std::uint64_t turn) {
    for (const Color color : {Color::white, Color::black}) {
        overtake(color, OfferKind::takeback, turn);
        OfferRecord& draw = of(color, OfferKind::draw);
        if (draw.is_open()) draw = {};
    }
}

void Offers::overtake_all(std::uint64_t turn) {
    for (const Color color : {Color::white, Color::black}) {
        overtake(color, OfferKind::draw, turn);
        overtake(color, OfferKind::takeback, turn);
    }
}

std::uint64_t next_turn_for(const OfferRecord& record) {
    switch (record.state) {
        case OfferRecord::State::none:
        case OfferRecord::State::open:
            return 0;
        case OfferRecord::State::declined:
            return record.closed_turn + pause_when_declined;
        case OfferRecord::State::withdrawn:
        case OfferRecord::State::overtaken:
        case OfferRecord::State::accepted:
            return record.turn + pause;
    }
    return 0;
}

}  // namespace morris::table
