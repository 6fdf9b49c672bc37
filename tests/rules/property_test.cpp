// What holds in every game, over random ones with all kinds of options.
#include <map>
#include <set>
#include <unordered_map>

#include "random_games.hpp"
#include "shared/rules/notation.hpp"
#include "shared/rules/point_sets.hpp"
#include "slow_rules.hpp"
#include "tests/support/catch.hpp"

using namespace morris;
using namespace morris::test;

namespace {

constexpr std::size_t longest = 300;

std::string name_or_none(Point point) {
    return point == no_point ? "" : to_text(point);
}

SlowMove slow(const Move& move) {
    return {name_or_none(move.from), to_text(move.to), name_or_none(move.take)};
}

std::string result_text(const std::optional<Outcome>& outcome) {
    if (!outcome) return {};
    const std::string who = outcome->winner ? std::string(to_text(*outcome->winner)) : "draw";
    return who + ' ' + std::string(to_text(outcome->reason));
}

std::set<std::string> texts(const MoveList& moves) {
    std::set<std::string> set;
    for (const Move& move : moves) set.insert(to_text(move));
    return set;
}

// Calls visit(move) for every triple of points that a move can be made of, legal or not.
template <class Visit>
void for_each_triple(Visit visit) {
    std::vector<Point> places{no_point};
    for (Point p = 0; p < point_count; ++p) places.push_back(p);
    for (const Point from : places) {
        for (Point to = 0; to < point_count; ++to) {
            for (const Point take : places) visit(Move{from, to, take});
        }
    }
}

// A set of any of the options' games: `games` with each combination of options, each from its own
// seed, which is printed when something fails.
template <class Play>
void for_each_game(std::uint64_t first_seed, int games, Play play) {
    std::uint64_t seed = first_seed;
    for (const Options& combination : all_options()) {
        for (int i = 0; i < games; ++i) {
            Random random(seed);
            const Options options = with_the_rest_drawn(combination, random);
            INFO("seed " << seed++ << ", " << describe(options));
            play(options, random);
        }
    }
}

struct ByMove {
    bool operator()(const Move& a, const Move& b) const {
        return std::tie(a.from, a.to, a.take) < std::tie(b.from, b.to, b.take);
    }
};

using MoveSet = std::set<Move, ByMove>;

MoveSet move_set(const MoveList& moves) {
    return {moves.begin(), moves.end()};
}

}  // namespace

TEST_CASE("legal moves and results are those of the rules written a second time",
          "[rules][R1][R2][R3][R4][R5][R6][R7][R8][R9][R10][R11][R13][R14]") {
    std::map<std::string, int> ends;
    for_each_game(1000, 10, [&](const Options& options, Random& random) {
        SlowGame reference(options);
        const Game game = random_game(options, random, longest, [&](const Game& now) {
            if (now.ply() > 0) reference.play(slow(now.moves().back()));
            INFO("ply " << now.ply() << ", "
                        << to_text(PositionText{now.position(), now.plies_without_take()}));
            REQUIRE(result_text(now.outcome()) == reference.result());
            REQUIRE(texts(now.legal_moves()) == reference.legal());
            REQUIRE(texts(now.legal_moves()).size() == now.legal_moves().size());
            REQUIRE(now.plies_without_take() == reference.plies_without_take());
            REQUIRE(now.moves_and_takes() == reference.moves_and_takes());
            REQUIRE(now.occurrences() == reference.occurrences());
            for (const Color side : {Color::white, Color::black}) {
                const Position& position = now.position();
                const int taken = reference.taken(side == Color::white ? 'W' : 'B');
                REQUIRE(position.on_board(side) + position.in_hand(side) + taken == options.pieces);
            }
            REQUIRE((now.position().of(Color::white) & now.position().of(Color::black)) == 0);
        });
        ++ends[result_text(game.outcome())];
    });
    // All kinds of end were met, so all were compared.
    for (const char* end : {"white reduced", "black reduced", "white blocked", "black blocked",
                            "draw threefold", "draw no-mill", "draw move-limit", ""}) {
        INFO("games that ended as '" << end << "'");
        CHECK(ends[end] > 0);
    }
}

TEST_CASE("counting moves gives the number that making the list gives", "[rules][perft]") {
    for_each_game(2000, 10, [](const Options& options, Random& random) {
        random_game(options, random, longest, [&](const Game& game) {
            REQUIRE(count_legal_moves(game.position(), options) ==
                    legal_moves(game.position(), options).size());
        });
    });
}

TEST_CASE("of all triples of points exactly the listed ones are legal and the rest are refused",
          "[rules][R1][R2][R3][R4][R5]") {
    for_each_game(3000, 1, [](const Options& options, Random& random) {
        random_game(options, random, longest, [&](Game game) {
            if (!random.once_in(50)) return;
            INFO(to_text(PositionText{game.position(), 0}));
            const Game before = game;
            const MoveSet legal = move_set(game.legal_moves());
            std::size_t accepted = 0;
            for_each_triple([&](const Move& move) {
                const bool listed = legal.count(move) == 1;
                if (is_legal(game.position(), move, options) != listed && !game.outcome()) {
                    FAIL_CHECK(to_text(move));
                }
                if (!game.refusal(move) != listed) FAIL_CHECK(to_text(move));
                if (listed) {
                    ++accepted;
                    return;
                }
                const auto played = game.play(move);
                if (played || game.position() != before.position() ||
                    game.moves() != before.moves() || game.keys() != before.keys() ||
                    game.outcome() != before.outcome() ||
                    explain(game, move, played.error()).empty()) {
                    FAIL_CHECK(to_text(move) << " changed the game or has no explanation");
                }
            });
            REQUIRE(accepted == game.legal_moves().size());
        });
    });
}

