// Two people at a table of a harness.
#pragma once

#include <cstdio>

#include "shared/rules/notation.hpp"
#include "tests/hub/harness.hpp"
#include "tests/support/catch.hpp"

namespace morris::test {

using namespace protocol;

template <class Type>
Type as(const ServerMessage& message) {
    if (const auto* error = std::get_if<Error>(&message)) {
        INFO("refused: " << error->message);
        REQUIRE(std::holds_alternative<Type>(message));
    }
    REQUIRE(std::holds_alternative<Type>(message));
    return std::get<Type>(message);
}

inline ErrorCode code(const ServerMessage& message) {
    REQUIRE(std::holds_alternative<Error>(message));
    return std::get<Error>(message).code;
}

template <class Type>
std::vector<Type> all(const std::vector<ServerMessage>& messages) {
    std::vector<Type> found;
    for (const auto& message : messages) {
        if (const auto* one = std::get_if<Type>(&message)) found.push_back(*one);
    }
    return found;
}

inline Make make_request(const std::string& word) {
    Make make;
    make.key = secret_of("key " + word);
    make.secret = secret_of("white " + word);
    make.color = SeatWish::white;
    make.opponent = PersonWanted{};
    return make;
}

inline Play play(const std::string& table, std::uint64_t turn, std::string_view move) {
    return {table, turn, parse_move(move).value()};
}

// White made the table, Black joined by the invite code.
struct TwoPlayers {
    Harness& world;
    ConnectionId white;
    ConnectionId black;
    std::string table;
    std::string white_secret;
    std::string black_secret;

    TwoPlayers(Harness& harness, const std::string& word = "one")
        : TwoPlayers(harness, make_request(word), word) {}
    TwoPlayers(Harness& harness, const Make& make, const std::string& word = "one")
        : world(harness) {
        white = world.greeted("Wanda " + word);
        black = world.greeted("Boris " + word);
        const auto made = as<Attached>(world.ask(white, make));
        table = made.table;
        white_secret = make.secret;
        black_secret = secret_of("black " + word);
        Join join;
        join.invite = std::get<Snapshot>(made.sync).invite;
        join.secret = black_secret;
        as<Attached>(world.ask(black, join));
        world.take(white);
    }

    // Moves in turn, from the table's present turn on.
    void moves(std::uint64_t turn, std::initializer_list<const char*> moves) {
        for (const char* move : moves) {
            INFO(move);
            const ConnectionId mover = turn % 2 == 0 ? white : black;
            as<Done>(world.ask(mover, play(table, turn, move)));
            ++turn;
        }
    }

    Snapshot snapshot() {
        const auto watcher = world.greeted("Watcher");
        const auto attached = as<Attached>(world.ask(watcher, Watch{table, std::nullopt}));
        world.close(watcher);
        return std::get<Snapshot>(attached.sync);
    }
};

}  // namespace morris::test
