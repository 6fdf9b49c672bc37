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

OfferKind random_kind(Random& random) {
    return random.below(2) == 0 ? OfferKind::draw : OfferKind::takeback;
}

// An id that some offer has or had, or none.
std::uint64_t random_offer(Random& random, const Table& table) {
    const std::uint64_t id = table.offers().of(random_color(random), random_kind(random)).id;
    return random.below(4) == 0 ? random.below(table.seq() + 2) : id;
}

// Something else than a move.
Command random_request(Random& random, const Table& table) {
    const Color color = random_color(random);
    const std::uint64_t turn = table.turn() + random.below(8) / 7 - random.below(8) / 7;
    const OfferKind kind = random_kind(random);
    switch (random.below(20)) {
        case 0:
            return random.below(4) == 0 ? Command(Resign{color}) : Command(Flag{});
        case 1:
            return Join{person(static_cast<std::uint8_t>(random.below(4)))};
        case 2:
            return random.below(2) == 0 ? Command(Withdraw{color}) : Command(Abort{color});
        case 3:
        case 4:
            return WantRematch{color, "next"};
        case 5:
            if (random.below(6) != 0) return Go{};
            return random.below(4) == 0 ? Command(Close{}) : Command(Expire{});
        case 6:
            return Play{color, random.below(table.turn() + 2), random_move(random, table), 0};
        case 7:
        case 8:
        case 9:
            return Offer{color, kind, turn};
        case 10:
        case 11:
        case 12:
            return Answer{color, random_offer(random, table), kind, random.below(3) > 0};
        case 13:
            return WithdrawOffer{color, random_offer(random, table), kind};
        case 14:
            return Undo{color, turn};
        case 15:
            return Hint{color, turn};
        case 16:
            return Claim{color, random.below(2) == 0};
        case 17:
            return NoteAbsent{color};
        case 18:
            return NoteReturned{color};
        default:
            return random.below(2) == 0 ? Command(Hold{}) : Command(Go{});
    }
}

Command random_command(Random& random, const Table& table) {
    if (random.below(3) == 0) return random_request(random, table);
    const Color color = table.to_move().value_or(random_color(random));
    return Play{color, table.turn(), random_move(random, table),
                static_cast<std::uint8_t>(random.below(20))};
}

// Told by the table's own servants rather than by a player: sent again, they find nothing to do.
bool is_internal(const Command& command) {
    return std::holds_alternative<Flag>(command) || std::holds_alternative<Hold>(command) ||
           std::holds_alternative<Go>(command) || std::holds_alternative<NoteAbsent>(command) ||
           std::holds_alternative<NoteReturned>(command);
}

Moment random_moment(Random& random, Served served) {
    Moment moment = after(served);
    for (const Color color : {Color::white, Color::black}) {
        const auto at = static_cast<std::size_t>(color);
        moment.lag[at] = Millis(random.below(500));
        moment.away_for[at] = Millis(random.below(200'000));
        const auto from = random.below(12);
        moment.charged_from[at] = from == 0 ? not_back : served + Millis(from == 1 ? 2'000 : -100);
    }
    return moment;
}

Made random_made(Random& random) {
    Made made;
    made.options.pieces = std::array<std::uint8_t, 3>{3, 6, 9}[random.below(3)];
    made.options.flying = random.below(2) == 0;
    const std::size_t seat = random.below(2);
    made.seats[seat] = person(1);
    if (random.below(3) == 0) made.seats[1 - seat] = Computer{Level::club};
    if (random.below(2) == 0) {
        made.clock = ClockTerms{Millis(1'000 + random.below(60'000)), Millis(random.below(3'000))};
        made.claims = usual_claims_with_clock;
    }
    return made;
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
    CHECK(a.offers() == b.offers());
    CHECK(a.clock() == b.clock());
    CHECK(a.turn_began() == b.turn_began());
    CHECK(a.undos() == b.undos());
    CHECK(a.hints() == b.hints());
    CHECK(a.hint_seq() == b.hint_seq());
    for (const Color color : {Color::white, Color::black}) {
        CHECK(a.is_absent(color) == b.is_absent(color));
        CHECK(a.has_moved(color) == b.has_moved(color));
    }
}

}  // namespace

// What holds at every moment of every table.
void check_sound(const Table& table) {
    if (const auto& clock = table.clock()) {
        for (const Millis left : clock->left) CHECK(left >= Millis(0));
    }
    CHECK(table.turn() == table.turns().size());
    CHECK(table.turn() >= table.game().ply());
    for (const Color color : {Color::white, Color::black}) {
        for (const OfferKind kind : {OfferKind::draw, OfferKind::takeback}) {
            const bool is_open = table.offers().of(color, kind).is_open();
            CHECK((!is_open || (table.to_move() && table.between_people())));
        }
    }
    if (table.between_people()) CHECK(table.undos() + table.hints() == 0);
}

TEST_CASE("a table is what its journal says, and a command again changes nothing", "[table]") {
    for (std::uint64_t seed = 1; seed <= 300; ++seed) {
        INFO("seed " << seed);
        Random random(seed);
        const Made made = random_made(random);
        Table table("t", noon, Served(0), made);
        std::vector<Event> events{{noon, Served(0), made}};
        Served served{};
        for (int step = 0; step < 200; ++step) {
            served += Millis(random.below(random.below(20) == 0 ? 30'000 : 800));
            const Moment moment = random_moment(random, served);
            const Command command = random_command(random, table);
            const Table before = table;
            const auto decision = decide(table, command, moment);
            if (!decision) continue;
            for (const Event& event : decision->events) {
                const auto again = journal::decode(journal::encode(event));
                REQUIRE(again);
                REQUIRE(*again == event);
                REQUIRE(table.apply(*again));
                events.push_back(*again);
            }
            CHECK(decision->seq <= table.seq());
            CHECK(table.turn() >= before.turn());
            check_sound(table);
            const auto resent = decide(table, command, moment);
            if (is_internal(command)) {
                CHECK_FALSE(resent);
                continue;
            }
            INFO("command " << command.index() << " at step " << step);
            REQUIRE(resent);
            CHECK(resent->events.empty());
        }
        const auto replayed = replay("t", events);
        REQUIRE(replayed);
        check_same(table, *replayed);
    }
}
