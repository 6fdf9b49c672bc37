// What is refused changes nothing; what is owed to one who comes back is given, whatever else
// holds.
#include "tests/hub/play.hpp"

using namespace morris;
using namespace morris::test;
using namespace std::chrono_literals;

namespace {

Join join_by(const std::string& invite, const std::string& secret) {
    Join join;
    join.invite = invite;
    join.secret = secret;
    return join;
}

std::string invite_of(const Attached& made) {
    return *std::get<Snapshot>(made.sync).invite;
}

Make against_computer(const std::string& word) {
    Make make = make_request(word);
    make.opponent = ComputerWanted{Level::casual};
    return make;
}

// Several requests at once, without waiting for an answer in between.
void send_together(Harness& world,
                   const std::vector<std::pair<ConnectionId, RequestBody>>& requests) {
    RequestId id = 9000;
    for (const auto& [connection, body] : requests) {
        world.hub->on_text(connection, encode(Request{++id, body}));
    }
    world.settle();
}

void use_up_guesses(Harness& world, const std::string& address) {
    const auto guesser = world.greeted("Eve", address);
    const Join wrong = join_by("0000-0000-0000", secret_of("eve"));
    for (int i = 0; i < 10; ++i) world.ask(guesser, wrong);
    REQUIRE(code(world.ask(guesser, wrong)) == ErrorCode::too_many_guesses);
}

double figure(Harness& world, const std::string& name) {
    const std::string text = world.hub->metrics().text();
    const auto at = text.find("\n" + name + " ");
    REQUIRE(at != std::string::npos);
    return std::stod(text.substr(at + name.size() + 2));
}

}  // namespace

TEST_CASE("a leave that is refused leaves nothing, and can be sent again", "[hub]") {
    Harness world;
    const auto host = world.greeted("Ann");
    const auto made = as<Attached>(world.ask(host, make_request("x")));
    world.log->set_down(true);
    CHECK(code(world.ask(host, Leave{made.table})) == ErrorCode::store_unavailable);
    world.advance(10s);
    world.log->set_down(false);
    CHECK(as<Done>(world.ask(host, Leave{made.table})).seq == 2);
    const auto ben = world.greeted("Ben");
    CHECK(code(world.ask(ben, join_by(invite_of(made), secret_of("ben")))) == ErrorCode::game_over);
}

TEST_CASE("of a leave and a join at once one is refused, and the other holds for both", "[hub]") {
    bool withdrawn = false;
    bool begun = false;
    for (int steps = 0; steps < 10; ++steps) {
        INFO("the leave comes " << steps << " steps of the log after the join");
        Harness world;
        const auto host = world.greeted("Ann");
        const auto ben = world.greeted("Ben");
        const Make make = make_request("x");
        const auto made = as<Attached>(world.ask(host, make));
        const Join join = join_by(invite_of(made), secret_of("ben"));
        world.hub->on_text(ben, encode(Request{800, join}));
        for (int i = 0; i < steps; ++i) world.log->run_one();
        // What is sent behind the leave is answered after it.
        send_together(world,
                      {{host, Leave{made.table}}, {host, Resume{made.table, make.secret, {}}}});
        const auto told = world.take(host);
        const auto back = all<Attached>(told);
        REQUIRE(back.size() == 1);
        const auto refused = all<Error>(told);
        if (std::get<Snapshot>(back[0].sync).result) {
            withdrawn = true;
            CHECK(refused.empty());
            CHECK(all<Error>(world.take(ben)).at(0).code == ErrorCode::game_over);
        } else {
            begun = begun || !refused.empty();
            CHECK(all<Done>(told).size() + refused.size() == 1);
            as<Done>(world.ask(host, play(made.table, 0, "d2")));
            as<Done>(world.ask(ben, play(made.table, 1, "d6")));
            CHECK(all<Event>(world.take(host)).size() == 1);
        }
    }
    CHECK(withdrawn);
    CHECK(begun);
}

TEST_CASE("a host whose leave is refused is told of what goes on", "[hub]") {
    Harness world;
    const auto host = world.greeted("Ann");
    const auto made = as<Attached>(world.ask(host, make_request("x")));
    world.log->set_down(true);
    world.ask(host, Leave{made.table});
    world.advance(10s);
    world.log->set_down(false);
    as<Attached>(world.ask(world.greeted("Ben"), join_by(invite_of(made), secret_of("ben"))));
    CHECK(all<Event>(world.take(host)).size() == 1);
}

