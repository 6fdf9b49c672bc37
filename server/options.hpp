// The server's command line, configuration file and environment, as one value.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "server/hub/config.hpp"
#include "server/net/net_config.hpp"

namespace morris {

enum class ServerCommand : std::uint8_t {
    serve,
    backup,
    restore,
    forget,
    close,
    prune,
    healthcheck,
};

struct ServerOptions {
    ServerCommand command = ServerCommand::serve;
    std::string argument;          // the file, player or table that the command is about
    bool overwrite = false;        // backup: replace a file that exists
    unsigned older_than_days = 0;  // prune

    std::string data = "morris-data";  // directory of the game log
    std::string log_level = "info";
    unsigned think_threads = 0;  // 0: one less than the cores, at least one
    unsigned stop_grace_seconds = 5;
    NetConfig net;
    HubConfig hub;

    std::string log_file() const { return data + "/games.db"; }
};

// Fills the options, or has said all there is to say (help, version, a mistake) and returns the
// exit status.
std::optional<int> parse_options(int argc, char** argv, ServerOptions& options);

}  // namespace morris
