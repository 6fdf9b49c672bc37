// What a view knows beside the moves: offers, what was taken back, clocks, claims.
#include <random>

#include "client-cli/core/view.hpp"
#include "tests/client/tables.hpp"
#include "tests/support/catch.hpp"

using namespace morris;
using namespace morris::client;
using namespace morris::client::test;
using namespace std::chrono_literals;
using protocol::OfferKind;

namespace {

bool has_moved(const Game& game, Color color) {
    return game.ply() >= (color == Color::white ? 1U : 2U);
}

std::string random_move(const Game& game, std::mt19937& random) {
    const MoveList moves = game.legal_moves();
    return to_text(moves[random() % moves.size()]);
}

// Something that may happen at a table now; with the game over only an undo.
protocol::Event random_event(ServerTable& table, std::mt19937& random) {
    const Color color = random() % 2 == 0 ? Color::white : Color::black;
    const auto kind = random() % 2 == 0 ? OfferKind::draw : OfferKind::takeback;
    const bool open = std::any_of(table.offers.begin(), table.offers.end(), [&](const auto& each) {
        return each.color == color && each.kind == kind;
    });
    const bool away = std::any_of(table.absent.begin(), table.absent.end(),
                                  [&](const auto& side) { return side.color == color; });
    if (table.result) {
        return table.take_back(has_moved(table.game, color) ? color : Color::white, true);
    }
    switch (random() % 12) {
        case 0:
        case 1:
            if (!open) return table.offer(color, kind);
            break;
        case 2:
            if (!table.offers.empty()) return table.close_offer(random() % 2 == 0);
            break;
        case 3:
            if (has_moved(table.game, color)) return table.take_back(color, random() % 2 == 0);
            break;
        case 4:
            return away ? table.come_back(color) : table.leave(color);
        case 5:
            return table.hint(color);
        case 6:
            if (random() % 8 == 0) {
                return table.end(protocol::Winner::white, protocol::GameEnd::resigned);
            }
            break;
        default:
            break;
    }
    return table.play(random_move(table.game, random));
}

// The server says of every side whose absence counts when it can be claimed from.
void tell_presence(View& view, const ServerTable& table) {
    protocol::Presence presence{table.id, {}, 0};
    for (auto& seat : presence.seats) seat = protocol::SeatPresence{true, {}, std::nullopt};
    for (const auto& side : table.absent) {
        presence.seats[static_cast<std::size_t>(side.color)] =
            protocol::SeatPresence{false, {}, side.claim_in_ms};
    }
    fold(view, presence);
}

void check_same(const View& view, const protocol::Snapshot& snapshot) {
    const View stated = view_of(snapshot, view.seat);
    CHECK(is_all_known(view, snapshot));
    CHECK(view.seq == stated.seq);
    CHECK(view.turn == stated.turn);
    CHECK(view.offers == stated.offers);
    CHECK(view.taken_back == stated.taken_back);
    CHECK(view.absent == stated.absent);
    CHECK(view.away_due == stated.away_due);
    CHECK(view.hints == stated.hints);
    CHECK(view.undos == stated.undos);
    CHECK(view.result == stated.result);
    CHECK(view.game.keys() == stated.game.keys());
    CHECK(view.game.plies_without_take() == stated.game.plies_without_take());
    CHECK(both_have_moved(view) == both_have_moved(stated));
}

}  // namespace

TEST_CASE("a view folded from any events is the view of the snapshot after them",
          "[client][view]") {
    const auto seed = GENERATE(range(1U, 31U));
    INFO("seed " << seed);
    std::mt19937 random(seed);
    ServerTable table(random() % 2 == 0 ? three_pieces() : Options{});
    View view = view_of(table.snapshot(), Color::white);
    std::size_t taken_back = 0;
    for (int i = 0; i < 150; ++i) {
        const auto event = random_event(table, random);
        REQUIRE(fold(view, event) == Folded::applied);
        if (std::holds_alternative<protocol::AbsentEvent>(event.body)) tell_presence(view, table);
        check_same(view, table.snapshot());
        taken_back = std::max(taken_back, view.taken_back.size());
    }
    CHECK(taken_back > 0);
}

TEST_CASE("an offer or a takeback that does not fit what is known is a conflict",
          "[client][view]") {
    ServerTable table;
    View view = view_of(table.snapshot(), Color::white);
    auto event = table.event(protocol::WithdrawnEvent{Color::black, 7, OfferKind::draw});
    CHECK(fold(view, event) == Folded::conflict);
    event.body = protocol::DeclinedEvent{Color::black, 7, OfferKind::draw};
    CHECK(fold(view, event) == Folded::conflict);
    event.body = protocol::TakenBackEvent{Color::white, 1, 7, false};
    CHECK(fold(view, event) == Folded::conflict);
    CHECK(view.seq == 1);
    CHECK(view.taken_back.empty());
}

