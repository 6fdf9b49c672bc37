// How the streams of a game log stand in lists, as statements on one connection. Throws
// sqlite::Error.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "server/hub/ports/event_log.hpp"
#include "server/store/sqlite.hpp"

namespace morris {

class ListingTables {
public:
    explicit ListingTables(sqlite::Connection& connection);

    std::vector<ListEntry> list(const ListQuery& query);
    std::vector<std::string> unlisted(const std::string& prefix, std::size_t limit);
    std::vector<std::string> names();  // of all that have a listing

    // These only inside a write transaction.
    void set(const std::string& stream, const Listing& listing);
    // Only for a finished stream that has no listing; others are left as they are.
    void enlist(const std::string& stream, const Listing& listing);
    void remove(const std::string& stream);

    // For the test that asks how they are carried out.
    static const char* const page_sql;
    static const char* const has_tag_sql;
    static const char* const unlisted_sql;

private:
    bool has_others(const ListQuery& query, const ListPlace& place);

    sqlite::Statement page_, has_tag_, summary_, unlisted_, names_, wants_one_;
    sqlite::Statement put_, put_tag_, delete_, delete_tags_;
};

}  // namespace morris
