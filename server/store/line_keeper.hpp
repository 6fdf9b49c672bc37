// One server's part in the served line of a log: whether it goes on from the mark or shares the
// line of a server that runs now, and its marks. Used inside the write transactions of one thread.
#pragma once

#include <chrono>
#include <optional>
#include <string>

#include "server/hub/ports/served_line.hpp"
#include "server/store/files.hpp"
#include "server/store/line_table.hpp"

namespace morris {

class LineKeeper {
public:
    explicit LineKeeper(const std::string& path);

    // Throws Trouble or sqlite::Error.
    ServedLine::Line begin(LineTable& table, std::chrono::milliseconds steady_now);
    void mark(LineTable& table, std::chrono::milliseconds served);

    // The transaction is durable, or not known to be: then what began in it serves no more.
    void keep();
    void undo();

private:
    // How many others serve the log now: none, or some.
    enum class Others : std::uint8_t { none, some };
    Others join();

    std::string path_;
    std::string boot_;
    std::optional<FileLock> serving_;  // shared by all that serve the log
    std::optional<std::chrono::milliseconds> offset_;
    bool is_new_ = false;  // begun in the transaction under way
};

}  // namespace morris
