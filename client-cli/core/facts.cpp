#include "client-cli/core/facts.hpp"

#include "client-cli/core/fact_parts.hpp"
#include "client-cli/core/invite.hpp"
#include "client-cli/core/text.hpp"
#include "client-cli/core/words.hpp"
#include "client-cli/core/words_table.hpp"
#include "shared/protocol/instant.hpp"
#include "shared/rules/notation.hpp"

namespace morris::client {
namespace {

using namespace facts;

std::string player_line(const View& view, Color color) {
    return line("player " + text_of(color) + " " + seat_text(view.seat_of(color), view.seats));
}

// Whose turn it is, or how it ended.
std::string state_line(const View& view) {
    if (view.result) {
        return line("result winner=" + std::string(word_of(view.result->winner)) +
                    " reason=" + reason_text(*view.result));
    }
    const auto color = to_move(view);
    return color ? line("turn " + text_of(*color)) : "";
}

std::string position_line(const View& view) {
    return line("position " +
                to_text(PositionText{view.game.position(), view.game.plies_without_take()}));
}

std::string stated_lines(const View& view) {
    std::string text = line("table " + view.table);
    text += line("seat " + (view.seat ? text_of(*view.seat) : "none"));
    text += line("options " + options_text(view.game.options()));
    text += player_line(view, Color::white) + player_line(view, Color::black);
    if (view.claims) text += claims_line(*view.claims);
    if (view.invite) text += line("invite " + shown_invite(*view.invite));
    Color color = Color::white;
    for (const Move& move : view.game.moves()) {
        text += move_line(color, move);
        color = other(color);
    }
    for (const auto& each : view.taken_back) text += "was-" + taken_back_line(each);
    text += clock_line(view);
    for (const auto& offer : view.offers) text += offer_line(offer);
    for (const Color side : {Color::white, Color::black}) {
        if (view.absent[static_cast<std::size_t>(side)]) text += line("absent " + text_of(side));
    }
    text += state_line(view);
    if (view.rematch.offered_by) text += line("rematch-offer " + text_of(*view.rematch.offered_by));
    if (view.rematch.table) text += line("rematch " + *view.rematch.table);
    return text;
}

struct BodyLine {
    const View& view;

