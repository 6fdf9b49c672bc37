// Every message of the wire as a C++ type: one sum type per direction. PROTOCOL.md describes them
// for the writers of clients; codec.hpp turns them into JSON and back. Requests and events have
// headers of their own, and so has what a table looks like.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "shared/protocol/error_code.hpp"
#include "shared/protocol/events.hpp"
#include "shared/protocol/requests.hpp"
#include "shared/protocol/snapshot.hpp"

namespace morris::protocol {

struct Welcome {
    RequestId id = 0;
    std::string player;  // public id
    std::string name;    // as the server will show it
    int protocol = 1;
    std::string server;  // program and version

    bool operator==(const Welcome&) const = default;
};

// The answer to make, join, resume and watch: this connection now follows the table.
// Either a snapshot, or every event after `since`, which follow as event messages.
struct Attached {
    RequestId id = 0;
    std::string table;
    std::optional<Color> color;  // the seat; nullopt: a spectator
    std::variant<Snapshot, std::uint64_t> sync;

    bool operator==(const Attached&) const = default;
};

// The answer to what changes a table that is followed already: done, or done before.
// `seq`: the event that did it; 0 for a leave that made none.
struct Done {
    RequestId id = 0;
    std::string table;
    std::uint64_t seq = 0;

    bool operator==(const Done&) const = default;
};

struct ListedTable {
    std::string table;
    Options options;
    std::array<Seat, 2> seats;
    Instant made_at{};
    std::uint64_t ply = 0;
    std::uint32_t spectators = 0;
    std::optional<ClockTerms> clock = std::nullopt;

    bool operator==(const ListedTable&) const = default;
};

struct Tables {
    RequestId id = 0;
    std::vector<ListedTable> open;  // listed tables with an open seat, newest first
    std::vector<ListedTable> live;  // listed tables and games with the computer, being played

    bool operator==(const Tables&) const = default;
};

// The answer to hint: what the computer would play for the side to move.
struct HintAnswer {
    RequestId id = 0;
    std::string table;
    std::uint64_t turn = 0;
    Move move;
    std::vector<Move> line;  // what it expects, the hint first
    int depth = 0;           // plies that it looked ahead

    bool operator==(const HintAnswer&) const = default;
};

// The answer to pair and unpair.
struct Pairing {
    RequestId id = 0;
    bool waiting = false;

    bool operator==(const Pairing&) const = default;
};

// The answer to lobby: all of it. Tables as in Tables.
struct LobbyState {
    RequestId id = 0;
    std::vector<ListedTable> open;
    std::vector<ListedTable> live;
    std::uint32_t waiting = 0;  // players who wait to be paired

    bool operator==(const LobbyState&) const = default;
};

struct Finished {
    std::string table;
    Options options;
    std::optional<ClockTerms> clock;
    std::array<Seat, 2> seats;
    Instant made_at{};
    Instant ended_at{};
    std::uint64_t ply = 0;
    GameResult result;
    unsigned hints = 0;
    unsigned undos = 0;

    bool operator==(const Finished&) const = default;
};

// The answer to games: the newest first. `next`: what to ask for older ones with.
struct GamesPage {
    RequestId id = 0;
    std::vector<Finished> games;
    std::optional<std::string> next;

    bool operator==(const GamesPage&) const = default;
};

struct Pong {
    RequestId id = 0;
    Instant time{};

    bool operator==(const Pong&) const = default;
};

struct Error {
    std::optional<RequestId> id;  // nullopt: the request had none that could be read
    ErrorCode code{};
    std::string message;                   // a sentence for people
    std::optional<std::string> field;      // which field is wrong, as a path: "options.pieces"
    std::optional<std::int64_t> retry_ms;  // when to try again
    std::optional<Snapshot> snapshot;  // the present state, where the request was about a past one
    std::optional<std::string> table;  // of an error that nobody asked for: what it is about

    bool operator==(const Error&) const = default;
};

struct SeatPresence {
    bool present = false;
    Instant since{};
    std::optional<std::int64_t> claim_in_ms = std::nullopt;  // of the other side; 0: now

    bool operator==(const SeatPresence&) const = default;
};

// A notice: who is there now. Sent whole, on attaching and on every change.
struct Presence {
    std::string table;
    std::array<std::optional<SeatPresence>, 2> seats;  // by Color; nullopt: open, or the computer
    std::uint32_t spectators = 0;
    std::optional<std::int64_t> idle_ms = std::nullopt;  // as in Snapshot

    bool operator==(const Presence&) const = default;
};

// A notice: what a table's clock does now, where it is not what the last event said.
struct ClockNotice {
    std::string table;
    Clock clock;

    bool operator==(const ClockNotice&) const = default;
};

// A notice: somebody was found to play with; the seat answers to the secret that pair was given.
struct Paired {
    std::string table;
    Color color{};

    bool operator==(const Paired&) const = default;
};

// A notice: what has changed in the lobby since it was told last.
struct LobbyChanged {
    std::vector<ListedTable> open;  // new or changed
    std::vector<ListedTable> live;
    std::vector<std::string> gone;  // ids of tables that are in neither list any more
    std::uint32_t waiting = 0;

    bool operator==(const LobbyChanged&) const = default;
};

// A notice: the server is about to close this connection; come back after `retry_ms`.
struct Stopping {
    std::string message;
    std::int64_t retry_ms = 0;

    bool operator==(const Stopping&) const = default;
};

using ServerMessage =
    std::variant<Welcome, Attached, Tables, Done, HintAnswer, Pairing, LobbyState, GamesPage, Pong,
                 Error, Event, Presence, ClockNotice, Paired, LobbyChanged, Stopping>;

}  // namespace morris::protocol
