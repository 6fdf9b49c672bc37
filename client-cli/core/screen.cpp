#include "client-cli/core/screen.hpp"

#include <algorithm>

#include "client-cli/core/address.hpp"
#include "client-cli/core/input.hpp"
#include "client-cli/core/invite.hpp"
#include "client-cli/core/render.hpp"
#include "client-cli/core/screen_lists.hpp"
#include "client-cli/core/words.hpp"
#include "client-cli/core/words_news.hpp"
#include "client-cli/core/words_table.hpp"
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

std::string paragraphs(const std::vector<std::string>& sentences, const Style& style) {
    std::string text;
    for (const std::string& sentence : sentences) text += paragraph(sentence, style);
    return text;
}

std::string table_picture(const View& view, const Style& style) {
    if (view.result && !view.begun) return paragraph(result_words(view.game, *view.result), style);
    const std::string text = "\n" + draw_table(view, style);
    if (view.result) return text + paragraph(rematch_words(view, style), style);
    return text + paragraphs(state_sentences(view, style), style);
}

// What is said before the table is drawn, or instead of it.
struct EventWords {
    const View& view;
    const Style& style;

    std::string operator()(const protocol::JoinedEvent& joined) const {
        return named(view, joined.color, style) + " has joined. The game begins.";
    }
    std::string operator()(const protocol::OfferedEvent& offered) const {
        return offer_words(view, {offered.offer, offered.what, offered.color}, style);
    }
    std::string operator()(const protocol::WithdrawnEvent& event) const {
        return withdrawn_words(view, event, style);
    }
    std::string operator()(const protocol::DeclinedEvent& event) const {
        return declined_words(view, event, style);
    }
    std::string operator()(const protocol::TakenBackEvent&) const {
        return taken_back_words(view, view.taken_back.back(), style);
    }
    std::string operator()(const protocol::ClockEvent&) const {
        const auto special = clock_sentences(view, style);
        return special.empty() ? "The clock runs again: " + both_clocks_words(view) + "."
                               : special.front();
    }
    std::string operator()(const protocol::AbsentEvent& absent) const {
        return absent_words(view, absent.color, style);
    }
    std::string operator()(const protocol::HintedEvent& hinted) const {
        if (view.seat == hinted.color) return "";
        return named(view, hinted.color, style) + " has asked for a hint.";
    }
    std::string operator()(const protocol::RematchOfferedEvent&) const {
        return rematch_words(view, style);
    }
    std::string operator()(const protocol::RematchedEvent&) const {
        return rematch_words(view, style);
    }
    template <class Other>
    std::string operator()(const Other&) const {
        return "";
    }
};

bool changes_the_board(const protocol::EventBody& body) {
    return std::holds_alternative<protocol::JoinedEvent>(body) ||
           std::holds_alternative<protocol::MovedEvent>(body) ||
           std::holds_alternative<protocol::EndedEvent>(body) ||
           std::holds_alternative<protocol::TakenBackEvent>(body);
}

std::string event_words(const EventReport& report, const View& view, const Style& style) {
    std::string text = paragraph(std::visit(EventWords{view, style}, report.event.body), style);
    for (const auto& offer : report.overtaken) {
        text += paragraph(overtaken_words(view, offer, style), style);
    }
    return changes_the_board(report.event.body) ? text + table_picture(view, style) : text;
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
    const std::string game = stated.game_known ? "" : ": " + game_words(*view) + ".";
    const std::string heading = paragraph("Table " + view->table + game, style);
    return heading + (waits_for_guest(*view) ? invite_words(*view, stated.server, style)
                                             : table_picture(*view, style));
}

std::string lines_of(const EventReport& report, const View* view, const Style& style) {
    return event_words(report, *view, style);
}

// Where it only goes on as announced the prompt says enough.
std::string lines_of(const ClockReport&, const View* view, const Style& style) {
    return paragraphs(clock_sentences(*view, style), style);
}

std::string lines_of(const ClaimReport&, const View* view, const Style& style) {
    return paragraph(claim_news_words(*view, style), style);
}

std::string lines_of(const HintReport& report, const View*, const Style& style) {
    return paragraph(hint_words(report.hint), style);
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

std::string lines_of(const BoardReport& report, const View* view, const Style& style) {
    return table_picture(*view, style) +
           (waits_for_guest(*view) ? invite_words(*view, report.server, style) : "");
}

std::string lines_of(const InviteReport& report, const View* view, const Style& style) {
    return invite_words(*view, report.server, style);
}

std::string lines_of(const RulesReport&, const View* view, const Style& style) {
    return paragraphs(rules_sentences(*view), style);
}

std::string lines_of(const TablesReport& report, const View*, const Style& style) {
    return tables_words(report.tables, style);
}

std::string lines_of(const LobbyReport& report, const View*, const Style& style) {
    return lobby_words(report.lobby, style);
}

std::string lines_of(const LobbyChangedReport& report, const View*, const Style& style) {
    return lobby_change_words(report, style);
}

std::string lines_of(const GamesReport& report, const View*, const Style& style) {
    return games_words(report.page, style);
}

std::string lines_of(const PairingReport& report, const View*, const Style& style) {
    return paragraph(
        "Waiting for an opponent who wants the same: " + options_words(report.options) +
            clock_part(report.clock) + ". (Ctrl-C gives up)",
        style);
}

std::string lines_of(const PairedReport& report, const View*, const Style&) {
    return "Somebody is here: you are " + std::string(name_of(report.color)) + ".\n";
}

}  // namespace

std::string screen_lines(const Report& report, const View* view, const Style& style) {
    const std::string lines =
        std::visit([&](const auto& each) { return lines_of(each, view, style); }, report);
    return broken(lines, style.width);
}

}  // namespace morris::client
