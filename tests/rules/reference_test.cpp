// Every case and every game of the reference data, with every field.
#include "reference.hpp"

#include <algorithm>
#include <set>

#include "shared/rules/notation.hpp"
#include "tests/support/catch.hpp"

using namespace morris;
using namespace morris::test;

namespace {

using Texts = std::vector<std::string>;

Texts legal_texts(const Game& game) {
    Texts texts;
    for (const Move& move : game.legal_moves()) texts.push_back(to_text(move));
    return texts;
}

void play(Game& game, const std::string& text) {
    INFO("plays " << text);
    const auto move = parse_move(text);
    REQUIRE(move);
    REQUIRE(game.play(*move));
}

Game loaded(const ReferenceCase& c) {
    const auto position = parse_position(c.position, c.options);
    REQUIRE(position);
    return Game(c.options, position->position, position->plies_without_take);
}

Game set_up(const ReferenceCase& c) {
    Game game(c.options);
    for (const std::string& text : c.setup) play(game, text);
    REQUIRE(game.position() == loaded(c).position());
    return game;
}

void check_legal(const ReferenceCase& c, const Game& game) {
    const Texts legal = legal_texts(game);
    const std::set<std::string> set(legal.begin(), legal.end());
    CHECK(set.size() == legal.size());
    if (c.legal_count) CHECK(legal.size() == *c.legal_count);
    if (c.legal_exact) {
        CHECK(set == std::set<std::string>(c.legal_exact->begin(), c.legal_exact->end()));
    }
    for (const std::string& text : c.legal_include) CHECK(set.count(text) == 1);
    for (const std::string& text : c.legal_exclude) CHECK(set.count(text) == 0);
    for (const auto& [from, moves] : c.legal_from) {
        Texts of_piece;
        const std::string prefix = from + '-';
        std::copy_if(legal.begin(), legal.end(), std::back_inserter(of_piece),
                     [&](const std::string& text) { return text.starts_with(prefix); });
        CHECK_THAT(of_piece, Catch::UnorderedEquals(moves));
    }
}

void check_refused(Game& game, const std::string& text) {
    INFO("has to refuse " << text);
    const auto move = parse_move(text);
    if (!move) return;  // no such point: refused before any rule is asked
    const Position before = game.position();
    const auto played = game.play(*move);
    REQUIRE_FALSE(played);
    CHECK(game.position() == before);
    CHECK_FALSE(explain(game, *move, played.error()).empty());
}

void run(const ReferenceCase& c, Game game) {
    for (std::size_t i = 0; i < c.play.size(); ++i) {
        if (c.before_last && i + 1 == c.play.size()) {
            CHECK(c.before_last->difference(game.outcome()) == "");
        }
        play(game, c.play[i]);
    }
    CHECK(c.result.difference(game.outcome()) == "");
    check_legal(c, game);
    if (c.end_position) {
        CHECK(game.position() == parse_position(*c.end_position, c.options).value().position);
    }
    for (const std::string& text : c.refuse) check_refused(game, text);
}

}  // namespace

TEST_CASE("every reference case comes out as it says", "[rules][reference]") {
    const auto cases = read_cases();
    REQUIRE(cases.size() == 71);
    for (const ReferenceCase& c : cases) {
        INFO(c.id << ": " << c.title);
        const Game from_position = loaded(c);
        const bool counts_plies = from_position.plies_without_take() > 0;
        if (c.reachable && !counts_plies) run(c, set_up(c));
        // Without the limit it cannot matter how many plies the setup took.
        if (!c.reachable || counts_plies || !c.options.no_mill) run(c, from_position);
        if (c.reachable) set_up(c);
    }
}

TEST_CASE("every reference game has the same legal moves at each ply and the same result",
          "[rules][reference]") {
    const auto games = read_games();
    REQUIRE(games.size() == 400);
    for (const ReferenceGame& g : games) {
        INFO("game " << g.id);
        REQUIRE(g.moves.size() == g.legal.size());
        Game game(g.options);
        for (std::size_t ply = 0; ply < g.moves.size(); ++ply) {
            INFO("ply " << ply);
            REQUIRE(game.legal_moves().size() == g.legal[ply]);
            REQUIRE_FALSE(game.outcome());
            play(game, g.moves[ply]);
        }
        CHECK(g.result.difference(game.outcome()) == "");
    }
}
