#include "tests/table/tables.hpp"

using namespace morris;
using namespace morris::table;
using namespace std::chrono_literals;

namespace {

// Moves of both sides that close no mill.
constexpr std::array quiet{"d2", "d6", "f4", "b4", "a7", "g7"};

void play_at(Table& table, Millis time, Moment moment = {}) {
    moment.at = noon + time;
    moment.served = time;
    const char* move = quiet.at(table.game().ply());
    REQUIRE(carry_out(table, play(table.to_move().value(), table.turn(), move), moment));
}

Millis left(const Table& table, Color color, Millis time) {
    return left_now(table, after(time))[index_of(color)];
}

// Both have made their first move, White's clock runs from 10 s on.
Table running(Millis base, Millis increment) {
    Table table = table_with_clock(base, increment);
    play_at(table, 4s);
    play_at(table, 10s);
    return table;
}

}  // namespace

TEST_CASE("a clock starts with its side's first move", "[table][clock]") {
    Table table = table_with_clock(60s, 2s);
    CHECK_FALSE(table.charges(Color::white));
    CHECK(left(table, Color::white, 50s) == 60s);
    play_at(table, 20s);
    CHECK_FALSE(table.charges(Color::black));
    CHECK(left(table, Color::white, 30s) == 60s);
    CHECK(left(table, Color::black, 30s) == 60s);
    play_at(table, 40s);
    CHECK(table.charges(Color::white));
    CHECK(left(table, Color::white, 45s) == 55s);
    CHECK(left(table, Color::black, 45s) == 60s);
}

TEST_CASE("a move is charged what it took, and given the increment", "[table][clock]") {
    Table table = running(60s, 2s);
    play_at(table, 17s);  // White thought for 7 s
    CHECK(left(table, Color::white, 17s) == 55s);
    CHECK(left(table, Color::black, 20s) == 57s);
    play_at(table, 20s);
    CHECK(left(table, Color::black, 20s) == 59s);
}

TEST_CASE("the flag falls when the time is up, and not a millisecond before", "[table][clock]") {
    Table table = running(60s, 0s);
    CHECK(flag_due(table, after(12s)) == Served(70s));
    CHECK(refusal(table, Flag{}, after(70s - 1ms)) == Refusal::not_due);
    CHECK(refusal(table, play(Color::white, 2, "f4"), after(70s)) == Refusal::time_up);
    REQUIRE(carry_out(table, Flag{}, after(70s)));
    CHECK(table.end() == End{Winner::black, EndReason::timeout});
    CHECK(left(table, Color::white, 80s) == 0s);
    CHECK_FALSE(flag_due(table, after(80s)));
}

TEST_CASE("who is down to two pieces in all still loses by its own time", "[table][clock]") {
    Made made;
    made.options.pieces = 3;
    made.seats = {Holder(person(1)), Holder(person(2))};
    made.clock = ClockTerms{60s, 0s};
    Table table("t", noon, Served(0), made);
    Millis time = 1s;
    for (const char* move : {"a7", "a1", "d7", "d1", "g7xa1"}) {
        REQUIRE(carry_out(table, play(table.to_move().value(), table.turn(), move), after(time)));
        time += 1s;
    }
    REQUIRE(table.game().position().on_board(Color::black) == 1);
    REQUIRE(carry_out(table, Flag{}, after(time + 2min)));
    CHECK(table.end() == End{Winner::white, EndReason::timeout});
}

TEST_CASE("a first move that does not come in time aborts the table", "[table][clock]") {
    for (const int moved : {0, 1}) {
        Table table = table_with_clock(1s, 0s);
        if (moved == 1) play_at(table, 30s);
        const Millis due = first_move_time + (moved == 1 ? 30s : 0s);
        CHECK(flag_due(table, after(40s)) == due);
        CHECK(refusal(table, Flag{}, after(due - 1ms)) == Refusal::not_due);
        REQUIRE(carry_out(table, Flag{}, after(due)));
        CHECK(table.end() == End{Winner::nobody, EndReason::aborted});
    }
}

