// The board that arithmetic gives, held against the one written out by names.
#include "shared/rules/geometry.hpp"

#include <algorithm>
#include <set>

#include "shared/rules/notation.hpp"
#include "shared/rules/point_sets.hpp"
#include "slow_rules.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/random.hpp"

using namespace morris;
using namespace morris::test;

namespace {

using Names = std::set<std::string>;

Names names(Bitboard set) {
    Names result;
    for (; set != 0; set &= set - 1) result.insert(to_text(lowest(set)));
    return result;
}

const Geometry& board = nine_geometry;

}  // namespace

TEST_CASE("the points go round each ring clockwise from its top left corner", "[rules][geometry]") {
    std::string all;
    for (Point p = 0; p < point_count; ++p) all += to_text(p) + ' ';
    CHECK(all ==
          "a7 d7 g7 g4 g1 d1 a1 a4 "
          "b6 d6 f6 f4 f2 d2 b2 b4 "
          "c5 d5 e5 e4 e3 d3 c3 c4 ");
}

TEST_CASE("the lines are the sixteen lines of the board", "[rules][geometry]") {
    std::set<Names> computed;
    for (const Bitboard line : board.lines) computed.insert(names(line));
    std::set<Names> written;
    for (const auto& line : line_names()) written.insert(Names(line.begin(), line.end()));
    CHECK(computed == written);
    CHECK(written.size() == line_count);
}

TEST_CASE("every point is on two lines, and its mates are the rest of each", "[rules][geometry]") {
    for (Point p = 0; p < point_count; ++p) {
        INFO(to_text(p));
        std::set<Bitboard> with_mates;
        for (const Bitboard mates : board.line_mates[p]) with_mates.insert(mates | bit(p));
        std::set<Bitboard> through;
        for (const Bitboard line : board.lines) {
            if (line & bit(p)) through.insert(line);
        }
        CHECK(through.size() == lines_per_point);
        CHECK(with_mates == through);
    }
}

TEST_CASE("a step joins points that follow each other on a line", "[rules][geometry]") {
    std::set<std::string> written;
    for (const auto& line : line_names()) {
        for (std::size_t i = 0; i + 1 < line.size(); ++i) {
            written.insert(line[i] + line[i + 1]);
            written.insert(line[i + 1] + line[i]);
        }
    }
    std::set<std::string> computed;
    for (Point p = 0; p < point_count; ++p) {
        for (const std::string& to : names(board.steps[p])) computed.insert(to_text(p) + to);
    }
    CHECK(computed == written);
}

TEST_CASE("the symmetries are sixteen different ones that keep lines and steps",
          "[rules][geometry]") {
    const std::set<std::array<Point, point_count>> different(board.symmetries.begin(),
                                                             board.symmetries.end());
    CHECK(different.size() == symmetry_count);
    for (Point p = 0; p < point_count; ++p) CHECK(board.symmetries[0][p] == p);
    for (std::size_t s = 0; s < symmetry_count; ++s) {
        INFO("symmetry " << s);
        const auto carried = [&](Bitboard set) {
            Bitboard image = 0;
            for (; set != 0; set &= set - 1) image |= bit(board.symmetries[s][lowest(set)]);
            return image;
        };
        CHECK(carried(all_points) == all_points);
        for (const Bitboard line : board.lines) {
            CHECK(std::count(board.lines.begin(), board.lines.end(), carried(line)) == 1);
        }
        for (Point p = 0; p < point_count; ++p) {
            CHECK(carried(board.steps[p]) == board.steps[board.symmetries[s][p]]);
        }
    }
}

TEST_CASE("stepping whole sets is stepping each point", "[rules][geometry]") {
    for (Point p = 0; p < point_count; ++p) {
        INFO(to_text(p));
        const Bitboard set = bit(p);
        CHECK((clockwise(set) | counterclockwise(set) | inward(set) | outward(set)) ==
              board.steps[p]);
        CHECK(counterclockwise(clockwise(set)) == set);
        CHECK(clockwise(set) == bit(point_at(ring_of(p), index_of(p) + 1)));
        CHECK((outward(inward(set)) == set || inward(set) == 0));
    }
}

TEST_CASE("completing a line is seen for whole sets as for each point", "[rules][geometry][R1]") {
    Random random(1);
    for (int i = 0; i < 20'000; ++i) {
        const Bitboard set = static_cast<Bitboard>(random.next() & random.next()) & all_points;
        INFO("set " << set);
        const Completing found = completing(set);
        Bitboard expected = 0;
        for (Point p = 0; p < point_count; ++p) {
            for (const Bitboard mates : board.line_mates[p]) {
                if ((set & mates) == mates) expected |= bit(p);
            }
            if (closes_mill(set, p) != ((expected & bit(p)) != 0)) FAIL_CHECK(to_text(p));
        }
        REQUIRE(found.any() == expected);
        REQUIRE(in_mills(set) == (set & expected));
    }
}
