// The lobby: which tables are shown, in which order, and what those who follow it are told.
#include <algorithm>
#include <tuple>

#include "server/hub/lobby.hpp"
#include "tests/hub/play.hpp"
#include "tests/support/random.hpp"

using namespace morris;
using namespace morris::test;
using namespace std::chrono_literals;

namespace {

Make listed_make(const std::string& word) {
    Make make = make_request(word);
    make.opponent = PersonWanted{true};
    return make;
}

Join join_listed(const std::string& table, const std::string& word) {
    Join join;
    join.table = table;
    join.secret = secret_of(word);
    return join;
}

std::vector<std::string> ids_of(const std::vector<ListedTable>& tables) {
    std::vector<std::string> found;
    for (const ListedTable& table : tables) found.push_back(table.table);
    return found;
}

LobbyState lobby_of(Harness& world, ConnectionId connection, bool follow) {
    return as<LobbyState>(world.ask(connection, protocol::Lobby{follow}));
}

// Takes a table out of both lists, as a client does it that is told of it anew.
void remove(LobbyState& lobby, const std::string& table) {
    for (auto* list : {&lobby.open, &lobby.live}) {
        std::erase_if(*list, [&](const ListedTable& each) { return each.table == table; });
    }
}

void apply(LobbyState& lobby, const LobbyChanged& changed) {
    for (const std::string& table : changed.gone) remove(lobby, table);
    for (const ListedTable& table : changed.open) {
        remove(lobby, table.table);
        lobby.open.push_back(table);
    }
    for (const ListedTable& table : changed.live) {
        remove(lobby, table.table);
        lobby.live.push_back(table);
    }
    lobby.waiting = changed.waiting;
}

// The order is the reader's.
LobbyState sorted(LobbyState lobby) {
    for (auto* list : {&lobby.open, &lobby.live}) {
        std::sort(list->begin(), list->end(), [](const ListedTable& a, const ListedTable& b) {
            return std::tie(a.spectators, a.made_at, a.table) >
                   std::tie(b.spectators, b.made_at, b.table);
        });
    }
    lobby.id = 0;
    return lobby;
}

// Everything that can happen to what the lobby shows, in any order.
class Bustle {
public:
    Bustle(Harness& world, std::uint64_t seed) : world_(world), random_{seed} {
        for (int i = 0; i < 6; ++i) people_.push_back(world.greeted("P" + std::to_string(i)));
    }

    void something() {
        switch (random_.below(8)) {
            case 0:
                return make();
            case 1:
                return join();
            case 2:
                return follow_as_spectator();
            case 3:
                return come_and_go();
            case 4:
                return resume();
            case 5:
                return move();
            case 6:
                world_.ask(someone(), Resign{table()});
                return;
            default:
                world_.ask(someone(), Leave{table()});
        }
    }

    std::uint64_t below(std::uint64_t bound) { return random_.below(bound); }

private:
    ConnectionId& someone() { return people_[random_.below(people_.size())]; }
    std::string table() { return tables_.empty() ? "0123456789ab" : random_table(); }
    std::string random_table() { return tables_[random_.below(tables_.size())]; }

    void make() {
        const std::string word = std::to_string(made_++);
        Make make = random_.below(4) == 0 ? make_request(word) : listed_make(word);
        if (random_.below(4) == 0) make.opponent = ComputerWanted{Level::casual};
        const auto answer = world_.ask(someone(), make);
        if (const auto* attached = std::get_if<Attached>(&answer)) {
            tables_.push_back(attached->table);
            secrets_[attached->table].push_back(make.secret);
        }
    }
    void join() {
        const std::string wanted = table();
        const std::string word = "joiner " + std::to_string(made_++);
        const auto answer = world_.ask(someone(), join_listed(wanted, word));
        if (std::holds_alternative<Attached>(answer)) secrets_[wanted].push_back(secret_of(word));
    }
    void follow_as_spectator() { world_.ask(someone(), Watch{table(), std::nullopt}); }
    void come_and_go() {
        const auto at = random_.below(people_.size());
        world_.close(people_[at]);
        // Another name now and then, which is shown once a seat is resumed.
        const std::string name = "P" + std::to_string(at);
        people_[at] = world_.open();
        const Hello hello{name + (random_.below(2) == 0 ? "" : "!"), secret_of("player " + name),
                          std::nullopt};
        world_.ask(people_[at], hello);
    }
    void resume() {
        const std::string wanted = table();
        const auto& secrets = secrets_[wanted];
        if (secrets.empty()) return;
        world_.ask(someone(), Resume{wanted, secrets[random_.below(secrets.size())], {}});
    }
    void move() {
        static constexpr std::array points{"d2", "d6", "f4", "b4", "a7", "g7", "g1", "a1"};
        const std::uint64_t turn = random_.below(points.size());
        const std::string wanted = table();
        for (const ConnectionId person : people_) {
            world_.ask(person, play(wanted, turn, points.at(turn)));
        }
    }

