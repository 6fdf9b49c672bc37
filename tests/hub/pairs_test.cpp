// Two requests of different people that meet: sent one after the other in either order, or at the
// same time. The outcome of the last is that of one of the orders, and everyone sees the same.
#include <functional>

#include "server/hub/stored_events.hpp"
#include "server/journal/journal.hpp"
#include "tests/hub/play.hpp"

using namespace morris;
using namespace morris::test;
using namespace std::chrono_literals;

namespace {

// A table with everyone at it, each with two connections.
struct Scene {
    Harness world;
    TwoPlayers pair;
    ConnectionId white_too;
    ConnectionId black_too;
    ConnectionId watcher;
    std::uint64_t draw_offer = 0;      // Black's
    std::uint64_t takeback_offer = 0;  // White's
    std::uint64_t next_id = 5000;
    std::map<std::uint64_t, ConnectionId> asked;

    explicit Scene(const Make& make) : pair(world, make) {
        white_too = seated(pair.white_secret);
        black_too = seated(pair.black_secret);
        watcher = world.greeted("Will");
        as<Attached>(world.ask(watcher, Watch{pair.table, std::nullopt}));
        all_connections = {pair.white, pair.black, white_too, black_too, watcher};
    }
    ConnectionId seated(const std::string& secret) {
        const ConnectionId connection = world.greeted("Somebody");
        as<Attached>(world.ask(connection, Resume{pair.table, secret, std::nullopt}));
        return connection;
    }
    void send(ConnectionId connection, const RequestBody& body) {
        const std::uint64_t id = ++next_id;
        asked[id] = connection;
        world.hub->on_text(connection, encode(Request{id, body}));
    }
    std::uint64_t turn() { return pair.snapshot().turn; }

