#include <algorithm>

#include "tests/table/tables.hpp"

using namespace morris;
using namespace morris::table;

namespace {

Refusal refusal_of(const Table& table, const Command& command) {
    const auto decision = decide(table, command, after(Millis(0)));
    REQUIRE_FALSE(decision);
    return decision.error();
}

// Accepted as done before, by event `seq`.
void check_done_before(const Table& table, const Command& command, std::uint64_t seq) {
    const auto decision = decide(table, command, after(Millis(0)));
    REQUIRE(decision);
    CHECK(decision->events.empty());
    CHECK(decision->seq == seq);
}

// A move that takes nothing, while there is one.
Move quiet_move(const Table& table) {
    const auto moves = table.game().legal_moves();
    const auto* found = std::find_if(moves.begin(), moves.end(),
                                     [](const Move& move) { return move.take == no_point; });
    return found != moves.end() ? *found : *moves.begin();
}

}  // namespace

TEST_CASE("the first to join takes the open seat, and joins again as the same", "[table]") {
    Table table = open_table();
    CHECK(carry_out(table, Join{person(2)})->seq == 2);
    CHECK(table.seat_of(secret(2)) == Color::black);
    CHECK(table.to_move() == Color::white);
    check_done_before(table, Join{person(2)}, table.seq());
    CHECK(refusal_of(table, Join{person(3)}) == Refusal::seat_taken);
}

TEST_CASE("the maker's secret joins as the maker, and takes no second seat", "[table]") {
    const Table table = open_table();
    check_done_before(table, Join{person(1)}, 1);
}

TEST_CASE("nobody moves before the game has begun", "[table]") {
    const Table table = open_table();
    CHECK(refusal_of(table, play(Color::white, 0, "d2")) == Refusal::not_begun);
    CHECK(refusal_of(table, Resign{Color::white}) == Refusal::not_begun);
}

TEST_CASE("a move sent again is answered like the first time and applied once", "[table]") {
    Table table = begun_table();
    play_all(table, {"d2", "d6", "f4"});
    check_done_before(table, play(Color::white, 0, "d2"), 3);
    check_done_before(table, play(Color::black, 1, "d6"), 4);
    check_done_before(table, play(Color::white, 2, "f4"), 5);
    CHECK(table.turn() == 3);
}

TEST_CASE("another move for a turn that has passed is refused, whoever sends it", "[table]") {
    Table table = begun_table();
    play_all(table, {"d2", "d6"});
    CHECK(refusal_of(table, play(Color::white, 0, "d3")) == Refusal::stale_turn);
    CHECK(refusal_of(table, play(Color::black, 0, "d2")) == Refusal::stale_turn);
    CHECK(refusal_of(table, play(Color::white, 1, "d6")) == Refusal::stale_turn);
}

TEST_CASE("turns that have not come, the other's turn and illegal moves are refused", "[table]") {
    Table table = begun_table();
    CHECK(refusal_of(table, play(Color::white, 1, "d2")) == Refusal::future_turn);
    CHECK(refusal_of(table, play(Color::black, 0, "d2")) == Refusal::not_your_turn);
    CHECK(refusal_of(table, play(Color::white, 0, "d2xa7")) == Refusal::illegal_move);
    CHECK(refusal_of(table, play(Color::white, 0, "d2-d3")) == Refusal::illegal_move);
}

TEST_CASE("the last placement that closes a mill passes the turn once", "[table][R1][R5]") {
    Table table = begun_table();
    play_all(table, {"a7", "a1", "d7", "d1", "b6", "b2", "d6", "d2", "c5", "c3", "e5", "e3", "f4",
                     "g7", "g4", "e4", "c4"});
    REQUIRE(table.game().position().in_hand(Color::black) == 1);
    CHECK(refusal_of(table, play(Color::black, 17, "g1")) == Refusal::illegal_move);
    const std::uint64_t turn = table.turn();
    play_all(table, {"g1xa7"});  // a1 d1 g1
    CHECK(table.turn() == turn + 1);
    CHECK(table.to_move() == Color::white);
}

TEST_CASE("a resignation ends the game for the other, once", "[table]") {
    Table table = begun_table();
    play_all(table, {"d2"});
    const auto resigned = carry_out(table, Resign{Color::white});
    REQUIRE(resigned);
    CHECK(table.end() == End{Winner::black, EndReason::resigned});
    check_done_before(table, Resign{Color::white}, resigned->seq);
    CHECK(refusal_of(table, Resign{Color::black}) == Refusal::game_over);
    CHECK(refusal_of(table, play(Color::black, 1, "d6")) == Refusal::game_over);
    check_done_before(table, play(Color::white, 0, "d2"), 3);
}

