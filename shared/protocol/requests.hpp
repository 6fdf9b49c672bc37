// What a client asks of the server.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>

#include "shared/protocol/limits.hpp"
#include "shared/protocol/snapshot.hpp"

namespace morris::protocol {

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
    std::optional<ClockTerms> clock = std::nullopt;  // nullopt: without one

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

// Offers the other side something, in a turn that both have seen.
struct Offer {
    std::string table;
    OfferKind kind{};
    std::uint64_t turn = 0;

    bool operator==(const Offer&) const = default;
};

// Accepts or declines the other side's offer. `kind` guards against an answer to the wrong one.
struct Answer {
    std::string table;
    std::uint64_t offer = 0;
    OfferKind kind{};
    bool accept = false;

    bool operator==(const Answer&) const = default;
};

struct WithdrawOffer {  // type "withdraw"
    std::string table;
    std::uint64_t offer = 0;
    OfferKind kind{};

    bool operator==(const WithdrawOffer&) const = default;
};

// Ends a game that has not got under way, with no winner.
struct Abort {
    std::string table;

    bool operator==(const Abort&) const = default;
};

enum class ClaimOutcome : std::uint8_t { win, draw };

// Ends a game that the other side has left.
struct Claim {
    std::string table;
    ClaimOutcome outcome{};

    bool operator==(const Claim&) const = default;
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

// Against the computer: goes back to before one's last move.
struct Undo {
    std::string table;
    std::uint64_t turn = 0;

    bool operator==(const Undo&) const = default;
};

// Against the computer: asks what it would play.
struct Hint {
    std::string table;
    std::uint64_t turn = 0;

    bool operator==(const Hint&) const = default;
};

// Waits for somebody who wants the same game. `key` and `secret` as in Make.
struct Pair {
    std::string key;
    std::string secret;
    Options options;
    std::optional<ClockTerms> clock;

    bool operator==(const Pair&) const = default;
};

struct Unpair {
    bool operator==(const Unpair&) const = default;
};

// `follow`: send every change from now on, too.
struct Lobby {
    bool follow = false;

    bool operator==(const Lobby&) const = default;
};

enum class GamesResult : std::uint8_t { white, black, draw, nobody, won, lost };

// Asks for finished games, the newest first.
struct Games {
    std::optional<std::string> player;  // public id
    std::optional<GamesResult> result;  // `won` and `lost` only beside `player`
    std::optional<Date> from;           // when the game ended, both days included
    std::optional<Date> to;
    std::optional<std::string> before;  // the `next` of the page before this one
    unsigned limit = default_games;

    bool operator==(const Games&) const = default;
};

struct Ping {
    bool operator==(const Ping&) const = default;
};

using RequestBody =
    std::variant<Hello, Make, Join, Resume, Watch, Leave, List, Play, Offer, Answer, WithdrawOffer,
                 Abort, Claim, Resign, Rematch, Undo, Hint, Pair, Unpair, Lobby, Games, Ping>;

using RequestId = std::uint64_t;  // 0 … 2^53 - 1

struct Request {
    RequestId id = 0;
    RequestBody body;

    bool operator==(const Request&) const = default;
};

}  // namespace morris::protocol
