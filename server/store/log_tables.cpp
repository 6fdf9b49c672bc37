#include "server/store/log_tables.hpp"

#include <unordered_set>

namespace morris {

namespace {

// SQLite's integers are signed; seqs never come near the difference.
std::int64_t to_column(std::uint64_t value) {
    return static_cast<std::int64_t>(value);
}
std::uint64_t from_column(std::int64_t value) {
    return static_cast<std::uint64_t>(value);
}

}  // namespace

LogTables::LogTables(sqlite::Connection& connection)
    : last_seq_(connection.handle(), "SELECT coalesce(max(seq), 0) FROM events WHERE stream = ?1"),
      insert_(connection.handle(),
              "INSERT INTO events(stream, seq, live, writer, bytes) VALUES(?1, ?2, ?3, ?4, ?5)"),
      note_stream_(connection.handle(),
                   "INSERT INTO streams(stream, live) VALUES(?1, ?2) ON CONFLICT(stream)"
                   " DO UPDATE SET live = excluded.live WHERE live <> excluded.live"),
      read_(connection.handle(),
            "SELECT seq, bytes FROM events WHERE stream = ?1 AND seq > ?2 ORDER BY seq"),
      last_(connection.handle(),
            "SELECT seq, bytes FROM events WHERE stream = ?1 ORDER BY seq DESC LIMIT 1"),
      names_(connection.handle(),
             "SELECT stream, live FROM streams WHERE stream >= ?1 ORDER BY stream"),
      live_names_(connection.handle(),
                  "SELECT stream, live FROM streams WHERE live = 1 AND stream >= ?1"
                  " ORDER BY stream"),
      live_(connection.handle(), "SELECT live FROM streams WHERE stream = ?1"),
      count_(connection.handle(), "SELECT count(*) FROM events WHERE stream = ?1"),
      delete_events_(connection.handle(), "DELETE FROM events WHERE stream = ?1"),
      delete_stream_(connection.handle(), "DELETE FROM streams WHERE stream = ?1"),
      note_erasure_(connection.handle(), "INSERT INTO erasures(stream) VALUES(?1)"),
      last_event_(connection.handle(), "SELECT seq FROM sqlite_sequence WHERE name = 'events'"),
      last_erasure_(connection.handle(), "SELECT seq FROM sqlite_sequence WHERE name = 'erasures'"),
      new_events_(connection.handle(),
                  "SELECT stream FROM events WHERE position > ?1 AND writer <> ?2"
                  " ORDER BY position"),
      new_erasures_(connection.handle(),
                    "SELECT stream FROM erasures WHERE position > ?1 ORDER BY position"),
      listings_(connection) {}

Result<std::uint64_t, AppendError> LogTables::append(const Append& append, std::int64_t writer) {
    // The events themselves are asked, not a list kept beside them that might say otherwise.
    std::uint64_t seq = from_column(last_seq_.with(append.stream).only_number());
    if (seq != append.after) return failure(AppendError::conflict);

    const std::int64_t live = append.live ? 1 : 0;
    for (const auto& bytes : append.events) {
        const std::int64_t next = to_column(++seq);
        insert_.with(append.stream, next, live, writer, sqlite::Blob{bytes}).run();
    }
    note_stream_.with(append.stream, live).run();
    if (append.listing) listings_.set(append.stream, *append.listing);
    return seq;
}

std::vector<StoredEvent> LogTables::read(const std::string& stream, std::uint64_t after) {
    std::vector<StoredEvent> events;
    const std::int64_t since = to_column(after);
    read_.with(stream, since);
    while (read_.step()) {
        events.push_back({.seq = from_column(read_.number(0)), .bytes = read_.blob(1)});
    }
    return events;
}

std::optional<StoredEvent> LogTables::last_event(const std::string& stream) {
    std::optional<StoredEvent> event;
    last_.with(stream);
    while (last_.step()) {
        event = StoredEvent{.seq = from_column(last_.number(0)), .bytes = last_.blob(1)};
    }
    return event;
}

std::vector<std::string> LogTables::names(const std::string& prefix, Which which) {
    std::vector<std::string> found;
    auto& select = which == Which::live ? live_names_ : names_;
    select.with(prefix);
    while (select.step()) {
        auto name = select.text(0);
        if (!name.starts_with(prefix)) break;
        if (which == Which::finished && select.number(1) == 1) continue;
        found.push_back(std::move(name));
    }
    select.reset();
    return found;
}

bool LogTables::is_live(const std::string& stream) {
    return live_.with(stream).only_number() == 1;
}

std::uint64_t LogTables::erase(const std::string& stream) {
    const std::uint64_t events = from_column(count_.with(stream).only_number());
    if (events == 0) return 0;
    delete_events_.with(stream).run();
    delete_stream_.with(stream).run();  // and with it, by a trigger, its listing
    note_erasure_.with(stream).run();
    return events;
}

NewsMark LogTables::mark() {
    return {.event = last_event_.with().only_number(),
            .erasure = last_erasure_.with().only_number()};
}

std::vector<std::string> LogTables::news(NewsMark& mark, std::int64_t writer) {
    std::vector<std::string> streams;
    std::unordered_set<std::string> told;
    const auto note = [&](sqlite::Statement& select) {
        while (select.step()) {
            auto name = select.text(0);
            if (told.insert(name).second) streams.push_back(std::move(name));
        }
    };
    // The mark is taken first: what is appended between the two is told twice rather than never.
    const NewsMark now = this->mark();
    note(new_events_.with(mark.event, writer));
    note(new_erasures_.with(mark.erasure));
    mark = now;
    return streams;
}

}  // namespace morris
