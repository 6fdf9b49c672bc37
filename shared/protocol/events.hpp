// What happens at a table: durable, numbered, and the same for every viewer but for `legal`.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "shared/protocol/snapshot.hpp"

namespace morris::protocol {

struct JoinedEvent {
    Color color{};
    Seat seat;

    bool operator==(const JoinedEvent&) const = default;
};

struct MovedEvent {
    Color color{};
    Move move;
    std::optional<int> depth = std::nullopt;  // plies that the computer looked ahead

    bool operator==(const MovedEvent&) const = default;
};

// An end that no move made; the result says which.
struct EndedEvent {
    std::optional<std::uint64_t> offer = std::nullopt;  // the one whose acceptance ended the game

    bool operator==(const EndedEvent&) const = default;
};

struct RematchOfferedEvent {
    Color color{};

    bool operator==(const RematchOfferedEvent&) const = default;
};

struct RematchedEvent {
    std::string next;  // the new table's id

    bool operator==(const RematchedEvent&) const = default;
};

// `what` is the wire's name in events, where `kind` is the event's own.
struct OfferedEvent {
    Color color{};
    std::uint64_t offer = 0;
    OfferKind what{};

    bool operator==(const OfferedEvent&) const = default;
};

struct WithdrawnEvent {
    Color color{};
    std::uint64_t offer = 0;
    OfferKind what{};

    bool operator==(const WithdrawnEvent&) const = default;
};

struct DeclinedEvent {
    Color color{};  // who declined
    std::uint64_t offer = 0;
    OfferKind what{};

    bool operator==(const DeclinedEvent&) const = default;
};

struct TakenBackEvent {
    Color color{};                       // who asked for it
    unsigned plies = 0;                  // so many moves, from the last one on
    std::optional<std::uint64_t> offer;  // nullopt: an undo
    bool undo = false;

    bool operator==(const TakenBackEvent&) const = default;
};

// After a restart of the server: what the event's `clock` says.
struct ClockEvent {
    bool operator==(const ClockEvent&) const = default;
};

// From now on the absence of this side counts towards a claim.
struct AbsentEvent {
    Color color{};

    bool operator==(const AbsentEvent&) const = default;
};

struct ReturnedEvent {
    Color color{};

    bool operator==(const ReturnedEvent&) const = default;
};

// The first hint of a turn was asked for.
struct HintedEvent {
    Color color{};

    bool operator==(const HintedEvent&) const = default;
};

// Of a kind newer than this program, or about something newer: its place in the order counts, its
// content is not known.
struct OtherEvent {
    std::string kind;

    bool operator==(const OtherEvent&) const = default;
};

using EventBody =
    std::variant<JoinedEvent, MovedEvent, EndedEvent, OfferedEvent, WithdrawnEvent, DeclinedEvent,
                 TakenBackEvent, ClockEvent, AbsentEvent, ReturnedEvent, HintedEvent,
                 RematchOfferedEvent, RematchedEvent, OtherEvent>;

struct Event {
    std::string table;
    std::uint64_t seq = 0;
    Instant at{};
    std::uint64_t turn = 0;        // after this event: what the next move is addressed to
    std::optional<Color> to_move;  // after this event; nullopt: nobody is to move
    EventBody body;
    std::optional<GameResult> result;           // set: this event ended the game
    std::optional<Clock> clock = std::nullopt;  // as of `at`, where the event changes it
    std::optional<std::vector<Move>> legal;     // to the viewer whose turn it now is

    bool operator==(const Event&) const = default;
};

}  // namespace morris::protocol
