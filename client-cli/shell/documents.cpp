#include "client-cli/shell/documents.hpp"

#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <sstream>

#include "client-cli/core/check.hpp"
#include "client-cli/core/clock_text.hpp"
#include "client-cli/core/json_lines.hpp"
#include "client-cli/core/render.hpp"
#include "client-cli/core/session.hpp"
#include "client-cli/core/words.hpp"
#include "client-cli/core/words_table.hpp"
#include "client-cli/shell/stepper.hpp"
#include "shared/protocol/instant.hpp"

namespace morris::client {
namespace {

std::optional<std::string> read_file(const std::string& name) {
    if (name == "-") {
        return std::string(std::istreambuf_iterator<char>(std::cin), {});
    }
    std::error_code error;
    if (std::filesystem::is_directory(name, error)) return std::nullopt;
    std::ifstream file(name, std::ios::binary);
    if (!file) return std::nullopt;
    std::ostringstream text;
    text << file.rdbuf();
    return std::move(text).str();
}

std::string shown_name(const std::string& file) {
    return file == "-" ? "stdin" : clean(file, true);
}

int cannot_read(const std::string& file) {
    std::cerr << "Cannot read " << shown_name(file) << ".\n";
    return exit_code::usage;
}

void print(const CheckReport& report, bool json) {
    if (json) {
        std::cout << check_json_line(report);
    } else {
        std::cout << check_words(report) << "\n";
    }
}

std::string numbered_moves(const std::vector<Move>& moves) {
    std::string text;
    std::string row;
    for (std::size_t i = 0; i < moves.size(); i += 2) {
        std::string pair = std::to_string(i / 2 + 1) + ". " + to_text(moves[i]);
        if (i + 1 < moves.size()) pair += " " + to_text(moves[i + 1]);
        pair.resize(std::max<std::size_t>(pair.size(), 24), ' ');
        row += pair;
        if (row.size() < 40 && i + 2 < moves.size()) continue;
        row.erase(row.find_last_not_of(' ') + 1);
        text += row + "\n";
        row.clear();
    }
    return text;
}

std::string names_words(const GameRecord& record, const Style& style) {
    const auto shown = [&](const std::string& name) {
        return name.empty() ? std::string("?") : clean(name, style.unicode);
    };
    std::string text = "White: " + shown(record.white) + "   Black: " + shown(record.black);
    if (!record.date.empty()) text += "   " + record.date;
    text += "\n" + options_words(record.options);
    if (!record.clock.empty()) text += ", clock " + clock_of_record(record.clock);
    const std::string used = help_used_words(record.hints, record.undos);
    return text + (used.empty() ? "" : "\nHelp used: " + used + ".") + "\n\n";
}

// Everything or a sentence. A file that is there stays as it is unless it may be overwritten.
Result<void, std::string> save(const ShowCommand& command, std::string_view text) {
    const std::string& name = command.save;
    std::FILE* file = std::fopen(name.c_str(), command.overwrite ? "wb" : "wbx");
    if (file == nullptr && errno == EEXIST) {
        return Failure<std::string>("The file " + name +
                                    " exists already; --overwrite replaces it.");
    }
    if (file == nullptr) return Failure<std::string>("Cannot write " + name + ".");
    const bool written = std::fwrite(text.data(), 1, text.size(), file) == text.size();
    const bool closed = std::fclose(file) == 0;
    if (!written || !closed) return Failure<std::string>("Cannot write all of " + name + ".");
    return {};
}

struct Shown {
    GameRecord record;
    Game game;
    std::string end;  // a sentence
    std::vector<TakenBackAt> taken_back;
};

int show(const ShowCommand& command, const Shown& shown, const Style& style) {
    const std::size_t plies = shown.game.ply();
    const std::size_t ply = command.ply.value_or(plies);
    if (ply > plies) {
        std::cerr << "This game has " << plies_text(plies) << ".\n";
        return exit_code::usage;
    }
    if (!command.save.empty()) {
        const auto saved = save(command, to_text(shown.record));
        if (!saved) {
            std::cerr << saved.error() << "\n";
            return exit_code::refused;
        }
    }
    if (command.step) {
        const SteppedGame stepped{shown.game, shown.taken_back, names_words(shown.record, style),
                                  shown.end};
        if (step_through(stepped, style)) return exit_code::done;
    }
    std::cout << names_words(shown.record, style) << draw_game(game_after(shown.game, ply), style);
    if (ply < plies) {
        std::cout << "Ply " << ply << " of " << plies << ".\n";
    } else {
        std::cout << shown.end << "\n\n" << numbered_moves(shown.game.moves());
    }
    if (!command.save.empty()) std::cout << "\nSaved as " << shown_name(command.save) << ".\n";
    return exit_code::done;
}

GameRecord record_of(const View& view) {
    GameRecord record;
    record.white = view.seat_of(Color::white).name;
    record.black = view.seat_of(Color::black).name;
    record.date = protocol::to_text(view.made_at).substr(0, 10);
    record.options = view.game.options();
    if (view.clock) record.clock = record_clock_text(view.clock->said.terms);
    record.hints = view.hints;
    record.undos = view.undos;
    record.moves = view.game.moves();
    if (view.result) {
        const bool nobody = view.result->winner == protocol::Winner::nobody;
        record.result = nobody ? "none" : std::string(word_of(view.result->winner));
        record.result += " " + reason_text(*view.result);
    }
    return record;
}

}  // namespace

int run_check(const CheckCommand& command, bool json) {
    int code = exit_code::done;
    if (command.moves) {
        const CheckReport report = check_moves("moves", *command.moves, command.options);
        print(report, json);
        return report.fault ? exit_code::refused : exit_code::done;
    }
    for (const std::string& file : command.files) {
        const auto text = read_file(file);
        if (!text) {
            code = cannot_read(file);
            continue;
        }
        const CheckReport report = check_game(shown_name(file), *text);
        print(report, json);
        if (report.fault && code == exit_code::done) code = exit_code::refused;
    }
    return code;
}

bool names_a_file(const std::string& game) {
    std::error_code error;
    return game == "-" || std::filesystem::exists(game, error);
}

int run_show_file(const ShowCommand& command, bool json, const Style& style) {
    const auto text = read_file(command.game);
    if (!text) return cannot_read(command.game);
    const CheckReport report = check_game(shown_name(command.game), *text);
    if (report.fault || json) {
        print(report, json);
        if (json || report.fault->code != "wrong_result") {
            return report.fault ? exit_code::refused : exit_code::done;
        }
    }
    return show(command, {report.record, report.game, ending_words(report), {}}, style);
}

int show_view(const ShowCommand& command, const View& view, const Style& style) {
    const std::string end =
        view.result ? result_words(view.game, *view.result) : turn_words(view, style);
    return show(command, {record_of(view), view.game, end, places_of(view.taken_back, view.turn)},
                style);
}

}  // namespace morris::client
