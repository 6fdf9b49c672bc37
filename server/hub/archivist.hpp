// Puts finished games that are in no list yet into theirs: those of a log that is older than the
// lists. Goes on beside the serving, a few at a time.
#pragma once

#include <chrono>
#include <functional>
#include <string>
#include <vector>

#include "server/hub/ports/event_log.hpp"
#include "server/hub/ports/timers.hpp"

namespace morris {

class Archivist {
public:
    // `retry`: wait before the store is asked again.
    Archivist(EventLog& log, Timers& timers, std::chrono::milliseconds retry)
        : log_(log), timers_(timers), retry_(retry) {}

    // Goes on by itself until nothing is left to do.
    void start();

private:
    void go_on();
    void look_up(const std::string& stream);
    void done_with_one(bool done);

    EventLog& log_;
    Timers& timers_;
    std::chrono::milliseconds retry_;
    std::vector<std::string> unlisted_;  // still to be looked up
    std::size_t under_way_ = 0;
    bool failed_ = false;
    std::size_t listed_ = 0;
};

}  // namespace morris
