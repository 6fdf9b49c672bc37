// Finished games: which are listed, where, with what, and that none is missing or listed wrongly.
#include "server/hub/archive.hpp"
#include "server/journal/journal.hpp"
#include "shared/rules/game_text.hpp"
#include "tests/hub/play.hpp"
#include "tests/support/random.hpp"

using namespace morris;
using namespace morris::test;
using namespace std::chrono_literals;

namespace {

std::vector<std::string> ids_of(const std::vector<Finished>& games) {
    std::vector<std::string> found;
    for (const Finished& game : games) found.push_back(game.table);
    return found;
}

GamesPage page(Harness& world, const Games& games) {
    return as<GamesPage>(world.ask(world.greeted("Reader"), games));
}

std::vector<std::string> listed(Harness& world, const Games& games) {
    return ids_of(page(world, games).games);
}

Games asked_for(unsigned limit) {
    Games games;
    games.limit = limit;
    return games;
}

std::string player_at(Harness& world, const std::string& table, Color color) {
    const auto seen = as<Attached>(world.ask(world.greeted("Will"), Watch{table, std::nullopt}));
    return std::get<Snapshot>(seen.sync).seats[static_cast<std::size_t>(color)].player;
}

HttpResponse get(Harness& world, const std::string& target) {
    std::optional<HttpResponse> response;
    world.hub->on_get(target, [&](HttpResponse given) { response = std::move(given); });
    world.settle();
    REQUIRE(response);
    return *response;
}

// What the page's question means, asked of each game.
bool fits(const Finished& game, const Games& asked) {
    const auto seat_of = [&](const std::string& player) -> std::optional<Color> {
        for (const Color color : {Color::white, Color::black}) {
            if (game.seats[static_cast<std::size_t>(color)].player == player) return color;
        }
        return std::nullopt;
    };
    const auto seat = asked.player ? seat_of(*asked.player) : std::nullopt;
    if (asked.player && !seat) return false;
    const auto day = std::chrono::floor<std::chrono::days>(game.ended_at);
    if ((asked.from && day < *asked.from) || (asked.to && day > *asked.to)) return false;
    if (!asked.result) return true;
    const Winner winner = game.result.winner;
    const bool decided = winner == Winner::white || winner == Winner::black;
    switch (*asked.result) {
        case GamesResult::white:
            return winner == Winner::white;
        case GamesResult::black:
            return winner == Winner::black;
        case GamesResult::draw:
            return winner == Winner::draw;
        case GamesResult::nobody:
            return winner == Winner::nobody;
        case GamesResult::won:
            return decided && (winner == Winner::white) == (seat == Color::white);
        case GamesResult::lost:
            return decided && (winner == Winner::white) != (seat == Color::white);
    }
    return false;
}

// All pages, one after the other.
std::vector<std::string> all_pages(Harness& world, Games games) {
    std::vector<std::string> all;
    while (true) {
        const GamesPage got = page(world, games);
        CHECK(got.games.size() <= games.limit);
        for (const std::string& id : ids_of(got.games)) all.push_back(id);
        if (!got.next) return all;
        CHECK(got.games.size() == games.limit);
        games.before = got.next;
    }
}

void play_out(Harness& world, Random& random, int number) {
    const std::string word = std::to_string(number);
    // Few players, so that they meet again.
    const std::string white = "P" + std::to_string(random.below(3));
    const std::string black = "Q" + std::to_string(random.below(3));
    Make make = make_request(word);
    const auto host = world.greeted(white);
    const auto guest = world.greeted(black);
    const auto made = as<Attached>(world.ask(host, make));
    Join join;
    join.invite = std::get<Snapshot>(made.sync).invite;
    join.secret = secret_of("guest " + word);
    as<Attached>(world.ask(guest, join));
    switch (random.below(4)) {
        case 0:
            world.ask(host, Abort{made.table});
            break;
        case 1:
            world.ask(guest, Resign{made.table});
            break;
        case 2:
            world.ask(host, Resign{made.table});
            break;
        default:
            as<Done>(world.ask(host, play(made.table, 0, "d2")));
            as<Done>(world.ask(guest, play(made.table, 1, "d6")));
            as<Done>(world.ask(host, Offer{made.table, OfferKind::draw, 2}));
            as<Done>(world.ask(guest, Offer{made.table, OfferKind::draw, 2}));
    }
    world.close(host);
    world.close(guest);
}

}  // namespace

TEST_CASE("a finished game is listed as it ended, with the players' names", "[hub][archive]") {
    Harness world;
    Make make = make_request("one");
    make.clock = ClockTerms{300'000, 3'000};
    TwoPlayers pair(world, make);
    pair.moves(0, {"d2", "d6", "f4"});
    CHECK(listed(world, {}).empty());
    world.advance(5s);
    as<Done>(world.ask(pair.black, Resign{pair.table}));
    const auto games = page(world, {}).games;
    REQUIRE(games.size() == 1);
    const Snapshot shown = pair.snapshot();
    CHECK(games[0].table == pair.table);
    CHECK(games[0].options == shown.options);
    CHECK(games[0].clock == ClockTerms{300'000, 3'000});
    CHECK(games[0].seats == shown.seats);
    CHECK(games[0].made_at == shown.made_at);
    CHECK(games[0].ended_at == world.timers.now());
    CHECK(games[0].ply == 3);
    CHECK(games[0].result == shown.result);
    // What follows the end changes nothing.
    world.advance(5s);
    as<Done>(world.ask(pair.white, Rematch{pair.table}));
    CHECK(page(world, {}).games == games);
    world.restart();
    CHECK(page(world, {}).games == games);
}

