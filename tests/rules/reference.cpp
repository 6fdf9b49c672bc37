#include "reference.hpp"

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <stdexcept>

#include "shared/rules/notation.hpp"
#include "shared/rules/perft.hpp"

namespace morris::test {

namespace {

using nlohmann::json;
using Texts = std::vector<std::string>;

std::string read_file(const std::string& name) {
    std::ifstream file(std::string(MORRIS_TEST_DATA) + "/data/" + name);
    if (!file) throw std::runtime_error("cannot read " + name);
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

Texts words(const std::string& text) {
    std::istringstream in(text);
    Texts result;
    for (std::string word; in >> word;) result.push_back(word);
    return result;
}

Texts texts(const json& object, const char* field) {
    if (!object.contains(field) || object[field].is_null()) return {};
    return object[field].get<Texts>();
}

ExpectedResult result_from(const json& object) {
    ExpectedResult result;
    result.over = object.at("over").get<bool>();
    if (!object.at("winner").is_null()) result.winner = object["winner"].get<std::string>();
    const json& reason = object.at("reason");
    if (reason.is_string()) result.reasons = {reason.get<std::string>()};
    if (reason.is_array()) result.reasons = reason.get<Texts>();
    return result;
}

ReferenceCase case_from(const json& object) {
    ReferenceCase result;
    result.id = object.at("id");
    result.title = object.at("title");
    const json& options = object.at("options");
    result.options.pieces = options.at("pieces");
    result.options.flying = options.at("flying");
    result.options.threefold = options.at("threefold");
    result.options.no_mill.reset();
    if (!options.at("no_mill_plies").is_null()) {
        result.options.no_mill = options["no_mill_plies"].get<std::uint16_t>();
    }
    result.position = object.at("position");
    result.reachable = object.at("reachable");
    result.setup = texts(object, "setup");
    result.play = texts(object, "play");
    result.refuse = texts(object, "refuse");
    if (object.contains("expect_before_last")) {
        result.before_last = result_from(object["expect_before_last"]);
    }
    const json& expect = object.at("expect");
    result.result = result_from(expect.at("result"));
    if (expect.contains("legal_count")) result.legal_count = expect["legal_count"];
    if (expect.contains("legal_exact")) result.legal_exact = expect["legal_exact"].get<Texts>();
    result.legal_include = texts(expect, "legal_include");
    result.legal_exclude = texts(expect, "legal_exclude");
    if (expect.contains("legal_from")) {
        result.legal_from = expect["legal_from"].get<std::map<std::string, Texts>>();
    }
    if (expect.contains("position")) result.end_position = expect["position"];
    return result;
}

ReferenceGame game_from(const json& object) {
    ReferenceGame game;
    game.id = object.at("id");
    game.options.pieces = object.at("pieces");
    game.options.flying = object.at("flying");
    game.options.threefold = object.at("threefold");
    game.options.no_mill = object.at("no_mill").get<std::uint16_t>();
    if (*game.options.no_mill == 0) game.options.no_mill.reset();
    game.moves = words(object.at("moves"));
    game.legal = object.at("legal").get<std::vector<std::size_t>>();
    const json& result = object.at("result");
    game.result.over = !result.is_null();
    if (game.result.over) {
        if (result.at(0) != "draw") game.result.winner = result[0].get<std::string>();
        game.result.reasons = {result.at(1).get<std::string>()};
    }
    return game;
}

PerftRow row_from(const json& object) {
    PerftRow row;
    row.name = object.at("name");
    row.options.pieces = object.at("pieces");
    row.options.flying = object.at("flying");
    row.position = object.at("position");
    row.counts = object.at("perft").get<std::vector<std::uint64_t>>();
    return row;
}

}  // namespace

std::string ExpectedResult::difference(const std::optional<Outcome>& outcome) const {
    if (outcome.has_value() != over) return over ? "should be over" : "should not be over";
    if (!outcome) return {};
    const std::string won = outcome->winner ? std::string(to_text(*outcome->winner)) : "";
    const std::string why(to_text(outcome->reason));
    if (won != winner) return "winner is '" + won + "', should be '" + winner + "'";
    if (std::find(reasons.begin(), reasons.end(), why) == reasons.end()) return "reason is " + why;
    return {};
}

std::vector<ReferenceCase> read_cases() {
    std::vector<ReferenceCase> cases;
    const json file = json::parse(read_file("cases.json"));
    for (const json& object : file.at("cases")) cases.push_back(case_from(object));
    return cases;
}

std::vector<ReferenceGame> read_games() {
    std::vector<ReferenceGame> games;
    std::istringstream lines(read_file("games.jsonl"));
    for (std::string line; std::getline(lines, line);)
        games.push_back(game_from(json::parse(line)));
    return games;
}

std::vector<PerftRow> read_perft() {
    std::vector<PerftRow> rows;
    const json file = json::parse(read_file("perft.json"));
    for (const json& object : file.at("rows")) rows.push_back(row_from(object));
    return rows;
}

std::size_t for_each_count(
    std::uint64_t above, std::uint64_t up_to,
    const std::function<void(const std::string&, std::uint64_t, std::uint64_t)>& report) {
    std::size_t counted = 0;
    for (const PerftRow& row : read_perft()) {
        const Position position = parse_position(row.position, row.options).value().position;
        for (std::size_t i = 0; i < row.counts.size(); ++i) {
            const std::uint64_t expected = row.counts[i];
            if (expected <= above || expected > up_to) continue;
            const int depth = static_cast<int>(i) + 1;
            report(row.name + (row.options.flying ? "" : " without flying") + " at depth " +
                       std::to_string(depth),
                   expected, perft(position, row.options, depth));
            ++counted;
        }
    }
    return counted;
}

}  // namespace morris::test
