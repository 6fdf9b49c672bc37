#include "tests/hub/play.hpp"

using namespace morris;
using namespace morris::test;
using namespace std::chrono_literals;

namespace {

// A person as White against the computer.
struct Alone {
    Harness world;
    ConnectionId person;
    std::string table;

    Alone() {
        Make make = make_request("alone");
        make.opponent = ComputerWanted{Level::club};
        person = world.greeted("Wanda");
        table = as<Attached>(world.ask(person, make)).table;
    }
    void moves(std::uint64_t turn, const char* mine) {
        as<Done>(world.ask(person, play(table, turn, mine)));
    }
    void computer(const char* move) {
        world.thinker.answer(parse_move(move).value());
        world.settle();
    }
    Snapshot snapshot() {
        return std::get<Snapshot>(
            as<Attached>(world.ask(world.greeted("Will"), Watch{table, std::nullopt})).sync);
    }
};

}  // namespace

TEST_CASE("undo while the computer thinks stops its thinking", "[hub][undo]") {
    Alone game;
    game.moves(0, "d2");
    CHECK(game.world.thinker.waiting() == 1);
    as<Done>(game.world.ask(game.person, Undo{game.table, 1}));
    CHECK(game.world.thinker.waiting() == 0);
    const Snapshot now = game.snapshot();
    CHECK(now.moves.empty());
    CHECK(now.turn == 2);
    CHECK(now.undos == 1);
    REQUIRE(now.taken_back.size() == 1);
    CHECK(now.taken_back[0].undo);
    game.moves(2, "d6");
    CHECK(game.world.thinker.waiting() == 1);
}

TEST_CASE("undo after the end makes the game unfinished again, also in the log", "[hub][undo]") {
    Alone game;
    game.moves(0, "d2");
    game.computer("d6");
    as<Done>(game.world.ask(game.person, Resign{game.table}));
    as<Done>(game.world.ask(game.person, Undo{game.table, 2}));
    CHECK_FALSE(game.snapshot().result);
    game.world.restart();
    CHECK_FALSE(game.snapshot().result);
    bool live = false;
    game.world.log->live_streams("table:", [&](const auto& names) { live = names->size() == 1; });
    game.world.settle();
    CHECK(live);
}

TEST_CASE("a hint is found once a turn, for all who ask, and noted", "[hub][undo]") {
    Alone game;
    game.world.send(game.person, {501, Hint{game.table, 0}});
    game.world.send(game.person, {502, Hint{game.table, 0}});
    CHECK(game.world.thinker.waiting() == 1);
    CHECK(game.world.thinker.job().hint);
    game.computer("d6");
    const auto answers = all<HintAnswer>(game.world.take(game.person));
    REQUIRE(answers.size() == 2);
    CHECK(to_text(answers[0].move) == "d6");
    const auto again = as<HintAnswer>(game.world.ask(game.person, Hint{game.table, 0}));
    CHECK(to_text(again.move) == "d6");
    CHECK(game.snapshot().hints == 1);
}

TEST_CASE("a move made while the hint is being found ends the search for it", "[hub][undo]") {
    Alone game;
    game.world.send(game.person, {501, Hint{game.table, 0}});
    game.world.take(game.person);
    game.moves(0, "d2");
    const auto errors = all<Error>(game.world.rest);
    REQUIRE(errors.size() == 1);
    CHECK(errors[0].id == 501);
    CHECK(errors[0].code == ErrorCode::stale_turn);
    CHECK(game.world.thinker.waiting() == 1);
    CHECK_FALSE(game.world.thinker.job().hint);
}

TEST_CASE("between two people there is neither hint nor undo", "[hub][undo]") {
    Harness world;
    TwoPlayers pair(world);
    pair.moves(0, {"d2", "d6"});
    CHECK(code(world.ask(pair.white, Hint{pair.table, 2})) == ErrorCode::no_computer);
    CHECK(code(world.ask(pair.white, Undo{pair.table, 2})) == ErrorCode::no_computer);
    Alone game;
    game.moves(0, "d2");
    CHECK(code(game.world.ask(game.person, Offer{game.table, OfferKind::draw, 1})) ==
          ErrorCode::no_person);
    CHECK(code(game.world.ask(game.person, Claim{game.table, ClaimOutcome::win})) ==
          ErrorCode::no_person);
}

TEST_CASE("no more games go on than a player may have, also by undo after the end", "[hub][undo]") {
    Harness world;
    const auto ann = world.greeted("Ann");
    const auto game = [&](int number) {
        Make make = make_request("game " + std::to_string(number));
        make.opponent = ComputerWanted{Level::casual};
        return as<Attached>(world.ask(ann, make)).table;
    };
    const std::string first = game(0);
    as<Done>(world.ask(ann, play(first, 0, "d2")));
    as<Done>(world.ask(ann, protocol::Resign{first}));
    for (int number = 1; number <= 20; ++number) game(number);
    CHECK(code(world.ask(ann, protocol::Undo{first, 1})) == ErrorCode::too_many_tables);
    as<Done>(world.ask(ann, protocol::Resign{game(20)}));
    as<Done>(world.ask(ann, protocol::Undo{first, 1}));
}
