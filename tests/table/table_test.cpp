#include "tests/table/tables.hpp"

using namespace morris;
using namespace morris::table;

TEST_CASE("a table refuses events that cannot follow, and stays as it is", "[table]") {
    Table table = begun_table();
    const auto refuses = [&](EventBody body) {
        const std::uint64_t seq = table.seq();
        CHECK_FALSE(table.apply({noon, std::move(body)}));
        CHECK(table.seq() == seq);
    };
    refuses(Made{});
    refuses(Joined{Color::black, person(3)});
    refuses(Moved{Color::black, parse_move("d2").value(), {}});
    refuses(Moved{Color::white, parse_move("d2xd3").value(), {}});
    refuses(Moved{Color::white, Move{200, 201, 202}, {}});
    refuses(RematchOffered{Color::white});
    refuses(Rematched{"next"});
    REQUIRE(carry_out(table, Resign{Color::white}));
    refuses(Ended{Color::white, {}});
    refuses(Moved{Color::white, parse_move("d2").value(), {}});
    refuses(Joined{Color::black, person(3)});
}

TEST_CASE("replaying needs the making first, and says which event is wrong", "[table]") {
    CHECK_FALSE(replay("t", {}));
    CHECK_FALSE(replay("t", {{noon, Ended{}}}));
    const auto twice = replay("t", {{noon, Made{}}, {noon, Made{}}});
    REQUIRE_FALSE(twice);
    CHECK(twice.error().find("event 2") != std::string::npos);
}