    std::vector<ConnectionId> all_connections;
};

struct Action {
    std::string name;
    int actor = 0;                                // 0 White, 1 Black, 2 time
    std::function<void(Scene&, bool again)> act;  // again: on the actor's other connection
};

ConnectionId of(Scene& scene, int actor, bool again) {
    if (actor == 0) return again ? scene.white_too : scene.pair.white;
    return again ? scene.black_too : scene.pair.black;
}

Action request(std::string name, int actor, std::function<RequestBody(Scene&)> body) {
    return {std::move(name), actor, [actor, body](Scene& scene, bool again) {
                scene.send(of(scene, actor, again), body(scene));
            }};
}

Action move(int actor, std::uint64_t turn, const char* text) {
    return request(std::string("move ") + text, actor,
                   [=](Scene& scene) { return play(scene.pair.table, turn, text); });
}

template <class Body>
Action plain(std::string name, int actor) {
    return request(std::move(name), actor, [](Scene& scene) { return Body{scene.pair.table}; });
}

Action offer(int actor, OfferKind kind, std::uint64_t turn) {
    return request(kind == OfferKind::draw ? "offer draw" : "offer takeback", actor,
                   [=](Scene& scene) { return Offer{scene.pair.table, kind, turn}; });
}

// The time passes that a flag takes to fall, or an absence to be over.
Action time_passes(std::chrono::milliseconds time) {
    return {"time", 2, [time](Scene& scene, bool) { scene.world.timers.advance(time); }};
}

struct Stage {
    std::string name;
    Make make;
    std::function<void(Scene&)> prepare;
    std::vector<Action> actions;
};

Make clocked_make() {
    Make make = make_request("pairs");
    make.clock = ClockTerms{60'000, 0};
    return make;
}

// Both have moved; Black offers a draw, White asks for a takeback; White is to move and has 1 ms.
void prepare_middle(Scene& scene) {
    scene.pair.moves(0, {"d2", "d6", "f4", "b4"});
    scene.world.advance(59'999ms);
    const auto& table = scene.pair.table;
    scene.draw_offer =
        as<Done>(scene.world.ask(scene.pair.black, Offer{table, OfferKind::draw, 4})).seq;
    scene.takeback_offer =
        as<Done>(scene.world.ask(scene.pair.white, Offer{table, OfferKind::takeback, 4})).seq;
}

std::vector<Action> middle_actions() {
    const auto answer = [](int actor, OfferKind kind, bool accept) {
        return request(accept ? "accept" : "decline", actor, [=](Scene& scene) {
            const auto id = kind == OfferKind::draw ? scene.draw_offer : scene.takeback_offer;
            return Answer{scene.pair.table, id, kind, accept};
        });
    };
    const auto withdraw = [](int actor, OfferKind kind) {
        return request("withdraw", actor, [=](Scene& scene) {
            const auto id = kind == OfferKind::draw ? scene.draw_offer : scene.takeback_offer;
            return WithdrawOffer{scene.pair.table, id, kind};
        });
    };
    const auto claim = [](int actor) {
        return request("claim", actor,
                       [](Scene& scene) { return Claim{scene.pair.table, ClaimOutcome::win}; });
    };
    return {move(0, 4, "f6"),
            plain<Resign>("resign", 0),
            plain<Resign>("resign", 1),
            answer(0, OfferKind::draw, true),
            answer(0, OfferKind::draw, false),
            answer(1, OfferKind::takeback, true),
            answer(1, OfferKind::takeback, false),
            withdraw(0, OfferKind::takeback),
            withdraw(1, OfferKind::draw),
            offer(0, OfferKind::draw, 4),
            offer(1, OfferKind::takeback, 4),
            claim(0),
            plain<Rematch>("rematch", 0),
            plain<Leave>("leave", 0),
            plain<Leave>("leave", 1),
            time_passes(1ms)};
}

// Black has been away for long enough, and is back at this moment.
void prepare_return(Scene& scene) {
    scene.pair.moves(0, {"d2", "d6", "f4"});
    scene.world.close(scene.pair.black);
    scene.world.close(scene.black_too);
    scene.world.advance(40s);
    scene.world.advance(40s);
    scene.pair.black = scene.seated(scene.pair.black_secret);
    scene.black_too = scene.seated(scene.pair.black_secret);
    scene.world.advance(9'999ms);
    scene.all_connections = {scene.pair.white, scene.pair.black, scene.white_too, scene.black_too,
                             scene.watcher};
}

std::vector<Action> return_actions() {
    const auto claim = [](int actor, ClaimOutcome outcome) {
        return request("claim", actor,
                       [=](Scene& scene) { return Claim{scene.pair.table, outcome}; });
    };
    return {move(1, 3, "b4"),
            plain<Resign>("resign", 1),
            plain<Resign>("resign", 0),
            claim(0, ClaimOutcome::win),
            claim(0, ClaimOutcome::draw),
            claim(1, ClaimOutcome::win),
            offer(0, OfferKind::takeback, 3),
            plain<Leave>("leave", 1),
            time_passes(1ms)};
}

void prepare_over(Scene& scene) {
    scene.pair.moves(0, {"d2", "d6"});
    as<Done>(scene.world.ask(scene.pair.white, Resign{scene.pair.table}));
}

void prepare_first_move(Scene& scene) {
    scene.pair.moves(0, {"d2"});
    scene.world.advance(59'999ms);
}

std::vector<Stage> stages() {
    return {{"in the middle", clocked_make(), prepare_middle, middle_actions()},
            {"back after an absence", make_request("pairs"), prepare_return, return_actions()},
            {"before Black's first move",
             clocked_make(),
             prepare_first_move,
             {plain<Abort>("abort", 0), plain<Abort>("abort", 1), move(1, 1, "d6"),
              offer(0, OfferKind::takeback, 1), plain<Resign>("resign", 1), time_passes(1ms)}},
            {"after the end",
             make_request("pairs"),
             prepare_over,
             {plain<Rematch>("rematch", 0), plain<Rematch>("rematch", 1), plain<Leave>("leave", 0),
              plain<Resign>("resign", 1), move(0, 2, "f4")}}};
}

// ---- What is to hold

std::vector<Event> without_legal(std::vector<Event> events) {
    for (Event& event : events) {
        event.legal.reset();
        event.clock.reset();  // as of the moment it was sent
    }
    return events;
}

// Everyone who was there all along was told of the same events, in order and without a gap.
void check_all_saw_the_same(Scene& scene, const std::set<ConnectionId>& left) {
    std::optional<std::vector<Event>> seen;
    std::map<std::uint64_t, int> answers;
    for (const ConnectionId connection : scene.all_connections) {
        std::vector<Event> events;
        for (const ServerMessage& message : scene.world.take(connection)) {
            if (const auto* event = std::get_if<Event>(&message)) {
                if (event->table == scene.pair.table) events.push_back(*event);
            }
            if (const auto* done = std::get_if<Done>(&message)) ++answers[done->id];
            if (const auto* error = std::get_if<Error>(&message)) ++answers[error->id.value()];
        }
        for (std::size_t i = 1; i < events.size(); ++i)
            CHECK(events[i].seq == events[i - 1].seq + 1);
        if (left.contains(connection)) continue;
        if (!seen) seen = without_legal(events);
        CHECK(without_legal(events) == *seen);
    }
    for (const auto& [id, connection] : scene.asked) CHECK(answers[id] == 1);
    REQUIRE(seen);
    if (!seen->empty()) CHECK(seen->back().seq == scene.pair.snapshot().seq);
}

// The log replays to what is shown, also after a crash.
void check_log_agrees(Scene& scene) {
    const Snapshot shown = scene.pair.snapshot();
    std::optional<Snapshot> replayed;
    scene.world.log->read(journal::table_stream(scene.pair.table), 0, [&](const auto& stored) {
        const auto events = decoded(stored.value(), 0);
        REQUIRE(events);
        const auto table = table::replay(scene.pair.table, *events);
        REQUIRE(table);
        CHECK(table->game().moves() == shown.moves);
        CHECK(table->seq() == shown.seq);
        CHECK(table->turn() == shown.turn);
        CHECK(table->end().has_value() == shown.result.has_value());
    });
    scene.world.settle();
}

enum class Order { first_then_second, second_then_first, at_once };

// `second` is sent from its actor's other connection, so that both have one each.
Snapshot outcome_of(const Stage& stage, const Action& first, const Action& second, Order order) {
    Scene scene(stage.make);
    stage.prepare(scene);
    for (const ConnectionId connection : scene.all_connections) scene.world.take(connection);
    const auto do_first = [&] { first.act(scene, false); };
    const auto do_second = [&] { second.act(scene, true); };
    if (order == Order::second_then_first) {
        do_second();
        scene.world.settle();
        do_first();
    } else {
        do_first();
        if (order == Order::first_then_second) scene.world.settle();
        do_second();
    }
    scene.world.settle();
    scene.world.advance(100ms);  // what is due by now happens, in whichever order
    std::set<ConnectionId> left;
    if (first.name == "leave") left.insert(of(scene, first.actor, false));
    if (second.name == "leave") left.insert(of(scene, second.actor, true));
    check_all_saw_the_same(scene, left);
    check_log_agrees(scene);
    Snapshot outcome = scene.pair.snapshot();
    outcome.clock.reset();  // the time that passes does so at another place in the order
    return outcome;
}

}  // namespace

TEST_CASE("two requests that meet end as one of the two orders does, for everyone", "[hub]") {
    int pairs = 0;
    for (const Stage& stage : stages()) {
        for (const Action& first : stage.actions) {
            for (const Action& second : stage.actions) {
                if (first.actor == 2 && second.actor == 2) continue;
                INFO(stage.name << ": " << first.name << " of " << first.actor << ", "
                                << second.name << " of " << second.actor);
                const auto at_once = outcome_of(stage, first, second, Order::at_once);
                const bool as_sent =
                    at_once == outcome_of(stage, first, second, Order::first_then_second);
                // Most end as they were sent.
                CHECK((as_sent ||
                       at_once == outcome_of(stage, first, second, Order::second_then_first)));
                ++pairs;
            }
        }
    }
    CHECK(pairs > 300);
}

// An open seat: two who want it, and its maker who gives the table up.
TEST_CASE("joins and a withdrawal that meet end as one of the orders does", "[hub]") {
    const auto outcome = [](int first, int second, Order order) {
        Harness world;
        const Make make = make_request("open");
        const ConnectionId maker = world.greeted("Maker");
        const auto made = as<Attached>(world.ask(maker, make));
        const std::array joiners{world.greeted("One"), world.greeted("Two")};
        Join join;
        join.invite = std::get<Snapshot>(made.sync).invite;
        std::uint64_t id = 900;
        const auto act = [&](int who) {
            if (who == 0)
                return world.hub->on_text(maker, encode(Request{++id, Leave{made.table}}));
            join.secret = secret_of("joiner " + std::to_string(who));
            world.hub->on_text(joiners[static_cast<std::size_t>(who - 1)],
                               encode(Request{++id, join}));
        };
        act(order == Order::second_then_first ? second : first);
        if (order != Order::at_once) world.settle();
        act(order == Order::second_then_first ? first : second);
        world.settle();
        const auto watcher = world.greeted("Will");
        const auto seen = as<Attached>(world.ask(watcher, Watch{made.table, std::nullopt}));
        return std::get<Snapshot>(seen.sync);
    };
    for (int first = 0; first < 3; ++first) {
        for (int second = 0; second < 3; ++second) {
            if (first == second) continue;
            INFO(first << " and " << second);
            const auto at_once = outcome(first, second, Order::at_once);
            const bool as_one = at_once == outcome(first, second, Order::first_then_second) ||
                                at_once == outcome(first, second, Order::second_then_first);
            CHECK(as_one);
            CHECK((at_once.begun || at_once.result.has_value()));
        }
    }
}
