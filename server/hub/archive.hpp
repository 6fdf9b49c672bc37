// The lists of finished games: in which of them a game is, and what is read from them. Pure.
#pragma once

#include <optional>
#include <string>

#include "server/hub/ports/event_log.hpp"
#include "server/journal/summary.hpp"
#include "server/table/table.hpp"
#include "shared/protocol/messages.hpp"

namespace morris::archive {

// In which lists a table is to be: in none while its game goes on, or if nobody joined it.
// `ended_at`: of the event that ended it; without meaning where none did.
Listing listing(const table::Table& table, table::Instant ended_at);

// What an append at `at` that leads from one to the other changes of that; nullopt: nothing.
std::optional<Listing> change(const table::Table& before, const table::Table& after,
                              table::Instant at);

// The cursor of a page that goes on after this entry, and back; nullopt: it is none of ours.
std::string cursor_after(const ListEntry& entry);
std::optional<ListPlace> place_of_cursor(const std::string& cursor);

// One entry more than the page has: whether there is another page. nullopt: no such cursor.
std::optional<ListQuery> query(const protocol::Games& games);

// Without the players' names.
protocol::Finished finished(const std::string& table, const journal::Summary& summary);

}  // namespace morris::archive
