// The secrets of this user's seats and of the user as a player, and the name given last, in files
// that only the user can read. A file is written whole and synced before it takes its place.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "client-cli/core/seat_record.hpp"
#include "shared/rules/result.hpp"

namespace morris::client {

// $XDG_STATE_HOME/morris, or ~/.local/state/morris.
std::filesystem::path default_keys_folder();

class Keys {
public:
    // Makes the folder (mode 0700) if it is missing. Failures are sentences for people.
    static Result<Keys, std::string> open(std::filesystem::path folder);

    // Durable when it returns. A record that has ended without ever having a table is removed.
    Result<void, std::string> keep(const SeatRecord& record) const;

    // Every seat that can be read, the newest first.
    std::vector<SeatRecord> seats() const;

    // Drops the seats of games that ended and were last written before that time (ms since 1970).
    void forget_ended_before(std::int64_t time_ms) const;

    // The secret that makes us the same player to this server each time; `fresh` becomes it if
    // there is none yet.
    Result<std::string, std::string> player_secret(std::string_view server,
                                                   const std::string& fresh) const;

    // The name that was given last, to whichever server; nullopt: none that can be read.
    std::optional<std::string> name() const;
    Result<void, std::string> keep_name(const std::string& name) const;

private:
    explicit Keys(std::filesystem::path folder) : folder_(std::move(folder)) {}

    std::filesystem::path folder_;
};

}  // namespace morris::client
