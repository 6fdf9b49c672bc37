// Writers of what both directions share. Members stand in the order of PROTOCOL.md, since people
// read transcripts.
#pragma once

#include <nlohmann/json.hpp>

#include <vector>

#include "shared/protocol/messages.hpp"

namespace morris::protocol {

using OrderedJson = nlohmann::ordered_json;

OrderedJson to_json(const Options& options);
OrderedJson to_json(const Move& move);                // the object form
OrderedJson to_json(const std::vector<Move>& moves);  // text forms, since lists are long
OrderedJson to_json(const Position& position, Phase phase);
OrderedJson to_json(const Seat& seat);
OrderedJson to_json(const std::array<Seat, 2>& seats);
OrderedJson to_json(const GameResult& result);
OrderedJson to_json(const ClockTerms& terms);
OrderedJson to_json(const Clock& clock);
OrderedJson to_json(const Snapshot& snapshot);

OrderedJson color_or_null(const std::optional<Color>& color);

// Messages of the server whose writers have files of their own.
OrderedJson message(const Event& event);
OrderedJson message(const Tables& tables);
OrderedJson message(const LobbyState& lobby);
OrderedJson message(const LobbyChanged& changed);
OrderedJson message(const GamesPage& page);

// One line of UTF-8; bytes that are none are replaced, so that nothing is thrown.
std::string line(const OrderedJson& json);

}  // namespace morris::protocol
