#include "server/ai/search.hpp"

#include <array>
#include <set>

#include "server/ai/levels.hpp"
#include "tests/ai/support.hpp"

using namespace morris;
using namespace morris::testing;

namespace {

SearchResult look(const Game& game, int depth, std::uint64_t seed = 1) {
    return search(game, {.depth = depth, .nodes = 10'000'000}, seed, {});
}

bool same(const SearchResult& a, const SearchResult& b) {
    return a.move == b.move && a.score == b.score && a.depth == b.depth && a.line == b.line &&
           a.nodes == b.nodes;
}

std::optional<Outcome> outcome_after(Game game, const Move& move) {
    REQUIRE(game.play(move));
    return game.outcome();
}

constexpr Outcome drawn_by_repetition{std::nullopt, Reason::threefold};
constexpr Outcome drawn_by_limit{std::nullopt, Reason::no_mill};

// After these four moves, over and over, until moves and takes are so many. Nothing but the move
// limit makes a draw.
Game game_at_count(int count, std::string_view position, const std::array<const char*, 4>& moves) {
    const Options options{
        .threefold = false, .no_mill = std::nullopt, .move_limit = std::uint16_t{200}};
    Game game = game_at(position, options);
    for (std::size_t i = 0; game.moves_and_takes() < count; ++i) {
        REQUIRE(game.play(move_of(moves[i % 4])));
    }
    REQUIRE(game.moves_and_takes() == count);
    return game;
}

// White shuffles g1-g4 and back, Black d1-d2 and back, from the position after g4-g1, so that
// White's next g4-g1 makes that position's third time.
Game game_before_third_time(std::string_view position) {
    Game game = game_at(position);
    for (const auto* move : {"d1-d2", "g1-g4", "d2-d1", "g4-g1", "d1-d2", "g1-g4", "d2-d1"}) {
        REQUIRE(game.play(move_of(move)));
    }
    return game;
}

}  // namespace

TEST_CASE("a win in one ply is found: by the last take", "[ai][search][R6]") {
    const Game game = game_at("white W:a7,d7,g4+0 B:a1,d1,b2+0");
    for (int depth = 1; depth <= 5; ++depth) {
        const SearchResult result = look(game, depth);
        CHECK(result.score == win_in(1));
        CHECK(outcome_after(game, result.move) == Outcome{Color::white, Reason::reduced});
        CHECK(result.line.size() == 1);
    }
}

TEST_CASE("a win in one ply is found: by blocking the last piece", "[ai][search][R7]") {
    const Game game = game_at("white W:d7,b4,g1+0 B:a7,a4,a1+0", {.flying = false});
    const SearchResult result = look(game, 4);
    CHECK(result.score == win_in(1));
    CHECK(result.move == move_of("g1-d1"));
}

TEST_CASE("a forced loss in two plies is seen, and a forced win in three", "[ai][search]") {
    // Two open lines of White's, of which Black can close one only.
    const Game lost = game_at("black W:a7,d7,g4,b6,d6,f4+0 B:a1,e3,c5+0");
    CHECK(look(lost, 2).score == loss_in(2));
    CHECK(look(lost, 6).score == loss_in(2));

    const Game won = game_at("white W:d7,g7,f6,f4,d5,e4,e3+0 B:a4,b6,b4,c5+0");
    const SearchResult result = look(won, 5);
    CHECK(result.score == win_in(3));
    CHECK(result.depth == 3);
    REQUIRE(result.line.size() >= 1);
    Game game = won;
    for (int ply = 1; ply <= 3; ++ply) {
        CHECK_FALSE(game.outcome());
        REQUIRE(game.play(look(game, 4 - ply).move));
    }
    CHECK(game.outcome() == Outcome{Color::white, Reason::reduced});
}

TEST_CASE("of several wins the shortest is played, whatever the margin", "[ai][search]") {
    const Game game = game_at("white W:a7,d7,g4,d6,f4,b2+0 B:a1,d1,b4+0");
    for (std::uint64_t seed = 0; seed < 10; ++seed) {
        const SearchResult result =
            search(game, {.depth = 5, .nodes = 1'000'000, .margin = 500}, seed, {});
        CHECK(result.score == win_in(1));
        CHECK(outcome_after(game, result.move) == Outcome{Color::white, Reason::reduced});
    }
}

TEST_CASE("after a1 d6 d1 Black closes the line at g1", "[ai][levels]") {
    const Game game = game_after("a1 d6 d1");
    for (const Level level : {Level::club, Level::strong, Level::master}) {
        LevelSettings reduced = settings(level);
        reduced.limits.nodes = 5'000;
        for (std::uint64_t seed = 0; seed < 5; ++seed) {
            CHECK(choose_move(game, reduced, seed, {}).move == move_of("g1"));
        }
    }
}

