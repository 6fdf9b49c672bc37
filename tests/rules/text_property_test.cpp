// Text forms over random games: what is written is read back the same, and nothing that is read
// crashes a parser or gets an error outside the text.
#include <algorithm>

#include "random_games.hpp"
#include "shared/rules/game_text.hpp"
#include "tests/support/catch.hpp"

using namespace morris;
using namespace morris::test;

namespace {

// Any printable text, in UTF-8 and beyond.
std::string random_name(Random& random) {
    static const std::vector<std::string> letters{"A",     "z",      " ",    ":", "#",
                                                  "1. d2", "=",      "\"",   "ß", "漢",
                                                  "🙂",    "\u0301", "\xff", "-", "White: "};
    std::string name;
    for (std::size_t i = random.below(12); i > 0; --i) name += random.pick(letters);
    return name;
}

GameRecord random_record(Random& random) {
    const auto options = all_options();
    GameRecord record;
    record.options = with_the_rest_drawn(random.pick(options), random);
    record.white = random_name(random);
    record.black = random_name(random);
    if (random.once_in(2)) record.date = "2026-0" + std::to_string(1 + random.below(9)) + "-28";
    const std::vector<std::string> results{"", "white reduced", "draw move-limit", "none aborted",
                                           "black timeout"};
    record.result = random.pick(results);
    const std::vector<std::string> clocks{"", "300+3", "0.5+0", "10800+10800", "90.125+0.001"};
    record.clock = random.pick(clocks);
    if (random.once_in(2)) record.hints = static_cast<std::uint32_t>(random.below(5000));
    if (random.once_in(2)) record.undos = static_cast<std::uint32_t>(random.below(3));
    const auto nothing = [](const Game&) {};
    record.moves = random_game(record.options, random, random.below(120), nothing).moves();
    return record;
}

// The text with a few bytes changed, left out, doubled, moved or cut off.
std::string mutated(std::string text, Random& random) {
    static const std::string likely = "awWbBxX-+,:. #\n\r\tq0123456789=\0\xff";
    for (std::size_t changes = 1 + random.below(4); changes > 0; --changes) {
        const std::size_t at = random.below(text.size() + 1);
        const std::size_t length = std::min(random.below(8), text.size() - at);
        switch (random.below(5)) {
            case 0:
                text.erase(at, length);
                break;
            case 1:
                text.insert(at, 1, random.pick(likely));
                break;
            case 2:
                text.insert(random.below(text.size() + 1), text.substr(at, length));
                break;
            case 3:
                text.resize(at);
                break;
            default:
                if (at < text.size()) text[at] = static_cast<char>(random.below(256));
        }
    }
    return text;
}

std::string garbage(Random& random) {
    std::string text;
    for (std::size_t i = random.below(60); i > 0; --i) {
        text += static_cast<char>(random.once_in(2) ? random.below(256) : 32 + random.below(95));
    }
    return text;
}

void check_error(const ParseError& error, const std::string& text) {
    REQUIRE(error.offset <= text.size());
    REQUIRE(error.message.ends_with('.'));
}

void check_move(const std::string& text) {
    INFO("move '" << text << "'");
    const auto move = parse_move(text);
    if (!move) return check_error(move.error(), text);
    REQUIRE(parse_move(to_text(*move)).value() == *move);
}

void check_position(const std::string& text, const Options& options) {
    INFO("position '" << text << "'");
    const auto read = parse_position(text, options);
    if (!read) return check_error(read.error(), text);
    const auto again = parse_position(to_text(*read), options);
    REQUIRE(again);
    REQUIRE(again->position == read->position);
    REQUIRE(again->plies_without_take == read->plies_without_take);
    // Whatever can be read can be played on.
    const Game game(options, read->position, read->plies_without_take);
    REQUIRE(count_legal_moves(read->position, options) ==
            legal_moves(read->position, options).size());
}

void check_game(const std::string& text) {
    INFO("game '" << text << "'");
    const auto read = parse_game_text(text);
    if (read) {
        REQUIRE(parse_game_text(to_text(*read)).has_value());
        REQUIRE(parse_game_text(to_text(*read))->moves == read->moves);
        return;
    }
    const auto& [line, column, message, ply, word] = read.error();
    REQUIRE(ply.has_value() == !word.empty());
    REQUIRE(text.find(word) != std::string::npos);
    REQUIRE_FALSE(message.empty());
    REQUIRE(line >= 1);
    REQUIRE(column >= 1);
    std::size_t begin = 0;
    for (std::size_t i = 1; i < line; ++i) {
        begin = text.find('\n', begin);
        REQUIRE(begin != std::string::npos);
        ++begin;
    }
    REQUIRE(column - 1 <= std::min(text.find('\n', begin), text.size()) - begin);
}

}  // namespace

TEST_CASE("moves and positions of random games are read as they were written",
          "[rules][notation]") {
    std::uint64_t seed = 100;
    for (const Options& options : all_options()) {
        INFO("seed " << seed << ", " << describe(options));
        Random random(seed++);
        random_game(options, random, 200, [&](const Game& game) {
            for (const Move& move : game.legal_moves()) {
                REQUIRE(parse_move(to_text(move)).value() == move);
            }
            const PositionText written{game.position(), game.plies_without_take()};
            const auto read = parse_position(to_text(written), options);
            REQUIRE(read);
            REQUIRE(read->position == written.position);
            REQUIRE(read->plies_without_take == written.plies_without_take);
        });
    }
}

TEST_CASE("every triple of points is read as it was written", "[rules][notation]") {
    for (Point to = 0; to < point_count; ++to) {
        for (Point from = 0; from <= point_count; ++from) {
            for (Point take = 0; take <= point_count; ++take) {
                const auto or_none = [](Point p) { return p == point_count ? no_point : p; };
                const Move move{or_none(from), to, or_none(take)};
                if (parse_move(to_text(move)) != move) FAIL_CHECK(to_text(move));
            }
        }
    }
}

TEST_CASE("games with any names are read as they were written", "[rules][game-text]") {
    for (std::uint64_t seed = 200; seed < 500; ++seed) {
        INFO("seed " << seed);
        Random random(seed);
        const GameRecord record = random_record(random);
        const auto read = parse_game_text(to_text(record));
        REQUIRE(read);
        REQUIRE(*read == record);
    }
}

TEST_CASE("mutated and random texts never crash a parser, and errors lie inside the text",
          "[rules][notation][game-text]") {
    const auto options = all_options();
    for (std::uint64_t seed = 1000; seed < 1300; ++seed) {
        INFO("seed " << seed);
        Random random(seed);
        const GameRecord record = random_record(random);
        Game game(record.options);
        for (const Move& move : record.moves) REQUIRE(game.play(move));
        const std::string position =
            to_text(PositionText{game.position(), game.plies_without_take()});
        for (int i = 0; i < 20; ++i) {
            if (!record.moves.empty()) check_move(mutated(to_text(record.moves.back()), random));
            check_move(garbage(random));
            check_position(mutated(position, random), random.pick(options));
            check_position(garbage(random), record.options);
            check_game(mutated(to_text(record), random));
            check_game(garbage(random));
        }
    }
}
