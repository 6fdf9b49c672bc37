#include "client-cli/core/facts.hpp"

#include "client-cli/core/invite.hpp"
#include "client-cli/core/json_lines.hpp"
#include "client-cli/core/text.hpp"
#include "client-cli/core/words.hpp"
#include "shared/protocol/instant.hpp"
#include "shared/rules/notation.hpp"

namespace morris::client {
namespace {

std::string text_of(Color color) {
    return std::string(to_text(color));
}

std::string yes_or_no(bool value) {
    return value ? "yes" : "no";
}

std::string line(const std::string& text) {
    return text + "\n";
}

std::string options_text(const Options& options) {
    std::string text = "pieces=" + std::to_string(options.pieces) +
                       " flying=" + yes_or_no(options.flying) +
                       " threefold=" + yes_or_no(options.threefold) +
                       " no-mill=" + (options.no_mill ? std::to_string(*options.no_mill) : "never");
    if (options.move_limit) text += " move-limit=" + std::to_string(*options.move_limit);
    if (options.hand_counts) text += " hand-counts=yes";
    return text;
}

std::string seat_text(const protocol::Seat& seat) {
    switch (seat.kind) {
        case protocol::SeatKind::open:
            return "open";
        case protocol::SeatKind::computer:
            return "computer" + (seat.level ? " " + std::string(word_of(*seat.level)) : "");
        case protocol::SeatKind::person:
            return "person " + json_string(seat.name);
    }
    return "";
}

std::string player_line(const View& view, Color color) {
    return line("player " + text_of(color) + " " + seat_text(view.seat_of(color)));
}

std::string move_line(Color color, const Move& move) {
    return line("move " + text_of(color) + " " + to_text(move));
}

// Whose turn it is, or how it ended.
std::string state_line(const View& view) {
    if (view.result) {
        return line("result winner=" + std::string(word_of(view.result->winner)) +
                    " reason=" + std::string(word_of(view.result->reason)));
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
    if (view.invite) text += line("invite " + shown_invite(*view.invite));
    Color color = Color::white;
    for (const Move& move : view.game.moves()) {
        text += move_line(color, move);
        color = other(color);
    }
    text += state_line(view);
    if (view.rematch.offered_by) text += line("rematch-offer " + text_of(*view.rematch.offered_by));
    if (view.rematch.table) text += line("rematch " + *view.rematch.table);
    return text;
}

std::string body_line(const protocol::JoinedEvent& joined) {
    return line("joined " + text_of(joined.color) + " " + seat_text(joined.seat));
}

std::string body_line(const protocol::MovedEvent& moved) {
    return move_line(moved.color, moved.move);
}

std::string body_line(const protocol::EndedEvent&) {
    return "";
}

std::string body_line(const protocol::RematchOfferedEvent& offered) {
    return line("rematch-offer " + text_of(offered.color));
}

std::string body_line(const protocol::RematchedEvent& rematched) {
    return line("rematch " + rematched.next);
}

template <class Other>
std::string body_line(const Other&) {
    return "";
}

bool is_after_the_end(const protocol::Event& event) {
    return std::holds_alternative<protocol::RematchOfferedEvent>(event.body) ||
           std::holds_alternative<protocol::RematchedEvent>(event.body);
}

std::string table_line(std::string_view kind, const protocol::ListedTable& table) {
    std::string text(kind);
    text += " " + table.table + " ply=" + std::to_string(table.ply) +
            " spectators=" + std::to_string(table.spectators) + " " + options_text(table.options);
    text += " white=" + seat_text(table.seats[0]);
    return line(text + " black=" + seat_text(table.seats[1]));
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
    std::string text =
        std::visit([](const auto& body) { return body_line(body); }, report.event.body);
    return is_after_the_end(report.event) ? text : text + state_line(*view);
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
    return line("help MOVE moves board resign rematch leave quit");
}

std::string lines_of(const MovesReport&, const View* view) {
    std::string text = "moves";
    for (const Move& move : moves_now(*view)) text += " " + to_text(move);
    return line(text);
}

std::string lines_of(const BoardReport&, const View* view) {
    return position_line(*view) + state_line(*view);
}

std::string lines_of(const TablesReport& report, const View*) {
    std::string text;
    for (const auto& table : report.tables.open) text += table_line("open", table);
    for (const auto& table : report.tables.live) text += table_line("live", table);
    return text;
}

}  // namespace

std::string fact_lines(const Report& report, const View* view) {
    return std::visit([view](const auto& each) { return lines_of(each, view); }, report);
}

std::string fact_help() {
    return "Off a terminal (or with --lines) every fact is one line:\n"
           "  connection up | lost WHY | back | failed WHY\n"
           "  table ID                      what follows states the table anew:\n"
           "  seat white | black | none\n"
           "  options pieces=N flying=yes|no threefold=yes|no no-mill=N|never\n"
           "                                and move-limit=N, hand-counts=yes if so\n"
           "  player COLOR person NAME | computer LEVEL | open\n"
           "  invite CODE                   while the other seat is open\n"
           "  move COLOR MOVE               in order, the first is White's\n"
           "  turn COLOR                    whose turn it is now\n"
           "  result winner=W reason=R      white, black, draw or nobody; why\n"
           "  joined COLOR person NAME\n"
           "  presence COLOR here | away SINCE\n"
           "  spectators N\n"
           "  rematch-offer COLOR           one side wants to play again\n"
           "  rematch ID                    the new table; it is stated next\n"
           "  refused CODE SENTENCE         of the last line typed, or of a request\n"
           "  note SENTENCE                 for people\n"
           "  moves MOVE...                 answer to `moves`\n"
           "  position TEXT                 answer to `board`, with turn or result\n"
           "Lines read are what one would type; each waits until it can be carried\n"
           "out, a move for its turn. When the input has ended, so does the program as\n"
           "soon as it would be its turn or the game is over; with input to come it stays\n"
           "at a finished table, for `rematch`. `list` prints a line for each table:\n"
           "  open | live ID ply=N spectators=N OPTIONS white=PLAYER black=PLAYER\n"
           "A NAME is a JSON string, in quotes and on one line whatever is in it.\n";
}

}  // namespace morris::client
