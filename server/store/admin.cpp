#include "server/store/admin.hpp"

#include <sqlite3.h>

#include <algorithm>
#include <thread>
#include <utility>

#include "server/store/admin_access.hpp"
#include "server/store/store_state.hpp"

namespace morris {

namespace {

// So few that their deletion is shorter than a server waits for its next commit.
constexpr std::size_t streams_at_once = 20;
constexpr std::size_t listings_at_once = 100;

// A server that waits for the lock finds it free.
void let_servers_write() {
    std::this_thread::sleep_for(std::chrono::milliseconds(3));
}

// Copies all pages into the database and cuts the write-ahead log to nothing.
void empty_write_ahead_log(OpenLog& log) {
    const int code = sqlite3_wal_checkpoint_v2(log.connection.handle(), nullptr,
                                               SQLITE_CHECKPOINT_TRUNCATE, nullptr, nullptr);
    if (code == SQLITE_OK) return;
    throw Trouble(
        std::string("The events are deleted, but a file beside the game log still holds their "
                    "bytes (") +
        sqlite3_errmsg(log.connection.handle()) +
        "). Do the same again when no backup and no other long read is running.");
}

void prune_some(OpenLog& log, const std::string* first, const std::string* last, Pruned& pruned) {
    sqlite::WriteTransaction transaction(log.connection);
    for (; first != last; ++first) {
        const auto events = log.tables.is_live(*first) ? 0 : log.tables.erase(*first);
        if (events == 0) {
            pruned.kept.push_back(*first);
        } else {
            pruned.streams += 1;
            pruned.events += events;
        }
    }
    transaction.commit();
}

}  // namespace

Result<std::uint64_t, std::string> append_by(const std::string& path, const std::string& stream,
                                             const Decide& decide) {
    using Answer = Result<std::uint64_t, std::string>;
    const auto answer = on_log(path, [&](OpenLog& log) -> Answer {
        sqlite::WriteTransaction transaction(log.connection);
        auto append = decide(log.tables.read(stream, 0));
        if (!append) return failure(append.error());
        const auto appended = log.tables.append(*append, draw_writer());
        if (!appended) return failure("it cannot be appended to " + append->stream);
        transaction.commit();
        return *appended;
    });
    return answer ? *answer : Answer(failure(answer.error()));
}

Result<std::uint64_t, std::string> erase_stream(const std::string& path,
                                                const std::string& stream) {
    return on_log(path, [&](OpenLog& log) {
        sqlite::WriteTransaction transaction(log.connection);
        const std::uint64_t events = log.tables.erase(stream);
        transaction.commit();
        // Also when there were none: an earlier attempt may have come only so far.
        empty_write_ahead_log(log);
        return events;
    });
}

Result<Pruned, std::string> prune(const std::string& path,
                                  const std::vector<std::string>& streams) {
    return on_log(path, [&](OpenLog& log) {
        Pruned pruned;
        for (std::size_t at = 0; at < streams.size(); at += streams_at_once) {
            const std::size_t end = std::min(at + streams_at_once, streams.size());
            prune_some(log, streams.data() + at, streams.data() + end, pruned);
            let_servers_write();
        }
        return pruned;
    });
}

Result<std::uint64_t, std::string> drop_lists(const std::string& path) {
    return on_log(path, [&](OpenLog& log) {
        const auto names = log.tables.listings().names();
        for (std::size_t at = 0; at < names.size(); at += listings_at_once) {
            const std::size_t end = std::min(at + listings_at_once, names.size());
            sqlite::WriteTransaction transaction(log.connection);
            for (std::size_t i = at; i < end; ++i) log.tables.listings().remove(names[i]);
            transaction.commit();
            let_servers_write();
        }
        return std::uint64_t{names.size()};
    });
}

Result<std::vector<std::string>, std::string> stream_names(const std::string& path,
                                                           const std::string& prefix, Which which) {
    return on_log(path, [&](OpenLog& log) { return log.tables.names(prefix, which); });
}

Result<std::vector<LastEvent>, std::string> last_events(const std::string& path,
                                                        const std::string& prefix, Which which) {
    return on_log(path, [&](OpenLog& log) {
        std::vector<LastEvent> last;
        for (auto& stream : log.tables.names(prefix, which)) {
            // One that was erased since has none.
            if (auto event = log.tables.last_event(stream)) {
                last.push_back({.stream = std::move(stream), .event = *std::move(event)});
            }
        }
        return last;
    });
}

Result<std::vector<StoredEvent>, std::string> read_stream(const std::string& path,
                                                          const std::string& stream) {
    return on_log(path, [&](OpenLog& log) { return log.tables.read(stream, 0); });
}

}  // namespace morris
