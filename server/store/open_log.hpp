// A game log that is open on one thread: its connection and what can be done on it.
#pragma once

#include <chrono>
#include <string>

#include "server/store/line_table.hpp"
#include "server/store/log_tables.hpp"
#include "server/store/sqlite.hpp"

namespace morris {

struct OpenLog {
    // Throws Trouble or sqlite::Error.
    OpenLog(const std::string& path, sqlite::Connection::Mode mode, std::chrono::milliseconds busy);

    sqlite::Connection connection;
    LogTables tables;
    LineTable line;
};

}  // namespace morris