    Harness& world_;
    Random random_;
    std::vector<ConnectionId> people_;
    std::vector<std::string> tables_;
    std::map<std::string, std::vector<std::string>> secrets_;
    int made_ = 0;
};

}  // namespace

TEST_CASE("an open table is shown while its maker is there", "[hub][lobby]") {
    Harness world;
    const auto host = world.greeted("Ann");
    const auto ben = world.greeted("Ben");
    const Make make = listed_make("x");
    const auto made = as<Attached>(world.ask(host, make));
    CHECK(ids_of(lobby_of(world, ben, false).open) == std::vector{made.table});
    world.close(host);
    CHECK(lobby_of(world, ben, false).open.empty());
    CHECK(as<protocol::Tables>(world.ask(ben, List{})).open.empty());
    const auto again = world.greeted("Ann");
    as<Attached>(world.ask(again, Resume{made.table, make.secret, std::nullopt}));
    CHECK(ids_of(lobby_of(world, ben, false).open) == std::vector{made.table});
    // Hidden is not gone: who knows the table may join it.
    world.close(again);
    as<Attached>(world.ask(ben, join_listed(made.table, "ben")));
    CHECK(ids_of(lobby_of(world, ben, false).live) == std::vector{made.table});
}

TEST_CASE("after a restart an open table is shown once its maker is back", "[hub][lobby]") {
    Harness world;
    const Make make = listed_make("x");
    const auto made = as<Attached>(world.ask(world.greeted("Ann"), make));
    world.restart();
    const auto ben = world.greeted("Ben");
    CHECK(lobby_of(world, ben, false).open.empty());
    as<Attached>(world.ask(world.greeted("Ann"), Resume{made.table, make.secret, std::nullopt}));
    CHECK(ids_of(lobby_of(world, ben, false).open) == std::vector{made.table});
}

TEST_CASE("another server's open table is shown, and hidden once its maker was here and went",
          "[hub][lobby]") {
    const auto content = std::make_shared<MemoryContent>();
    Harness here({}, content);
    Harness there({}, content);
    const Make make = listed_make("x");
    const auto made = as<Attached>(there.ask(there.greeted("Ann"), make));
    here.settle();
    const auto ben = here.greeted("Ben");
    CHECK(ids_of(lobby_of(here, ben, false).open) == std::vector{made.table});
    const auto ann = here.greeted("Ann");
    as<Attached>(here.ask(ann, Resume{made.table, make.secret, std::nullopt}));
    here.close(ann);
    CHECK(lobby_of(here, ben, false).open.empty());
}

TEST_CASE("the most watched games are shown first, then the newest", "[hub][lobby]") {
    Harness world;
    TwoPlayers old(world, listed_make("old"), "old");
    world.advance(1s);
    TwoPlayers middle(world, listed_make("middle"), "middle");
    world.advance(1s);
    TwoPlayers young(world, listed_make("young"), "young");
    const auto will = world.greeted("Will");
    CHECK(ids_of(lobby_of(world, will, false).live) ==
          std::vector{young.table, middle.table, old.table});
    as<Attached>(world.ask(will, Watch{old.table, std::nullopt}));
    CHECK(ids_of(lobby_of(world, will, false).live) ==
          std::vector{old.table, young.table, middle.table});
    as<Done>(world.ask(will, Leave{old.table}));
    CHECK(ids_of(lobby_of(world, will, false).live) ==
          std::vector{young.table, middle.table, old.table});
}

