#include "shared/rules/result_text.hpp"

#include <algorithm>
#include <array>

namespace morris {

namespace {

struct Winner {
    std::string_view word;
    std::string_view text;
    std::string_view loser;
};

constexpr std::array<Winner, 4> winners{{{"white", "White wins", "Black"},
                                         {"black", "Black wins", "White"},
                                         {"draw", "Draw", ""},
                                         {"none", "No winner", ""}}};

struct Reason {
    std::string_view word;
    std::string_view of_loser;  // after the loser's name; "": it names no side
    std::string_view text;      // where nobody lost, or no side is named; "": the word itself
};

constexpr std::array<Reason, 14> reasons{
    {{"reduced", "has two pieces left", ""},
     {"blocked", "cannot move", ""},
     {"threefold", "", "the same position for the third time"},
     {"no-mill", "", "nothing taken for too many plies"},
     {"resigned", "resigned", ""},
     {"withdrawn", "", "the table was withdrawn"},
     {"expired", "", "the table expired"},
     {"closed", "", "the table was closed"},
     {"move-limit", "", "the move limit is reached"},
     {"timeout", "ran out of time", "time ran out against too few pieces"},
     {"agreed", "", "agreed"},
     {"aborted", "", "the game was aborted"},
     {"abandoned", "left the game", "a player left the game"},
     {"idle", "did not move", "a player did not move"}}};

constexpr std::string_view between = ", ";

std::string lower(std::string_view text) {
    std::string result(text);
    for (char& c : result) {
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    }
    return result;
}

bool is_reason_word(std::string_view text) {
    const auto fits = [](char c) { return (c >= 'a' && c <= 'z') || c == '-'; };
    return !text.empty() && std::all_of(text.begin(), text.end(), fits);
}

std::string reason_text(const Winner& winner, std::string_view word) {
    for (const Reason& reason : reasons) {
        if (reason.word != word) continue;
        if (!winner.loser.empty() && !reason.of_loser.empty()) {
            return std::string(winner.loser) + " " + std::string(reason.of_loser);
        }
        if (!reason.text.empty()) return std::string(reason.text);
    }
    return std::string(word);
}

std::optional<std::string> parse_reason(const Winner& winner, std::string_view text) {
    for (const Reason& reason : reasons) {
        if (lower(text) == lower(reason_text(winner, reason.word))) return std::string(reason.word);
    }
    if (!is_reason_word(text)) return std::nullopt;
    return std::string(text);
}

}  // namespace

std::string result_text(std::string_view two_words) {
    const std::size_t blank = std::min(two_words.find(' '), two_words.size());
    for (const Winner& winner : winners) {
        if (winner.word != two_words.substr(0, blank)) continue;
        const std::string_view why = two_words.substr(std::min(blank + 1, two_words.size()));
        return std::string(winner.text).append(between).append(reason_text(winner, why));
    }
    return std::string(two_words);
}

std::optional<std::string> parse_result_text(std::string_view text) {
    const auto after = [&](std::string_view start) -> std::optional<std::string_view> {
        if (lower(text.substr(0, start.size())) != lower(start)) return std::nullopt;
        return text.substr(start.size());
    };
    for (const Winner& winner : winners) {
        if (const auto why = after(std::string(winner.text).append(between))) {
            const auto word = parse_reason(winner, *why);
            if (!word) return std::nullopt;
            return std::string(winner.word).append(" ").append(*word);
        }
        const std::string older = std::string(winner.word) + " ";
        if (text.starts_with(older) && is_reason_word(text.substr(older.size()))) {
            return std::string(text);
        }
    }
    return std::nullopt;
}

}  // namespace morris
