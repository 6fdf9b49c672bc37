#include "server/store/line_keeper.hpp"

#include <fstream>
#include <utility>

#include "server/store/trouble.hpp"

namespace morris {

namespace {

using std::chrono::milliseconds;

// Another one with every start of the machine, which is when its steady clock starts over.
std::string boot_id() {
    std::ifstream in("/proc/sys/kernel/random/boot_id");
    std::string id;
    std::getline(in, id);
    return id;
}

}  // namespace

// The lock beside the log itself would not tell: an administrator's command shares it too.
LineKeeper::LineKeeper(const std::string& path) : path_(path + "-serving"), boot_(boot_id()) {}

ServedLine::Line LineKeeper::begin(LineTable& table, milliseconds steady_now) {
    const Others others = join();
    is_new_ = true;
    const auto last = table.last();
    if (others == Others::some && last && last->boot == boot_) {
        offset_ = last->offset();
        return {.offset = *offset_, .interrupted = false};
    }
    const milliseconds served = last ? last->served : milliseconds(0);
    table.set({.served = served, .steady = steady_now, .boot = boot_});
    offset_ = served - steady_now;
    // A log that is quite new was not interrupted; one that is older than the line was.
    return {.offset = *offset_, .interrupted = last || table.has_events()};
}

void LineKeeper::mark(LineTable& table, milliseconds served) {
    if (!offset_) return;
    table.advance({.served = served, .steady = served - *offset_, .boot = boot_});
}

void LineKeeper::keep() {
    is_new_ = false;
}

void LineKeeper::undo() {
    if (!std::exchange(is_new_, false)) return;
    offset_.reset();
    serving_.reset();
}

// Whoever asks holds the log's write lock, so nobody else does between the two locks: of several
// that begin at once, one finds itself alone and the others find its mark.
LineKeeper::Others LineKeeper::join() {
    serving_.reset();
    if (auto alone = FileLock::take(path_, FileLock::Hold::exclusive, milliseconds(0))) {
        alone->share();
        serving_.emplace(*std::move(alone));
        return Others::none;
    }
    auto shared = FileLock::take(path_, FileLock::Hold::shared, milliseconds(0));
    if (!shared) throw Trouble("The file " + path_ + "-lock is locked by another program.");
    serving_.emplace(*std::move(shared));
    return Others::some;
}

}  // namespace morris