TEST_CASE("who has a seat comes back to it, however much was guessed at the address", "[hub]") {
    Harness world;
    const std::string address = "198.51.100.7";
    const auto made = as<Attached>(world.ask(world.greeted("Ann"), make_request("x")));
    const Join join = join_by(invite_of(made), secret_of("ben"));
    as<Attached>(world.ask(world.greeted("Ben", address), join));
    use_up_guesses(world, address);
    const auto again = world.greeted("Ben", address);
    CHECK(as<Attached>(world.ask(again, join)).color == Color::black);
    CHECK(as<Attached>(world.ask(again, Resume{made.table, join.secret, {}})).color ==
          Color::black);
    const auto other = as<Attached>(world.ask(world.greeted("Ann"), make_request("y")));
    CHECK(code(world.ask(again, join_by(invite_of(other), secret_of("z")))) ==
          ErrorCode::too_many_guesses);
    CHECK(code(world.ask(again, Resume{made.table, secret_of("z"), {}})) ==
          ErrorCode::too_many_guesses);
}

TEST_CASE("a connection that follows too many tables takes no seat and makes none", "[hub]") {
    HubConfig config;
    config.max_follows = 2;
    Harness world(config);
    const auto made = as<Attached>(world.ask(world.greeted("Ann"), make_request("x")));
    const auto ben = world.greeted("Ben");
    as<Attached>(world.ask(ben, make_request("b")));
    as<Attached>(world.ask(ben, make_request("c")));
    const Join join = join_by(invite_of(made), secret_of("ben"));
    CHECK(code(world.ask(ben, join)) == ErrorCode::too_many_tables);
    const double unfinished = figure(world, "morris_tables_unfinished");
    CHECK(code(world.ask(ben, make_request("d"))) == ErrorCode::too_many_tables);
    CHECK(figure(world, "morris_tables_unfinished") == unfinished);
    as<Attached>(world.ask(ben, make_request("c")));  // it follows this one already
    as<Attached>(world.ask(world.greeted("Cy"), join_by(invite_of(made), secret_of("cy"))));
}

TEST_CASE("rematches are counted like other new tables", "[hub]") {
    Harness world;
    const auto ann = world.greeted("Ann");
    const Make make = against_computer("x");
    std::string table = as<Attached>(world.ask(ann, make)).table;
    const auto next = [&]() -> std::optional<ErrorCode> {
        as<Done>(world.ask(ann, Resign{table}));
        const auto answer = world.ask(ann, Rematch{table});
        if (const auto* error = std::get_if<Error>(&answer)) return error->code;
        table = std::get<RematchedEvent>(all<Event>(world.rest).back().body).next;
        as<Attached>(world.ask(ann, Resume{table, make.secret, {}}));
        return std::nullopt;
    };
    SECTION("in how many an address makes at once") {
        int rematches = 0;
        auto refused = next();
        for (; !refused && rematches < 100; ++rematches) refused = next();
        CHECK(refused == ErrorCode::too_many_tables);
        CHECK(rematches < 30);
        world.advance(11s);
        as<Done>(world.ask(ann, Rematch{table}));
    }
    SECTION("while the server stops") {
        world.hub->announce_stop();
        CHECK(next() == ErrorCode::stopping);
    }
    SECTION("and asking for one that is there costs nothing") {
        const std::string first = table;
        REQUIRE_FALSE(next());
        for (int i = 0; i < 100; ++i) as<Done>(world.ask(ann, Rematch{first}));
        CHECK_FALSE(next());
    }
}

TEST_CASE("tables that are being made count against the limits", "[hub]") {
    HubConfig config;
    config.max_tables_per_player = 3;
    config.makes.burst = 1000;
    SECTION("of one player") {}
    SECTION("of all") {
        config.max_tables_per_player = 1000;
        config.max_tables = 3;
    }
    Harness world(config);
    std::vector<std::pair<ConnectionId, RequestBody>> requests;
    for (int i = 0; i < 20; ++i) {
        const auto connection = world.open();
        as<Welcome>(world.ask(connection, Hello{"Ann", secret_of("ann"), {}}));
        requests.emplace_back(connection, make_request(std::to_string(i)));
    }
    send_together(world, requests);
    CHECK(figure(world, "morris_tables_unfinished") == 3);
}

