#include "server/hub/archive.hpp"

#include <charconv>
#include <utility>

#include "server/hub/ids.hpp"
#include "server/hub/view.hpp"
#include "server/hub/view_clock.hpp"
#include "server/journal/journal.hpp"
#include "shared/protocol/words.hpp"

namespace morris::archive {
namespace {

using protocol::GamesResult;

constexpr std::array colors{Color::white, Color::black};
constexpr char cursor_mark = '-';

GamesResult result_of(table::Winner winner) {
    switch (winner) {
        case table::Winner::white:
            return GamesResult::white;
        case table::Winner::black:
            return GamesResult::black;
        case table::Winner::draw:
            return GamesResult::draw;
        case table::Winner::nobody:
            break;
    }
    return GamesResult::nobody;
}

// Every question that may be asked is a list of its own, so that none has to be searched for.
std::string tag(const std::optional<std::string>& player, std::optional<GamesResult> result) {
    std::string tag = player ? "player:" + *player : "all";
    if (result) tag.append(" ").append(word_for(protocol::games_result_words, *result));
    return tag;
}

std::vector<std::string> tags(const table::Table& table) {
    const table::Winner winner = table.end()->winner;
    const GamesResult result = result_of(winner);
    std::vector<std::string> tags{tag(std::nullopt, std::nullopt), tag(std::nullopt, result)};
    const bool decided = result == GamesResult::white || result == GamesResult::black;
    for (const Color color : colors) {
        const auto* person = std::get_if<table::Person>(&table.holder(color));
        if (person == nullptr) continue;
        tags.push_back(tag(person->player, std::nullopt));
        tags.push_back(tag(person->player, result));
        const bool won = winner == table::winner_of(color);
        if (decided)
            tags.push_back(tag(person->player, won ? GamesResult::won : GamesResult::lost));
    }
    return tags;
}

journal::Summary summary_of(const table::Table& table, table::Instant ended_at) {
    journal::Summary summary;
    summary.options = table.made().options;
    summary.clock = table.made().clock;
    for (const Color color : colors) {
        auto& seat = summary.seats[static_cast<std::size_t>(color)];
        const table::Holder& holder = table.holder(color);
        if (const auto* person = std::get_if<table::Person>(&holder)) seat = person->player;
        if (const auto* computer = std::get_if<table::Computer>(&holder)) seat = computer->level;
    }
    summary.made_at = table.made_at();
    summary.ended_at = ended_at;
    summary.plies = static_cast<std::uint32_t>(table.game().ply());
    summary.end = *table.end();
    summary.hints = table.hints();
    summary.undos = table.undos();
    return summary;
}

std::int64_t milliseconds(std::chrono::sys_time<std::chrono::milliseconds> time) {
    return time.time_since_epoch().count();
}

}  // namespace

Listing listing(const table::Table& table, table::Instant ended_at) {
    if (!table.end() || !table.begun()) return {};
    return {milliseconds(ended_at), tags(table), journal::encode(summary_of(table, ended_at))};
}

std::optional<Listing> change(const table::Table& before, const table::Table& after,
                              table::Instant at) {
    if (before.end() == after.end()) return std::nullopt;
    return listing(after, at);
}

std::string cursor_after(const ListEntry& entry) {
    return std::to_string(entry.at_ms) + cursor_mark +
           entry.stream.substr(journal::table_prefix.size());
}

std::optional<ListPlace> place_of_cursor(const std::string& cursor) {
    ListPlace place;
    const char* end = cursor.data() + cursor.size();
    const auto [mark, error] = std::from_chars(cursor.data(), end, place.at_ms);
    if (error != std::errc() || mark == end || *mark != cursor_mark) return std::nullopt;
    const std::string_view table(mark + 1, static_cast<std::size_t>(end - mark - 1));
    if (!ids::is_table_id(table)) return std::nullopt;
    place.stream = journal::table_stream(table);
    return place;
}

std::optional<ListQuery> query(const protocol::Games& games) {
    ListQuery query;
    query.tags = {tag(games.player, games.result)};
    if (games.from) query.from_ms = milliseconds(*games.from);
    if (games.to) query.until_ms = milliseconds(*games.to + std::chrono::days(1));
    query.limit = games.limit + 1;
    if (games.before) {
        query.after = place_of_cursor(*games.before);
        if (!query.after) return std::nullopt;
    }
    return query;
}

protocol::Finished finished(const std::string& table, const journal::Summary& summary) {
    protocol::Finished game;
    game.table = table;
    game.options = summary.options;
    if (summary.clock) game.clock = view::terms(*summary.clock);
    for (std::size_t seat = 0; seat < game.seats.size(); ++seat) {
        const auto* player = std::get_if<std::string>(&summary.seats[seat]);
        game.seats[seat] = player != nullptr ? view::person(*player, "")
                                             : view::computer(std::get<Level>(summary.seats[seat]));
    }
    game.made_at = summary.made_at;
    game.ended_at = summary.ended_at;
    game.ply = summary.plies;
    game.result = view::result(summary.end);
    game.hints = summary.hints;
    game.undos = summary.undos;
    return game;
}

}  // namespace morris::archive
