#include "server/store/open_log.hpp"

#include "server/store/schema.hpp"

namespace morris {

namespace {

sqlite::Connection& prepared(sqlite::Connection& connection, const std::string& path,
                             sqlite::Connection::Mode mode) {
    prepare_log(connection, path, mode);
    return connection;
}

}  // namespace

OpenLog::OpenLog(const std::string& path, sqlite::Connection::Mode mode,
                 std::chrono::milliseconds busy)
    : connection(path, mode, busy), tables(prepared(connection, path, mode)), line(connection) {}

}  // namespace morris
