// The rules a second time, slow and obvious, from the names of the points and the rule text alone:
// what the project's own generator is held against. Shares nothing with it but the option and
// reason types.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "shared/rules/movegen.hpp"
#include "shared/rules/options.hpp"

namespace morris::test {

// A move by names; an empty name is none.
struct SlowMove {
    std::string from;
    std::string to;
    std::string take;

    std::string text() const;
};

class SlowGame {
public:
    explicit SlowGame(const Options& options);

    // The texts of all legal moves; none once the game is over.
    std::set<std::string> legal() const;
    // Why not; nullopt: legal.
    std::optional<MoveRefusal> refusal(const SlowMove& move) const;
    // @pre legal
    void play(const SlowMove& move);

    // "white reduced", "draw threefold", …; empty: not over.
    const std::string& result() const { return result_; }
    int occurrences() const { return times_.at(picture()); }
    int plies_without_take() const { return quiet_; }
    int moves_and_takes() const { return counted_; }
    int taken(char side) const { return taken_.at(side); }

private:
    char enemy() const { return mover_ == 'W' ? 'B' : 'W'; }
    int on_board(char side) const;
    bool lost_by_two(char side) const;
    bool flies() const;
    bool next_to(const std::string& a, const std::string& b) const;
    // The piece of `side` that arrives on `to` from `left` (may be empty) is in a line of three.
    bool in_mill(char side, const std::string& to, const std::string& left) const;
    bool may_be_taken(const std::string& point) const;
    void add_takes(const SlowMove& move, std::set<std::string>& moves) const;
    std::string picture() const;  // the whole position
    void decide();

    Options options_;
    std::map<std::string, char> board_;  // W, B or a dot
    std::map<char, int> hand_;
    std::map<char, int> taken_{{'W', 0}, {'B', 0}};
    char mover_ = 'W';
    int quiet_ = 0;
    int counted_ = 0;
    std::map<std::string, int> times_;
    std::string result_;
};

// The names of all points, in reading order.
const std::vector<std::string>& point_names();
// The lines, each from one end to the other.
const std::vector<std::vector<std::string>>& line_names();

}  // namespace morris::test
