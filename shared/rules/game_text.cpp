#include "shared/rules/game_text.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "shared/rules/result_text.hpp"
#include "shared/rules/scanner.hpp"

namespace morris {

namespace {

constexpr std::string_view title = "Morris game";
constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";  // some editors begin a file with it

using Failed = Failure<GameTextError>;

char lower(char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

bool same_but_for_case(std::string_view a, std::string_view b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                      [](char x, char y) { return lower(x) == lower(y); });
}

bool is_blank(char c) {
    return c == ' ' || c == '\t';
}

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

// A header's value stays on its line, whatever is in a name.
std::string on_one_line(std::string text) {
    for (char& c : text) {
        const auto code = static_cast<unsigned char>(c);
        if (code < 0x20 || code == 0x7f) c = ' ';
    }
    return text;
}

// A part of a line with the column of its first character.
struct Part {
    std::string_view text;
    std::size_t column = 1;
};

// Without the blanks around it.
std::string_view trimmed(std::string_view text) {
    while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
    while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
    return text;
}

// The next run of characters that are no blanks, cut off the front of `line`.
Part next_word(Part& line) {
    std::size_t begin = 0;
    while (begin < line.text.size() && is_blank(line.text[begin])) ++begin;
    std::size_t end = begin;
    while (end < line.text.size() && !is_blank(line.text[end])) ++end;
    const Part word{line.text.substr(begin, end - begin), line.column + begin};
    line = {line.text.substr(end), line.column + end};
    return word;
}

std::optional<std::uint32_t> whole_number(std::string_view text) {
    Scanner scanner(text);
    const auto value = scanner.number(999'999);
    return scanner.at_end() ? value : std::nullopt;
}

// Reads a number or `never`. False: it is neither.
bool read_limit(std::string_view text, std::optional<std::uint16_t>& limit) {
    const auto value = whole_number(text);
    limit.reset();
    if (value) limit = static_cast<std::uint16_t>(*value);
    return text == "never" || (value && *value <= 0xffff);
}

// False: it is neither yes nor no.
bool read_switch(std::string_view text, bool& on) {
    on = text == "yes";
    return on || text == "no";
}

// YYYY-MM-DD
bool is_date(std::string_view text) {
    constexpr std::string_view form = "0000-00-00";
    const auto fits = [](char c, char place) { return place == '0' ? is_digit(c) : c == place; };
    if (!std::equal(text.begin(), text.end(), form.begin(), form.end(), fits)) return false;
    const int month = (text[5] - '0') * 10 + (text[6] - '0');
    const int day = (text[8] - '0') * 10 + (text[9] - '0');
    return month >= 1 && month <= 12 && day >= 1 && day <= 31;
}

// Digits, and up to three more after a point.
bool is_seconds(std::string_view text) {
    const std::size_t point = std::min(text.find('.'), text.size());
    const std::string_view whole = text.substr(0, point);
    const std::string_view rest = text.substr(std::min(point + 1, text.size()));
    return !whole.empty() && whole.size() <= 6 && rest.size() <= 3 &&
           (point == text.size() || !rest.empty()) &&
           std::all_of(whole.begin(), whole.end(), is_digit) &&
           std::all_of(rest.begin(), rest.end(), is_digit);
}

// 300+3
bool is_clock(std::string_view text) {
    const std::size_t plus = text.find('+');
    return plus != std::string_view::npos && is_seconds(text.substr(0, plus)) &&
           is_seconds(text.substr(plus + 1));
}

// Reads line after line into a record.
class Reader {
public:
    // `line` without its line end.
    Result<void, GameTextError> read_line(std::string_view line) {
        ++line_;
        Part rest{line, 1};
        const Part first = next_word(rest);
        if (first.text.empty() || first.text.front() == '#') return {};
        if (in_moves_) return read_moves({line, 1});
        if (line == title) return {};
        if (const std::size_t colon = line.find(':'); colon != std::string_view::npos) {
            std::string_view value = line.substr(colon + 1);
            const std::size_t blank = value.starts_with(' ') ? 1 : 0;  // the one after the colon
            value.remove_prefix(blank);
            return read_header({line.substr(0, colon), 1}, {value, colon + 2 + blank});
        }
        return read_moves({line, 1});
    }

    GameRecord take() { return std::move(record_); }

private:
    Failed failure(std::size_t column, std::string message) const {
        return Failed{{.line = line_,
                       .column = column,
                       .message = std::move(message),
                       .ply = {},
                       .word = {}}};
    }

    Failed unreadable_move(Part word, const ParseError& error) const {
        Failed failed = failure(word.column + error.offset, error.message);
        if (in_moves_) {
            failed.value().ply = record_.moves.size() + 1;
            failed.value().word = word.text;
        } else {
            failed.value().message += " A header would be a name, a colon and a value.";
        }
        return failed;
    }

    Result<void, GameTextError> read_header(Part name, Part value) {
        const std::string_view key = trimmed(name.text);
        const auto is = [&](std::string_view known) { return same_but_for_case(key, known); };
        for (const std::string_view known :
             {"White", "Black", "Date", "Options", "Clock", "Help", "Result"}) {
            if (!is(known)) continue;
            if (std::find(seen_.begin(), seen_.end(), known) != seen_.end()) {
                return failure(name.column,
                               "The header " + std::string(known) + " is there twice.");
            }
            seen_.push_back(known);
        }
        // Names keep even the blanks around them.
        if (is("White")) record_.white = value.text;
        if (is("Black")) record_.black = value.text;
        if (is("Options")) return read_options(value);
        if (is("Help")) return read_help(value);
        const std::string_view text = trimmed(value.text);
        if (is("Date")) {
            if (!text.empty() && !is_date(text)) {
                return failure(value.column, "A date is written like 2026-11-30.");
            }
            record_.date = text;
        }
        if (is("Clock")) {
            if (!text.empty() && !is_clock(text)) {
                return failure(value.column,
                               "A clock is written like 300+3: seconds at first, and for each "
                               "move.");
            }
            record_.clock = text;
        }
        if (is("Result")) {
            const auto result = parse_result_text(text);
            if (!text.empty() && !result) {
                return failure(value.column,
                               "A result says who won and why, written like: White wins, Black "
                               "resigned.");
            }
            record_.result = result.value_or("");
        }
        return {};
    }

    Result<void, GameTextError> read_help(Part value) {
        Part rest = value;
        for (Part word = next_word(rest); !word.text.empty(); word = next_word(rest)) {
            const std::size_t equals = std::min(word.text.find('='), word.text.size());
            const std::string_view name = word.text.substr(0, equals);
            const auto count =
                whole_number(word.text.substr(std::min(equals + 1, word.text.size())));
            if (!count || (name != "hints" && name != "undos")) {
                return failure(word.column, "Help is hints=2, undos=1, or both.");
            }
            (name == "hints" ? record_.hints : record_.undos) = *count;
        }
        return {};
    }

    Result<void, GameTextError> read_options(Part value) {
        Part rest = value;
        for (Part word = next_word(rest); !word.text.empty(); word = next_word(rest)) {
            if (!read_option(word.text) || !checked(record_.options)) {
                return failure(word.column,
                               "Options are board=nine, pieces=3, 6 or 9, flying=yes or no, "
                               "threefold=yes or no, no-mill=50, 100, 200 or never, "
                               "move-limit=200 or never, hand-counts=yes or no.");
            }
        }
        return {};
    }

    // False: there is no such option, or not with such a value.
    bool read_option(std::string_view word) {
        const std::size_t equals = std::min(word.find('='), word.size());
        const std::string_view name = word.substr(0, equals);
        const std::string_view value = word.substr(std::min(equals + 1, word.size()));
        Options& options = record_.options;
        if (name == "board") return value == "nine";
        if (name == "pieces") {
            const auto pieces = whole_number(value);
            options.pieces = static_cast<std::uint8_t>(pieces.value_or(0));
            return pieces && *pieces <= 0xff;
        }
        if (name == "flying") return read_switch(value, options.flying);
        if (name == "threefold") return read_switch(value, options.threefold);
        if (name == "no-mill") return read_limit(value, options.no_mill);
        if (name == "move-limit") return read_limit(value, options.move_limit);
        return name == "hand-counts" && read_switch(value, options.hand_counts);
    }

    Result<void, GameTextError> read_moves(Part line) {
        for (Part word = next_word(line); !word.text.empty(); word = next_word(line)) {
            if (is_digit(word.text.front())) {
                const std::size_t dot = std::min(word.text.find('.'), word.text.size() - 1);
                const Part number{word.text.substr(0, dot + 1), word.column};
                if (const auto read = read_number(number); !read) return read;
                word = {word.text.substr(dot + 1), word.column + dot + 1};
                if (word.text.empty()) continue;
            }
            const auto move = parse_move(word.text);
            if (!move) return unreadable_move(word, move.error());
            in_moves_ = true;
            record_.moves.push_back(*move);
        }
        return {};
    }

    // `1.` and so on, before each of White's moves: a lost line or move does not go unseen.
    Result<void, GameTextError> read_number(Part number) {
        in_moves_ = true;
        const std::size_t ply = record_.moves.size();
        const std::string expected = std::to_string(ply / 2 + 1) + ".";
        if (number.text == expected && ply % 2 == 0) return {};
        if (ply % 2 != 0) {
            return failure(number.column, "Black's move is missing before this number.");
        }
        return failure(number.column, "The move number should be " + expected);
    }

    GameRecord record_;
    std::vector<std::string_view> seen_;
    std::size_t line_ = 0;
    bool in_moves_ = false;
};

// The options that came later are written only where they change something, so that texts of games
// without them stay readable by who does not know them.
std::string options_text(const Options& options) {
    const auto word = [](bool on) { return on ? "yes" : "no"; };
    std::string text = std::string("board=nine pieces=") + std::to_string(options.pieces) +
                       " flying=" + word(options.flying) + " threefold=" + word(options.threefold) +
                       " no-mill=" + (options.no_mill ? std::to_string(*options.no_mill) : "never");
    if (options.move_limit) text += " move-limit=" + std::to_string(*options.move_limit);
    if (options.hand_counts) text += " hand-counts=yes";
    return text;
}

std::string help_text(const GameRecord& record) {
    std::string text;
    if (record.hints > 0) text += "hints=" + std::to_string(record.hints);
    if (record.hints > 0 && record.undos > 0) text += ' ';
    if (record.undos > 0) text += "undos=" + std::to_string(record.undos);
    return text;
}

}  // namespace

std::string to_text(const GameRecord& record) {
    std::string text(title);
    text += '\n';
    const auto header = [&](std::string_view name, const std::string& value) {
        if (value.empty()) return;
        text += name;
        text += ": " + on_one_line(value) + '\n';
    };
    header("White", record.white);
    header("Black", record.black);
    header("Date", record.date);
    header("Options", options_text(record.options));
    header("Clock", record.clock);
    header("Help", help_text(record));
    header("Result", result_text(record.result));
    text += '\n';
    for (std::size_t ply = 0; ply < record.moves.size(); ply += 2) {
        text += std::to_string(ply / 2 + 1) + ". " + to_text(record.moves[ply]);
        if (ply + 1 < record.moves.size()) text += ' ' + to_text(record.moves[ply + 1]);
        text += '\n';
    }
    return text;
}

Result<GameRecord, GameTextError> parse_game_text(std::string_view text) {
    if (text.starts_with(byte_order_mark)) text.remove_prefix(byte_order_mark.size());
    Reader reader;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        std::string_view line = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        if (line.ends_with('\r')) line.remove_suffix(1);
        if (const auto read = reader.read_line(line); !read) return Failed{read.error()};
    }
    return reader.take();
}

}  // namespace morris