TEST_CASE("only a table that nobody joined can be withdrawn", "[table]") {
    Table table = open_table();
    const auto withdrawn = carry_out(table, Withdraw{Color::white});
    REQUIRE(withdrawn);
    CHECK(table.end() == End{Winner::nobody, EndReason::withdrawn});
    check_done_before(table, Withdraw{Color::white}, withdrawn->seq);
    CHECK(refusal_of(table, Join{person(2)}) == Refusal::game_over);
    CHECK(refusal_of(table, WantRematch{Color::white, "n"}) == Refusal::no_rematch);
    CHECK(refusal_of(begun_table(), Withdraw{Color::white}) == Refusal::begun);
}

TEST_CASE("a rematch takes both seats, and pressing twice changes nothing", "[table]") {
    Table table = begun_table();
    CHECK(refusal_of(table, WantRematch{Color::white, "n"}) == Refusal::not_over);
    REQUIRE(carry_out(table, Resign{Color::black}));
    CHECK_FALSE(begins_rematch(table, Color::black));
    const auto offered = carry_out(table, WantRematch{Color::black, "n"});
    REQUIRE(offered);
    check_done_before(table, WantRematch{Color::black, "n"}, offered->seq);
    CHECK(begins_rematch(table, Color::white));
    const auto begun = carry_out(table, WantRematch{Color::white, "n"});
    REQUIRE(begun);
    CHECK(table.next_table() == "n");
    check_done_before(table, WantRematch{Color::white, "m"}, begun->seq);
    check_done_before(table, WantRematch{Color::black, "m"}, begun->seq);
}

TEST_CASE("the computer accepts a rematch at once, with colours swapped", "[table]") {
    Table table = table_with_computer();
    REQUIRE(carry_out(table, Resign{Color::white}));
    CHECK(begins_rematch(table, Color::white));
    const Made next = rematch_of(table, 7);
    CHECK(std::get<Computer>(next.seats[0]).level == Level::club);
    CHECK(std::get<Person>(next.seats[1]) == person(1));
    CHECK(next.seed == 7);
    CHECK(next.invite.empty());
}

TEST_CASE("closing and expiring end any game for nobody, and only once", "[table]") {
    for (const Command& command : {Command(Close{}), Command(Expire{})}) {
        for (Table table : {open_table(), begun_table(), table_with_computer()}) {
            const auto ended = carry_out(table, command);
            REQUIRE(ended);
            CHECK(table.end()->winner == Winner::nobody);
            check_done_before(table, command, ended->seq);
        }
    }
}

TEST_CASE("a table's game ends by the options that it was made with", "[table]") {
    Made made;
    made.options.pieces = 3;
    made.options.hand_counts = true;
    made.seats = {person(1), person(2)};
    Table counts("t1", noon, Served(0), made);
    play_all(counts, {"a7", "a1", "d7", "c3", "g7xa1"});
    CHECK(counts.end() == End{Winner::white, EndReason::reduced});

    made.options = {.threefold = false, .no_mill = std::nullopt, .move_limit = 200};
    Table limited("t2", noon, Served(0), made);
    while (!limited.end()) {
        REQUIRE(limited.turn() < 200);
        const Play next{limited.to_move().value(), limited.turn(), quiet_move(limited), 0};
        REQUIRE(carry_out(limited, next));
    }
    CHECK(limited.end() == End{Winner::draw, EndReason::move_limit});
}

TEST_CASE("a game without draws ends with the move of the last ply there may be", "[table]") {
    Made made;
    made.options.threefold = false;
    made.options.no_mill = std::nullopt;
    made.seats = {person(1), person(2)};
    Table table("t1", noon, Served(0), made);
    while (table.turn() + 1 < most_turns) {
        INFO(table.turn());
        REQUIRE(table.apply(event(Moved{table.to_move().value(), quiet_move(table), {}, {}, 0})));
    }
    CHECK_FALSE(table.end());
    REQUIRE(carry_out(table, Play{table.to_move().value(), table.turn(), quiet_move(table), 0}));
    CHECK(table.end() == End{Winner::nobody, EndReason::expired});
}

TEST_CASE("a game is aborted by either side until both have moved, and not after", "[table]") {
    for (const Color color : {Color::white, Color::black}) {
        for (const int plies : {0, 1}) {
            Table table = begun_table();
            if (plies == 1) play_all(table, {"d2"});
            const auto aborted = carry_out(table, Abort{color});
            REQUIRE(aborted);
            CHECK(table.end() == End{Winner::nobody, EndReason::aborted});
            check_done_before(table, Abort{color}, aborted->seq);
            CHECK(refusal_of(table, Abort{other(color)}) == Refusal::game_over);
        }
    }
    Table table = begun_table();
    play_all(table, {"d2", "d6"});
    CHECK(refusal_of(table, Abort{Color::white}) == Refusal::too_late);
    CHECK(refusal_of(open_table(), Abort{Color::white}) == Refusal::not_begun);
}

TEST_CASE("a rematch has the clock and the claims of the game before", "[table]") {
    const Table table = table_with_clock(Millis(60'000), Millis(1'000));
    const Made next = rematch_of(table, 1);
    CHECK(next.clock == table.made().clock);
    CHECK(next.claims == usual_claims_with_clock);
}
