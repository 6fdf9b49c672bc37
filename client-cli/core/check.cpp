#include "client-cli/core/check.hpp"

#include <algorithm>
#include <utility>

#include "client-cli/core/text.hpp"
#include "client-cli/core/words.hpp"
#include "shared/rules/result_text.hpp"

namespace morris::client {
namespace {

constexpr std::string_view blanks = " \t\r\n";

std::size_t moves_within(std::string_view text) {
    const auto record = parse_game_text(text);
    return record ? record->moves.size() : 0;
}

// Offset of the text's nth move, counted from 0: the start of the shortest part, cut after a word,
// that has more moves than n. @pre the text can be read and has that many
std::size_t offset_of_move(std::string_view text, std::size_t n) {
    std::vector<std::size_t> ends;
    for (std::size_t at = text.find_first_not_of(blanks); at < text.size();
         at = text.find_first_not_of(blanks, at)) {
        at = std::min(text.find_first_of(blanks, at), text.size());
        ends.push_back(at);
    }
    const auto end = std::partition_point(ends.begin(), ends.end(), [&](std::size_t each) {
        return moves_within(text.substr(0, each)) <= n;
    });
    // A number may stand before the move without a blank: "1.d2".
    const std::size_t before = text.find_last_of(std::string(blanks) + ".", *end - 1);
    return before == std::string_view::npos ? 0 : before + 1;
}

void place(CheckFault& fault, std::string_view text, std::size_t offset) {
    const std::string_view before = text.substr(0, offset);
    fault.line = 1 + static_cast<std::size_t>(std::count(before.begin(), before.end(), '\n'));
    const std::size_t start = before.rfind('\n');
    fault.column = 1 + offset - (start == std::string_view::npos ? 0 : start + 1);
}

std::size_t offset_of_result(std::string_view text) {
    const std::string all = "\n" + lower(text);
    const std::size_t found = all.find("\nresult:");
    return found == std::string::npos ? 0 : found;
}

// As records of games have it: "white reduced".
std::string two_words(const Outcome& outcome) {
    const std::string who(outcome.winner ? to_text(*outcome.winner) : "draw");
    return who + " " + std::string(to_text(outcome.reason));
}

// What is wrong with the result that the text states; "" if nothing.
std::string wrong_result(const CheckReport& report) {
    const std::string& stated = report.record.result;
    if (stated.empty()) return "";
    const std::string given = "The result is given as: " + result_text(stated) + "; but ";
    if (const auto& outcome = report.game.outcome()) {
        const std::string by_rules = two_words(*outcome);
        if (stated == by_rules) return "";
        return given + "by the rules it is: " + result_text(by_rules) + ".";
    }
    const std::string why = stated.substr(stated.find(' ') + 1);
    for (const Reason reason : {Reason::reduced, Reason::blocked, Reason::threefold,
                                Reason::no_mill, Reason::move_limit}) {
        if (why != to_text(reason)) continue;
        return given + "after these moves the game goes on.";
    }
    return "";
}

void replay(CheckReport& report, std::string_view text) {
    const auto& moves = report.record.moves;
    for (std::size_t i = 0; i < moves.size(); ++i) {
        report.legal.push_back(report.game.legal_moves().size());
        const auto played = report.game.play(moves[i]);
        if (played) continue;
        CheckFault fault;
        fault.ply = i + 1;
        fault.move = to_text(moves[i]);
        fault.code = word_of(played.error());
        fault.message = explain(report.game, moves[i], played.error());
        place(fault, text, offset_of_move(text, i));
        report.fault = fault;
        return;
    }
    const std::string wrong = wrong_result(report);
    if (wrong.empty()) return;
    CheckFault fault;
    fault.code = "wrong_result";
    fault.message = wrong;
    place(fault, text, offset_of_result(text));
    report.fault = fault;
}

// Blank lines and remarks only.
bool says_nothing(std::string_view text) {
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        const std::string_view line = trimmed(text.substr(0, end));
        if (!line.empty() && !line.starts_with('#')) return false;
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return true;
}

CheckReport check(std::string name, std::string_view text, const Options* options) {
    CheckReport report{std::move(name), {}, Game(Options{}), {}, {}};
    const auto record = parse_game_text(text);
    if (!record) {
        CheckFault fault;
        fault.line = record.error().line;
        fault.column = record.error().column;
        fault.ply = record.error().ply;
        fault.move = clean(record.error().word, true);
        fault.code = "unreadable";
        fault.message = record.error().message;
        report.fault = fault;
        return report;
    }
    if (says_nothing(text)) {
        report.fault = CheckFault{};
        report.fault->code = "no_game";
        report.fault->message = "There is no game here.";
        return report;
    }
    report.record = *record;
    if (options != nullptr) report.record.options = *options;
    report.game = Game(report.record.options);
    replay(report, text);
    return report;
}

}  // namespace

CheckReport check_game(std::string name, std::string_view text) {
    return check(std::move(name), text, nullptr);
}

CheckReport check_moves(std::string name, std::string_view moves, const Options& options) {
    return check(std::move(name), moves, &options);
}

std::string ending_words(const CheckReport& report) {
    if (report.game.outcome()) return result_words(report.game, result_of(*report.game.outcome()));
    if (const auto stated = parse_result(report.record.result)) {
        return result_words(report.game, *stated);
    }
    if (!report.record.result.empty()) return result_text(report.record.result) + ".";
    return "Unfinished, " + std::string(name_of(report.game.position().to_move)) + " to move.";
}

std::string check_words(const CheckReport& report) {
    if (report.fault) {
        const CheckFault& fault = *report.fault;
        std::string text = clean(report.name, true) + ":" + std::to_string(fault.line) + ":" +
                           std::to_string(fault.column) + ": ";
        if (fault.ply) text += "ply " + std::to_string(*fault.ply) + ", " + fault.move + ": ";
        return text + fault.message;
    }
    const std::size_t plies = report.game.ply();
    return clean(report.name, true) + ": " + plies_text(plies) + ". " + ending_words(report);
}

std::string_view word_of(MoveRefusal refusal) {
    switch (refusal) {
        case MoveRefusal::game_over:
            return "game_over";
        case MoveRefusal::no_such_point:
            return "no_such_point";
        case MoveRefusal::from_missing:
            return "from_missing";
        case MoveRefusal::from_unexpected:
            return "from_unexpected";
        case MoveRefusal::from_empty:
            return "from_empty";
        case MoveRefusal::to_occupied:
            return "to_occupied";
        case MoveRefusal::not_a_step:
            return "not_a_step";
        case MoveRefusal::take_missing:
            return "take_missing";
        case MoveRefusal::take_unexpected:
            return "take_unexpected";
        case MoveRefusal::take_empty:
            return "take_empty";
        case MoveRefusal::take_in_mill:
            return "take_in_mill";
    }
    return "";
}

}  // namespace morris::client
