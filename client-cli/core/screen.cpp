#include "client-cli/core/screen.hpp"

#include <algorithm>

#include "client-cli/core/input.hpp"
#include "client-cli/core/invite.hpp"
#include "client-cli/core/render.hpp"
#include "client-cli/core/words.hpp"
#include "shared/rules/notation.hpp"

namespace morris::client {
namespace {

std::string paragraph(std::string_view text) {
    std::string lines;
    for (const std::string& line : wrap(text, screen_columns)) lines += line + "\n";
    return lines;
}

std::string who_is(const View& view, Color color, const Style& style) {
    return std::string(name_of(color)) + " (" + seat_words(view.seat_of(color), style) + ")";
}

std::string invite_words(const View& view) {
    const std::string code = shown_invite(*view.invite);
    return "\nInvite code:\n\n    " + code +
           "\n\nGive it to the one you want to play with, who types:\n\n    morris join " + code +
           "\n\n" +
           paragraph(
               "Waiting. (leave: take the table back; quit: keep it and come back "
               "with morris resume)");
}

std::string rematch_words(const View& view) {
    if (view.rematch.table) return "A rematch has begun: table " + *view.rematch.table + ".\n";
    if (!view.seat) return "";
    if (!view.rematch.offered_by) return "Type rematch to play again, or quit.\n";
    if (view.rematch.offered_by == view.seat) {
        return "You want a rematch; waiting for the other side.\n";
    }
    return "The other side wants a rematch: type rematch to play again.\n";
}

std::string table_picture(const View& view, const Style& style) {
    if (view.result && !view.begun) return paragraph(result_words(view.game, *view.result));
    std::string text = "\n" + draw_table(view, style);
    return view.result ? text + rematch_words(view) : text;
}

std::string joined_words(const View& view, const protocol::JoinedEvent& joined,
                         const Style& style) {
    return paragraph(who_is(view, joined.color, style) + " has joined. The game begins.");
}

std::string event_words(const protocol::Event& event, const View& view, const Style& style) {
    if (const auto* joined = std::get_if<protocol::JoinedEvent>(&event.body)) {
        return joined_words(view, *joined, style) + table_picture(view, style);
    }
    if (std::holds_alternative<protocol::RematchOfferedEvent>(event.body) ||
        std::holds_alternative<protocol::RematchedEvent>(event.body)) {
        return rematch_words(view);
    }
    if (std::holds_alternative<protocol::OtherEvent>(event.body)) return "";
    return table_picture(view, style);
}

std::string joined(const std::vector<std::string>& words) {
    std::string text;
    for (const std::string& word : words) text += word + " ";
    return text;
}

std::string listed_moves(const View& view) {
    const auto moves = moves_now(view);
    if (moves.empty()) return "There is nothing to play now.\n";
    std::vector<std::string> texts;
    for (const Move& move : moves) texts.push_back(to_text(move));
    std::sort(texts.begin(), texts.end());
    const std::string who(name_of(*to_move(view)));
    return who + " may play " + std::to_string(moves.size()) +
           (moves.size() == 1 ? " move:\n" : " moves:\n") + paragraph(joined(texts));
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
            return "Connection lost (" + clean(link.why, style.unicode) + "); trying again...\n";
        case LinkState::back:
            return "Connected again.\n";
        case LinkState::unreachable:
            return "";
    }
    return "";
}

std::string lines_of(const StatedReport&, const View* view, const Style& style) {
    if (view->invite && !view->begun && !view->result) {
        return paragraph("Table " + view->table + ": " + options_words(view->game.options()) +
                         ".") +
               invite_words(*view);
    }
    return "Table " + view->table + "\n" + table_picture(*view, style);
}

std::string lines_of(const EventReport& report, const View* view, const Style& style) {
    return event_words(report.event, *view, style);
}

std::string lines_of(const PresenceReport& report, const View* view, const Style& style) {
    return paragraph(presence_words(*view, report.color, report.presence, style));
}

std::string lines_of(const SpectatorsReport& report, const View*, const Style&) {
    if (report.count == 0) return "Nobody is watching now.\n";
    return std::to_string(report.count) + (report.count == 1 ? " spectator.\n" : " spectators.\n");
}

std::string lines_of(const RefusalReport& report, const View*, const Style& style) {
    return paragraph(clean(report.message, style.unicode));
}

std::string lines_of(const NoteReport& report, const View*, const Style& style) {
    return paragraph(clean(report.text, style.unicode));
}

std::string lines_of(const HelpReport&, const View*, const Style&) {
    return help_text();
}

std::string lines_of(const MovesReport&, const View* view, const Style&) {
    return listed_moves(*view);
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
    if (text.empty()) return "No open or running tables. Make one: morris host --listed\n";
    return text;
}

}  // namespace

std::string screen_lines(const Report& report, const View* view, const Style& style) {
    return std::visit([&](const auto& each) { return lines_of(each, view, style); }, report);
}

std::string prompt(const View* view) {
    if (view == nullptr) return "> ";
    const auto color = to_move(*view);
    if (!color) return view->result ? "Game over> " : "Waiting> ";
    return std::string(name_of(*color)) + " to move> ";
}

}  // namespace morris::client