TEST_CASE("what nobody joined is not listed", "[hub][archive]") {
    Harness world;
    const auto ann = world.greeted("Ann");
    const auto made = as<Attached>(world.ask(ann, make_request("x")));
    as<Done>(world.ask(ann, Leave{made.table}));
    world.restart();
    world.advance(10s);
    CHECK(listed(world, {}).empty());
}

TEST_CASE("an undo after the end takes a game out, the next end puts it in again",
          "[hub][archive]") {
    Harness world;
    const auto ann = world.greeted("Ann");
    Make make = make_request("x");
    make.opponent = ComputerWanted{Level::casual};
    const auto table = as<Attached>(world.ask(ann, make)).table;
    as<Done>(world.ask(ann, play(table, 0, "d2")));
    world.thinker.answer(parse_move("d6").value());
    world.settle();
    as<Done>(world.ask(ann, Resign{table}));
    CHECK(listed(world, {}) == std::vector{table});
    as<Done>(world.ask(ann, Undo{table, 2}));
    CHECK(listed(world, {}).empty());
    world.advance(1s);
    as<Done>(world.ask(ann, Resign{table}));
    const auto games = page(world, {}).games;
    REQUIRE(games.size() == 1);
    CHECK(games[0].undos == 1);
    CHECK(games[0].ended_at == world.timers.now());
    CHECK(games[0].seats[1].level == Level::casual);
    Games of_black;
    of_black.result = GamesResult::black;
    CHECK(listed(world, of_black) == std::vector{table});
}

TEST_CASE("every question is answered with the games that fit it, page after page",
          "[hub][archive]") {
    Harness world([] {
        HubConfig config;
        config.makes.burst = 1000;
        return config;
    }());
    Random random(5);
    for (int i = 0; i < 40; ++i) {
        play_out(world, random, i);
        world.advance(std::chrono::hours(random.below(30)));
    }
    const auto all = page(world, asked_for(100)).games;
    REQUIRE(all.size() == 40);
    std::vector<std::optional<std::string>> players{std::nullopt, "0123456789ab"};
    for (const auto& game : all) players.emplace_back(game.seats[random.below(2)].player);
    players.resize(8);
    const auto day = [&](const Finished& game) {
        return std::chrono::floor<std::chrono::days>(game.ended_at);
    };
    for (const auto& player : players) {
        for (int result = -1; result < 6; ++result) {
            Games games;
            games.player = player;
            if (result >= 0) games.result = static_cast<GamesResult>(result);
            if (!player && result >= 4) continue;
            if (random.once_in(2)) games.from = day(random.pick(all));
            if (random.once_in(2)) games.to = day(random.pick(all));
            games.limit = static_cast<unsigned>(1 + random.below(7));
            std::vector<std::string> expected;
            for (const Finished& game : all) {
                if (fits(game, games)) expected.push_back(game.table);
            }
            CHECK(all_pages(world, games) == expected);
        }
    }
}

TEST_CASE("the games of a log that is older than the lists are listed after a while",
          "[hub][archive]") {
    const auto content = std::make_shared<MemoryContent>();
    HubConfig config;
    config.makes.burst = 1000;
    Harness world(config, content);
    Random random(9);
    for (int i = 0; i < 30; ++i) {
        play_out(world, random, i);
        world.advance(1min);
    }
    TwoPlayers unfinished(world);
    const auto before = page(world, asked_for(100)).games;
    REQUIRE(before.size() == 30);
    content->drop_lists();
    MemoryLog other(content);
    other.append({"table:0123456789ab", 0, {"not an event"}, false}, [](const auto&) {});
    other.run_pending();
    world.restart();
    SECTION("at once") {}
    SECTION("when the store fails meanwhile") {
        world.log->set_down(true);
        world.advance(5s);
        world.log->set_down(false);
    }
    for (int i = 0; i < 100; ++i) world.advance(100ms);
    CHECK(page(world, asked_for(100)).games == before);
    CHECK(content->unlisted("table:", 10).empty());
}

TEST_CASE("a name that was removed is shown in no list", "[hub][archive]") {
    const auto content = std::make_shared<MemoryContent>();
    Harness world({}, content);
    TwoPlayers pair(world);
    as<Done>(world.ask(pair.white, Resign{pair.table}));
    content->erase("player:" + player_at(world, pair.table, Color::white));
    world.settle();
    const auto games = page(world, {}).games;
    REQUIRE(games.size() == 1);
    CHECK(games[0].seats[0].name == unknown_name);
    CHECK(games[0].seats[1].name == "Boris one");
}

