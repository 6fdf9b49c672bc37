// Port: the served time, a line of time that passes only while a server serves this log. What is
// measured on it charges nobody for the time that no server ran, and does not move with the wall
// clock.
#pragma once

#include <chrono>
#include <functional>

#include "server/hub/ports/event_log.hpp"

namespace morris {

class ServedLine {
public:
    virtual ~ServedLine() = default;

    struct Line {
        std::chrono::milliseconds offset{0};  // served time = steady clock + offset
        bool interrupted = false;             // nobody served right before this server began

        bool operator==(const Line&) const = default;
    };

    // Once, at the start; again only after a failure. The line goes on from the last durable mark,
    // or is the one of a server that serves this log now. `steady_now`: the steady clock, which
    // all servers of a machine have in common. Completes when the beginning is durable, on the
    // thread and in the order of appends.
    using Begun = std::function<void(Result<Line, ReadError>)>;
    virtual void begin(std::chrono::milliseconds steady_now, Begun done) = 0;

    // Somebody served until `served`: durable no later than an append that is asked for after it,
    // else soon. The durable mark never goes back. Without effect before begin() has completed; one
    // that cannot be kept is lost, and the next one makes up for it.
    virtual void mark(std::chrono::milliseconds served) = 0;
};

}  // namespace morris
