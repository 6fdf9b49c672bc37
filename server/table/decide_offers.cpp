// Draws and takebacks between two people, undo and hints against the computer.
#include "server/table/deciding.hpp"

namespace morris::table {
namespace {

using State = OfferRecord::State;

Decision draw_agreed(const Table& table, const Moment& now, Color by, std::uint64_t offer) {
    return one_event(
        table, now,
        Ended{by, End{Winner::draw, EndReason::agreed}, offer, clock_when_over(table, now)});
}

Decision taken_back(const Table& table, const Moment& now, Color asker, std::uint64_t offer) {
    return one_event(table, now,
                     TakenBack{asker, table.plies_of_last_turn(asker), offer,
                               clock_when_broken_off(table, now, asker)});
}

// An offer that was made before: done, if it is the same one.
std::optional<Decision> decide_again(const Table& table, const Offer& offer) {
    const OfferRecord& mine = table.offers().of(offer.color, offer.kind);
    const bool same = mine.id != 0 && mine.turn == offer.turn;
    if (same && (mine.state == State::open || mine.state == State::accepted)) {
        return done_before(mine.id);
    }
    // The other side's was open, and so it accepted that.
    const OfferRecord& theirs = table.offers().of(other(offer.color), OfferKind::draw);
    if (offer.kind == OfferKind::draw && theirs.state == State::accepted &&
        theirs.closed_turn == offer.turn && theirs.closed_seq == table.end_seq() &&
        table.ended_by() == offer.color) {
        return done_before(theirs.closed_seq);
    }
    return std::nullopt;
}

std::optional<Refusal> no_game_of_two(const Table& table) {
    if (table.end()) return Refusal::game_over;
    if (!table.begun()) return Refusal::not_begun;
    if (!table.between_people()) return Refusal::no_person;
    return std::nullopt;
}

}  // namespace

Decision decide_on(const Table& table, const Offer& offer, const Moment& now) {
    if (const auto again = decide_again(table, offer)) return *again;
    if (!table.to_move()) return refused_without_game(table);
    if (!table.between_people()) return refused(Refusal::no_person);
    if (offer.turn < table.turn()) return refused(Refusal::stale_turn);
    if (offer.turn > table.turn()) return refused(Refusal::future_turn);
    const OfferRecord& theirs = table.offers().of(other(offer.color), OfferKind::draw);
    if (offer.kind == OfferKind::draw && theirs.is_open()) {
        return draw_agreed(table, now, offer.color, theirs.id);
    }
    const OfferRecord& mine = table.offers().of(offer.color, offer.kind);
    // Made in an earlier turn, and still open: it stands.
    if (mine.is_open()) return done_before(mine.id);
    if (table.turn() < next_turn_for(mine)) return refused(Refusal::too_soon);
    if (offer.kind == OfferKind::takeback && table.plies_of_last_turn(offer.color) == 0) {
        return refused(Refusal::nothing_to_undo);
    }
    return one_event(table, now, Offered{offer.color, offer.kind});
}

Decision decide_on(const Table& table, const Answer& answer, const Moment& now) {
    const OfferRecord& record = table.offers().of(other(answer.color), answer.kind);
    const bool is_it = answer.offer != 0 && record.id == answer.offer;
    const State wanted = answer.accept ? State::accepted : State::declined;
    if (is_it && record.state == wanted) return done_before(record.closed_seq);
    if (const auto why = no_game_of_two(table)) return refused(*why);
    if (!is_it || !record.is_open()) return refused(Refusal::offer_gone);
    if (!answer.accept) {
        return one_event(table, now, OfferClosed{answer.color, answer.kind, record.id, true});
    }
    if (answer.kind == OfferKind::draw) return draw_agreed(table, now, answer.color, record.id);
    return taken_back(table, now, other(answer.color), record.id);
}

Decision decide_on(const Table& table, const WithdrawOffer& withdraw, const Moment& now) {
    const OfferRecord& record = table.offers().of(withdraw.color, withdraw.kind);
    const bool is_it = withdraw.offer != 0 && record.id == withdraw.offer;
    if (is_it && record.state == State::withdrawn) return done_before(record.closed_seq);
    if (const auto why = no_game_of_two(table)) return refused(*why);
    if (!is_it || !record.is_open()) return refused(Refusal::offer_gone);
    return one_event(table, now, OfferClosed{withdraw.color, withdraw.kind, record.id, false});
}

namespace {

// Ends that no move brought about, but for a resignation, are not taken back.
bool ended_for_good(const Table& table) {
    if (!table.end()) return false;
    switch (table.end()->reason) {
        case EndReason::withdrawn:
        case EndReason::expired:
        case EndReason::closed:
        case EndReason::aborted:
            return true;
        default:
            return table.next_table().has_value();
    }
}

}  // namespace

Decision decide_on(const Table& table, const Undo& undo, const Moment& now) {
    if (!table.begun()) return refused(Refusal::not_begun);
    if (table.between_people()) return refused(Refusal::no_computer);
    if (undo.turn < table.turn()) {
        const TurnRecord& record = table.turns()[undo.turn];
        const bool same = !record.move && record.color == undo.color;
        return same ? done_before(record.seq) : refused(Refusal::stale_turn);
    }
    if (undo.turn > table.turn()) return refused(Refusal::future_turn);
    if (table.end() && table.end()->reason == EndReason::timeout) return refused(Refusal::no_time);
    if (ended_for_good(table)) return refused(Refusal::game_over);
    if (table.plies_of_last_turn(undo.color) == 0) return refused(Refusal::nothing_to_undo);
    return taken_back(table, now, undo.color, 0);
}

Decision decide_on(const Table& table, const Hint& hint, const Moment& now) {
    if (!table.to_move()) return refused_without_game(table);
    if (table.between_people()) return refused(Refusal::no_computer);
    if (hint.turn < table.turn()) return refused(Refusal::stale_turn);
    if (hint.turn > table.turn()) return refused(Refusal::future_turn);
    if (table.to_move() != hint.color) return refused(Refusal::not_your_turn);
    if (table.hint_seq() != 0) return done_before(table.hint_seq());
    return one_event(table, now, Hinted{hint.color});
}

}  // namespace morris::table
