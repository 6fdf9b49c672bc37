#include "server/hub/archivist.hpp"

#include <spdlog/spdlog.h>

#include <algorithm>

#include "server/hub/archive.hpp"
#include "server/hub/stored_events.hpp"
#include "server/journal/journal.hpp"

namespace morris {
namespace {

// So few that nobody waits for them, neither at the store nor while they are replayed.
constexpr std::size_t at_once = 8;
// The log looks through all its games for these.
constexpr std::size_t asked_at_once = 500;
constexpr std::chrono::milliseconds pause{10};

// One that does not replay is noted as in no list; that it is damaged is said when it is asked for.
Listing listing_of(const std::string& table, const std::vector<StoredEvent>& stored) {
    const auto events = decoded(stored, 0);
    if (!events) return {};
    const auto replayed = table::replay(table, *events);
    if (!replayed || replayed->end_seq() == 0) return {};
    return archive::listing(*replayed, events->at(replayed->end_seq() - 1).at);
}

}  // namespace

void Archivist::start() {
    log_.unlisted(std::string(journal::table_prefix), asked_at_once,
                  [this](const Result<std::vector<std::string>, ReadError>& streams) {
                      if (!streams) {
                          timers_.after(retry_, [this] { start(); });
                          return;
                      }
                      if (streams->empty() && listed_ > 0) {
                          spdlog::info("{} older games are listed now", listed_);
                      }
                      unlisted_ = *streams;
                      failed_ = false;
                      go_on();
                  });
}

void Archivist::go_on() {
    under_way_ = std::min(unlisted_.size(), at_once);
    const std::vector<std::string> next(unlisted_.end() - static_cast<std::ptrdiff_t>(under_way_),
                                        unlisted_.end());
    unlisted_.resize(unlisted_.size() - under_way_);
    for (const std::string& stream : next) look_up(stream);
}

void Archivist::look_up(const std::string& stream) {
    log_.read(stream, 0, [this, stream](const Result<std::vector<StoredEvent>, ReadError>& stored) {
        if (!stored) return done_with_one(false);
        const std::string table = stream.substr(journal::table_prefix.size());
        log_.enlist(stream, listing_of(table, *stored), [this](bool done) { done_with_one(done); });
    });
}

void Archivist::done_with_one(bool done) {
    failed_ |= !done;
    if (done) ++listed_;
    if (--under_way_ > 0) return;
    timers_.after(failed_ ? retry_ : pause, [this] {
        if (failed_ || unlisted_.empty()) return start();
        go_on();
    });
}

}  // namespace morris
