// The hub's thread for tests: runs what is posted to it.
#pragma once

#include <condition_variable>
#include <functional>
#include <mutex>
#include <vector>

namespace morris::test {

class Loop {
public:
    void post(std::function<void()> action);

    // Runs what is posted until it is so. False if nothing comes for a minute: it never will be.
    bool run_until(const std::function<bool()>& so);
    void run_posted();  // what is there now

private:
    std::mutex mutex_;
    std::condition_variable wake_;
    std::vector<std::function<void()>> posted_;
};

}  // namespace morris::test
