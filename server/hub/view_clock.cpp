#include "server/hub/view_clock.hpp"

#include <algorithm>

#include "server/table/decide.hpp"

namespace morris::view {

protocol::ClockTerms terms(const table::ClockTerms& clock) {
    return {clock.base.count(), clock.increment.count()};
}

std::optional<protocol::ClockTerms> terms(const table::Made& made) {
    if (!made.clock) return std::nullopt;
    return terms(*made.clock);
}

std::optional<protocol::Clock> clock(const table::Table& table, const table::Moment& now) {
    const auto set = terms(table.made());
    if (!set) return std::nullopt;
    protocol::Clock clock;
    clock.terms = *set;
    const auto left = table::left_now(table, now);
    clock.left_ms = {left[0].count(), left[1].count()};
    const auto mover = table.to_move();
    if (!mover || table.is_computer(*mover)) return clock;
    const auto from = table::charged_from(table, now);
    if (!from) {
        clock.waits_for = mover;
    } else if (table.charges(*mover)) {
        clock.runs = mover;
        const auto wait = *from - now.served;
        if (wait.count() > 0) clock.starts_in_ms = wait.count();
    } else {
        const auto due = *from + table::first_move_time - now.served;
        clock.first_move_ms = std::max<std::int64_t>(due.count(), 0);
    }
    return clock;
}

std::optional<protocol::ClaimTerms> claims(const table::Table& table) {
    if (!table.between_people()) return std::nullopt;
    const table::ClaimTerms& terms = table.made().claims;
    protocol::ClaimTerms shown{terms.away.count(), std::nullopt};
    if (!table.made().clock) shown.idle_ms = terms.idle.count();
    return shown;
}

std::optional<std::int64_t> idle_ms(const table::Table& table, const table::Moment& now) {
    const auto left = table::idle_claimable_in(table, now);
    return left ? std::optional<std::int64_t>(left->count()) : std::nullopt;
}

std::optional<std::int64_t> away_ms(const table::Table& table, Color color,
                                    const table::Moment& now) {
    const auto left = table::away_claimable_in(table, color, now);
    return left ? std::optional<std::int64_t>(left->count()) : std::nullopt;
}

}  // namespace morris::view
