// What the clock says: how much of the time that passed is charged, and when it is up.
#include <algorithm>

#include "server/table/deciding.hpp"

namespace morris::table {
namespace {

Millis lag_of(Color color, const Moment& now) {
    return std::clamp(now.lag[index(color)], Millis(0), most_lag);
}

// How long the side to move has been thinking, as far as it counts.
Millis thought(const Table& table, const Moment& now) {
    const auto from = charged_from(table, now);
    return from ? std::max(now.served - *from, Millis(0)) : Millis(0);
}

Millis charged(const Table& table, const Moment& now) {
    const Color mover = table.game().position().to_move;
    if (!table.charges(mover)) return Millis(0);
    return std::max(thought(table, now) - lag_of(mover, now), Millis(0));
}

// When the next side is charged: from now on, or from when it can know that it is its turn.
std::optional<Served> start_for(Color next, const Moment& now) {
    const Served from = now.charged_from[index(next)];
    if (from == not_back) return std::nullopt;
    return std::max(now.served, from);
}

ClockState used(const Table& table, const Moment& now) {
    const Color mover = table.game().position().to_move;
    ClockState clock = *table.clock();
    Millis& left = clock.left[index(mover)];
    left = std::max(left - charged(table, now), Millis(0));
    return clock;
}

// The side whose time ran out loses, unless the other could not win any more with what it has.
End end_by_time(const Table& table, Color loser) {
    constexpr int too_few = 2;
    const Color rest = other(loser);
    const Position& position = table.game().position();
    const bool can_win = position.on_board(rest) + position.in_hand(rest) > too_few;
    return {can_win ? winner_of(rest) : Winner::draw, EndReason::timeout};
}

}  // namespace

std::optional<Served> charged_from(const Table& table, const Moment& now) {
    const auto mover = table.to_move();
    if (!mover || !table.clock() || !table.clock()->starts) return std::nullopt;
    const Served from = now.charged_from[index(*mover)];
    if (from == not_back) return std::nullopt;
    return std::max(*table.clock()->starts, from);
}

std::optional<ClockState> clock_when_moved(const Table& table, const Moment& now) {
    if (!table.clock()) return std::nullopt;
    const Color mover = table.game().position().to_move;
    ClockState clock = used(table, now);
    if (table.charges(mover)) clock.left[index(mover)] += table.made().clock->increment;
    clock.starts = start_for(other(mover), now);
    return clock;
}

std::optional<ClockState> clock_when_broken_off(const Table& table, const Moment& now, Color next) {
    if (!table.clock()) return std::nullopt;
    ClockState clock = used(table, now);
    clock.starts = start_for(next, now);
    return clock;
}

std::optional<ClockState> clock_when_over(const Table& table, const Moment& now) {
    if (!table.clock()) return std::nullopt;
    return used(table, now);
}

std::array<Millis, 2> left_now(const Table& table, const Moment& now) {
    std::array<Millis, 2> left = table.clock()->left;
    const auto mover = table.to_move();
    if (mover && table.charges(*mover)) {
        Millis& its = left[index(*mover)];
        its = std::max(its - thought(table, now), Millis(0));
    }
    return left;
}

std::optional<Served> flag_due(const Table& table, const Moment& now) {
    const auto from = charged_from(table, now);
    if (!from || table.is_computer(*table.to_move())) return std::nullopt;
    const Color mover = *table.to_move();
    const Millis time = table.charges(mover) ? table.clock()->left[index(mover)] : first_move_time;
    return *from + time + lag_of(mover, now);
}

bool is_time_up(const Table& table, const Moment& now) {
    const auto due = flag_due(table, now);
    return due && now.served >= *due;
}

Decision decide_on(const Table& table, const Flag&, const Moment& now) {
    if (!is_time_up(table, now)) return refused(Refusal::not_due);
    const Color mover = *table.to_move();
    const End end =
        table.charges(mover) ? end_by_time(table, mover) : End{Winner::nobody, EndReason::aborted};
    return one_event(table, now, Ended{std::nullopt, end, 0, clock_when_over(table, now)});
}

Decision decide_on(const Table& table, const Hold&, const Moment& now) {
    const bool runs = table.to_move() && table.clock() && table.clock()->starts &&
                      !table.is_computer(*table.to_move());
    if (!runs) return refused(Refusal::not_due);
    ClockState clock = used(table, now);
    clock.starts.reset();
    return one_event(table, now, ClockSet{clock});
}

Decision decide_on(const Table& table, const Go&, const Moment& now) {
    const bool waits = table.to_move() && table.clock() && !table.clock()->starts;
    if (!waits) return refused(Refusal::not_due);
    ClockState clock = *table.clock();
    clock.starts = start_for(*table.to_move(), now);
    if (!clock.starts) return refused(Refusal::not_due);
    return one_event(table, now, ClockSet{clock});
}

}  // namespace morris::table
