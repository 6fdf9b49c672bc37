// Finding somebody to play with: who is paired with whom, and that nobody is lost or seated twice.
#include <functional>

#include "tests/hub/play.hpp"
#include "tests/support/random.hpp"

using namespace morris;
using namespace morris::test;
using namespace std::chrono_literals;
using Fault = MemoryLog::Fault;

namespace {

Pair pair_request(const std::string& word) {
    Pair pair;
    pair.key = secret_of("key " + word);
    pair.secret = secret_of("seat " + word);
    return pair;
}

std::uint32_t waiting(Harness& world) {
    const auto lobby = as<LobbyState>(world.ask(world.greeted("Will"), protocol::Lobby{false}));
    return lobby.waiting;
}

bool waits(const ServerMessage& answer) {
    return as<Pairing>(answer).waiting;
}

// Second by second, so that what the store is asked for is done in between.
void pass(Harness& world, int seconds) {
    for (int i = 0; i < seconds; ++i) world.advance(1s);
}

// Resumes the seat, as somebody does who was told of it.
Snapshot taken_seat(Harness& world, ConnectionId connection, const Paired& paired,
                    const std::string& word) {
    const auto back = as<Attached>(
        world.ask(connection, Resume{paired.table, pair_request(word).secret, std::nullopt}));
    CHECK(back.color == paired.color);
    return std::get<Snapshot>(back.sync);
}

}  // namespace

