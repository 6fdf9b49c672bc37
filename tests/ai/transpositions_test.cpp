#include "server/ai/transpositions.hpp"

#include "server/ai/search.hpp"
#include "tests/ai/support.hpp"

using namespace morris;
using namespace morris::testing;

namespace {

bool same(const Found& a, const Found& b) {
    return a.score == b.score && a.depth == b.depth && a.bound == b.bound && a.move == b.move;
}

Found some_result(Random& random, int depth) {
    const auto point = [&] {
        const std::uint64_t drawn = random.below(point_count + 1);
        return drawn == point_count ? no_point : static_cast<Point>(drawn);
    };
    return {.score = static_cast<std::int16_t>(static_cast<int>(random.below(2 * win + 1)) - win),
            .depth = static_cast<std::int8_t>(depth),
            .bound = static_cast<Bound>(random.below(4)),
            .move = {.from = point(), .to = point(), .take = point()}};
}

}  // namespace

TEST_CASE("what was kept is found as it was, until it is pushed out", "[ai][transpositions]") {
    for (const std::uint64_t size : std::initializer_list<std::uint64_t>{2, 3, 64, 1'000}) {
        Transpositions table(size);
        CHECK(table.bytes() >= 16 * size);
        Random random(size);
        for (int i = 0; i < 500; ++i) {
            const std::uint64_t key = random.next();
            const auto search = static_cast<std::uint32_t>(random.below(1'000));
            const Found kept = some_result(random, static_cast<int>(random.below(128)));
            table.keep(key, search, kept);
            const auto found = table.find(key, search);
            REQUIRE(found);
            CHECK(same(*found, kept));
            CHECK_FALSE(table.find(key + 1, search));
        }
    }
}

TEST_CASE("the deepest result of a pair stays, the other is the latest", "[ai][transpositions]") {
    Transpositions table(2);
    Random random(5);
    table.keep(1, 0, some_result(random, 9));
    table.keep(2, 0, some_result(random, 3));
    table.keep(3, 0, some_result(random, 4));
    CHECK(table.find(1, 0));
    CHECK_FALSE(table.find(2, 0));
    CHECK(table.find(3, 0));
}

TEST_CASE("searches do not find each other's results, and the latest has the room",
          "[ai][transpositions]") {
    Random random(6);
    for (const std::uint32_t later : {1U, 2U, 255U, 256U, 257U, 4'000'000'000U}) {
        Transpositions table(2);
        table.keep(77, 0, some_result(random, 30));
        CHECK_FALSE(table.find(77, later));
        table.keep(78, later, some_result(random, 2));
        table.keep(79, later, some_result(random, 1));
        CHECK(table.find(79, later));
        if (later % 256 != 0) CHECK(table.find(78, later));
        CHECK_FALSE(table.find(77, later));
    }
}

TEST_CASE("what a helper has found carries the one in charge deeper", "[ai][search]") {
    int alone_sum = 0;
    int together_sum = 0;
    for (const auto* position :
         {"white W:d6,d2,g4,a4+5 B:f4,b4,d7,d1+5",
          "white W:a7,b4,d1,d6,e5,f2+0 B:a1,c4,d2,d5,f4,g7+0",
          "white W:d6,f4,d2,a7,g1,d5,c3,g7,a4+0 B:b4,d7,d1,g4,b6,e4,c5,f2,a1+0"}) {
        const Game game = game_at(position);
        const Limits limits{.depth = 40, .nodes = 20'000};
        const SearchResult alone = search(game, limits, 1, {});
        Transpositions table(1U << 16U);
        for (const unsigned helper : {1U, 2U}) {
            const SearchResult found = search(game, limits, 1, {{}, {}, {&table, 1, helper}});
            CHECK_FALSE(game.refusal(found.move));
        }
        const SearchResult together = search(game, limits, 1, {{}, {}, {&table, 1, 0}});
        CHECK(together.depth >= alone.depth);
        alone_sum += alone.depth;
        together_sum += together.depth;
    }
    CHECK(together_sum > alone_sum);
}

TEST_CASE("a used table is as good as none to another search", "[ai][search]") {
    Random random(8);
    Transpositions table(1U << 12U);
    for (std::uint32_t number = 1; number <= 8; ++number) {
        const Game game = random_game({}, 5 * static_cast<int>(number), random);
        const Limits limits{.depth = 20, .nodes = 3'000, .margin = 10};
        const SearchResult fresh = search(game, limits, 42, {});
        const SearchResult used = search(game, limits, 42, {{}, {}, {&table, number, 0}});
        CHECK(used.move == fresh.move);
        CHECK(used.score == fresh.score);
        CHECK(used.depth == fresh.depth);
    }
}
