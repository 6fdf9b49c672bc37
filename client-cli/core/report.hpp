// What the session has to tell the person, as data: the screen, the plain lines and the JSON lines
// each put it into their own form.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "shared/protocol/messages.hpp"

namespace morris::client {

enum class LinkState : std::uint8_t { connected, lost, back, unreachable };

struct LinkReport {
    LinkState state{};
    std::string why;  // of lost and unreachable
};

// The view was stated whole: on attaching, and whenever its history was not simply continued.
struct StatedReport {
    std::string server;       // URL of the one where our seat is; "" without a seat
    bool game_known = false;  // what is played has been said before
};

// An event has been folded into the view.
struct EventReport {
    protocol::Event event;
    std::vector<protocol::OpenOffer> overtaken = {};  // that it left without an answer
};

// The clock does something else than the last event said.
struct ClockReport {};

// A claim of ours is due from now on.
struct ClaimReport {};

struct HintReport {
    protocol::HintAnswer hint;
};

struct PresenceReport {
    Color color{};
    protocol::SeatPresence presence;
};

struct SpectatorsReport {
    std::uint32_t count = 0;
};

// Something asked for was not done.
struct RefusalReport {
    std::string code;
    std::string message;
};

// A sentence for people.
struct NoteReport {
    std::string text;
};

// Answers to the commands that ask for them.
struct HelpReport {};
struct MovesReport {};
struct BoardReport {
    std::string server;  // as of a stated table
};
struct InviteReport {
    std::string server;
};
struct RulesReport {};

struct TablesReport {
    protocol::Tables tables;
};

// All of the lobby, and what has changed in it.
struct LobbyReport {
    protocol::LobbyState lobby;
};
struct LobbyChangedReport {
    protocol::LobbyChanged change;
    std::vector<protocol::ListedTable> gone;  // as they were known last
};

struct GamesReport {
    protocol::GamesPage page;
};

// Waiting for somebody who wants the same game; and somebody was found.
struct PairingReport {
    Options options;
    std::optional<protocol::ClockTerms> clock;
};
struct PairedReport {
    std::string table;
    Color color{};
};

using Report =
    std::variant<LinkReport, StatedReport, EventReport, ClockReport, ClaimReport, HintReport,
                 PresenceReport, SpectatorsReport, RefusalReport, NoteReport, HelpReport,
                 MovesReport, BoardReport, InviteReport, RulesReport, TablesReport, LobbyReport,
                 LobbyChangedReport, GamesReport, PairingReport, PairedReport>;

}  // namespace morris::client