TEST_CASE("a side that is ahead does not repeat for the third time", "[ai][search][R9]") {
    const Game game = game_before_third_time("black W:a7,d6,b6,f4,g1,c4,e3+0 B:d1,c3,d5,a1+0");
    const SearchResult result = look(game, 5);
    CHECK(result.score > 100);
    CHECK(outcome_after(game, result.move) != drawn_by_repetition);
    CHECK(outcome_after(game, move_of("g4-g1")) == drawn_by_repetition);
}

TEST_CASE("a side that is behind saves itself by repeating", "[ai][search][R9]") {
    const Game game = game_before_third_time("black W:g1,c5,a7,e3+0 B:d1,d6,b6,f4,c4,a1,d7+0");
    const SearchResult result = look(game, 5);
    CHECK(result.score == draw_score);
    CHECK(result.move == move_of("g4-g1"));

    const Game fresh = game_at(to_text(PositionText{game.position(), 0}));
    CHECK(look(fresh, 5).score < -100);
}

TEST_CASE("without threefold a repetition saves nobody", "[ai][search][R9]") {
    const Options options{.threefold = false};
    Game game = game_at("black W:g1,c5,a7,e3+0 B:d1,d6,b6,f4,c4,a1,d7+0", options);
    for (const auto* move : {"d1-d2", "g1-g4", "d2-d1", "g4-g1", "d1-d2", "g1-g4", "d2-d1"}) {
        REQUIRE(game.play(move_of(move)));
    }
    CHECK(look(game, 5).score < -100);
}

TEST_CASE("a win at the no-mill limit's last ply is a win", "[ai][search][R10][R11]") {
    const Game game = game_at("white W:d7,b4,g1+0 B:a7,a4,a1+0 q99", {.flying = false});
    const SearchResult result = look(game, 3);
    CHECK(result.score == win_in(1));
    CHECK(result.move == move_of("g1-d1"));
}

TEST_CASE("near the no-mill limit the side ahead takes in time, the side behind waits",
          "[ai][search][R10]") {
    for (const int plies : {97, 98, 99}) {
        const Game ready =
            game_at("white W:g4,a7,d6,f4,e3,c3,d2+0 B:d1,c5,a4,f2+0 q" + std::to_string(plies));
        CHECK(look(ready, 4).score > 100);
        if (plies == 99) CHECK(look(ready, 4).move.take != no_point);
    }
    for (const int plies : {98, 99}) {  // nothing to take so soon
        const Game late =
            game_at("white W:a7,d6,f2,c3,e4,g1+0 B:d1,c5,a4,b6+0 q" + std::to_string(plies));
        CHECK(look(late, 4).score == draw_score);
    }

    const Game behind = game_at("black W:g4,a7,d6,f4,b6,c3,d3+0 B:d1,c5,a4,f2+0 q99");
    const SearchResult wait = look(behind, 4);
    CHECK(wait.score == draw_score);
    CHECK(outcome_after(behind, wait.move) == drawn_by_limit);
}

TEST_CASE("a win at the move limit's last ply is a win, and any other move a draw",
          "[ai][search][R11][R13]") {
    const Game game = game_at_count(199, "white W:a7,d7,g4,c3+0 B:a1,b2,f2+0",
                                    {"c3-c4", "a1-d1", "c4-c3", "d1-a1"});
    const SearchResult result = look(game, 3);
    CHECK(result.score == win_in(1));
    CHECK(result.move.take != no_point);

    const Game drawn = game_at_count(199, "white W:a7,d7,g4,c3,f6,d5,e3+0 B:a1,b2,f2,c5+0",
                                     {"c3-d3", "a1-d1", "d3-c3", "d1-a1"});
    CHECK(look(drawn, 3).score == draw_score);
    CHECK(outcome_after(drawn, look(drawn, 3).move) == Outcome{std::nullopt, Reason::move_limit});
}

TEST_CASE(
    "a win is seen as one only if the move limit, with the takes on the way, leaves room for it",
    "[ai][search][R13]") {
    // Two takes win: after the first, and Black's answer, the count is three more.
    const Game in_time = game_at_count(195, "white W:d7,g7,f6,f4,d5,e4,e3+0 B:a4,b6,b4,c5+0",
                                       {"d7-d6", "a4-a7", "d6-d7", "a7-a4"});
    CHECK(look(in_time, 5).score == win_in(3));
    const Game too_late = game_at_count(197, "white W:d6,g7,f6,f4,d5,e4,e3+0 B:a7,b6,b4,c5+0",
                                        {"d6-d7", "a7-a4", "d7-d6", "a4-a7"});
    CHECK(too_late.position() == in_time.position());
    CHECK(look(too_late, 5).score == draw_score);
}

TEST_CASE("with the hand counted the take that leaves two wins, and is stopped in time",
          "[ai][search][R14]") {
    const std::string ready = "white W:a7,d7+6 B:a1,c3+1";
    const Options counts{.hand_counts = true};
    for (int depth = 1; depth <= 3; ++depth) {
        CHECK(look(game_at(ready, counts), depth).score == win_in(1));
        CHECK(look(game_at(ready), depth).score < win_in(1));
    }
    const Game threatened = game_at("black W:a7,d7+6 B:a1,c3+1", counts);
    CHECK(look(threatened, 2).move == move_of("g7"));
}

