#include "client-cli/core/view.hpp"

#include <algorithm>
#include <random>

#include "tests/client/tables.hpp"
#include "tests/support/catch.hpp"

using namespace morris;
using namespace morris::client;
using namespace morris::client::test;

namespace {

// A random move that the rules allow.
std::string random_move(const Game& game, std::mt19937& random) {
    const MoveList moves = game.legal_moves();
    return to_text(moves[random() % moves.size()]);
}

void check_same(const View& view, const ServerTable& table) {
    CHECK(view.seq == table.seq);
    CHECK(view.turn == table.turn);
    CHECK(view.game.position() == table.game.position());
    CHECK(view.game.moves() == table.game.moves());
    CHECK(view.game.occurrences() == table.game.occurrences());
    CHECK(view.game.plies_without_take() == table.game.plies_without_take());
    CHECK(view.result == table.result);
}

}  // namespace

TEST_CASE("a view that began at any ply and folded the rest is the server's game",
          "[client][view]") {
    const auto seed = GENERATE(range(1U, 21U));
    INFO("seed " << seed);
    std::mt19937 random(seed);
    ServerTable table(random() % 2 == 0 ? three_pieces() : Options{});
    std::vector<View> views = {view_of(table.snapshot(), Color::white)};
    while (!table.game.outcome() && table.game.ply() < 120) {
        const auto event = table.play(random_move(table.game, random));
        for (View& view : views) REQUIRE(fold(view, event) == Folded::applied);
        if (random() % 8 == 0) views.push_back(view_of(table.snapshot(), std::nullopt));
    }
    for (const View& view : views) check_same(view, table);
}

TEST_CASE("an event folded in twice changes nothing", "[client][view]") {
    ServerTable table;
    View view = view_of(table.snapshot(), Color::white);
    const auto first = table.play("d2");
    const auto second = table.play("d6");
    CHECK(fold(view, first) == Folded::applied);
    CHECK(fold(view, first) == Folded::known);
    CHECK(fold(view, second) == Folded::applied);
    CHECK(fold(view, first) == Folded::known);
    check_same(view, table);
}

TEST_CASE("a missing event is noticed, and nothing is folded in over the gap", "[client][view]") {
    ServerTable table;
    View view = view_of(table.snapshot(), Color::white);
    const auto first = table.play("d2");
    const auto second = table.play("d6");
    CHECK(fold(view, second) == Folded::gap);
    CHECK(view.seq == 1);
    CHECK(view.game.ply() == 0);
    CHECK(fold(view, first) == Folded::applied);
    CHECK(fold(view, second) == Folded::applied);
}

TEST_CASE("an event that cannot follow is a conflict and changes nothing", "[client][view]") {
    ServerTable table;
    View view = view_of(table.snapshot(), Color::white);
    auto event = table.play("d2");
    event.body = protocol::MovedEvent{Color::black, move_of("d2")};
    CHECK(fold(view, event) == Folded::conflict);
    event.body = protocol::MovedEvent{Color::white, move_of("a1-a4")};
    CHECK(fold(view, event) == Folded::conflict);
    CHECK(view.seq == 1);
    CHECK(view.game.ply() == 0);
}

TEST_CASE("events of another table are not this one's", "[client][view]") {
    ServerTable table;
    View view = view_of(table.snapshot(), Color::white);
    auto event = table.play("d2");
    event.table = "other";
    CHECK(fold(view, event) == Folded::known);
    CHECK(view.game.ply() == 0);
    CHECK_FALSE(fold(view, protocol::Presence{"other", {}, 3}));
    CHECK_FALSE(view.presence);
}

TEST_CASE("an event of a kind not known yet still counts", "[client][view]") {
    ServerTable table;
    View view = view_of(table.snapshot(), Color::white);
    CHECK(fold(view, table.event(protocol::OtherEvent{"clock_stopped"})) == Folded::applied);
    CHECK(fold(view, table.play("d2")) == Folded::applied);
    check_same(view, table);
}

TEST_CASE("the game begins when the open seat is taken", "[client][view]") {
    ServerTable table;
    table.seats[1] = {};
    View view = view_of(table.snapshot(), Color::white);
    CHECK_FALSE(to_move(view));
    CHECK(view.invite == "K7Q2-M9XW-PA3D");
    table.seats[1] = person("Ben");
    CHECK(fold(view, table.event(protocol::JoinedEvent{Color::black, person("Ben")})) ==
          Folded::applied);
    CHECK(view.begun);
    CHECK(to_move(view) == Color::white);
    CHECK(our_turn(view));
    CHECK_FALSE(view.invite);
    CHECK(view.seat_of(Color::black).name == "Ben");
}

TEST_CASE("after the end nobody is to move and nothing can be played", "[client][view]") {
    ServerTable table;
    View view = view_of(table.snapshot(), Color::white);
    fold(view, table.end(protocol::Winner::black, protocol::GameEnd::resigned));
    CHECK_FALSE(to_move(view));
    CHECK_FALSE(our_turn(view));
    CHECK(moves_now(view).empty());
}

TEST_CASE("the server's list of moves is used when it sends one", "[client][view]") {
    ServerTable table;
    auto snapshot = table.snapshot();
    View view = view_of(snapshot, Color::white);
    CHECK(moves_now(view).size() == point_count);
    snapshot.legal = {{move_of("d2")}};
    restate(view, snapshot);
    CHECK(moves_now(view) == std::vector<Move>{move_of("d2")});
}

TEST_CASE("a snapshot whose moves do not lead to its position is shown as it stands",
          "[client][view]") {
    ServerTable table;
    auto snapshot = table.snapshot();
    const auto parsed = parse_position("black W:a7,d6+7 B:g7+7 q3", Options{});
    REQUIRE(parsed);
    snapshot.position = parsed->position;
    snapshot.plies_without_take = parsed->plies_without_take;
    const View view = view_of(snapshot, std::nullopt);
    CHECK(view.game.position() == parsed->position);
    CHECK(view.game.plies_without_take() == 3);
}

TEST_CASE("the pieces that the moves take are gathered", "[client][view]") {
    CHECK(takes_among({}) == 0);
    CHECK(takes_among({move_of("d2"), move_of("d2xa7"), move_of("a1-a4xa7"), move_of("d1xb4")}) ==
          (bit(*parse_point("a7")) | bit(*parse_point("b4"))));
}