TEST_CASE("what changes in the lobby is gathered, and told once to each who follows it",
          "[hub][lobby]") {
    Harness world;
    TwoPlayers pair(world, listed_make("x"));
    const std::array followers{world.greeted("One"), world.greeted("Two")};
    const auto other = world.greeted("Three");
    for (const auto follower : followers) lobby_of(world, follower, true);
    pair.moves(0, {"d2", "d6", "f4"});
    world.advance(499ms);
    for (const auto follower : followers) CHECK(world.take(follower).empty());
    world.advance(1ms);
    for (const auto follower : followers) {
        const auto told = all<LobbyChanged>(world.take(follower));
        REQUIRE(told.size() == 1);
        REQUIRE(told[0].live.size() == 1);
        CHECK(told[0].live[0].ply == 3);
        CHECK(told[0].open.empty());
        CHECK(told[0].gone.empty());
    }
    CHECK(world.take(other).empty());
    as<Done>(world.ask(pair.white, Resign{pair.table}));
    lobby_of(world, followers[1], false);
    world.advance(10s);
    const auto told = all<LobbyChanged>(world.take(followers[0]));
    REQUIRE(told.size() == 1);
    CHECK(told[0].gone == std::vector{pair.table});
    CHECK(world.take(followers[1]).empty());
}

TEST_CASE("nothing is told of what has come and gone again, or is in no list", "[hub][lobby]") {
    Harness world;
    TwoPlayers hidden(world, "by invite");
    TwoPlayers pair(world, listed_make("x"), "listed");
    const auto follower = world.greeted("One");
    lobby_of(world, follower, true);
    hidden.moves(0, {"d2", "d6"});
    const auto will = world.greeted("Will");
    as<Attached>(world.ask(will, Watch{pair.table, std::nullopt}));
    world.close(will);
    world.advance(10s);
    CHECK(world.take(follower).empty());
}

TEST_CASE("who follows the lobby has the whole of it, whatever happens", "[hub][lobby]") {
    for (std::uint64_t seed = 1; seed <= 30; ++seed) {
        INFO("seed " << seed);
        HubConfig config;
        config.makes.burst = 1000;
        config.guesses.burst = 1000;
        Harness world(config);
        Bustle bustle(world, seed);
        std::map<ConnectionId, LobbyState> followers;
        std::size_t most = 0;
        for (int step = 0; step < 120; ++step) {
            bustle.something();
            if (bustle.below(10) == 0) {
                const auto follower = world.greeted("Follower");
                followers[follower] = lobby_of(world, follower, true);
            }
            world.advance(std::chrono::milliseconds(bustle.below(300)));
            if (bustle.below(5) != 0) continue;
            world.advance(500ms);
            const auto now = lobby_of(world, world.greeted("Now"), false);
            most = std::max(most, now.live.size() + now.open.size());
            for (auto& [follower, lobby] : followers) {
                for (const auto& changed : all<LobbyChanged>(world.take(follower))) {
                    apply(lobby, changed);
                }
                REQUIRE(sorted(lobby) == sorted(now));
            }
        }
        CHECK(most >= 3);
    }
}

TEST_CASE("the first of the lists are the first of all in order", "[hub][lobby]") {
    Random random{7};
    LobbyOrder order;
    std::map<std::string, LobbyPlace> places;
    for (int step = 0; step < 3000; ++step) {
        const std::string table = std::to_string(random.below(400));
        std::optional<LobbyPlace> place;
        if (random.below(4) != 0) {
            place = LobbyPlace{random.below(2) == 0 ? LobbyList::open : LobbyList::live,
                               static_cast<std::uint32_t>(random.below(5)),
                               Instant(std::chrono::milliseconds(random.below(50)))};
        }
        const bool told = order.place(table, place);
        CHECK(told == (places.contains(table) || place));
        places.erase(table);
        if (place) places[table] = *place;
        if (step % 100 != 0) continue;
        for (const auto list : {LobbyList::open, LobbyList::live}) {
            std::vector<std::pair<LobbyPlace, std::string>> expected;
            for (const auto& [id, where] : places) {
                if (where.list == list) expected.emplace_back(where, id);
            }
            std::sort(expected.rbegin(), expected.rend());
            if (expected.size() > lobby_limit) expected.resize(lobby_limit);
            std::vector<std::string> wanted;
            for (const auto& [where, id] : expected) wanted.push_back(id);
            REQUIRE(order.first(list, lobby_limit) == wanted);
        }
    }
}
