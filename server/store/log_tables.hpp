// What a game log can do, as statements on one connection. Throws sqlite::Error.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "server/hub/ports/event_log.hpp"
#include "server/store/listing_tables.hpp"
#include "server/store/sqlite.hpp"
#include "server/store/which.hpp"

namespace morris {

// How far the log has been looked at for news.
struct NewsMark {
    std::int64_t event = 0;
    std::int64_t erasure = 0;
};

class LogTables {
public:
    explicit LogTables(sqlite::Connection& connection);

    // Only inside a write transaction. Refused, it has changed nothing.
    Result<std::uint64_t, AppendError> append(const Append& append, std::int64_t writer);

    std::vector<StoredEvent> read(const std::string& stream, std::uint64_t after);
    std::optional<StoredEvent> last_event(const std::string& stream);
    std::vector<std::string> names(const std::string& prefix, Which which);
    bool is_live(const std::string& stream);
    ListingTables& listings() { return listings_; }

    // Only inside a write transaction: deletes the stream and its listing, and leaves word of it
    // for those who have the log open. How many events there were.
    std::uint64_t erase(const std::string& stream);

    NewsMark mark();
    // The streams that others than `writer` appended to, or erased, since `mark`; moves the mark.
    std::vector<std::string> news(NewsMark& mark, std::int64_t writer);

private:
    sqlite::Statement last_seq_, insert_, note_stream_, read_, last_, names_, live_names_;
    sqlite::Statement live_, count_, delete_events_, delete_stream_, note_erasure_;
    sqlite::Statement last_event_, last_erasure_, new_events_, new_erasures_;
    ListingTables listings_;
};

}  // namespace morris
