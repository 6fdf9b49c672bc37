// The commands that read and print a text and are done: check, show and rules.
#pragma once

#include "client-cli/core/text.hpp"
#include "client-cli/core/view.hpp"
#include "client-cli/shell/arguments.hpp"
#include "shared/rules/game_text.hpp"

namespace morris::client {

// Each returns the program's exit code.
int run_check(const CheckCommand& command, bool json);
int run_show_file(const ShowCommand& command, bool json, const Style& style);

// Prints (and saves, if asked) a table of the server's.
int show_view(const ShowCommand& command, const View& view, const Style& style);

// Whether `show` means a file: it is there, or is standard input.
bool names_a_file(const std::string& game);

}  // namespace morris::client