TEST_CASE("the same game, limits and seed give the same answer", "[ai][search]") {
    Random random(3);
    for (int i = 0; i < 10; ++i) {
        const Game game = random_game({}, 6 * i, random);
        const Limits limits{.depth = 20, .nodes = 4'000, .margin = 10};
        CHECK(same(search(game, limits, 42, {}), search(game, limits, 42, {})));
    }
}

TEST_CASE("the budget in nodes is kept, down to none", "[ai][search]") {
    Random random(13);
    for (const auto nodes : std::initializer_list<std::uint64_t>{0, 1, 2, 30, 1'000, 10'000}) {
        const Game game = random_game({}, 30, random);
        const SearchResult result = search(game, {.depth = 50, .nodes = nodes}, 1, {});
        CHECK_FALSE(game.refusal(result.move));
        CHECK(result.nodes <= nodes + 1);
    }
}

TEST_CASE("a stopped search answers at once with a legal move", "[ai][search]") {
    const Game game = game_after("d6 f4 d2 b4");
    int asked = 0;
    const Control at_once{.stopped = [&] { return ++asked > 0; }, .progress = {}};
    const SearchResult first = search(game, {}, 1, at_once);
    CHECK_FALSE(game.refusal(first.move));
    CHECK(asked == 1);
    CHECK(first.nodes <= 2'048);

    asked = 0;
    const Control later{.stopped = [&] { return ++asked > 5; }, .progress = {}};
    const SearchResult second = search(game, {}, 1, later);
    CHECK_FALSE(game.refusal(second.move));
    CHECK(asked == 6);
    CHECK(second.depth >= 2);
}

TEST_CASE("progress tells of each depth, with a legal line", "[ai][search]") {
    const Game start = game_after("d6 f4 d2");
    std::vector<SearchResult> told;
    const Control control{.stopped = {},
                          .progress = [&](const SearchResult& result) { told.push_back(result); }};
    const SearchResult result = search(start, {.depth = 4, .nodes = 1'000'000}, 1, control);
    REQUIRE(told.size() == 4);
    for (std::size_t i = 0; i < told.size(); ++i) {
        CHECK(told[i].depth == static_cast<int>(i) + 1);
        REQUIRE(!told[i].line.empty());
        CHECK(told[i].line.front() == told[i].move);
        Game game = start;
        for (const Move& move : told[i].line) CHECK(game.play(move));
    }
    CHECK(same(told.back(), result));
}

TEST_CASE("every level varies its opening with the seed", "[ai][levels]") {
    for (const Level level : {Level::casual, Level::club, Level::strong, Level::master}) {
        LevelSettings reduced = settings(level);
        reduced.limits.nodes = std::min<std::uint64_t>(reduced.limits.nodes, 5'000);
        std::set<std::string> openings;
        for (std::uint64_t seed = 0; seed < 12; ++seed) {
            openings.insert(to_text(choose_move(Game{Options{}}, reduced, seed, {}).move));
        }
        INFO(static_cast<int>(level));
        CHECK(openings.size() >= 3);
    }
}

TEST_CASE("a share of a level is less of it, but never too little", "[ai][levels]") {
    for (const Level level : {Level::casual, Level::club, Level::strong, Level::master}) {
        const LevelSettings whole = settings(level);
        CHECK(divided(whole, 1).limits.nodes == whole.limits.nodes);
        CHECK(divided(whole, 1).time == whole.time);
        CHECK(divided(whole, 2).limits.nodes == whole.limits.nodes / 2);
        CHECK(divided(whole, 2).time == whole.time / 2);
        CHECK(divided(whole, 1'000'000).limits.nodes >= 1'000);
        CHECK(divided(whole, 1'000'000).time >= std::chrono::milliseconds(10));
    }
}

TEST_CASE("Master looks at least as deep as Strong", "[ai][levels]") {
    const LevelSettings strong = settings(Level::strong);
    const LevelSettings master = settings(Level::master);
    CHECK(master.limits.depth > strong.limits.depth);
    CHECK(master.limits.nodes > 10 * strong.limits.nodes);
    CHECK(master.limits.margin <= strong.limits.margin);
    CHECK(master.overlooks_percent == 0);
    CHECK(master.time > strong.time);
    for (const auto* position : {"white W:+9 B:+9", "white W:d6,d2,g4,a4+5 B:f4,b4,d7,d1+5",
                                 "white W:a7,b4,d1,d6,e5,f2+0 B:a1,c4,d2,d5,f4,g7+0",
                                 "white W:a7,d5,g1+0 B:b4,d7,d1,g4+0"}) {
        const auto depth = [&](LevelSettings level) {
            level.limits.nodes /= 1'000;
            return choose_move(game_at(position), level, 1, {}).depth;
        };
        INFO(position);
        CHECK(depth(master) > depth(strong));
    }
}
