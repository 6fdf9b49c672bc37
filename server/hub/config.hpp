// What whoever runs the server may set about tables and players. Sensible as it stands.
#pragma once

#include <chrono>
#include <cstddef>
#include <string>

#include "server/hub/rate_limit.hpp"
#include "server/table/event.hpp"

namespace morris {

struct HubConfig {
    std::string server = "morris-server/" MORRIS_VERSION;
    std::string page = "Morris\n";  // what a browser is shown at `/`, HTML

    std::size_t max_tables = 100'000;          // unfinished tables in all
    std::size_t max_tables_per_player = 20;    // unfinished tables one player has a seat at
    std::size_t max_follows = 64;              // tables one connection follows at once
    std::size_t max_waiting_to_pair = 10'000;  // players who wait to be paired
    std::size_t max_waiting_per_table = 64;    // requests that wait for one table
    std::size_t max_waiting_per_client = 64;   // requests that wait for one connection's answer

    RateLimit makes{30, std::chrono::seconds(10)};   // tables made, per address
    RateLimit guesses{10, std::chrono::seconds(6)};  // invite codes and secrets that are wrong
    RateLimit renames{10, std::chrono::minutes(1)};  // names changed by coming back

    // After how long a game may be claimed; kept with each table when it is made.
    table::ClaimTerms claims = table::usual_claims;
    table::ClaimTerms claims_with_clock = table::usual_claims_with_clock;

    // Without a move and with nobody there, a table ends after:
    std::chrono::milliseconds keep_open = std::chrono::hours(24);       // while nobody has moved
    std::chrono::milliseconds keep_idle = std::chrono::hours(24 * 30);  // while the game goes on
    std::chrono::milliseconds sweep_every{60'000};

    std::chrono::milliseconds presence_delay{100};  // presence notices are gathered this long
    std::chrono::milliseconds lobby_delay{500};     // and what changes in the lobby, this long
    std::chrono::milliseconds store_retry{1000};    // wait before the store is asked again
    std::chrono::milliseconds restart_retry{1000};  // what clients are told to wait at a restart
};

}  // namespace morris
