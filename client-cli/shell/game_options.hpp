// The command line's options for what is played: a preset, and single options that change it.
#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <string>
#include <vector>

#include "shared/rules/options.hpp"

namespace morris::client {

// As they were given; what was not is as the preset has it.
struct RawGameOptions {
    std::string preset = "usual";
    std::optional<int> pieces;
    bool no_flying = false;
    bool no_threefold = false;
    std::optional<std::string> no_mill;
    std::optional<std::string> move_limit;
    bool hand_counts = false;
};

// `raw` outlives the command.
std::vector<CLI::Option*> add_game_options(CLI::App& command, RawGameOptions& raw);

// @pre `raw` was read by a command that had the options added
Options options_of(const RawGameOptions& raw);

}  // namespace morris::client
