#include "tests/table/tables.hpp"

using namespace morris;
using namespace morris::table;
using namespace std::chrono_literals;

namespace {

// Both have moved at 10 s; White is to move.
Table playing(std::optional<ClockTerms> clock) {
    Made made;
    made.seats = {Holder(person(1)), Holder(person(2))};
    made.clock = clock;
    if (clock) made.claims = usual_claims_with_clock;
    Table table("t", noon, Served(0), made);
    REQUIRE(carry_out(table, play(Color::white, 0, "d2"), after(5s)));
    REQUIRE(carry_out(table, play(Color::black, 1, "d6"), after(10s)));
    return table;
}

Moment away(Millis time, Color gone, Millis for_so_long) {
    Moment moment = after(time);
    moment.away_for[index_of(gone)] = for_so_long;
    return moment;
}

}  // namespace

TEST_CASE("who is away for long enough may be claimed against, win or draw", "[table][claims]") {
    for (const bool win : {true, false}) {
        for (const bool clocked : {true, false}) {
            for (const Color gone : {Color::white, Color::black}) {
                Table table = playing(clocked ? std::optional(ClockTerms{1h, 0s}) : std::nullopt);
                const Color here = other(gone);
                const Millis needed = table.made().claims.away;
                CHECK(refusal(table, Claim{here, win}, after(20s)) == Refusal::not_claimable);
                REQUIRE(carry_out(table, NoteAbsent{gone}, after(20s)));
                CHECK(claimable_in(table, here, away(20s, gone, 5s)) == needed - 5s);
                CHECK(refusal(table, Claim{here, win}, away(60s, gone, needed - 1ms)) ==
                      Refusal::not_claimable);
                CHECK(refusal(table, Claim{gone, win}, away(60s, gone, needed)) ==
                      Refusal::not_claimable);
                const auto claimed = carry_out(table, Claim{here, win}, away(60s, gone, needed));
                REQUIRE(claimed);
                CHECK(table.end() ==
                      End{win ? winner_of(here) : Winner::draw, EndReason::abandoned});
                const auto again = decide(table, Claim{here, win}, after(90s));
                REQUIRE(again);
                CHECK(again->seq == claimed->seq);
                CHECK(refusal(table, Claim{here, !win}, after(90s)) == Refusal::game_over);
            }
        }
    }
}

TEST_CASE("a return or a move ends the absence", "[table][claims]") {
    Table table = playing({});
    REQUIRE(carry_out(table, NoteAbsent{Color::white}));
    CHECK(refusal(table, NoteAbsent{Color::white}) == Refusal::not_due);
    REQUIRE(carry_out(table, NoteReturned{Color::white}));
    CHECK(refusal(table, NoteReturned{Color::white}) == Refusal::not_due);
    CHECK(refusal(table, Claim{Color::black, true}, away(11s, Color::white, 1h)) ==
          Refusal::not_claimable);
    REQUIRE(carry_out(table, NoteAbsent{Color::white}));
    play_all(table, {"f4"});
    CHECK_FALSE(table.is_absent(Color::white));
}

TEST_CASE("without a clock, who does not move may be claimed against, present or not",
          "[table][claims]") {
    Table table = playing({});
    const Millis due = 10s + usual_claims.idle;
    CHECK(claimable_in(table, Color::black, after(10s)) == usual_claims.idle);
    CHECK_FALSE(claimable_in(table, Color::white, after(1h)));
    CHECK(refusal(table, Claim{Color::black, true}, after(due - 1ms)) == Refusal::not_claimable);
    CHECK(refusal(table, Claim{Color::white, true}, after(due)) == Refusal::not_claimable);
    REQUIRE(carry_out(table, Claim{Color::black, true}, after(due)));
    CHECK(table.end() == End{Winner::black, EndReason::idle});
}

TEST_CASE("with a clock, time decides over who does not move", "[table][claims]") {
    const Table table = playing(ClockTerms{3h, 0s});
    CHECK_FALSE(claimable_in(table, Color::black, after(2h)));
}

TEST_CASE("before both have moved there is nothing to claim", "[table][claims]") {
    Table table = begun_table();
    play_all(table, {"d2"});
    REQUIRE(carry_out(table, NoteAbsent{Color::black}));
    CHECK(refusal(table, Claim{Color::white, true}, away(1h, Color::black, 1h)) ==
          Refusal::not_claimable);
}