TEST_CASE("two who want the same game are at a table, each in a seat of its own",
          "[hub][pairing]") {
    Harness world;
    const auto ann = world.greeted("Ann");
    const auto ben = world.greeted("Ben");
    Pair wish = pair_request("ann");
    wish.options.pieces = 6;
    wish.clock = ClockTerms{180'000, 2'000};
    CHECK(waits(world.ask(ann, wish)));
    CHECK(waiting(world) == 1);
    wish.key = pair_request("ben").key;
    wish.secret = pair_request("ben").secret;
    CHECK_FALSE(waits(world.ask(ben, wish)));
    const auto for_ben = all<Paired>(world.rest);
    CHECK(waiting(world) == 0);
    const auto for_ann = all<Paired>(world.take(ann));
    REQUIRE(for_ann.size() == 1);
    REQUIRE(for_ben.size() == 1);
    CHECK(for_ann[0].table == for_ben[0].table);
    CHECK(for_ann[0].color == other(for_ben[0].color));
    const auto seen = taken_seat(world, ann, for_ann[0], "ann");
    CHECK(seen.begun);
    CHECK(seen.listed);
    CHECK(seen.options.pieces == 6);
    REQUIRE(seen.clock);
    CHECK(seen.clock->terms == ClockTerms{180'000, 2'000});
    CHECK(seen.claims->away_ms == 60'000);
    CHECK(seen.seats[static_cast<std::size_t>(for_ann[0].color)].name == "Ann");
    CHECK(seen.seats[static_cast<std::size_t>(for_ben[0].color)].name == "Ben");
    taken_seat(world, ben, for_ben[0], "ben");
}

TEST_CASE("only the same game and another player make a pair", "[hub][pairing]") {
    Harness world;
    const auto ann = world.greeted("Ann");
    CHECK(waits(world.ask(ann, pair_request("ann"))));
    Pair clocked = pair_request("ben");
    clocked.clock = ClockTerms{60'000, 0};
    CHECK(waits(world.ask(world.greeted("Ben"), clocked)));
    Pair smaller = pair_request("cy");
    smaller.options.pieces = 3;
    CHECK(waits(world.ask(world.greeted("Cy"), smaller)));
    Pair other_clock = pair_request("dee");
    other_clock.clock = ClockTerms{60'000, 1'000};
    CHECK(waits(world.ask(world.greeted("Dee"), other_clock)));
    CHECK(waits(world.ask(world.greeted("Ann"), pair_request("other tab"))));
    CHECK(waiting(world) == 5);
}

TEST_CASE("who has waited longest is paired first", "[hub][pairing]") {
    Harness world;
    const std::array names{"Ann", "Ben", "Cy"};
    std::vector<ConnectionId> same_player;
    // One player in three tabs: they cannot be paired with each other.
    for (const char* name : names) {
        same_player.push_back(world.greeted("Ann"));
        CHECK(waits(world.ask(same_player.back(), pair_request(name))));
    }
    for (const auto expected : same_player) {
        const auto dee = world.greeted("Dee");
        CHECK_FALSE(waits(world.ask(dee, pair_request("dee" + std::to_string(expected)))));
        CHECK(all<Paired>(world.take(expected)).size() == 1);
    }
}

TEST_CASE("unpair and a closed connection end the waiting", "[hub][pairing]") {
    Harness world;
    const auto ann = world.greeted("Ann");
    CHECK(waits(world.ask(ann, pair_request("ann"))));
    CHECK_FALSE(waits(world.ask(ann, Unpair{})));
    CHECK_FALSE(waits(world.ask(ann, Unpair{})));
    const auto ben = world.greeted("Ben");
    CHECK(waits(world.ask(ben, pair_request("ben"))));
    world.close(ben);
    CHECK(waiting(world) == 0);
    CHECK(waits(world.ask(world.greeted("Cy"), pair_request("cy"))));
    CHECK(world.take(ann).empty());
}

TEST_CASE("the same wish again is the same waiting, another one is refused", "[hub][pairing]") {
    Harness world;
    const auto ann = world.greeted("Ann");
    CHECK(waits(world.ask(ann, pair_request("ann"))));
    CHECK(waits(world.ask(ann, pair_request("ann"))));
    CHECK(waiting(world) == 1);
    CHECK(code(world.ask(ann, pair_request("other"))) == ErrorCode::waiting_already);
    Pair changed = pair_request("ann");
    changed.options.flying = false;
    CHECK(code(world.ask(ann, changed)) == ErrorCode::waiting_already);
    // From a connection that took the place of one not yet known to be lost.
    const auto again = world.greeted("Ann");
    CHECK(waits(world.ask(again, pair_request("ann"))));
    CHECK(waiting(world) == 1);
    world.close(ann);
    CHECK(waiting(world) == 1);
    CHECK_FALSE(waits(world.ask(world.greeted("Ben"), pair_request("ben"))));
    CHECK(all<Paired>(world.take(again)).size() == 1);
}

TEST_CASE("a lost answer is given again, also after a restart, until the game is over",
          "[hub][pairing]") {
    Harness world;
    auto ann = world.greeted("Ann");
    auto ben = world.greeted("Ben");
    world.ask(ann, pair_request("ann"));
    world.ask(ben, pair_request("ben"));
    const auto first = all<Paired>(world.rest).at(0);
    world.take(ann);
    for (int i = 0; i < 2; ++i) {
        if (i == 1) {
            world.restart();
            ann = world.greeted("Ann");
            ben = world.greeted("Ben");
        }
        for (const auto& [connection, word] :
             {std::pair(ann, std::string("ann")), std::pair(ben, std::string("ben"))}) {
            CHECK_FALSE(waits(world.ask(connection, pair_request(word))));
            const auto again = all<Paired>(world.rest);
            REQUIRE(again.size() == 1);
            CHECK(again[0].table == first.table);
            taken_seat(world, connection, again[0], word);
        }
    }
    as<Done>(world.ask(ann, Resign{first.table}));
    Pair anew = pair_request("ben");
    anew.key = secret_of("new key");
    CHECK(waits(world.ask(ben, anew)));
}

TEST_CASE("a key that is another table's, or somebody else's who waits, is refused",
          "[hub][pairing]") {
    Harness world;
    const auto ann = world.greeted("Ann");
    as<Attached>(world.ask(ann, make_request("x")));
    Pair pair = pair_request("ann");
    pair.key = make_request("x").key;
    CHECK(code(world.ask(ann, pair)) == ErrorCode::key_used);
    CHECK(waits(world.ask(ann, pair_request("ann"))));
    Pair copied = pair_request("ben");
    copied.key = pair_request("ann").key;
    CHECK(code(world.ask(world.greeted("Ben"), copied)) == ErrorCode::key_used);
}

TEST_CASE("waiting counts as one of a player's tables, and its limits hold", "[hub][pairing]") {
    HubConfig config;
    config.max_tables_per_player = 2;
    config.max_waiting_to_pair = 2;
    Harness world(config);
    const auto ann = world.greeted("Ann");
    as<Attached>(world.ask(ann, make_request("x")));
    CHECK(waits(world.ask(ann, pair_request("ann"))));
    const auto tab = world.greeted("Ann");
    CHECK(code(world.ask(tab, make_request("y"))) == ErrorCode::too_many_tables);
    CHECK(code(world.ask(tab, pair_request("tab"))) == ErrorCode::too_many_tables);
    world.ask(ann, Unpair{});
    CHECK(waits(world.ask(tab, pair_request("tab"))));
    Pair other = pair_request("ben");
    other.options.pieces = 3;
    CHECK(waits(world.ask(world.greeted("Ben"), other)));
    other = pair_request("cy");
    other.options.pieces = 6;
    CHECK(code(world.ask(world.greeted("Cy"), other)) == ErrorCode::too_many_tables);
    // A partner who is there needs no place to wait.
    CHECK_FALSE(waits(world.ask(world.greeted("Dee"), pair_request("dee"))));
    world.hub->announce_stop();
    CHECK(code(world.ask(world.greeted("Eve"), pair_request("eve"))) == ErrorCode::stopping);
}

TEST_CASE("two who were found for each other stay so while the store does not answer",
          "[hub][pairing]") {
    const auto fault = GENERATE(Fault::unavailable, Fault::lost_answer);
    const int appends = GENERATE(1, 2, 3, 4);
    Harness world;
    const auto ann = world.greeted("Ann");
    const auto ben = world.greeted("Ben");
    world.ask(ann, pair_request("ann"));
    world.log->fail_next(static_cast<std::size_t>(appends), fault);
    CHECK_FALSE(waits(world.ask(ben, pair_request("ben"))));
    CHECK(all<Paired>(world.rest).empty());
    SECTION("both are seated once it does") {
        pass(world, 10);
        const auto for_ann = all<Paired>(world.take(ann));
        const auto for_ben = all<Paired>(world.take(ben));
        REQUIRE(for_ann.size() == 1);
        REQUIRE(for_ben.size() == 1);
        CHECK(for_ann[0].table == for_ben[0].table);
        taken_seat(world, ann, for_ann[0], "ann");
        taken_seat(world, ben, for_ben[0], "ben");
    }
    SECTION("one who goes meanwhile leaves the other waiting, unless the table was kept") {
        world.close(ann);
        pass(world, 10);
        const auto paired = all<Paired>(world.take(ben));
        if (paired.empty()) {
            CHECK(waiting(world) == 1);
            const auto cy = world.greeted("Cy");
            CHECK_FALSE(waits(world.ask(cy, pair_request("cy"))));
            pass(world, 10);
            CHECK(all<Paired>(world.take(ben)).size() == 1);
        } else {
            taken_seat(world, ben, paired[0], "ben");
        }
    }
    SECTION("who gives up meanwhile is not waiting any more") {
        CHECK_FALSE(waits(world.ask(ann, Unpair{})));
        CHECK_FALSE(waits(world.ask(ben, Unpair{})));
        pass(world, 10);
        CHECK(waiting(world) == 0);
    }
}

namespace {

// A few clients who want a game; each has its own script. What is sent and what the log does happen
// in an order that is drawn.
class Crowd {
public:
    Crowd(Harness& world, Random& random, std::size_t clients) : world_(world), random_(random) {
        for (std::size_t i = 0; i < clients; ++i) {
            people_.push_back({"P" + std::to_string(i)});
            people_.back().connection = world.greeted(people_.back().name);
        }
    }

    void step() {
        Person& person = people_[random_.below(people_.size())];
        switch (random_.below(8)) {
            case 0:
            case 1:
                return send(person, pair_request(person.name));
            case 2:
                return send(person, Unpair{});
            case 3:
                world_.hub->on_close(person.connection);
                person.connection = world_.open();
                return send(person,
                            Hello{person.name, secret_of("player " + person.name), std::nullopt});
            case 4:
                world_.log->fail_next(1,
                                      random_.once_in(2) ? Fault::unavailable : Fault::lost_answer);
                return;
            case 5:
                world_.timers.advance(std::chrono::milliseconds(random_.below(1500)));
                return;
            default:
                world_.log->run_one();
        }
    }

    // Everyone is there and asks once more, and the store answers.
    void come_to_rest() {
        world_.settle();
        pass(world_, 40);
        for (Person& person : people_) send(person, pair_request(person.name));
        world_.settle();
        pass(world_, 20);
    }

    void check() {
        std::map<std::string, std::size_t> seats;
        std::size_t waiting_here = 0;
        for (Person& person : people_) {
            world_.take(person.connection);
            const auto answer = world_.ask(person.connection, pair_request(person.name));
            const auto paired = all<Paired>(world_.rest);
            if (as<Pairing>(answer).waiting) {
                CHECK(paired.empty());
                ++waiting_here;
                continue;
            }
            REQUIRE(paired.size() == 1);
            const auto seen = taken_seat(world_, person.connection, paired[0], person.name);
            CHECK(seen.begun);
            ++seats[paired[0].table];
        }
        // All want the same, so at most one waits; and who sits, sits opposite one of the others.
        CHECK(waiting_here <= 1);
        CHECK(waiting(world_) == waiting_here);
        for (const auto& [table, count] : seats) CHECK(count == 2);
    }

private:
    struct Person {
        std::string name;
        ConnectionId connection = 0;
    };
    void send(const Person& person, const RequestBody& body) {
        world_.hub->on_text(person.connection, encode(Request{++id_, body}));
    }

    Harness& world_;
    Random& random_;
    std::vector<Person> people_;
    RequestId id_ = 50'000;
};

}  // namespace

TEST_CASE("whatever happens in whichever order, everyone is seated once or waits",
          "[hub][pairing]") {
    for (std::uint64_t seed = 1; seed <= 300; ++seed) {
        INFO("seed " << seed);
        HubConfig config;
        config.makes.burst = 1000;
        Harness world(config);
        Random random(seed);
        Crowd crowd(world, random, 2 + seed % 3);
        for (int i = 0; i < 40; ++i) crowd.step();
        crowd.come_to_rest();
        crowd.check();
    }
}

TEST_CASE("who was found for somebody whose key is used meanwhile waits on, and is seated later",
          "[hub][pairing]") {
    Harness world;
    const auto ann = world.greeted("Ann");
    CHECK(waits(world.ask(ann, pair_request("ann"))));
    // The same key and the same seat secret, for a table of her own.
    Make make = make_request("ann");
    make.secret = pair_request("ann").secret;
    const auto hosted = as<Attached>(world.ask(ann, make));
    const auto ben = world.greeted("Ben");
    world.ask(ben, pair_request("ben"));
    const auto for_ann = all<Paired>(world.take(ann));
    REQUIRE(for_ann.size() == 1);
    CHECK(for_ann[0].table == hosted.table);
    CHECK(all<Paired>(world.take(ben)).empty());
    CHECK(waiting(world) == 1);
    const auto cleo = world.greeted("Cleo");
    CHECK_FALSE(waits(world.ask(cleo, pair_request("cleo"))));
    CHECK(all<Paired>(world.take(ben)).size() == 1);
}

TEST_CASE("keys that are used twice over in pairs under way do no harm", "[hub][pairing]") {
    Harness world;
    const auto ann = world.greeted("Ann");
    world.ask(ann, pair_request("ann"));
    Make make = make_request("ann");
    make.secret = secret_of("another seat");
    as<Attached>(world.ask(ann, make));
    const auto said = [&](const char* name, const Pair& pair) {
        const auto connection = world.greeted(name);
        world.hub->on_text(connection, encode(Request{9, pair}));
        return connection;
    };
    // Both of one player, with one key; nothing is kept in between.
    Pair twin = pair_request("ben");
    const auto first = said("Ben", twin);
    twin.secret = secret_of("twin");
    said("Ben", twin);
    world.settle();
    said("Dora", pair_request("dora"));
    said("Emil", pair_request("emil"));
    world.settle();
    pass(world, 3);
    // One of the keys' two secrets is at a table, and everybody else can be.
    CHECK(all<Paired>(world.take(first)).size() <= 1);
    said("Fred", pair_request("fred"));
    said("Gus", pair_request("gus"));
    pass(world, 3);
    CHECK(waiting(world) <= 1);
}
