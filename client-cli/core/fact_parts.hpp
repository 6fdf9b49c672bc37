// What the plain lines for programs are put together from.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "client-cli/core/view.hpp"

namespace morris::client::facts {

std::string line(const std::string& text);

std::string text_of(Color color);
std::string options_text(const Options& options);
// " clock=300000+3000"; "" without one.
std::string clock_terms_part(const std::optional<protocol::ClockTerms>& terms);
// `among`: the seats that are shown with it, of whose names this one's is to be told apart.
std::string seat_text(const protocol::Seat& seat, std::span<const protocol::Seat> among);
std::string offer_text(const protocol::OpenOffer& offer);

// Whole lines.
std::string move_line(Color color, const Move& move);
std::string claims_line(const protocol::ClaimTerms& claims);
std::string clock_line(const View& view);
std::string offer_line(const protocol::OpenOffer& offer);
std::string taken_back_line(const protocol::TakenBack& taken_back);
std::string table_line(std::string_view kind, const protocol::ListedTable& table,
                       std::span<const protocol::Seat> among);
std::string finished_line(const protocol::Finished& game, std::span<const protocol::Seat> among);

}  // namespace morris::client::facts
