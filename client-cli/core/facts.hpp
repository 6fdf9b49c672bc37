// Reports as plain lines for programs, one fact a line. The lines are documented: a word that
// names the fact, then its values, separated by single blanks. A name is a JSON string; a sentence
// stands last.
#pragma once

#include <string>

#include "client-cli/core/report.hpp"
#include "client-cli/core/view.hpp"

namespace morris::client {

// Zero or more whole lines. `view`: as it is now; nullptr before the first snapshot.
std::string fact_lines(const Report& report, const View* view);

// What the lines are, for --help.
std::string fact_help();

}  // namespace morris::client