TEST_CASE("a refusal names the reason that the rules written a second time name",
          "[rules][R1][R2][R3][R4][R5]") {
    std::map<std::optional<MoveRefusal>, int> met;
    for_each_game(4000, 1, [&](const Options& options, Random& random) {
        SlowGame reference(options);
        random_game(options, random, longest, [&](const Game& game) {
            if (game.ply() > 0) reference.play(slow(game.moves().back()));
            if (!random.once_in(20)) return;
            INFO(to_text(PositionText{game.position(), 0}));
            for_each_triple([&](const Move& move) {
                // The reference is slow, and most triples name a take.
                if (move.take != no_point && !random.once_in(10)) return;
                const auto refused = game.refusal(move);
                if (refused != reference.refusal(slow(move))) FAIL_CHECK(to_text(move));
                ++met[refused];
            });
        });
    });
    for (const MoveRefusal reason :
         {MoveRefusal::game_over, MoveRefusal::from_missing, MoveRefusal::from_unexpected,
          MoveRefusal::from_empty, MoveRefusal::to_occupied, MoveRefusal::not_a_step,
          MoveRefusal::take_missing, MoveRefusal::take_unexpected, MoveRefusal::take_empty,
          MoveRefusal::take_in_mill}) {
        INFO("reason " << static_cast<int>(reason));
        CHECK(met[reason] > 0);
    }
}

TEST_CASE("points off the board are refused, whatever else the move says", "[rules]") {
    Random random(5000);
    const Game game{Options{}};
    for (int i = 0; i < 10'000; ++i) {
        const auto any = [&] { return static_cast<Point>(random.below(256)); };
        const Move move{any(), any(), any()};
        const auto on_board = [](Point p) { return p < point_count; };
        const bool named = (move.from == no_point || on_board(move.from)) && on_board(move.to) &&
                           (move.take == no_point || on_board(move.take));
        REQUIRE((game.refusal(move) == MoveRefusal::no_such_point) == !named);
    }
}

TEST_CASE("the sixteen symmetries carry legal moves onto legal moves", "[rules][symmetry]") {
    for_each_game(6000, 4, [](const Options& options, Random& random) {
        random_game(options, random, longest, [&](const Game& game) {
            if (!random.once_in(10)) return;
            const MoveList moves = legal_moves(game.position(), options);
            for (std::size_t s = 0; s < symmetry_count; ++s) {
                INFO("symmetry " << s);
                MoveSet carried;
                for (const Move& move : moves) carried.insert(transformed(move, s));
                REQUIRE(carried == move_set(legal_moves(transformed(game.position(), s), options)));
            }
        });
    });
}

TEST_CASE("the sixteen symmetries carry games onto games with the same result",
          "[rules][symmetry]") {
    for_each_game(7000, 4, [](const Options& options, Random& random) {
        const Game game = random_game(options, random, longest, [](const Game&) {});
        for (std::size_t s = 0; s < symmetry_count; ++s) {
            INFO("symmetry " << s);
            Game image(options);
            for (const Move& move : game.moves()) REQUIRE(image.play(transformed(move, s)));
            REQUIRE(image.outcome() == game.outcome());
            REQUIRE(image.position() == transformed(game.position(), s));
        }
    });
}

TEST_CASE("keys are equal exactly when positions are", "[rules][R9]") {
    std::unordered_map<std::uint64_t, Position> seen;
    std::set<std::string> pictures;
    const auto look_at = [&](const Position& position) {
        const auto [entry, fresh] = seen.try_emplace(key(position), position);
        REQUIRE(entry->second == position);
        REQUIRE(pictures.insert(to_text(PositionText{position, 0})).second == fresh);
    };
    for_each_game(8000, 1, [&](const Options& options, Random& random) {
        random_game(options, random, longest, [&](const Game& game) {
            look_at(game.position());
            // The nearest other positions: the other side to move, another hand, one piece less.
            Position near = game.position();
            near.to_move = other(near.to_move);
            look_at(near);
            near.hand[random.below(2)] = static_cast<std::uint8_t>(random.below(10));
            look_at(near);
            Bitboard& pieces = near.pieces[random.below(2)];
            pieces &= pieces - 1;
            look_at(near);
        });
    });
    CHECK(seen.size() > 5000);
}

TEST_CASE("a game taken up again after a take or a placement goes on the same",
          "[rules][R9][R10]") {
    for_each_game(9000, 10, [](Options options, Random& random) {
        options.move_limit.reset();  // it counts from the game's start, which is then another
        std::map<std::size_t, Game> resumed;  // by ply
        const Game game = random_game(options, random, longest, [&](const Game& now) {
            const bool irreversible = now.keys().size() == 1;
            if (irreversible && random.once_in(4)) {
                resumed.emplace(now.ply(), Game(options, now.position(), now.plies_without_take()));
            }
        });
        for (auto& [ply, again] : resumed) {
            INFO("from ply " << ply);
            for (std::size_t next = ply; next < game.ply(); ++next) {
                REQUIRE(again.play(game.moves()[next]));
            }
            REQUIRE(again.outcome() == game.outcome());
            REQUIRE(again.position() == game.position());
        }
    });
}