TEST_CASE("seats and rematches that are under way count against a player's limit", "[hub]") {
    HubConfig config;
    config.max_tables_per_player = 3;
    config.makes.burst = 1000;
    Harness world(config);
    std::vector<std::pair<ConnectionId, RequestBody>> requests;
    std::vector<ConnectionId> connections;
    for (int i = 0; i < 10; ++i) {
        const auto made = as<Attached>(
            world.ask(world.greeted("Host " + std::to_string(i)), make_request(std::to_string(i))));
        connections.push_back(world.open());
        as<Welcome>(world.ask(connections.back(), Hello{"Ann", secret_of("ann"), {}}));
        requests.emplace_back(connections.back(), join_by(invite_of(made), secret_of(made.table)));
    }
    send_together(world, requests);
    std::size_t joined = 0;
    for (const auto connection : connections) {
        joined += all<Attached>(world.take(connection)).size();
    }
    CHECK(joined == 3);
}

TEST_CASE("a table that could not be made is not counted as made", "[hub]") {
    Harness world;
    const auto ann = world.greeted("Ann");
    world.log->set_down(true);
    for (int i = 0; i < 100; ++i) {
        CHECK(code(world.ask(ann, make_request("x"))) == ErrorCode::store_unavailable);
    }
    CHECK(figure(world, "morris_tables_unfinished") == 0);
    world.log->set_down(false);
    as<Attached>(world.ask(ann, make_request("x")));
    CHECK(figure(world, "morris_tables_unfinished") == 1);
}

TEST_CASE("who comes back under another name is shown by it, at every table", "[hub]") {
    const auto content = std::make_shared<MemoryContent>();
    Harness world({}, content);
    const auto hello = [&](const std::string& name) {
        const auto connection = world.open();
        as<Welcome>(world.ask(connection, Hello{name, secret_of("ann"), {}}));
        return connection;
    };
    const auto shown = [&](const std::string& table) {
        const auto watcher = world.greeted("Will");
        const auto seen = as<Attached>(world.ask(watcher, Watch{table, {}}));
        return std::get<Snapshot>(seen.sync).seats[0];
    };
    const Make make = make_request("x");
    const auto one = as<Attached>(world.ask(hello("Ann"), make)).table;
    const auto two = as<Attached>(world.ask(hello("Ann"), make_request("y"))).table;
    const auto back = as<Attached>(world.ask(hello("Anna"), Resume{one, make.secret, {}}));
    CHECK(std::get<Snapshot>(back.sync).seats[0].name == "Anna");
    CHECK(shown(two).name == "Anna");
    const std::string player = shown(one).player;
    SECTION("and after a restart") {
        world.restart();
        CHECK(shown(one).name == "Anna");
        CHECK(shown(two).name == "Anna");
    }
    SECTION("but coming back does not bring back a name that was removed") {
        content->erase("player:" + player);
        world.settle();
        as<Attached>(world.ask(hello("Anna"), Resume{one, make.secret, {}}));
        CHECK(shown(one).name == "Unknown player");
    }
    SECTION("and nobody else's return changes it") {
        as<Attached>(world.ask(world.greeted("Eve"), Resume{one, make.secret, {}}));
        CHECK(shown(one).name == "Anna");
    }
}

TEST_CASE("a player who joins twice at once under a new name has it at both tables", "[hub]") {
    Harness world;
    const auto host = world.greeted("Ann");
    const auto one = as<Attached>(world.ask(host, make_request("x")));
    const auto two = as<Attached>(world.ask(host, make_request("y")));
    std::vector<std::pair<ConnectionId, RequestBody>> requests;
    for (const auto& made : {one, two}) {
        const auto connection = world.open();
        as<Welcome>(world.ask(connection, Hello{"Ben", secret_of("ben"), {}}));
        requests.emplace_back(connection, join_by(invite_of(made), secret_of("b" + made.table)));
    }
    world.take(host);
    send_together(world, requests);
    const auto events = all<Event>(world.take(host));
    REQUIRE(events.size() == 2);
    for (const Event& event : events) CHECK(std::get<JoinedEvent>(event.body).seat.name == "Ben");
}

