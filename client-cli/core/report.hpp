// What the session has to tell the person, as data: the screen, the plain lines and the JSON lines
// each put it into their own form.
#pragma once

#include <cstdint>
#include <string>
#include <variant>

#include "shared/protocol/messages.hpp"

namespace morris::client {

enum class LinkState : std::uint8_t { connected, lost, back, unreachable };

struct LinkReport {
    LinkState state{};
    std::string why;  // of lost and unreachable
};

// The view was stated whole: on attaching, and whenever its history was not simply continued.
struct StatedReport {
    std::string server;  // URL of the one where our seat is; "" without a seat
};

// An event has been folded into the view.
struct EventReport {
    protocol::Event event;
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
struct BoardReport {};

struct TablesReport {
    protocol::Tables tables;
};

using Report =
    std::variant<LinkReport, StatedReport, EventReport, PresenceReport, SpectatorsReport,
                 RefusalReport, NoteReport, HelpReport, MovesReport, BoardReport, TablesReport>;

}  // namespace morris::client
