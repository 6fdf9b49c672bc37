#include "server/admin.hpp"

#include <chrono>
#include <filesystem>
#include <iostream>

#include "server/healthcheck.hpp"
#include "server/hub/archive.hpp"
#include "server/journal/journal.hpp"
#include "server/store/admin.hpp"
#include "server/store/backup.hpp"
#include "server/table/decide.hpp"

namespace morris {
namespace {

int done(const std::string& what) {
    std::cout << what << '\n';
    return 0;
}

int failed(const std::string& why) {
    std::cerr << "morris-server: " << why << '\n';
    return 1;
}

table::Instant now() {
    return std::chrono::floor<std::chrono::milliseconds>(std::chrono::system_clock::now());
}

Result<table::Table, std::string> table_of(const std::string& id,
                                           const std::vector<StoredEvent>& stored) {
    if (stored.empty()) return Failure<std::string>("there is no table " + id);
    std::vector<table::Event> events;
    for (const StoredEvent& each : stored) {
        auto event = journal::decode(each.bytes);
        if (!event) return failure("event " + std::to_string(each.seq) + ": " + event.error());
        events.push_back(*std::move(event));
    }
    return table::replay(id, events);
}

int close_table(const std::string& path, const std::string& id) {
    const std::string stream = journal::table_stream(id);
    const auto close = [&](const std::vector<StoredEvent>& stored) -> Result<Append, std::string> {
        const auto table = table_of(id, stored);
        if (!table) return failure(table.error());
        // No server runs that would say how long somebody has thought: nothing more is charged.
        table::Moment moment;
        moment.at = now();
        moment.served = table->last_served();
        const auto decision = table::decide(*table, table::Close{}, moment);
        if (!decision || decision->events.empty()) {
            return failure("the game at table " + id + " is over already");
        }
        Append append{stream, table->seq(), {}, false};
        table::Table after = *table;
        for (const auto& event : decision->events) {
            append.events.push_back(journal::encode(event));
            if (const auto applied = after.apply(event); !applied) return failure(applied.error());
        }
        append.listing = archive::change(*table, after, moment.at);
        return append;
    };
    const auto closed = append_by(path, stream, close);
    if (!closed) return failed(closed.error());
    return done("Table " + id + " is closed; nobody won.");
}

int forget_player(const std::string& path, const std::string& player) {
    const auto erased = erase_stream(path, journal::player_stream(player));
    if (!erased) return failed(erased.error());
    if (*erased == 0) return failed("no name is kept of a player " + player);
    return done("The name of player " + player + " is removed. Backups made before still hold it.");
}

// Streams of finished tables whose last event is older than `age`.
Result<std::vector<std::string>, std::string> old_tables(const std::string& path,
                                                         std::chrono::days age) {
    const auto events = last_events(path, std::string(journal::table_prefix), Which::finished);
    if (!events) return failure(events.error());
    std::vector<std::string> old;
    for (const auto& [stream, event] : *events) {
        const auto last = journal::decode(event.bytes);
        if (last && now() - last->at > age) old.push_back(stream);
    }
    return old;
}

int prune_tables(const std::string& path, unsigned days) {
    const auto old = old_tables(path, std::chrono::days(days));
    if (!old) return failed(old.error());
    const auto pruned = prune(path, *old);
    if (!pruned) return failed(pruned.error());
    return done(std::to_string(pruned->streams) + " finished games were deleted.");
}

}  // namespace

int administrate(const ServerOptions& options) {
    const std::string path = options.log_file();
    switch (options.command) {
        case ServerCommand::serve:
            break;
        case ServerCommand::backup: {
            const auto copied = backup(path, options.argument,
                                       options.overwrite ? Existing::overwrite : Existing::refuse);
            if (!copied) return failed(copied.error());
            return done("The games are copied to " + options.argument + ".");
        }
        case ServerCommand::restore: {
            // A fresh machine has none yet. If it cannot be made, restore says what is wrong.
            std::error_code ignored;
            std::filesystem::create_directories(options.data, ignored);
            const auto restored = restore(options.argument, path);
            if (!restored) return failed(restored.error());
            std::string said = "The games of " + options.argument + " are in place.";
            if (!restored->empty()) said += " What was there before is kept as " + *restored + ".";
            return done(said);
        }
        case ServerCommand::forget:
            return forget_player(path, options.argument);
        case ServerCommand::close:
            return close_table(path, options.argument);
        case ServerCommand::prune:
            return prune_tables(path, options.older_than_days);
        case ServerCommand::healthcheck:
            if (is_healthy(options.net.address, options.net.port)) return done("healthy");
            return failed("no healthy server answers on port " + std::to_string(options.net.port));
    }
    return 1;
}

}  // namespace morris
