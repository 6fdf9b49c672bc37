// The commands of the command line and their options.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "client-cli/shell/arguments.hpp"
#include "client-cli/shell/game_options.hpp"

namespace morris::client {

// What the options of all commands are read into.
struct Raw {
    Arguments arguments;
    std::string server = "ws://localhost:8080";
    std::string name;
    bool no_color = false;

    RawGameOptions options;
    std::string level = "club";
    std::string color = "random";
    std::string table;
    bool listed = false;
    std::string invite;
    std::string game;
    std::string save;
    bool overwrite = false;
    std::size_t ply = 0;
    std::vector<std::string> files;
    std::string moves;
    bool list = false;

    std::string clock = "none";
    bool follow = false;

    std::string player;
    std::string result;
    std::string from;
    std::string to;
    std::string before;
    unsigned limit = protocol::default_games;
};

void add_players(CLI::App& app, Raw& raw);  // play, host, join, pair and resume
void add_lookers(CLI::App& app, Raw& raw);  // watch, list and games
void add_readers(CLI::App& app, Raw& raw);  // show, rules and check

}  // namespace morris::client
