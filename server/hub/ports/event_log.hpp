// Port: an append-only log of events in streams. Knows bytes only.
#pragma once

#include <cstdint>
#include <functional>
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

struct Append {
    std::string stream;
    std::uint64_t after = 0;          // the stream's last seq; 0: the stream does not exist yet
    std::vector<std::string> events;  // at least one; all are kept or none
    bool live = true;                 // listed by live_streams() from now on; false: finished with
};

struct StoredEvent {
    std::uint64_t seq = 0;
    std::string bytes;
};

// Completions are called on the thread the log was given to post to, never from inside the call,
// and in the order of the calls: appends among themselves, reads among themselves. A read that is
// asked for after an append was answered sees its events.
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

    // Called with the name of a stream that another process appended to or erased. May be called
    // once for several of its appends, or once too often.
    virtual void on_news(std::function<void(std::string stream)> news) = 0;
};

}  // namespace morris
