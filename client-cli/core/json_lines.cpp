#include "client-cli/core/json_lines.hpp"

#include <nlohmann/json.hpp>

#include "client-cli/core/text.hpp"
#include "client-cli/core/words.hpp"
#include "shared/protocol/codec.hpp"
#include "shared/rules/notation.hpp"

namespace morris::client {
namespace {

using Json = nlohmann::ordered_json;

std::string line(const Json& json) {
    return json.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

Json client_line(std::string_view state) {
    return Json{{"type", "client"}, {"state", state}};
}

std::string line_of(const LinkReport& link, const View*) {
    constexpr std::string_view states[] = {"connected", "lost", "back", "unreachable"};
    Json json = client_line(states[static_cast<std::size_t>(link.state)]);
    if (!link.why.empty()) json["message"] = link.why;
    return line(json);
}

std::string line_of(const RefusalReport& refusal, const View*) {
    Json json = client_line("refused");
    json["code"] = refusal.code;
    json["message"] = refusal.message;
    return line(json);
}

std::string line_of(const NoteReport& note, const View*) {
    Json json = client_line("note");
    json["message"] = note.text;
    return line(json);
}

std::string line_of(const MovesReport&, const View* view) {
    Json json = client_line("moves");
    json["moves"] = Json::array();
    for (const Move& move : moves_now(*view)) json["moves"].push_back(to_text(move));
    return line(json);
}

std::string line_of(const BoardReport&, const View* view) {
    Json json = client_line("position");
    json["position"] =
        to_text(PositionText{view->game.position(), view->game.plies_without_take()});
    return line(json);
}

std::string line_of(const InviteReport&, const View* view) {
    Json json = client_line("invite");
    json["invite"] = *view->invite;
    return line(json);
}

std::string line_of(const RulesReport&, const View* view) {
    Json json = client_line("rules");
    json["options"] = Json::parse(protocol::encode(view->game.options()));
    if (const auto left = moves_left(*view)) json["moves_left"] = *left;
    return line(json);
}

std::string line_of(const ClaimReport&, const View*) {
    return line(client_line("claimable"));
}

// What the server's own messages have said.
template <class Other>
std::string line_of(const Other&, const View*) {
    return "";
}

Json fault_json(const CheckFault& fault) {
    Json json{{"line", fault.line}, {"column", fault.column}};
    if (fault.ply) {
        json["ply"] = *fault.ply;
        json["move"] = fault.move;
    }
    json["code"] = fault.code;
    json["message"] = fault.message;
    return json;
}

// {"winner":"white","reason":"reduced"} by the rules, or as the text states it.
Json result_json(const CheckReport& report) {
    if (const auto& outcome = report.game.outcome()) {
        return {{"winner", outcome->winner ? to_text(*outcome->winner) : "draw"},
                {"reason", to_text(outcome->reason)}};
    }
    const std::string& stated = report.record.result;
    const std::size_t blank = stated.find(' ');
    if (blank == std::string::npos) return nullptr;
    const std::string who = stated.substr(0, blank);
    return {{"winner", who == "none" ? "nobody" : who}, {"reason", stated.substr(blank + 1)}};
}

}  // namespace

bool is_json(std::string_view text) {
    return Json::accept(text);
}

std::string client_json_line(const Report& report, const View* view) {
    return std::visit([view](const auto& each) { return line_of(each, view); }, report);
}

std::string json_string(std::string_view text) {
    const bool plain = clean(text, true) == text;
    return Json(text).dump(-1, ' ', !plain, Json::error_handler_t::replace);
}

std::string check_json_line(const CheckReport& report) {
    Json json{{"file", report.name}, {"ok", !report.fault}};
    json["options"] = Json::parse(protocol::encode(report.record.options));
    json["plies"] = report.game.ply();
    json["legal"] = report.legal;
    json["position"] =
        to_text(PositionText{report.game.position(), report.game.plies_without_take()});
    json["result"] = result_json(report);
    if (report.fault) json["fault"] = fault_json(*report.fault);
    return line(json);
}

}  // namespace morris::client
