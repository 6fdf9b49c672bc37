#include "tests/table/tables.hpp"

using namespace morris;
using namespace morris::table;

TEST_CASE("a table refuses events that cannot follow, and stays as it is", "[table]") {
    Table table = begun_table();
    const auto refuses = [&](EventBody body) {
        const std::uint64_t seq = table.seq();
        CHECK_FALSE(table.apply(event(std::move(body))));
        CHECK(table.seq() == seq);
    };
    refuses(Made{});
    refuses(Joined{Color::black, person(3), {}});
    refuses(Moved{Color::black, parse_move("d2").value(), {}, {}, 0});
    refuses(Moved{Color::white, parse_move("d2xd3").value(), {}, {}, 0});
    refuses(Moved{Color::white, Move{200, 201, 202}, {}, {}, 0});
    refuses(RematchOffered{Color::white});
    refuses(Rematched{"next"});
    refuses(TakenBack{Color::white, 1, 0, {}});
    refuses(OfferClosed{Color::white, OfferKind::draw, 2, false});
    refuses(Ended{Color::white, {Winner::draw, EndReason::agreed}, 2, {}});
    refuses(ClockSet{});
    refuses(Moved{Color::white, parse_move("d2").value(), {}, ClockState{}, 0});
    REQUIRE(carry_out(table, Resign{Color::white}));
    refuses(Ended{Color::white, {}, 0, {}});
    refuses(Offered{Color::white, OfferKind::draw});
    refuses(Absent{Color::white});
    refuses(Hinted{Color::white});
    refuses(Moved{Color::white, parse_move("d2").value(), {}, {}, 0});
    refuses(Joined{Color::black, person(3), {}});
}

TEST_CASE("replaying needs the making first, and says which event is wrong", "[table]") {
    CHECK_FALSE(replay("t", {}));
    CHECK_FALSE(replay("t", {event(Ended{})}));
    const auto twice = replay("t", {event(Made{}), event(Made{})});
    REQUIRE_FALSE(twice);
    CHECK(twice.error().find("event 2") != std::string::npos);
}

TEST_CASE("at a table with a clock every event of a turn has to say where it stands", "[table]") {
    Table table = table_with_clock(Millis(60'000), Millis(0));
    CHECK_FALSE(table.apply(event(Moved{Color::white, parse_move("d2").value(), {}, {}, 0})));
    CHECK_FALSE(table.apply(event(Ended{Color::white, {}, 0, {}})));
    CHECK(table.turn() == 0);
    CHECK_FALSE(table.end());
}
