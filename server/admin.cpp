#include "server/admin.hpp"

#include <chrono>
#include <filesystem>
#include <iostream>

#include "server/healthcheck.hpp"
#include "server/journal/journal.hpp"
#include "server/store/admin.hpp"
#include "server/store/backup.hpp"
#include "server/table/decide.hpp"

namespace morris {
namespace {

constexpr int close_tries = 5;  // a table that is played on while it is closed

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

Result<table::Table, std::string> read_table(const std::string& path, const std::string& id) {
    const auto stored = read_stream(path, journal::table_stream(id));
    if (!stored) return failure(stored.error());
    if (stored->empty()) return Failure<std::string>("there is no table " + id);
    std::vector<table::Event> events;
    for (const StoredEvent& each : *stored) {
        auto event = journal::decode(each.bytes);
        if (!event) return failure("event " + std::to_string(each.seq) + ": " + event.error());
        events.push_back(*std::move(event));
    }
    return table::replay(id, events);
}

int close_table(const std::string& path, const std::string& id) {
    for (int i = 0; i < close_tries; ++i) {
        const auto table = read_table(path, id);
        if (!table) return failed(table.error());
        const auto decision = table::decide(*table, table::Close{}, now());
        if (!decision || decision->events.empty()) {
            return failed("the game at table " + id + " is over already");
        }
        Append append{journal::table_stream(id), table->seq(), {}, false};
        for (const auto& event : decision->events) append.events.push_back(journal::encode(event));
        const auto appended = append_now(path, append);
        if (appended) return done("Table " + id + " is closed; nobody won.");
        if (appended.error().reason == AppendError::unavailable) {
            return failed(appended.error().sentence);
        }
    }
    return failed("table " + id + " is being played too fast to be closed; try again");
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
