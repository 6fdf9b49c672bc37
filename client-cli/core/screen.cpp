#include "client-cli/core/screen.hpp"

#include <algorithm>

#include "client-cli/core/address.hpp"
#include "client-cli/core/input.hpp"
#include "client-cli/core/invite.hpp"
#include "client-cli/core/render.hpp"
#include "client-cli/core/words.hpp"
#include "client-cli/core/words_news.hpp"
#include "shared/rules/notation.hpp"

namespace morris::client {
namespace {

// How the invited reach the server, as an option to type; "" where nothing need be typed.
std::string server_option(const Address& server) {
    return server == default_address() ? "" : " --server " + typed_form(server);
}

std::string elsewhere_words(const Address& server) {
    return "That works on this machine only. On another one it needs --server HOST:" + server.port +
           ", with the name or address of this one.";
}

std::string invite_words(const View& view, const std::string& server_url, const Style& style) {
    const Address server = parse_address(server_url).value_or(default_address());
    const std::string code = shown_invite(*view.invite);
    return "\nInvite code:\n\n    " + code +
           "\n\nGive it to the one you want to play with, who types:\n\n    morris join " + code +
           server_option(server) + "\n\n" +
           (is_loopback(server) ? paragraph(elsewhere_words(server), style) + "\n" : "") +
           "Others watch with: morris watch " + view.table + server_option(server) + "\n" +
           paragraph(
               "Waiting. (leave: take the table back; quit: keep it and come back "
               "with morris resume)",
               style);
}

std::string table_picture(const View& view, const Style& style) {
    if (view.result && !view.begun) return paragraph(result_words(view.game, *view.result), style);
    std::string text = "\n" + draw_table(view, style);
    return view.result ? text + paragraph(rematch_words(view, style), style) : text;
}

std::string joined_words(const View& view, const protocol::JoinedEvent& joined,
                         const Style& style) {
    return paragraph(named(view, joined.color, style) + " has joined. The game begins.", style);
}

std::string event_words(const protocol::Event& event, const View& view, const Style& style) {
    if (const auto* joined = std::get_if<protocol::JoinedEvent>(&event.body)) {
        return joined_words(view, *joined, style) + table_picture(view, style);
    }
    if (std::holds_alternative<protocol::RematchOfferedEvent>(event.body) ||
        std::holds_alternative<protocol::RematchedEvent>(event.body)) {
        return paragraph(rematch_words(view, style), style);
    }
    if (std::holds_alternative<protocol::OtherEvent>(event.body)) return "";
    return table_picture(view, style);
}

std::string_view without_stop(std::string_view sentence) {
    if (!sentence.empty() && sentence.back() == '.') sentence.remove_suffix(1);
    return sentence;
}

std::string joined(const std::vector<std::string>& words) {
    std::string text;
    for (const std::string& word : words) text += word + " ";
    return text;
}

std::string listed_moves(const View& view, const Style& style) {
    const auto moves = moves_now(view);
    if (moves.empty()) return "There is nothing to play now.\n";
    std::vector<std::string> texts;
    for (const Move& move : moves) texts.push_back(to_text(move));
    std::sort(texts.begin(), texts.end());
    const std::string who(name_of(*to_move(view)));
    return who + " may play " + std::to_string(moves.size()) +
           (moves.size() == 1 ? " move:\n" : " moves:\n") + paragraph(joined(texts), style);
}

std::string table_row(const protocol::ListedTable& table, const Style& style) {
    const std::string white = seat_words(table.seats[0], style);
    const std::string black = seat_words(table.seats[1], style);
    std::string text = "  " + table.table + "  ";
    text += fit(white, 20) + " - " + fit(black, 20) + "\n";
    text += "      " + options_words(table.options);
    if (table.ply > 0) text += ", ply " + std::to_string(table.ply);
    if (table.spectators > 0) text += ", " + std::to_string(table.spectators) + " watching";
    return text + "\n";
}

std::string lines_of(const LinkReport& link, const View*, const Style& style) {
    switch (link.state) {
        case LinkState::connected:
            return "";
        case LinkState::lost:
            return paragraph("Connection lost (" + clean(without_stop(link.why), style.unicode) +
                                 "); trying again...",
                             style);
        case LinkState::back:
            return "Connected again.\n";
        case LinkState::unreachable:
            return "";
    }
    return "";
}

std::string lines_of(const StatedReport& stated, const View* view, const Style& style) {
    if (view->invite && !view->begun && !view->result) {
        return paragraph("Table " + view->table + ": " + options_words(view->game.options()) + ".",
                         style) +
               invite_words(*view, stated.server, style);
    }
    return "Table " + view->table + "\n" + table_picture(*view, style);
}

std::string lines_of(const EventReport& report, const View* view, const Style& style) {
    return event_words(report.event, *view, style);
}

std::string lines_of(const PresenceReport& report, const View* view, const Style& style) {
    return paragraph(presence_words(*view, report.color, report.presence, style), style);
}

std::string lines_of(const SpectatorsReport& report, const View*, const Style&) {
    if (report.count == 0) return "Nobody is watching now.\n";
    return std::to_string(report.count) + (report.count == 1 ? " spectator.\n" : " spectators.\n");
}

std::string lines_of(const RefusalReport& report, const View*, const Style& style) {
    return paragraph(clean(report.message, style.unicode), style);
}

std::string lines_of(const NoteReport& report, const View*, const Style& style) {
    return paragraph(clean(report.text, style.unicode), style);
}

std::string lines_of(const HelpReport&, const View* view, const Style&) {
    return help_text(view);
}

std::string lines_of(const MovesReport&, const View* view, const Style& style) {
    return listed_moves(*view, style);
}

std::string lines_of(const BoardReport&, const View* view, const Style& style) {
    return table_picture(*view, style);
}

std::string lines_of(const TablesReport& report, const View*, const Style& style) {
    std::string text;
    const auto add = [&](std::string_view title, const auto& tables) {
        if (tables.empty()) return;
        text.append(title).append("\n");
        for (const auto& table : tables) text += table_row(table, style);
    };
    add("Open, waiting for somebody (morris play --table ID):", report.tables.open);
    add("Being played (morris watch ID):", report.tables.live);
    if (text.empty()) return "No listed tables. Make one: morris host --listed\n";
    return text;
}

}  // namespace

std::string screen_lines(const Report& report, const View* view, const Style& style) {
    const std::string lines =
        std::visit([&](const auto& each) { return lines_of(each, view, style); }, report);
    return broken(lines, style.width);
}

std::string prompt(const View* view) {
    if (view == nullptr) return "> ";
    const auto color = to_move(*view);
    if (!color) return view->result ? "Game over> " : "Waiting> ";
    std::string text = std::string(name_of(*color)) + " to move";
    if (view->seat && view->seat != color) {
        text += " (you are " + std::string(name_of(*view->seat)) + ")";
    }
    return text + "> ";
}

}  // namespace morris::client
