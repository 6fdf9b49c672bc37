#include "client-cli/core/screen_lists.hpp"

#include <algorithm>
#include <array>
#include <span>
#include <vector>

#include "client-cli/core/clock_text.hpp"
#include "client-cli/core/words.hpp"
#include "client-cli/core/words_table.hpp"
#include "shared/protocol/instant.hpp"
#include "shared/rules/result_text.hpp"

namespace morris::client {
namespace {

using Seats = std::vector<protocol::Seat>;

constexpr std::size_t name_width = 20;

template <class Items>
void add_seats(Seats& seats, const Items& items) {
    for (const auto& item : items) seats.insert(seats.end(), item.seats.begin(), item.seats.end());
}

// The mark is never what is cut off.
std::string player(const protocol::Seat& seat, const Seats& among, const Style& style) {
    const std::string mark = mark_words(seat, among, style);
    return fit(seat_words(seat, style), name_width - mark.size()) + mark;
}

std::string players(const std::array<protocol::Seat, 2>& seats, const Seats& among,
                    const Style& style) {
    return player(seats[0], among, style) + " - " + player(seats[1], among, style);
}

std::string table_row(const protocol::ListedTable& table, const Seats& among, const Style& style) {
    std::string text = "  " + table.table + "  " + players(table.seats, among, style) + "\n";
    text += "      " + options_words(table.options) + clock_part(table.clock);
    if (table.ply > 0) text += ", ply " + std::to_string(table.ply);
    if (table.spectators > 0) text += ", " + std::to_string(table.spectators) + " watching";
    return text + "\n";
}

using Tables = std::vector<protocol::ListedTable>;

std::string lists(const Tables& open, const Tables& live, const Style& style) {
    Seats among;
    add_seats(among, open);
    add_seats(among, live);
    std::string text;
    const auto add = [&](std::string_view title, const Tables& tables) {
        if (tables.empty()) return;
        text.append(title).append("\n");
        for (const auto& table : tables) text += table_row(table, among, style);
    };
    add("Open, waiting for somebody (morris play --table ID):", open);
    add("Being played (morris watch ID):", live);
    return text;
}

std::string waiting_words(std::uint32_t waiting) {
    if (waiting == 0) return "";
    return std::to_string(waiting) + (waiting == 1 ? " player waits" : " players wait") +
           " for an opponent (morris pair).\n";
}

std::string nothing_listed() {
    return "No listed tables. Make one: morris host --listed\n";
}

std::string game_row(const protocol::Finished& game, const Seats& among, const Style& style) {
    std::string text = "  " + game.table + "  " + players(game.seats, among, style) + "\n";
    const bool nobody = game.result.winner == protocol::Winner::nobody;
    const std::string winner = nobody ? "none" : std::string(word_of(game.result.winner));
    std::string detail = "      " + protocol::to_text(game.ended_at).substr(0, 10) + ", " +
                         plies_text(game.ply) + clock_part(game.clock) + ". " +
                         result_text(winner + " " + reason_text(game.result)) + ".";
    const std::string used = help_used_words(game.hints, game.undos);
    if (!used.empty()) detail += " Help used: " + used + ".";
    return text + detail + "\n";
}

}  // namespace

std::string clock_part(const std::optional<protocol::ClockTerms>& terms) {
    return terms ? ", clock " + clock_terms_text(*terms) : "";
}

std::string tables_words(const protocol::Tables& tables, const Style& style) {
    const std::string text = lists(tables.open, tables.live, style);
    return text.empty() ? nothing_listed() : text;
}

std::string lobby_words(const protocol::LobbyState& lobby, const Style& style) {
    const std::string text = lists(lobby.open, lobby.live, style);
    return (text.empty() ? nothing_listed() : text) + waiting_words(lobby.waiting) +
           "Changes follow as they happen; quit leaves.\n";
}

std::string lobby_change_words(const LobbyChangedReport& report, const Style& style) {
    Seats among;
    add_seats(among, report.change.open);
    add_seats(among, report.change.live);
    add_seats(among, report.gone);
    std::string text;
    for (const auto& table : report.change.open) text += "Open:" + table_row(table, among, style);
    for (const auto& table : report.change.live) text += "Played:" + table_row(table, among, style);
    for (const auto& table : report.gone) {
        text += "Over:  " + table.table + "  " + players(table.seats, among, style) + "\n";
    }
    return text + waiting_words(report.change.waiting);
}

std::string games_words(const protocol::GamesPage& page, const Style& style) {
    if (page.games.empty()) return "No such games.\n";
    Seats among;
    add_seats(among, page.games);
    std::string text = "Finished games, the newest first (morris show ID):\n";
    for (const auto& game : page.games) text += game_row(game, among, style);
    if (page.next) text += "more: --before " + clean(*page.next, false) + "\n";
    return text;
}

}  // namespace morris::client
