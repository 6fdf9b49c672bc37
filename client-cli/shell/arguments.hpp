// What was asked for on the command line.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "client-cli/core/address.hpp"
#include "shared/protocol/messages.hpp"
#include "shared/rules/options.hpp"

namespace morris::client {

// With the computer, or at an open table of the list.
struct PlayCommand {
    std::variant<Level, std::string> opponent;
    protocol::SeatWish color{};
    Options options;
    std::optional<protocol::ClockTerms> clock;
};
struct HostCommand {
    Options options;
    protocol::SeatWish color{};
    bool listed = false;
    std::optional<protocol::ClockTerms> clock;
};
// With anybody who wants the same.
struct PairCommand {
    Options options;
    std::optional<protocol::ClockTerms> clock;
};
struct JoinCommand {
    std::string invite;
};
struct WatchCommand {
    std::string table;
};
struct ListCommand {
    bool follow = false;
};
struct GamesCommand {
    protocol::Games request;
    bool own = false;  // of this computer's player
};
struct ResumeCommand {
    std::string table;  // "": the newest unfinished
    bool list = false;
};
struct ShowCommand {
    std::string game;        // a file, or a table's id
    std::string save;        // "": not
    bool overwrite = false;  // what is saved to
    std::optional<std::size_t> ply;
    bool step = false;  // at a terminal, with the arrow keys
};
struct RulesCommand {};
struct CheckCommand {
    std::vector<std::string> files;
    std::optional<std::string> moves;  // instead of files, with these options
    Options options;
};
using ClientCommand =
    std::variant<PlayCommand, HostCommand, JoinCommand, PairCommand, WatchCommand, ListCommand,
                 GamesCommand, ResumeCommand, ShowCommand, RulesCommand, CheckCommand>;

struct Arguments {
    ClientCommand command;
    Address server;
    bool server_named = false;  // by --server, not by the environment or the default
    std::string name;           // "": none was given
    std::string ca_file;
    bool json = false;
    bool lines = false;
    bool colour = true;
    bool ascii = false;
};

// nullopt with an exit code: --help or --version has been answered, or the usage was wrong and
// said so.
struct Parsed {
    std::optional<Arguments> arguments;
    int exit_code = 0;
};

Parsed parse_arguments(int argc, const char* const* argv);

// The system's name of this user, if it can be a player's; else "Player".
std::string login_name();

}  // namespace morris::client
