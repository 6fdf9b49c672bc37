// Port: an append-only log of events in streams. Knows bytes only.
#pragma once

#include <compare>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "shared/rules/result.hpp"

namespace morris {

enum class AppendError : std::uint8_t {
    conflict,  // `after` is not the stream's last seq: somebody else appended
    // Not known to be kept: disk full, file gone, database locked … In rare failures it is kept
    // after all, and then told as news; to reread and to ask again is always right.
    unavailable,
};

enum class ReadError : std::uint8_t { unavailable };

// How a stream stands in the lists, such as those of finished games.
struct Listing {
    std::int64_t at_ms = 0;         // where in their order
    std::vector<std::string> tags;  // the lists that it is in; none: noted as being in none
    std::string summary;            // bytes, given back with it

    bool operator==(const Listing&) const = default;
};

struct Append {
    std::string stream;
    std::uint64_t after = 0;          // the stream's last seq; 0: the stream does not exist yet
    std::vector<std::string> events;  // at least one; all are kept or none
    bool live = true;                 // listed by live_streams() from now on; false: finished with
    std::optional<Listing> listing = std::nullopt;  // kept with the events; none: as it was
};

struct StoredEvent {
    std::uint64_t seq = 0;
    std::string bytes;
};

// A place in the order of a list.
struct ListPlace {
    std::int64_t at_ms = 0;
    std::string stream;

    auto operator<=>(const ListPlace&) const = default;
};

struct ListQuery {
    // In all of these lists; at least one. The first is walked through and the others are looked
    // up, so the shortest list belongs in front.
    std::vector<std::string> tags;
    std::optional<std::int64_t> from_ms = std::nullopt;   // at or after
    std::optional<std::int64_t> until_ms = std::nullopt;  // before
    std::optional<ListPlace> after = std::nullopt;        // the last entry that was seen
    std::size_t limit = 0;
};

struct ListEntry {
    std::string stream;
    std::int64_t at_ms = 0;
    std::string summary;

    bool operator==(const ListEntry&) const = default;
};

// Completions are called on the thread the log was given to post to, never from inside the call,
// and in the order of the calls: appends and enlist() among themselves, reads among themselves, and
// list() and unlisted() among themselves. What is asked for after an append was answered sees it.
class EventLog {
public:
    virtual ~EventLog() = default;

    // Completes when the events are durable (committed and synced), with the stream's last seq.
    // One refused append of a group refuses only itself.
    using Appended = std::function<void(Result<std::uint64_t, AppendError>)>;
    virtual void append(Append append, Appended done) = 0;

    // Events with seq > after, in order; none if there is no such stream.
    using Read = std::function<void(Result<std::vector<StoredEvent>, ReadError>)>;
    virtual void read(std::string stream, std::uint64_t after, Read done) = 0;

    // Names of the streams that start with `prefix` and whose last append said live.
    using Names = std::function<void(Result<std::vector<std::string>, ReadError>)>;
    virtual void live_streams(std::string prefix, Names done) = 0;

    // Newest first: by at_ms, then by the stream's bytes, both descending.
    using Entries = std::function<void(Result<std::vector<ListEntry>, ReadError>)>;
    virtual void list(ListQuery query, Entries done) = 0;

    // Names of finished streams that start with `prefix` and that nobody has ever given a listing:
    // they are older than listings, or an administrator has dropped these to have them made anew.
    virtual void unlisted(std::string prefix, std::size_t limit, Names done) = 0;

    // Gives such a stream its listing. Completes with true when there is nothing left to do: it is
    // durable, or the stream has a listing by now, is live again or gone, and is left as it is;
    // with false when the log cannot be written.
    using Enlisted = std::function<void(bool)>;
    virtual void enlist(std::string stream, Listing listing, Enlisted done) = 0;

    // Called with the name of a stream that another process appended to or erased. May be called
    // once for several of its appends, or once too often.
    virtual void on_news(std::function<void(std::string stream)> news) = 0;
};

}  // namespace morris
