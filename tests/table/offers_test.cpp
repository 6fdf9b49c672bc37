#include "tests/table/tables.hpp"

using namespace morris;
using namespace morris::table;

namespace {

constexpr auto draw = OfferKind::draw;
constexpr auto takeback = OfferKind::takeback;

// The offer's id.
std::uint64_t offered(Table& table, Color color, OfferKind kind) {
    const auto decision = carry_out(table, Offer{color, kind, table.turn()});
    REQUIRE(decision);
    return decision->seq;
}

// Four plies played; White is to move.
Table in_the_middle() {
    Table table = begun_table();
    play_all(table, {"d2", "d6", "f4", "b4"});
    return table;
}

void check_done(const Table& table, const Command& command, std::uint64_t seq) {
    const auto decision = decide(table, command, after(Millis(0)));
    REQUIRE(decision);
    CHECK(decision->events.empty());
    CHECK(decision->seq == seq);
}

}  // namespace

TEST_CASE("an accepted draw ends the game, once", "[table][offers]") {
    Table table = in_the_middle();
    const auto offer = offered(table, Color::white, draw);
    check_done(table, Offer{Color::white, draw, 4}, offer);
    CHECK(refusal(table, Answer{Color::white, offer, draw, true}) == Refusal::offer_gone);
    CHECK(refusal(table, Answer{Color::black, offer, takeback, true}) == Refusal::offer_gone);
    CHECK(refusal(table, Answer{Color::black, offer + 1, draw, true}) == Refusal::offer_gone);
    const auto accepted = carry_out(table, Answer{Color::black, offer, draw, true});
    REQUIRE(accepted);
    CHECK(table.end() == End{Winner::draw, EndReason::agreed});
    check_done(table, Answer{Color::black, offer, draw, true}, accepted->seq);
    check_done(table, Offer{Color::white, draw, 4}, offer);
    CHECK(refusal(table, Answer{Color::black, offer, draw, false}) == Refusal::game_over);
    CHECK(refusal(table, WithdrawOffer{Color::white, offer, draw}) == Refusal::game_over);
}

TEST_CASE("draw offers that cross are a draw, for both the same", "[table][offers]") {
    Table table = in_the_middle();
    const auto first = offered(table, Color::white, draw);
    const auto second = carry_out(table, Offer{Color::black, draw, 4});
    REQUIRE(second);
    CHECK(table.end() == End{Winner::draw, EndReason::agreed});
    check_done(table, Offer{Color::white, draw, 4}, first);
    check_done(table, Offer{Color::black, draw, 4}, second->seq);
}

TEST_CASE("an offer dies with the other side's move, not with one's own", "[table][offers]") {
    Table table = in_the_middle();
    const auto offer = offered(table, Color::white, draw);
    play_all(table, {"f6"});
    CHECK(table.offers().of(Color::white, draw).is_open());
    check_done(table, Offer{Color::white, draw, 5}, offer);
    play_all(table, {"b6"});
    CHECK_FALSE(table.offers().of(Color::white, draw).is_open());
    CHECK(refusal(table, Answer{Color::black, offer, draw, true}) == Refusal::offer_gone);
    CHECK_FALSE(table.end());
}

TEST_CASE("a takeback goes back to before the asker's last move, one ply or two",
          "[table][offers]") {
    for (const Color asker : {Color::white, Color::black}) {
        Table table = in_the_middle();  // White is to move
        const auto offer = offered(table, asker, takeback);
        REQUIRE(carry_out(table, Answer{other(asker), offer, takeback, true}));
        CHECK(table.game().ply() == (asker == Color::white ? 2 : 3));
        CHECK(table.to_move() == asker);
        CHECK(table.turn() == 5);
        CHECK(table.turns().back().undone.size() == (asker == Color::white ? 2 : 1));
        CHECK_FALSE(table.turns().back().undo);
    }
}

TEST_CASE("a move sent again after it was taken back is not played again", "[table][offers]") {
    Table table = in_the_middle();
    const auto offer = offered(table, Color::black, takeback);
    REQUIRE(carry_out(table, Answer{Color::white, offer, takeback, true}));
    check_done(table, play(Color::black, 3, "b4"), 6);
    CHECK(table.game().ply() == 3);
    CHECK(refusal(table, play(Color::black, 4, "b4")) == Refusal::stale_turn);
    REQUIRE(carry_out(table, play(Color::black, 5, "b6")));
    CHECK(table.turn() == 6);
}

