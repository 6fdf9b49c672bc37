// What keeps the store from working, as a sentence for whoever runs the server: what, where, and
// what to do. Thrown inside the store only.
#pragma once

#include <stdexcept>
#include <string>

#include "server/store/sqlite.hpp"

namespace morris {

class Trouble : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

// `path`: the database that SQLite failed on.
std::string sentence_for(const sqlite::Error& error, const std::string& path);

}  // namespace morris
