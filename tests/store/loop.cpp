#include "tests/store/loop.hpp"

#include <chrono>

namespace morris::test {

void Loop::post(std::function<void()> action) {
    {
        const std::lock_guard lock(mutex_);
        posted_.push_back(std::move(action));
    }
    wake_.notify_one();
}

bool Loop::run_until(const std::function<bool()>& so) {
    while (!so()) {
        {
            const auto deadline = std::chrono::system_clock::now() + std::chrono::minutes(1);
            std::unique_lock lock(mutex_);
            if (!wake_.wait_until(lock, deadline, [this] { return !posted_.empty(); }))
                return false;
        }
        run_posted();
    }
    return true;
}

void Loop::run_posted() {
    std::vector<std::function<void()>> now;
    {
        const std::lock_guard lock(mutex_);
        now.swap(posted_);
    }
    for (const auto& action : now) action();
}

}  // namespace morris::test