TEST_CASE("no offer outlives a takeback", "[table][offers]") {
    Table table = in_the_middle();
    const auto draw_offer = offered(table, Color::black, draw);
    const auto crossing = offered(table, Color::black, takeback);
    const auto offer = offered(table, Color::white, takeback);
    REQUIRE(carry_out(table, Answer{Color::black, offer, takeback, true}));
    for (const auto kind : {draw, takeback}) {
        for (const auto color : {Color::white, Color::black}) {
            CHECK_FALSE(table.offers().of(color, kind).is_open());
        }
    }
    CHECK(refusal(table, Answer{Color::white, draw_offer, draw, true}) == Refusal::offer_gone);
    CHECK(refusal(table, Answer{Color::white, crossing, takeback, true}) == Refusal::offer_gone);
}

TEST_CASE("there is nothing to take back before one's first move", "[table][offers]") {
    Table table = begun_table();
    CHECK(refusal(table, Offer{Color::white, takeback, 0}) == Refusal::nothing_to_undo);
    play_all(table, {"d2"});
    CHECK(refusal(table, Offer{Color::black, takeback, 1}) == Refusal::nothing_to_undo);
    CHECK(offered(table, Color::white, takeback) > 0);
}

TEST_CASE("an offer for another turn is refused", "[table][offers]") {
    Table table = in_the_middle();
    CHECK(refusal(table, Offer{Color::white, draw, 3}) == Refusal::stale_turn);
    CHECK(refusal(table, Offer{Color::white, draw, 5}) == Refusal::future_turn);
    CHECK(refusal(table, Offer{Color::white, draw, 5}, after(Millis(1))) == Refusal::future_turn);
}

TEST_CASE("a declined offer may be made again four turns later, a withdrawn one two later",
          "[table][offers]") {
    for (const bool declined : {true, false}) {
        for (const auto kind : {draw, takeback}) {
            Table table = in_the_middle();
            const auto offer = offered(table, Color::white, kind);
            const Command close = declined ? Command(Answer{Color::black, offer, kind, false})
                                           : Command(WithdrawOffer{Color::white, offer, kind});
            const auto closed = carry_out(table, close);
            REQUIRE(closed);
            check_done(table, close, closed->seq);
            const std::uint64_t pause = declined ? 4 : 2;
            for (const char* move : {"f6", "b6", "d5", "d7"}) {
                if (table.turn() >= 4 + pause) break;
                CHECK(refusal(table, Offer{Color::white, kind, table.turn()}) == Refusal::too_soon);
                play_all(table, {move});
            }
            CHECK(offered(table, Color::white, kind) > offer);
        }
    }
}

TEST_CASE("offers and claims are between people, undo and hints against the computer",
          "[table][offers]") {
    Table alone = table_with_computer();
    play_all(alone, {"d2", "d6"});
    CHECK(refusal(alone, Offer{Color::white, draw, 2}) == Refusal::no_person);
    CHECK(refusal(alone, Offer{Color::white, takeback, 2}) == Refusal::no_person);
    CHECK(refusal(alone, Claim{Color::white, true}) == Refusal::no_person);
    Table pair = in_the_middle();
    CHECK(refusal(pair, Undo{Color::white, 4}) == Refusal::no_computer);
    CHECK(refusal(pair, Hint{Color::white, 4}) == Refusal::no_computer);
}

TEST_CASE("undo takes back the person's last turn and the computer's answer", "[table][undo]") {
    Table table = table_with_computer();
    CHECK(refusal(table, Undo{Color::white, 0}) == Refusal::nothing_to_undo);
    play_all(table, {"d2", "d6", "f4"});
    // The computer thinks: one ply.
    REQUIRE(carry_out(table, Undo{Color::white, 3}));
    CHECK(table.game().ply() == 2);
    CHECK(table.undos() == 1);
    check_done(table, Undo{Color::white, 3}, table.seq());
    // The computer's answer to the move that is gone comes too late.
    CHECK(refusal(table, play(Color::black, 3, "b4")) == Refusal::stale_turn);
    play_all(table, {"f4", "b4"});
    REQUIRE(carry_out(table, Undo{Color::white, 6}));
    CHECK(table.game().ply() == 2);
    CHECK(table.turns().back().undo);
    REQUIRE(carry_out(table, Undo{Color::white, 7}));
    CHECK(table.game().ply() == 0);
    CHECK(refusal(table, Undo{Color::white, 8}) == Refusal::nothing_to_undo);
}

