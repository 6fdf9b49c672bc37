// Random commands against a table: what the log says is the table, resends change nothing, and a
// refusal changes nothing.
#include "server/journal/journal.hpp"
#include "tests/support/random.hpp"
#include "tests/table/tables.hpp"

using namespace morris;
using namespace morris::table;
using morris::test::Random;

namespace {

Color random_color(Random& random) {
    return random.below(2) == 0 ? Color::white : Color::black;
}

Move random_move(Random& random, const Table& table) {
    const MoveList legal = table.game().legal_moves();
    if (legal.empty() || random.below(8) == 0) {
        const auto point = [&] { return static_cast<Point>(random.below(point_count + 2)); };
        return {point(), point(), point()};
    }
    return legal[random.below(legal.size())];
}

Command random_command(Random& random, const Table& table) {
    switch (random.below(24)) {
        case 0:
            return Resign{random_color(random)};
        case 1:
            return Join{person(static_cast<std::uint8_t>(random.below(4)))};
        case 2:
            return Withdraw{random_color(random)};
        case 3:
        case 4:
            return WantRematch{random_color(random), "next"};
        case 5:
            return random.below(20) == 0 ? Command(Close{}) : Command(Expire{});
        case 6:
            return Play{random_color(random), random.below(table.turn() + 2),
                        random_move(random, table)};
        default:
            break;
    }
    const Color color = table.to_move().value_or(random_color(random));
    return Play{color, table.turn(), random_move(random, table)};
}

// Everything a table says of itself.
void check_same(const Table& a, const Table& b) {
    CHECK(a.seq() == b.seq());
    CHECK(a.turn() == b.turn());
    CHECK(a.game().position() == b.game().position());
    CHECK(a.game().moves() == b.game().moves());
    CHECK(a.game().keys() == b.game().keys());
    CHECK(a.game().plies_without_take() == b.game().plies_without_take());
    CHECK(a.end() == b.end());
    CHECK(a.end_seq() == b.end_seq());
    CHECK(a.to_move() == b.to_move());
    CHECK(a.holder(Color::white) == b.holder(Color::white));
    CHECK(a.holder(Color::black) == b.holder(Color::black));
    CHECK(a.rematch_offered_by() == b.rematch_offered_by());
    CHECK(a.next_table() == b.next_table());
}

}  // namespace

TEST_CASE("a table is what its journal says, and a command again changes nothing", "[table]") {
    for (std::uint64_t seed = 1; seed <= 200; ++seed) {
        INFO("seed " << seed);
        Random random(seed);
        Made made;
        made.options.pieces = std::array<std::uint8_t, 3>{3, 6, 9}[random.below(3)];
        made.options.flying = random.below(2) == 0;
        made.seats[random.below(2)] = person(1);
        Table table("t", noon, made);
        std::vector<Event> events{{noon, made}};
        for (int step = 0; step < 150; ++step) {
            const Command command = random_command(random, table);
            const Table before = table;
            const auto decision = decide(table, command, noon);
            if (!decision) continue;
            for (const Event& event : decision->events) {
                const auto again = journal::decode(journal::encode(event));
                REQUIRE(again);
                REQUIRE(*again == event);
                REQUIRE(table.apply(*again));
                events.push_back(*again);
            }
            CHECK(decision->seq <= table.seq());
            const auto resent = decide(table, command, noon);
            REQUIRE(resent);
            CHECK(resent->events.empty());
            CHECK(table.turn() >= before.turn());
        }
        const auto replayed = replay("t", events);
        REQUIRE(replayed);
        check_same(table, *replayed);
    }
}
