// Lists of tables and of past games as a person at a terminal sees them.
#pragma once

#include <optional>
#include <string>

#include "client-cli/core/report.hpp"
#include "client-cli/core/text.hpp"

namespace morris::client {

std::string tables_words(const protocol::Tables& tables, const Style& style);
std::string lobby_words(const protocol::LobbyState& lobby, const Style& style);
std::string lobby_change_words(const LobbyChangedReport& report, const Style& style);
std::string games_words(const protocol::GamesPage& page, const Style& style);

// ", clock 5+3"; "" without one.
std::string clock_part(const std::optional<protocol::ClockTerms>& terms);

}  // namespace morris::client
