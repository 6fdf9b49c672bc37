// Every message of the wire as a C++ type: one sum type per direction. PROTOCOL.md describes them
// for the writers of clients; codec.hpp turns them into JSON and back.
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "shared/protocol/error_code.hpp"
#include "shared/rules/game.hpp"
#include "shared/rules/level.hpp"

namespace morris::protocol {

// An instant of the server's clock; on the wire UTC ISO 8601 with milliseconds.
using Instant = std::chrono::sys_time<std::chrono::milliseconds>;

// ---- Requests: client to server ----------------------------------------------------------------

// The first request on every connection. `secret` makes a returning client the same player; a
// client without one is a new player each time.
struct Hello {
    std::string name;
    std::optional<std::string> secret;
    std::optional<std::string> client;  // program and version, for the log only

    bool operator==(const Hello&) const = default;
};

enum class SeatWish : std::uint8_t { white, black, random };

struct PersonWanted {
    // True: anyone may take the open seat from the list; false: by invite only.
    bool listed = false;

    bool operator==(const PersonWanted&) const = default;
};

struct ComputerWanted {
    Level level = Level::club;

    bool operator==(const ComputerWanted&) const = default;
};

// Makes a table. `key` names the table to be made: sent again, the same key is the same table.
struct Make {
    std::string key;
    std::string secret;  // of the maker's seat
    SeatWish color = SeatWish::random;
    Options options;
    std::variant<PersonWanted, ComputerWanted> opponent;

    bool operator==(const Make&) const = default;
};

// Takes an open seat: by invite code, or, at a listed table, by the table's id. Exactly one is set.
struct Join {
    std::optional<std::string> invite;
    std::optional<std::string> table;
    std::string secret;

    bool operator==(const Join&) const = default;
};

// Comes back to a seat. `since`: the last seq the client has.
struct Resume {
    std::string table;
    std::string secret;
    std::optional<std::uint64_t> since;

    bool operator==(const Resume&) const = default;
};

struct Watch {
    std::string table;
    std::optional<std::uint64_t> since;

    bool operator==(const Watch&) const = default;
};

// Ends this connection's part in a table. A seat stays its owner's, unless the game has not begun
// because nobody joined: then leaving withdraws the table.
struct Leave {
    std::string table;

    bool operator==(const Leave&) const = default;
};

struct List {
    bool operator==(const List&) const = default;
};

struct Play {  // type "move"
    std::string table;
    std::uint64_t turn = 0;
    Move move;

    bool operator==(const Play&) const = default;
};

struct Resign {
    std::string table;

    bool operator==(const Resign&) const = default;
};

// Offers a rematch with colours swapped, or accepts the one offered.
struct Rematch {
    std::string table;

    bool operator==(const Rematch&) const = default;
};

struct Ping {
    bool operator==(const Ping&) const = default;
};

using RequestBody =
    std::variant<Hello, Make, Join, Resume, Watch, Leave, List, Play, Resign, Rematch, Ping>;

using RequestId = std::uint64_t;  // 0 … 2^53 - 1

struct Request {
    RequestId id = 0;
    RequestBody body;

    bool operator==(const Request&) const = default;
};

// ---- What a table looks like -------------------------------------------------------------------

enum class SeatKind : std::uint8_t { open, person, computer };

struct Seat {
    SeatKind kind = SeatKind::open;
    std::string player;          // public player id; persons only
    std::string name;            // "" for an open seat
    std::optional<Level> level;  // computer only

    bool operator==(const Seat&) const = default;
};

enum class GameEnd : std::uint8_t {
    reduced,
    blocked,
    threefold,
    no_mill,  // by the rules
    resigned,
    withdrawn,  // the host left before anyone joined
    expired,    // kept too long without a move
    closed,     // by the operator, or the server after a fault
};

enum class Winner : std::uint8_t { white, black, draw, nobody };

struct GameResult {
    Winner winner = Winner::nobody;
    GameEnd reason{};

    bool operator==(const GameResult&) const = default;
};

struct RematchState {
    std::optional<Color> offered_by;
    std::optional<std::string> table;  // the new table, once both want it

    bool operator==(const RematchState&) const = default;
};

// Everything a viewer may know of a table, as of event `seq`.
struct Snapshot {
    std::string table;
    std::uint64_t seq = 0;
    std::uint64_t turn = 0;
    Instant made_at{};
    Options options;
    bool listed = false;
    std::array<Seat, 2> seats;  // by Color
    bool begun = false;         // both seats are taken
    Position position;
    int plies_without_take = 0;
    std::vector<Move> moves;           // since ply 0; its size is the ply
    std::optional<GameResult> result;  // set: the game is over
    RematchState rematch;
    std::optional<std::string> invite;       // to the seats of a table that is still open
    std::optional<std::vector<Move>> legal;  // to the viewer whose turn it is

    bool operator==(const Snapshot&) const = default;
};

// ---- Events: durable, numbered, the same for every viewer but for `legal` ---------------------

struct JoinedEvent {
    Color color{};
    Seat seat;

    bool operator==(const JoinedEvent&) const = default;
};

struct MovedEvent {
    Color color{};
    Move move;

    bool operator==(const MovedEvent&) const = default;
};

// An end that no move made; the result says which.
struct EndedEvent {
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

// Of a kind newer than this program: its place in the order counts, its content is not known.
struct OtherEvent {
    std::string kind;

    bool operator==(const OtherEvent&) const = default;
};

using EventBody = std::variant<JoinedEvent, MovedEvent, EndedEvent, RematchOfferedEvent,
                               RematchedEvent, OtherEvent>;

struct Event {
    std::string table;
    std::uint64_t seq = 0;
    Instant at{};
    std::uint64_t turn = 0;        // after this event: what the next move is addressed to
    std::optional<Color> to_move;  // after this event; nullopt: nobody is to move
    EventBody body;
    std::optional<GameResult> result;        // set: this event ended the game
    std::optional<std::vector<Move>> legal;  // to the viewer whose turn it now is

    bool operator==(const Event&) const = default;
};

// ---- Server to client --------------------------------------------------------------------------

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

// The answer to move, resign, rematch and leave: done, or done before.
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

    bool operator==(const ListedTable&) const = default;
};

struct Tables {
    RequestId id = 0;
    std::vector<ListedTable> open;  // listed tables with an open seat, newest first
    std::vector<ListedTable> live;  // listed tables and games with the computer, being played

    bool operator==(const Tables&) const = default;
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

    bool operator==(const SeatPresence&) const = default;
};

// A notice: who is there now. Sent whole, on attaching and on every change.
struct Presence {
    std::string table;
    std::array<std::optional<SeatPresence>, 2> seats;  // by Color; nullopt: open, or the computer
    std::uint32_t spectators = 0;

    bool operator==(const Presence&) const = default;
};

// A notice: the server is about to close this connection; come back after `retry_ms`.
struct Stopping {
    std::string message;
    std::int64_t retry_ms = 0;

    bool operator==(const Stopping&) const = default;
};

using ServerMessage =
    std::variant<Welcome, Attached, Tables, Done, Pong, Error, Event, Presence, Stopping>;

}  // namespace morris::protocol