TEST_CASE("names change only so often from one address", "[hub]") {
    Harness world;
    const Make make = make_request("x");
    const auto hello = [&](const std::string& name) {
        const auto connection = world.open();
        as<Welcome>(world.ask(connection, Hello{name, secret_of("ann"), {}}));
        return connection;
    };
    const auto table = as<Attached>(world.ask(hello("Ann"), make)).table;
    std::string shown;
    int changes = 0;
    for (int i = 0; i < 50; ++i) {
        const auto name = "Ann " + std::to_string(i);
        const auto back = as<Attached>(world.ask(hello(name), Resume{table, make.secret, {}}));
        changes += std::get<Snapshot>(back.sync).seats[0].name == name ? 1 : 0;
    }
    CHECK(changes == 10);
}

TEST_CASE("whoever comes back to the move has the legal moves, whatever they had before", "[hub]") {
    Harness world;
    TwoPlayers pair(world);
    const std::uint64_t seq = pair.snapshot().seq;
    const auto legal = [&](ConnectionId connection) {
        const auto back =
            as<Attached>(world.ask(connection, Resume{pair.table, pair.white_secret, seq}));
        const auto* snapshot = std::get_if<Snapshot>(&back.sync);
        return snapshot != nullptr && snapshot->legal && snapshot->legal->size() == 24;
    };
    const auto watcher = world.greeted("Wanda");
    as<Attached>(world.ask(watcher, Watch{pair.table, {}}));
    CHECK(legal(watcher));
    CHECK(legal(world.greeted("Wanda")));
    // Black has nothing to choose from, and nothing to be told.
    const auto black =
        as<Attached>(world.ask(pair.black, Resume{pair.table, pair.black_secret, seq}));
    CHECK(std::holds_alternative<std::uint64_t>(black.sync));
}

TEST_CASE("a finished table leaves memory, also where whoever asked for it is gone", "[hub]") {
    Harness world;
    TwoPlayers pair(world);
    as<Done>(world.ask(pair.white, Resign{pair.table}));
    world.close(pair.white);
    world.close(pair.black);
    world.advance(1s);
    REQUIRE(figure(world, "morris_tables_in_memory") == 0);
    Make make = make_request("one");
    const RequestBody request = GENERATE_COPY(
        RequestBody(make), RequestBody(Resume{pair.table, pair.white_secret, {}}),
        RequestBody(Resume{pair.table, secret_of("eve"), {}}), RequestBody(Watch{pair.table, {}}));
    const auto hasty = world.greeted("Hasty");
    world.hub->on_text(hasty, encode(Request{800, request}));
    SECTION("before the answer") {
        world.hub->on_close(hasty);
        world.settle();
    }
    SECTION("after it") {
        world.settle();
        world.close(hasty);
    }
    world.advance(1s);
    CHECK(figure(world, "morris_tables_in_memory") == 0);
}

TEST_CASE("a damaged table is closed to everyone, and takes nobody with it", "[hub]") {
    Harness world;
    TwoPlayers good(world, "good");
    TwoPlayers bad(world, "bad");
    if (GENERATE(true, false)) {
        world.close(bad.white);
        world.close(bad.black);
    }
    // Appended through the same log, so that nobody is told: it is found when the table is reread.
    world.log->append({"table:" + bad.table, 2, {"not an event"}, true},
                      [](const auto& appended) { REQUIRE(appended); });
    world.settle();
    const auto asker = world.greeted("Eve");
    const RequestBody request = GENERATE_COPY(RequestBody(Resume{bad.table, secret_of("eve"), {}}),
                                              RequestBody(Resume{bad.table, bad.white_secret, 7}),
                                              RequestBody(Watch{bad.table, 7}));
    world.ask(asker, request);
    world.advance(1s);
    CHECK(code(world.ask(asker, request)) == ErrorCode::table_damaged);
    CHECK(code(world.ask(asker, Watch{bad.table, {}})) == ErrorCode::table_damaged);
    world.advance(1s);
    good.moves(0, {"d2", "d6"});
}
