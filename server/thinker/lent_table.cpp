#include "server/thinker/lent_table.hpp"

#include <utility>

namespace morris {

std::shared_ptr<Transpositions> LentTable::lend() {
    std::unique_lock lock(mutex_);
    if (!table_) {
        // Nobody should wait at the lock while pages are cleared.
        lock.unlock();
        auto made = std::make_shared<Transpositions>(positions_);
        lock.lock();
        if (!table_) table_ = std::move(made);
    }
    used_ = Clock::now();
    return table_;
}

std::optional<LentTable::Clock::time_point> LentTable::drop_if_unused() {
    std::shared_ptr<Transpositions> unused;  // goes after the lock, since that takes a moment too
    const std::lock_guard lock(mutex_);
    if (!table_) return std::nullopt;
    if (table_.use_count() > 1) used_ = Clock::now();
    if (used_ + keep_ > Clock::now()) return used_ + keep_;
    unused = std::move(table_);
    return std::nullopt;
}

std::size_t LentTable::bytes() const {
    const std::lock_guard lock(mutex_);
    return table_ ? table_->bytes() : 0;
}

}  // namespace morris
