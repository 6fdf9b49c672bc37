#include "server/store/admin_access.hpp"

namespace morris {

void expect_log_at(const std::string& path) {
    if (!file_id(path)) throw Trouble("There is no game log at " + path + ". Check the path.");
}

FileLock share_log(const std::string& path) {
    auto lock = FileLock::take(path, FileLock::Hold::shared, admin_patience);
    if (!lock) throw Trouble("The game log " + path + " is being restored. Try again after it.");
    return std::move(*lock);
}

}  // namespace morris