    std::string operator()(const protocol::JoinedEvent& joined) const {
        return line("joined " + text_of(joined.color) + " " + seat_text(joined.seat, view.seats));
    }
    std::string operator()(const protocol::MovedEvent& moved) const {
        return move_line(moved.color, moved.move) +
               (moved.depth ? line("depth " + std::to_string(*moved.depth)) : "");
    }
    std::string operator()(const protocol::OfferedEvent& offered) const {
        return offer_line({offered.offer, offered.what, offered.color});
    }
    std::string operator()(const protocol::WithdrawnEvent& event) const {
        return line("withdrawn " + offer_text({event.offer, event.what, event.color}));
    }
    std::string operator()(const protocol::DeclinedEvent& event) const {
        return line("declined " + offer_text({event.offer, event.what, event.color}));
    }
    std::string operator()(const protocol::TakenBackEvent&) const {
        return taken_back_line(view.taken_back.back());
    }
    std::string operator()(const protocol::AbsentEvent& absent) const {
        return line("absent " + text_of(absent.color));
    }
    std::string operator()(const protocol::ReturnedEvent& returned) const {
        return line("returned " + text_of(returned.color));
    }
    std::string operator()(const protocol::HintedEvent& hinted) const {
        return line("hinted " + text_of(hinted.color));
    }
    std::string operator()(const protocol::RematchOfferedEvent& offered) const {
        return line("rematch-offer " + text_of(offered.color));
    }
    std::string operator()(const protocol::RematchedEvent& rematched) const {
        return line("rematch " + rematched.next);
    }
    template <class Other>
    std::string operator()(const Other&) const {
        return "";
    }
};

// Events that say whose turn it is, or how the game ended.
bool changes_turn(const protocol::EventBody& body) {
    return std::holds_alternative<protocol::JoinedEvent>(body) ||
           std::holds_alternative<protocol::MovedEvent>(body) ||
           std::holds_alternative<protocol::EndedEvent>(body) ||
           std::holds_alternative<protocol::TakenBackEvent>(body) ||
           std::holds_alternative<protocol::OtherEvent>(body);
}

std::string lines_of(const LinkReport& link, const View*) {
    switch (link.state) {
        case LinkState::connected:
            return line("connection up");
        case LinkState::lost:
            return line("connection lost " + clean(link.why, true));
        case LinkState::back:
            return line("connection back");
        case LinkState::unreachable:
            return line("connection failed " + clean(link.why, true));
    }
    return "";
}

std::string lines_of(const StatedReport&, const View* view) {
    return stated_lines(*view);
}

std::string lines_of(const EventReport& report, const View* view) {
    std::string text = std::visit(BodyLine{*view}, report.event.body);
    for (const auto& offer : report.overtaken) text += line("void " + offer_text(offer));
    if (report.event.clock) text += clock_line(*view);
    return changes_turn(report.event.body) ? text + state_line(*view) : text;
}

std::string lines_of(const ClockReport&, const View* view) {
    return clock_line(*view);
}

std::string lines_of(const ClaimReport&, const View*) {
    return line("claimable");
}

std::string lines_of(const HintReport& report, const View*) {
    std::string text = "hint " + to_text(report.hint.move);
    text += " depth=" + std::to_string(report.hint.depth);
    for (const Move& move : report.hint.line) text += " " + to_text(move);
    return line(text);
}

std::string lines_of(const PresenceReport& report, const View*) {
    const std::string color = text_of(report.color);
    if (report.presence.present) return line("presence " + color + " here");
    return line("presence " + color + " away " + protocol::to_text(report.presence.since));
}

std::string lines_of(const SpectatorsReport& report, const View*) {
    return line("spectators " + std::to_string(report.count));
}

std::string lines_of(const RefusalReport& report, const View*) {
    return line("refused " + report.code + " " + clean(report.message, true));
}

std::string lines_of(const NoteReport& report, const View*) {
    return line("note " + clean(report.text, true));
}

std::string lines_of(const HelpReport&, const View*) {
    return line(
        "help MOVE moves board rules invite draw takeback accept decline withdraw abort claim "
        "resign hint "
        "undo "
        "rematch leave quit");
}

std::string lines_of(const MovesReport&, const View* view) {
    std::string text = "moves";
    for (const Move& move : moves_now(*view)) text += " " + to_text(move);
    return line(text);
}

std::string lines_of(const BoardReport&, const View* view) {
    return position_line(*view) + state_line(*view);
}

std::string lines_of(const InviteReport&, const View* view) {
    return line("invite " + shown_invite(*view->invite));
}

std::string lines_of(const RulesReport&, const View* view) {
    const auto left = moves_left(*view);
    return line("options " + options_text(view->game.options())) + clock_line(*view) +
           (left ? line("moves-left " + std::to_string(*left)) : "");
}

template <class Lists>
std::string tables_lines(const Lists& lists) {
    std::vector<protocol::Seat> among;
    for (const auto* tables : {&lists.open, &lists.live}) {
        for (const auto& table : *tables) {
            among.insert(among.end(), table.seats.begin(), table.seats.end());
        }
    }
    std::string text;
    for (const auto& table : lists.open) text += table_line("open", table, among);
    for (const auto& table : lists.live) text += table_line("live", table, among);
    return text;
}

std::string lines_of(const TablesReport& report, const View*) {
    return tables_lines(report.tables);
}

std::string waiting_line(std::uint32_t waiting) {
    return line("waiting " + std::to_string(waiting));
}

std::string lines_of(const LobbyReport& report, const View*) {
    return line("lobby") + tables_lines(report.lobby) + waiting_line(report.lobby.waiting);
}

std::string lines_of(const LobbyChangedReport& report, const View*) {
    std::string text = tables_lines(report.change);
    for (const std::string& table : report.change.gone) text += line("gone " + clean(table, false));
    return text + waiting_line(report.change.waiting);
}

std::string lines_of(const GamesReport& report, const View*) {
    std::vector<protocol::Seat> among;
    for (const auto& game : report.page.games) {
        among.insert(among.end(), game.seats.begin(), game.seats.end());
    }
    std::string text;
    for (const auto& game : report.page.games) text += finished_line(game, among);
    if (report.page.next) text += line("more " + clean(*report.page.next, false));
    return text;
}

std::string lines_of(const PairingReport& report, const View*) {
    return line("pairing " + options_text(report.options) + clock_terms_part(report.clock));
}

std::string lines_of(const PairedReport& report, const View*) {
    return line("paired " + clean(report.table, false) + " " + text_of(report.color));
}

}  // namespace

std::string fact_lines(const Report& report, const View* view) {
    return std::visit([view](const auto& each) { return lines_of(each, view); }, report);
}

}  // namespace morris::client
