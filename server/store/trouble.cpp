#include "server/store/trouble.hpp"

#include <sqlite3.h>

namespace morris {

namespace {

struct Explained {
    const char* what;
    const char* what_to_do;
};

Explained explain(int code) {
    switch (code) {
        case SQLITE_BUSY:
        case SQLITE_LOCKED:
            return {"is locked by another program",
                    "Look for one that keeps it open, such as sqlite3 or a copying tool"};
        case SQLITE_FULL:
            return {"cannot grow: the disk is full", "Make room on it"};
        case SQLITE_CANTOPEN:
            return {"cannot be opened",
                    "Check that its folder exists and that the server's user may write there"};
        case SQLITE_READONLY:
        case SQLITE_PERM:
        case SQLITE_AUTH:
            return {"cannot be written",
                    "Check owner and permissions of the file and of its folder"};
        case SQLITE_CORRUPT:
            return {"is damaged", "Stop the server, keep the file, and restore the last backup"};
        case SQLITE_NOTADB:
            return {"is not a SQLite database", "Check the path, or restore the last backup"};
        case SQLITE_IOERR:
            return {"cannot be read or written", "Check the disk and the system's log"};
        default:
            return {"failed", "Check the disk and the system's log"};
    }
}

}  // namespace

std::string sentence_for(const sqlite::Error& error, const std::string& path) {
    const auto [what, what_to_do] = explain(error.code());
    return "The game log " + path + " " + what + " (" + error.what() + "). " + what_to_do + ".";
}

}  // namespace morris