TEST_CASE("a clock runs down from what was said last, for one side alone, and stops at nothing",
          "[client][clock]") {
    protocol::Clock said;
    said.terms = {60'000, 0};
    said.left_ms = {30'000, 40'000};
    said.runs = Color::black;
    ServerTable table;
    table.clock = said;
    View view = view_of(table.snapshot(), Color::white);
    REQUIRE(view.clock);
    const Moment came = view.clock->at;
    CHECK(left_of(*view.clock, Color::black, came) == 40s);
    CHECK(left_of(*view.clock, Color::black, came + 1500ms) == 38'500ms);
    CHECK(left_of(*view.clock, Color::black, came + 50s) == 0s);
    CHECK(left_of(*view.clock, Color::white, came + 50s) == 30s);
    said.starts_in_ms = 2'000;
    view.now = came + 100s;
    fold(view, protocol::ClockNotice{table.id, said});
    CHECK(left_of(*view.clock, Color::black, view.now + 2s) == 40s);
    CHECK(left_of(*view.clock, Color::black, view.now + 3s) == 39s);
    CHECK(starts_in(*view.clock, view.now + 500ms) == 1500ms);
    CHECK_FALSE(starts_in(*view.clock, view.now + 2s));
    CHECK_FALSE(running(*view.clock, view.now + 1s));
    CHECK(running(*view.clock, view.now + 2s) == Color::black);
    CHECK_FALSE(fold(view, protocol::ClockNotice{"other", said}));
}

TEST_CASE("an event's clock is the view's from then on", "[client][clock]") {
    ServerTable table;
    table.clock = protocol::Clock{{60'000, 1'000}, {60'000, 60'000}, Color::white, {}, {}, {}};
    View view = view_of(table.snapshot(), Color::white);
    view.now = view.now + 5s;
    table.clock->left_ms[0] = 56'000;
    table.clock->runs = Color::black;
    fold(view, table.play("d2"));
    CHECK(left_of(*view.clock, Color::white, view.now + 9s) == 56s);
    CHECK(left_of(*view.clock, Color::black, view.now + 9s) == 51s);
}

TEST_CASE("only who is away or does not move can be claimed from, when both have moved",
          "[client][view]") {
    ServerTable table;
    table.claims = protocol::ClaimTerms{60'000, 600'000};
    View view = view_of(table.snapshot(), Color::white);
    CHECK_FALSE(claim_due(view));
    fold(view, table.play("d2"));
    CHECK_FALSE(claim_due(view));
    fold(view, table.play("d6"));
    CHECK_FALSE(claim_due(view));  // our own turn
    view.now += 7s;
    fold(view, table.play("f4"));
    CHECK(claim_due(view) == view.now + 600s);
    protocol::Presence presence{table.id, {}, 0};
    presence.seats[0] = protocol::SeatPresence{true, {}, std::nullopt};
    presence.seats[1] = protocol::SeatPresence{false, {}, 20'000};
    fold(view, presence);
    CHECK(claim_due(view) == view.now + 20s);
    fold(view, table.leave(Color::black));
    CHECK(claim_due(view_of(table.snapshot(), Color::white)) == Moment{} + 55s);
    fold(view, table.come_back(Color::black));
    CHECK(claim_due(view) == view.now + 600s);
    // What a presence notice says holds for who has come back in the middle of a turn, too.
    presence = {table.id, {}, 0, 90'000};
    fold(view, presence);
    CHECK(claim_due(view) == view.now + 90s);
    view.seat.reset();
    CHECK_FALSE(claim_due(view));
}

TEST_CASE("both have moved as soon as both had, also when it is taken back", "[client][view]") {
    ServerTable table;
    View view = view_of(table.snapshot(), Color::white);
    fold(view, table.play("d2"));
    CHECK_FALSE(both_have_moved(view));
    fold(view, table.take_back(Color::white, true));
    fold(view, table.play("d2"));
    CHECK_FALSE(both_have_moved(view));
    fold(view, table.play("d6"));
    CHECK(both_have_moved(view));
    fold(view, table.take_back(Color::white, true));
    CHECK(view.game.ply() == 0);
    CHECK(both_have_moved(view));
}
