// Backups of a game log, made while servers write to it, and their return.
#pragma once

#include <cstdint>
#include <string>

#include "shared/rules/result.hpp"

namespace morris {

enum class Existing : std::uint8_t { refuse, overwrite };

// Copies the log as it is at one moment to the file `to`, checks the copy, and only then gives it
// its name. Refusals are sentences for whoever asked.
Result<void, std::string> backup(const std::string& path, const std::string& to, Existing existing);

// Puts the log in the file `from` in place of the one at `path`, after checking it. Refused while
// a server has the one at `path` open. What was there is kept: the name of its file, or an empty
// one if there was nothing.
Result<std::string, std::string> restore(const std::string& from, const std::string& path);

}  // namespace morris
