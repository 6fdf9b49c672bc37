#include "server/table/deciding.hpp"

namespace morris::table {
namespace {

Decision decide_on(const Table& table, const Join& join, const Moment& now) {
    if (const auto seat = table.seat_of(join.person.secret)) return done_before(table.seq());
    if (table.end()) return refused(Refusal::game_over);
    const auto open = table.open_seat();
    if (!open) return refused(Refusal::seat_taken);
    // Both clocks are full; White has its time for the first move from now on.
    return one_event(table, now,
                     Joined{*open, join.person, clock_when_broken_off(table, now, Color::white)});
}

// A move for a turn that has passed: the same move again, or another.
Decision decide_past(const Table& table, const Play& play) {
    const TurnRecord& record = table.turns()[play.turn];
    const bool same = record.color == play.color && record.move == play.move;
    return same ? done_before(record.seq) : refused(Refusal::stale_turn);
}

Decision decide_on(const Table& table, const Play& play, const Moment& now) {
    if (play.turn < table.turn()) return decide_past(table, play);
    if (table.end()) return refused(Refusal::game_over);
    if (!table.begun()) return refused(Refusal::not_begun);
    if (play.turn > table.turn()) return refused(Refusal::future_turn);
    if (table.to_move() != play.color) return refused(Refusal::not_your_turn);
    if (is_time_up(table, now)) return refused(Refusal::time_up);
    Game game = table.game();
    if (!game.play(play.move)) return refused(Refusal::illegal_move);
    Moved moved{play.color, play.move, {}, clock_when_moved(table, now), play.depth};
    if (game.outcome()) {
        moved.end = end_of(*game.outcome());
    } else if (table.turn() + 1 >= most_turns) {
        moved.end = End{Winner::nobody, EndReason::expired};
    }
    return one_event(table, now, moved);
}

Decision decide_on(const Table& table, const Resign& resign, const Moment& now) {
    if (table.end()) {
        const bool again =
            table.end()->reason == EndReason::resigned && table.ended_by() == resign.color;
        return again ? done_before(table.end_seq()) : refused(Refusal::game_over);
    }
    if (!table.begun()) return refused(Refusal::not_begun);
    const End end{winner_of(other(resign.color)), EndReason::resigned};
    return one_event(table, now, Ended{resign.color, end, 0, clock_when_over(table, now)});
}

Decision decide_on(const Table& table, const Withdraw& withdraw, const Moment& now) {
    if (table.end()) {
        const bool again = table.end()->reason == EndReason::withdrawn;
        return again ? done_before(table.end_seq()) : refused(Refusal::game_over);
    }
    if (table.begun()) return refused(Refusal::begun);
    return one_event(table, now,
                     Ended{withdraw.color, End{Winner::nobody, EndReason::withdrawn}, 0,
                           clock_when_over(table, now)});
}

Decision decide_on(const Table& table, const Abort& abort, const Moment& now) {
    if (table.end()) {
        const bool again =
            table.end()->reason == EndReason::aborted && table.ended_by() == abort.color;
        return again ? done_before(table.end_seq()) : refused(Refusal::game_over);
    }
    if (!table.begun()) return refused(Refusal::not_begun);
    if (table.has_moved(Color::white) && table.has_moved(Color::black)) {
        return refused(Refusal::too_late);
    }
    return one_event(table, now,
                     Ended{abort.color, End{Winner::nobody, EndReason::aborted}, 0,
                           clock_when_over(table, now)});
}

Decision decide_on(const Table& table, const WantRematch& want, const Moment& now) {
    if (!table.end()) return refused(Refusal::not_over);
    if (!table.begun()) return refused(Refusal::no_rematch);
    if (table.next_table()) return done_before(table.next_seq());
    if (begins_rematch(table, want.color)) return one_event(table, now, Rematched{want.next});
    if (table.rematch_offered_by() == want.color) return done_before(table.rematch_seq());
    return one_event(table, now, RematchOffered{want.color});
}

Decision end_for_nobody(const Table& table, EndReason reason, const Moment& now) {
    if (table.end()) return done_before(table.end_seq());
    return one_event(
        table, now,
        Ended{std::nullopt, End{Winner::nobody, reason}, 0, clock_when_over(table, now)});
}

Decision decide_on(const Table& table, const Expire&, const Moment& now) {
    return end_for_nobody(table, EndReason::expired, now);
}

Decision decide_on(const Table& table, const Close&, const Moment& now) {
    return end_for_nobody(table, EndReason::closed, now);
}

}  // namespace

Result<Accepted, Refusal> decide(const Table& table, const Command& command, const Moment& now) {
    return std::visit([&](const auto& each) { return decide_on(table, each, now); }, command);
}

bool begins_rematch(const Table& table, Color color) {
    if (!table.end() || !table.begun() || table.next_table()) return false;
    return table.rematch_offered_by() == other(color) ||
           std::holds_alternative<Computer>(table.holder(other(color)));
}

Made rematch_of(const Table& table, std::uint64_t seed) {
    Made made;
    made.options = table.made().options;
    made.listed = table.made().listed;
    made.seats = {table.holder(Color::black), table.holder(Color::white)};
    made.seed = seed;
    made.clock = table.made().clock;
    made.claims = table.made().claims;
    return made;
}

}  // namespace morris::table