TEST_CASE("a joined table's first move is due from the joining on", "[table][clock]") {
    Made made;
    made.seats[0] = person(1);
    made.invite = "K7Q2M9XWPA3D";
    made.clock = ClockTerms{60s, 0s};
    Table table("t", noon, Served(0), made);
    CHECK_FALSE(flag_due(table, after(1h)));
    REQUIRE(carry_out(table, Join{person(2)}, after(1h)));
    CHECK(flag_due(table, after(1h)) == 1h + first_move_time);
}

TEST_CASE("measured lag is given back, within its bound and never more than was used",
          "[table][clock]") {
    const auto left_after = [](Millis lag, Millis thinking) {
        Table table = running(60s, 0s);
        Moment moment;
        moment.lag = {lag, lag};
        play_at(table, 10s + thinking, moment);
        return left(table, Color::white, 10s + thinking);
    };
    CHECK(left_after(200ms, 1s) == 60s - 800ms);
    CHECK(left_after(5s, 1s) == 60s - 1s + most_lag);
    CHECK(left_after(200ms, 50ms) == 60s);
    CHECK(left_after(-200ms, 1s) == 59s);
    Table table = running(60s, 0s);
    Moment moment = after(70s);
    moment.lag = {200ms, 0ms};
    CHECK(flag_due(table, moment) == Served(70s + 200ms));
}

TEST_CASE("what a player could not know of is not charged", "[table][clock]") {
    Table table = running(60s, 0s);
    Moment moment;
    moment.charged_from = {12s, 0s};  // the store was slow: White was told 2 s late
    play_at(table, 15s, moment);
    CHECK(left(table, Color::white, 15s) == 57s);
}

TEST_CASE("after a restart the clock waits for its player, and then goes on", "[table][clock]") {
    Table table = running(60s, 0s);
    REQUIRE(carry_out(table, Hold{}, after(15s)));  // the mark: alive until 15 s
    CHECK(refusal(table, Hold{}, after(15s)) == Refusal::not_due);
    CHECK(left(table, Color::white, 40s) == 55s);
    CHECK_FALSE(flag_due(table, after(10min)));
    Moment moment = after(16s);
    moment.charged_from = {not_back, not_back};
    CHECK(refusal(table, Go{}, moment) == Refusal::not_due);
    moment.charged_from = {16s + return_grace, not_back};
    REQUIRE(carry_out(table, Go{}, moment));
    CHECK(refusal(table, Go{}, moment) == Refusal::not_due);
    CHECK(left(table, Color::white, 19s) == 55s);
    CHECK(left(table, Color::white, 21s) == 53s);
}

TEST_CASE("a move within the grace is free, and the other's clock waits until that side is back",
          "[table][clock]") {
    Table table = running(60s, 0s);
    REQUIRE(carry_out(table, Hold{}, after(15s)));
    Moment moment;
    moment.charged_from = {19s, not_back};
    play_at(table, 18s, moment);
    CHECK(left(table, Color::white, 18s) == 55s);
    CHECK(table.clock()->starts == std::nullopt);
    CHECK_FALSE(flag_due(table, after(1h)));
    moment.charged_from = {19s, 30s};
    moment.served = 27s;
    REQUIRE(carry_out(table, Go{}, moment));
    CHECK(left(table, Color::black, 31s) == 59s);
}

TEST_CASE("the computer's time is not counted", "[table][clock]") {
    Made made;
    made.seats = {Holder(person(1)), Holder(Computer{Level::club})};
    made.clock = ClockTerms{10s, 0s};
    Table table("t", noon, Served(0), made);
    play_at(table, 1s);
    CHECK_FALSE(flag_due(table, after(1h)));
    play_at(table, 1h);
    CHECK(left(table, Color::black, 1h) == 10s);
    CHECK(flag_due(table, after(1h)) == 1h + 10s);
}

TEST_CASE("taken back moves give no time back", "[table][clock]") {
    Table table = running(60s, 5s);
    play_at(table, 20s);  // White: 60 - 10 + 5
    REQUIRE(carry_out(table, Offer{Color::white, OfferKind::takeback, 3}, after(22s)));
    REQUIRE(
        carry_out(table, Answer{Color::black, table.seq(), OfferKind::takeback, true}, after(25s)));
    CHECK(table.to_move() == Color::white);
    CHECK(left(table, Color::white, 25s) == 55s);
    CHECK(left(table, Color::black, 25s) == 55s);  // its thinking so far
    CHECK(left(table, Color::white, 26s) == 54s);
}