TEST_CASE("undo works after the end, until a rematch begins", "[table][undo]") {
    Table table = table_with_computer();
    play_all(table, {"d2", "d6"});
    REQUIRE(carry_out(table, Resign{Color::white}));
    REQUIRE(carry_out(table, Undo{Color::white, 2}));
    CHECK_FALSE(table.end());
    CHECK(table.to_move() == Color::white);
    CHECK(table.game().ply() == 0);
    REQUIRE(carry_out(table, Resign{Color::white}));
    REQUIRE(carry_out(table, WantRematch{Color::white, "next"}));
    CHECK(refusal(table, Undo{Color::white, 3}) == Refusal::game_over);
}

TEST_CASE("an undone repetition does not count", "[table][undo][R9]") {
    Made made;
    made.options.pieces = 3;
    made.options.flying = false;
    made.seats = {Holder(person(1)), Holder(Computer{Level::club})};
    Table table("t", noon, Served(0), made);
    play_all(table, {"a7", "g7", "a1", "g1", "d6", "d2"});
    play_all(table, {"d6-b6", "g1-g4", "b6-d6", "g4-g1"});  // the second time
    REQUIRE(table.game().occurrences() == 2);
    REQUIRE(carry_out(table, Undo{Color::white, table.turn()}));
    play_all(table, {"b6-d6", "g4-g1"});
    CHECK(table.game().occurrences() == 2);
    CHECK(table.game().plies_without_take() == 10);
    play_all(table, {"d6-b6", "g1-g4", "b6-d6", "g4-g1"});
    CHECK(table.end() == End{Winner::draw, EndReason::threefold});
    REQUIRE(carry_out(table, Undo{Color::white, table.turn()}));
    CHECK_FALSE(table.end());
}

TEST_CASE("a hint is noted once a turn, on the person's own turn", "[table][undo]") {
    Table table = table_with_computer();
    const auto hint = carry_out(table, Hint{Color::white, 0});
    REQUIRE(hint);
    check_done(table, Hint{Color::white, 0}, hint->seq);
    play_all(table, {"d2"});
    CHECK(refusal(table, Hint{Color::white, 1}) == Refusal::not_your_turn);
    CHECK(refusal(table, Hint{Color::white, 0}) == Refusal::stale_turn);
    play_all(table, {"d6"});
    REQUIRE(carry_out(table, Hint{Color::white, 2}));
    CHECK(table.hints() == 2);
}

TEST_CASE("accepting a draw by offering one is done once, however often it is sent",
          "[table][offers]") {
    Table table = in_the_middle();
    const std::uint64_t turn = table.turn();
    offered(table, Color::white, draw);
    play_all(table, {"a1"});
    const auto accepted = carry_out(table, Offer{Color::black, draw, turn + 1});
    REQUIRE(accepted);
    REQUIRE(table.end());
    check_done(table, Offer{Color::black, draw, turn + 1}, accepted->seq);
    CHECK(refusal(table, Offer{Color::white, draw, turn + 1}) == Refusal::game_over);
}

TEST_CASE("a draw that a takeback has ended may be offered again at once", "[table][offers]") {
    Table table = in_the_middle();
    offered(table, Color::white, draw);
    const auto wish = offered(table, Color::black, takeback);
    REQUIRE(carry_out(table, Answer{Color::white, wish, takeback, true}));
    CHECK_FALSE(table.offers().of(Color::white, draw).is_open());
    REQUIRE(carry_out(table, Offer{Color::white, draw, table.turn()}));
}

TEST_CASE("answers and withdrawals say what is wrong with the table first", "[table][offers]") {
    Table open = open_table();
    CHECK(refusal(open, Answer{Color::white, 1, draw, true}) == Refusal::not_begun);
    CHECK(refusal(open, WithdrawOffer{Color::white, 1, draw}) == Refusal::not_begun);
    Table alone = table_with_computer();
    CHECK(refusal(alone, Answer{Color::white, 1, draw, true}) == Refusal::no_person);
    CHECK(refusal(alone, WithdrawOffer{Color::white, 1, draw}) == Refusal::no_person);
}
