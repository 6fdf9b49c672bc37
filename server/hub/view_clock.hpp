// How time at a table is shown: its clock, and how long until somebody may claim.
#pragma once

#include <optional>

#include "server/hub/room.hpp"
#include "shared/protocol/messages.hpp"

namespace morris::view {

protocol::ClockTerms terms(const table::ClockTerms& clock);
std::optional<protocol::ClockTerms> terms(const table::Made& made);

// nullopt: the table has no clock.
std::optional<protocol::Clock> clock(const table::Table& table, const table::Moment& now);

// nullopt: a seat is the computer's.
std::optional<protocol::ClaimTerms> claims(const table::Table& table);

// Until the side to move may be claimed against for not moving; nullopt: it may not be.
std::optional<std::int64_t> idle_ms(const table::Table& table, const table::Moment& now);

// Until this side may be claimed against for being away.
std::optional<std::int64_t> away_ms(const table::Table& table, Color color,
                                    const table::Moment& now);

}  // namespace morris::view