TEST_CASE("a list that cannot be read, or a wrong cursor, is refused with a sentence",
          "[hub][archive]") {
    Harness world;
    const auto ann = world.greeted("Ann");
    for (const char* cursor : {"x", "12", "12-", "12-short", "-0123456789ab", "1.5-0123456789ab"}) {
        Games games;
        games.before = cursor;
        const auto refused = as<Error>(world.ask(ann, games));
        CHECK(refused.code == ErrorCode::bad_message);
        CHECK(refused.field == "before");
        CHECK(get(world, std::string("/api/games?before=") + cursor).status == 400);
    }
    TwoPlayers pair(world);
    as<Done>(world.ask(pair.white, Resign{pair.table}));
    world.restart();
    const auto ben = world.greeted("Ben");
    world.log->set_down(true);
    CHECK(code(world.ask(ben, Games{})) == ErrorCode::store_unavailable);
    CHECK(get(world, "/api/games").status == 503);
    world.log->set_down(false);
    for (int i = 0; i < 4; ++i) world.hub->on_text(ben, encode(Request{800, Games{}}));
    world.hub->on_text(ben, encode(Request{900, Games{}}));
    const auto refused = all<Error>(world.take(ben));
    REQUIRE(refused.size() == 1);
    CHECK(refused[0].code == ErrorCode::too_many_messages);
    world.settle();
    CHECK(all<GamesPage>(world.take(ben)).size() == 4);
}

TEST_CASE("finished games are read over plain HTTP", "[hub][archive]") {
    Harness world;
    TwoPlayers won(world, "won");
    TwoPlayers unfinished(world, "unfinished");
    won.moves(0, {"d2", "d6"});
    as<Done>(world.ask(won.white, Resign{won.table}));
    const std::string loser = player_at(world, won.table, Color::white);
    const auto listed_at = [&](const std::string& query) {
        const auto response = get(world, "/api/games" + query);
        CHECK(response.status == 200);
        return response.body.find(won.table) != std::string::npos;
    };
    CHECK(listed_at(""));
    CHECK(listed_at("?player=&result=&from=&to=&limit="));
    CHECK(listed_at("?result=black&limit=5&player=" + loser));
    CHECK(listed_at("?result=%6cost&player=" + loser));
    CHECK_FALSE(listed_at("?result=won&player=" + loser));
    CHECK_FALSE(listed_at("?to=1999-12-31"));
    for (const char* query : {"?result=won", "?result=nonsense", "?limit=0", "?limit=x",
                              "?limit=101", "?from=yesterday", "?to=2026-02-30", "?player=%zz",
                              "?player=a%2", "?player=a%20b", "?limit=1&limit=2", "?before=%00"}) {
        INFO(query);
        const auto response = get(world, std::string("/api/games") + query);
        CHECK(response.status == 400);
        CHECK(response.body.ends_with(".\n"));
    }
    CHECK(get(world, "/api/games/" + won.table).status == 200);
    CHECK(get(world, "/api/games/" + won.table).body ==
          get(world, "/api/tables/" + won.table).body);
    CHECK(get(world, "/api/games/" + won.table + ".txt").body.starts_with("Morris game\n"));
    CHECK(get(world, "/api/games/" + unfinished.table).status == 404);
    CHECK(get(world, "/api/games/0123456789ab").status == 404);
}

TEST_CASE(
    "two players of one name are told apart in the text of their game, and its clock and "
    "help are there",
    "[hub][archive]") {
    Harness world;
    Make make = make_request("x");
    make.clock = ClockTerms{90'500, 3'000};
    const auto white = world.open();
    world.ask(white, Hello{"Ann", secret_of("first ann"), std::nullopt});
    const auto black = world.open();
    world.ask(black, Hello{"Ann", secret_of("second ann"), std::nullopt});
    const auto made = as<Attached>(world.ask(white, make));
    Join join;
    join.invite = std::get<Snapshot>(made.sync).invite;
    join.secret = secret_of("black");
    as<Attached>(world.ask(black, join));
    const std::string text = get(world, "/api/tables/" + made.table + ".txt").body;
    const auto record = parse_game_text(text);
    REQUIRE(record);
    CHECK(record->white == "Ann #" + player_at(world, made.table, Color::white).substr(0, 4));
    CHECK(record->black == "Ann #" + player_at(world, made.table, Color::black).substr(0, 4));
    CHECK(record->clock == "90.5+3");

    make = make_request("y");
    make.opponent = ComputerWanted{Level::casual};
    const auto table = as<Attached>(world.ask(white, make)).table;
    as<Done>(world.ask(white, play(table, 0, "d2")));
    world.thinker.answer(parse_move("d6").value());
    world.settle();
    as<Done>(world.ask(white, Undo{table, 2}));
    const std::string helped = get(world, "/api/tables/" + table + ".txt").body;
    CHECK(helped.find("\nHelp: undos=1\n") != std::string::npos);
    CHECK(helped.find("White: Ann\n") != std::string::npos);
}
