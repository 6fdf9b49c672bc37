#include "slow_rules.hpp"

#include <algorithm>
#include <cstdlib>

namespace morris::test {

const std::vector<std::string>& point_names() {
    static const std::vector<std::string> names{"a7", "d7", "g7", "b6", "d6", "f6", "c5", "d5",
                                                "e5", "a4", "b4", "c4", "e4", "f4", "g4", "c3",
                                                "d3", "e3", "b2", "d2", "f2", "a1", "d1", "g1"};
    return names;
}

const std::vector<std::vector<std::string>>& line_names() {
    static const std::vector<std::vector<std::string>> lines{
        {"a7", "d7", "g7"}, {"b6", "d6", "f6"}, {"c5", "d5", "e5"}, {"a4", "b4", "c4"},
        {"e4", "f4", "g4"}, {"c3", "d3", "e3"}, {"b2", "d2", "f2"}, {"a1", "d1", "g1"},
        {"a7", "a4", "a1"}, {"b6", "b4", "b2"}, {"c5", "c4", "c3"}, {"d7", "d6", "d5"},
        {"d3", "d2", "d1"}, {"e5", "e4", "e3"}, {"f6", "f4", "f2"}, {"g7", "g4", "g1"}};
    return lines;
}

std::string SlowMove::text() const {
    return (from.empty() ? "" : from + "-") + to + (take.empty() ? "" : "x" + take);
}

SlowGame::SlowGame(const Options& options)
    : options_(options), hand_{{'W', options.pieces}, {'B', options.pieces}} {
    for (const std::string& name : point_names()) board_[name] = '.';
    times_[picture()] = 1;
}

int SlowGame::on_board(char side) const {
    return static_cast<int>(std::count_if(board_.begin(), board_.end(),
                                          [&](const auto& held) { return held.second == side; }));
}

bool SlowGame::lost_by_two(char side) const {
    if (options_.hand_counts) return hand_.at(side) + on_board(side) <= 2;
    return hand_.at(side) == 0 && on_board(side) <= 2;
}

bool SlowGame::flies() const {
    return options_.flying && hand_.at(mover_) == 0 && on_board(mover_) == 3;
}

bool SlowGame::next_to(const std::string& a, const std::string& b) const {
    for (const auto& line : line_names()) {
        const auto at = std::find(line.begin(), line.end(), a);
        const auto other = std::find(line.begin(), line.end(), b);
        if (at != line.end() && other != line.end() && std::abs(at - other) == 1) return true;
    }
    return false;
}

bool SlowGame::in_mill(char side, const std::string& to, const std::string& left) const {
    for (const auto& line : line_names()) {
        if (std::find(line.begin(), line.end(), to) == line.end()) continue;
        const auto held = [&](const std::string& point) {
            return point == to || (point != left && board_.at(point) == side);
        };
        if (std::all_of(line.begin(), line.end(), held)) return true;
    }
    return false;
}

bool SlowGame::may_be_taken(const std::string& point) const {
    const char side = enemy();
    if (board_.at(point) != side) return false;
    if (!in_mill(side, point, "")) return true;
    return std::all_of(board_.begin(), board_.end(), [&](const auto& held) {
        return held.second != side || in_mill(side, held.first, "");
    });
}

void SlowGame::add_takes(const SlowMove& move, std::set<std::string>& moves) const {
    if (!in_mill(mover_, move.to, move.from) || on_board(enemy()) == 0) {
        moves.insert(move.text());
        return;
    }
    for (const std::string& name : point_names()) {
        if (may_be_taken(name)) moves.insert(SlowMove{move.from, move.to, name}.text());
    }
}

std::set<std::string> SlowGame::legal() const {
    std::set<std::string> moves;
    if (!result_.empty() || lost_by_two('W') || lost_by_two('B')) return moves;
    for (const std::string& to : point_names()) {
        if (board_.at(to) != '.') continue;
        if (hand_.at(mover_) > 0) {
            add_takes({"", to, ""}, moves);
            continue;
        }
        for (const std::string& from : point_names()) {
            if (board_.at(from) == mover_ && (flies() || next_to(from, to))) {
                add_takes({from, to, ""}, moves);
            }
        }
    }
    return moves;
}

std::optional<MoveRefusal> SlowGame::refusal(const SlowMove& move) const {
    if (!result_.empty()) return MoveRefusal::game_over;
    if (hand_.at(mover_) > 0) {
        if (!move.from.empty()) return MoveRefusal::from_unexpected;
    } else {
        if (move.from.empty()) return MoveRefusal::from_missing;
        if (board_.at(move.from) != mover_) return MoveRefusal::from_empty;
    }
    if (board_.at(move.to) != '.') return MoveRefusal::to_occupied;
    if (!move.from.empty() && !flies() && !next_to(move.from, move.to)) {
        return MoveRefusal::not_a_step;
    }
    const bool mill = in_mill(mover_, move.to, move.from);
    if (!mill && !move.take.empty()) return MoveRefusal::take_unexpected;
    if (mill && move.take.empty() && on_board(enemy()) > 0) return MoveRefusal::take_missing;
    if (move.take.empty()) return std::nullopt;
    if (board_.at(move.take) != enemy()) return MoveRefusal::take_empty;
    if (!may_be_taken(move.take)) return MoveRefusal::take_in_mill;
    return std::nullopt;
}

void SlowGame::play(const SlowMove& move) {
    if (move.from.empty()) {
        --hand_[mover_];
    } else {
        board_[move.from] = '.';
    }
    board_[move.to] = mover_;
    ++quiet_;
    ++counted_;
    if (!move.take.empty()) {
        board_[move.take] = '.';
        ++taken_[enemy()];
        ++counted_;
        quiet_ = 0;
    }
    mover_ = enemy();
    ++times_[picture()];
    decide();
}

std::string SlowGame::picture() const {
    std::string text;
    for (const auto& [name, held] : board_) text += held;
    return text + mover_ + std::to_string(hand_.at('W')) + std::to_string(hand_.at('B'));
}

void SlowGame::decide() {
    if (lost_by_two('W')) {
        result_ = "black reduced";
    } else if (lost_by_two('B')) {
        result_ = "white reduced";
    } else if (legal().empty()) {
        result_ = mover_ == 'W' ? "black blocked" : "white blocked";
    } else if (options_.threefold && occurrences() == 3) {
        result_ = "draw threefold";
    } else if (options_.no_mill && quiet_ == *options_.no_mill) {
        result_ = "draw no-mill";
    } else if (options_.move_limit && counted_ >= *options_.move_limit) {
        result_ = "draw move-limit";
    }
}

}  // namespace morris::test
