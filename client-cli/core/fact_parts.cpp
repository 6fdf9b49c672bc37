#include "client-cli/core/fact_parts.hpp"

#include "client-cli/core/json_lines.hpp"
#include "client-cli/core/text.hpp"
#include "client-cli/core/words.hpp"
#include "client-cli/core/words_table.hpp"
#include "shared/protocol/instant.hpp"
#include "shared/rules/notation.hpp"

namespace morris::client::facts {
namespace {

std::string yes_or_no(bool value) {
    return value ? "yes" : "no";
}

std::string ms_text(Millis time) {
    return std::to_string(time.count());
}

std::string players_text(const std::array<protocol::Seat, 2>& seats,
                         std::span<const protocol::Seat> among) {
    return " white=" + seat_text(seats[0], among) + " black=" + seat_text(seats[1], among);
}

}  // namespace

std::string line(const std::string& text) {
    return text + "\n";
}

std::string text_of(Color color) {
    return std::string(to_text(color));
}

std::string options_text(const Options& options) {
    std::string text = "pieces=" + std::to_string(options.pieces) +
                       " flying=" + yes_or_no(options.flying) +
                       " threefold=" + yes_or_no(options.threefold) +
                       " no-mill=" + (options.no_mill ? std::to_string(*options.no_mill) : "never");
    // Newer options only where they are not as usual: lines stay as older programs know them.
    if (options.move_limit) text += " move-limit=" + std::to_string(*options.move_limit);
    if (options.hand_counts) text += " hand-counts=yes";
    return text;
}

std::string clock_terms_part(const std::optional<protocol::ClockTerms>& terms) {
    if (!terms) return "";
    return " clock=" + std::to_string(terms->base_ms) + "+" + std::to_string(terms->increment_ms);
}

std::string seat_text(const protocol::Seat& seat, std::span<const protocol::Seat> among) {
    switch (seat.kind) {
        case protocol::SeatKind::open:
            return "open";
        case protocol::SeatKind::computer:
            return "computer" + (seat.level ? " " + std::string(word_of(*seat.level)) : "");
        case protocol::SeatKind::person:
            break;
    }
    const bool alone = mark_words(seat, among, Style{}).empty();
    return "person " + json_string(seat.name) + (alone ? "" : " mark=" + clean(seat.mark, false));
}

std::string offer_text(const protocol::OpenOffer& offer) {
    return std::to_string(offer.offer) + " " + std::string(word_of(offer.kind)) + " " +
           text_of(offer.color);
}

std::string move_line(Color color, const Move& move) {
    return line("move " + text_of(color) + " " + to_text(move));
}

std::string claims_line(const protocol::ClaimTerms& claims) {
    std::string text = "claims away=" + std::to_string(claims.away_ms);
    if (claims.idle_ms) text += " idle=" + std::to_string(*claims.idle_ms);
    return line(text);
}

std::string clock_line(const View& view) {
    if (!view.clock) return "";
    const protocol::Clock& said = view.clock->said;
    std::string text = "clock base=" + std::to_string(said.terms.base_ms) +
                       " increment=" + std::to_string(said.terms.increment_ms);
    text += " white=" + ms_text(left_of(*view.clock, Color::white, view.now));
    text += " black=" + ms_text(left_of(*view.clock, Color::black, view.now));
    text += " runs=" + (said.runs ? text_of(*said.runs) : "none");
    if (const auto time = starts_in(*view.clock, view.now)) text += " starts-in=" + ms_text(*time);
    if (const auto time = first_move_in(*view.clock, view.now)) {
        text += " first-move=" + ms_text(*time);
    }
    if (said.waits_for) text += " waits-for=" + text_of(*said.waits_for);
    return line(text);
}

std::string offer_line(const protocol::OpenOffer& offer) {
    return line("offer " + offer_text(offer));
}

std::string taken_back_line(const protocol::TakenBack& taken_back) {
    std::string text = "taken-back " + text_of(taken_back.color);
    for (const Move& move : taken_back.moves) text += " " + to_text(move);
    return line(text + (taken_back.undo ? " undo" : ""));
}

std::string table_line(std::string_view kind, const protocol::ListedTable& table,
                       std::span<const protocol::Seat> among) {
    return line(std::string(kind) + " " + table.table + " ply=" + std::to_string(table.ply) +
                " spectators=" + std::to_string(table.spectators) + " " +
                options_text(table.options) + clock_terms_part(table.clock) +
                players_text(table.seats, among));
}

std::string finished_line(const protocol::Finished& game, std::span<const protocol::Seat> among) {
    std::string text =
        "finished " + game.table + " ply=" + std::to_string(game.ply) + " " +
        options_text(game.options) + clock_terms_part(game.clock) +
        players_text(game.seats, among) + " winner=" + std::string(word_of(game.result.winner)) +
        " reason=" + reason_text(game.result) + " ended=" + protocol::to_text(game.ended_at);
    if (game.hints > 0) text += " hints=" + std::to_string(game.hints);
    if (game.undos > 0) text += " undos=" + std::to_string(game.undos);
    return line(text);
}

}  // namespace morris::client::facts
