// What a person does to a game log by hand, also while servers have it open: they hear of it as
// news. Each waits some seconds for a lock; each refusal is a sentence for that person.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "server/hub/ports/event_log.hpp"
#include "server/store/which.hpp"

namespace morris {

// Reads a stream and appends what is decided on its events; nobody else appends in between.
// Durable when it returns the stream's last seq. @pre the append is for the end of that stream
using Decide = std::function<Result<Append, std::string>(const std::vector<StoredEvent>&)>;
Result<std::uint64_t, std::string> append_by(const std::string& path, const std::string& stream,
                                             const Decide& decide);

// Deletes a stream's events so that their bytes are in none of the log's files any more; backups
// keep theirs. How many there were. A later append to the stream starts again after 0. The
// stream's name stays noted for running servers until one opens the log alone.
Result<std::uint64_t, std::string> erase_stream(const std::string& path, const std::string& stream);

struct Pruned {
    std::uint64_t streams = 0;
    std::uint64_t events = 0;
    std::vector<std::string> kept;  // they are live, or there are none of that name
};

// Deletes streams that are finished, a few at a time, so that running servers hardly wait. The
// file does not shrink; the room in it is used again.
Result<Pruned, std::string> prune(const std::string& path, const std::vector<std::string>& streams);

// Drops all listings there are, a few at a time, so that running servers hardly wait; how many. For
// a server to make them anew from the events of the streams.
Result<std::uint64_t, std::string> drop_lists(const std::string& path);

// In the order of their bytes.
Result<std::vector<std::string>, std::string> stream_names(const std::string& path,
                                                           const std::string& prefix, Which which);

struct LastEvent {
    std::string stream;
    StoredEvent event;
};

// Of each such stream; to find the old ones among many without opening the log for each.
Result<std::vector<LastEvent>, std::string> last_events(const std::string& path,
                                                        const std::string& prefix, Which which);

Result<std::vector<StoredEvent>, std::string> read_stream(const std::string& path,
                                                          const std::string& stream);

}  // namespace morris
