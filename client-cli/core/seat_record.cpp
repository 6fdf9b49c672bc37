#include "client-cli/core/seat_record.hpp"

#include <charconv>
#include <chrono>

#include "client-cli/core/address.hpp"
#include "client-cli/core/text.hpp"
#include "client-cli/core/words.hpp"
#include "shared/protocol/codec.hpp"
#include "shared/protocol/instant.hpp"
#include "shared/rules/notation.hpp"

namespace morris::client {
namespace {

constexpr std::string_view first_line = "morris-seat 1";

void line(std::string& text, std::string_view name, std::string_view value) {
    if (!value.empty()) text.append(name).append(" ").append(value).append("\n");
}

std::string_view next_line(std::string_view& text) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    return line;
}

// False: a value that cannot be.
bool take_in(SeatRecord& record, std::string_view name, std::string_view value) {
    if (name == "id") record.id = value;
    if (name == "server") record.server = value;
    if (name == "secret") record.secret = value;
    if (name == "table") record.table = value;
    if (name == "invite") record.invite = value;
    if (name == "ended") record.ended = value == "yes";
    if (name == "color") {
        const auto color = parse_color(value);
        if (!color) return false;
        record.color = *color;
    }
    if (name == "made") {
        const auto parsed =
            std::from_chars(value.data(), value.data() + value.size(), record.made_ms);
        return parsed.ec == std::errc();
    }
    if (name == "request") {
        const auto request = protocol::decode_request(value);
        if (!request) return false;
        record.request = request->body;
    }
    return true;
}

}  // namespace

std::string rematch_record_id(const std::string& before, const std::string& table) {
    constexpr std::size_t drawn = 22;
    return before.substr(0, drawn) + "-" + table;
}

std::string record_text(const SeatRecord& record) {
    std::string text = std::string(first_line) + "\n";
    line(text, "id", record.id);
    line(text, "server", record.server);
    line(text, "secret", record.secret);
    line(text, "made", std::to_string(record.made_ms));
    if (record.request)
        line(text, "request", protocol::encode(protocol::Request{0, *record.request}));
    line(text, "table", record.table);
    if (record.color) line(text, "color", to_text(*record.color));
    line(text, "invite", record.invite);
    if (record.ended) line(text, "ended", "yes");
    return text;
}

std::optional<SeatRecord> parse_record(std::string_view text) {
    if (next_line(text) != first_line) return std::nullopt;
    SeatRecord record;
    while (!text.empty()) {
        const std::string_view whole = next_line(text);
        const std::size_t blank = whole.find(' ');
        if (blank == std::string_view::npos) continue;
        if (!take_in(record, whole.substr(0, blank), whole.substr(blank + 1))) return std::nullopt;
    }
    const bool usable = !record.server.empty() && !record.secret.empty() &&
                        (record.request || !record.table.empty());
    if (!usable) return std::nullopt;
    return record;
}

std::string seat_line(const SeatRecord& record) {
    const protocol::Instant made{std::chrono::milliseconds(record.made_ms)};
    std::string text = record.table.empty() ? "(not answered yet)" : clean(record.table, false);
    text += "  " + std::string(record.color ? to_text(*record.color) : "?");
    text += "  " + protocol::to_text(made).substr(0, std::string_view("2026-11-30").size());
    const auto server = parse_address(record.server);
    text += "  " + (server ? typed_form(*server) : clean(record.server, false));
    if (const auto* make =
            record.request ? std::get_if<protocol::Make>(&*record.request) : nullptr) {
        const auto* computer = std::get_if<protocol::ComputerWanted>(&make->opponent);
        if (computer != nullptr) text += "  computer, " + std::string(word_of(computer->level));
    }
    return text;
}

}  // namespace morris::client
