#include "server/store/listing_tables.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace morris {

namespace {

// Everything in the page comes before this place. No stream's name comes before the empty one, so
// that the place of a time without a name is before all that happened then.
ListPlace end_of(const ListQuery& query) {
    using Limits = std::numeric_limits<std::int64_t>;
    const ListPlace until{.at_ms = query.until_ms.value_or(Limits::max()), .stream = {}};
    return query.after ? std::min(until, *query.after) : until;
}

}  // namespace

const char* const ListingTables::page_sql =
    "SELECT at_ms, stream FROM listing_tags"
    " WHERE tag = ?1 AND at_ms >= ?2 AND (at_ms, stream) < (?3, ?4)"
    " ORDER BY at_ms DESC, stream DESC";

const char* const ListingTables::has_tag_sql =
    "SELECT count(*) FROM listing_tags WHERE tag = ?1 AND at_ms = ?2 AND stream = ?3";

const char* const ListingTables::unlisted_sql =
    "SELECT stream FROM streams WHERE live = 0 AND stream >= ?1"
    " AND NOT EXISTS (SELECT 1 FROM listings WHERE listings.stream = streams.stream)"
    " ORDER BY stream";

ListingTables::ListingTables(sqlite::Connection& connection)
    : page_(connection.handle(), page_sql),
      has_tag_(connection.handle(), has_tag_sql),
      summary_(connection.handle(), "SELECT summary FROM listings WHERE stream = ?1"),
      unlisted_(connection.handle(), unlisted_sql),
      names_(connection.handle(), "SELECT stream FROM listings ORDER BY stream"),
      wants_one_(connection.handle(),
                 "SELECT count(*) FROM streams WHERE stream = ?1 AND live = 0"
                 " AND NOT EXISTS (SELECT 1 FROM listings WHERE stream = ?1)"),
      put_(connection.handle(), "INSERT OR REPLACE INTO listings(stream, summary) VALUES(?1, ?2)"),
      put_tag_(connection.handle(),
               "INSERT OR IGNORE INTO listing_tags(tag, at_ms, stream) VALUES(?1, ?2, ?3)"),
      delete_(connection.handle(), "DELETE FROM listings WHERE stream = ?1"),
      delete_tags_(connection.handle(), "DELETE FROM listing_tags WHERE stream = ?1") {}

std::vector<ListEntry> ListingTables::list(const ListQuery& query) {
    using Limits = std::numeric_limits<std::int64_t>;
    std::vector<ListEntry> entries;
    const ListPlace end = end_of(query);
    const std::int64_t from = query.from_ms.value_or(Limits::min());
    // While this statement walks, the others see the log as it was when it began.
    page_.with(query.tags.front(), from, end.at_ms, end.stream);
    while (entries.size() < query.limit && page_.step()) {
        ListPlace place{.at_ms = page_.number(0), .stream = page_.text(1)};
        if (!has_others(query, place)) continue;
        summary_.with(place.stream);
        if (!summary_.step()) continue;
        entries.push_back(
            {.stream = std::move(place.stream), .at_ms = place.at_ms, .summary = summary_.blob(0)});
        summary_.reset();
    }
    page_.reset();
    return entries;
}

bool ListingTables::has_others(const ListQuery& query, const ListPlace& place) {
    return std::all_of(query.tags.begin() + 1, query.tags.end(), [&](const std::string& tag) {
        return has_tag_.with(tag, place.at_ms, place.stream).only_number() == 1;
    });
}

std::vector<std::string> ListingTables::unlisted(const std::string& prefix, std::size_t limit) {
    std::vector<std::string> names;
    unlisted_.with(prefix);
    while (names.size() < limit && unlisted_.step()) {
        auto name = unlisted_.text(0);
        if (!name.starts_with(prefix)) break;
        names.push_back(std::move(name));
    }
    unlisted_.reset();
    return names;
}

std::vector<std::string> ListingTables::names() {
    std::vector<std::string> names;
    names_.with();
    while (names_.step()) names.push_back(names_.text(0));
    return names;
}

void ListingTables::set(const std::string& stream, const Listing& listing) {
    delete_tags_.with(stream).run();
    put_.with(stream, sqlite::Blob{listing.summary}).run();
    for (const auto& tag : listing.tags) put_tag_.with(tag, listing.at_ms, stream).run();
}

void ListingTables::enlist(const std::string& stream, const Listing& listing) {
    if (wants_one_.with(stream).only_number() == 1) set(stream, listing);
}

void ListingTables::remove(const std::string& stream) {
    delete_.with(stream).run();
    delete_tags_.with(stream).run();
}

}  // namespace morris
