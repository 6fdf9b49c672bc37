// The reference data beside the tests (data/README.md says what it means), read into plain values.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "shared/rules/game.hpp"

namespace morris::test {

// A result as the data gives it; a list of reasons means any of them.
struct ExpectedResult {
    bool over = false;
    std::string winner;  // white, black; empty: nobody
    std::vector<std::string> reasons;

    // Prints the difference, or is empty.
    std::string difference(const std::optional<Outcome>& outcome) const;
};

struct ReferenceCase {
    std::string id;
    std::string title;
    Options options;
    std::string position;
    bool reachable = true;
    std::vector<std::string> setup;
    std::vector<std::string> play;
    std::vector<std::string> refuse;
    ExpectedResult result;
    std::optional<ExpectedResult> before_last;
    std::optional<std::size_t> legal_count;
    std::optional<std::vector<std::string>> legal_exact;
    std::vector<std::string> legal_include;
    std::vector<std::string> legal_exclude;
    std::map<std::string, std::vector<std::string>> legal_from;
    std::optional<std::string> end_position;
};

struct ReferenceGame {
    int id = 0;
    Options options;
    std::vector<std::string> moves;
    std::vector<std::size_t> legal;
    ExpectedResult result;
};

struct PerftRow {
    std::string name;
    Options options;
    std::string position;
    std::vector<std::uint64_t> counts;  // counts[i]: of i + 1 moves
};

std::vector<ReferenceCase> read_cases();
std::vector<ReferenceGame> read_games();
std::vector<PerftRow> read_perft();

// Counts every row whose number is in (above, up_to], calls `report` with what should be and what
// is, and returns how many rows there were.
std::size_t for_each_count(std::uint64_t above, std::uint64_t up_to,
                           const std::function<void(const std::string& row, std::uint64_t expected,
                                                    std::uint64_t counted)>& report);

}  // namespace morris::test
