// Port: the clock and the timers. Time enters the hub only here.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>

namespace morris {

class Timers {
public:
    virtual ~Timers() = default;

    // The wall clock, for what is shown and stored.
    virtual std::chrono::sys_time<std::chrono::milliseconds> now() const = 0;
    // A clock that no one sets, for limits and waits; its zero means nothing.
    virtual std::chrono::milliseconds steady() const = 0;

    using Id = std::uint64_t;
    virtual Id after(std::chrono::milliseconds wait, std::function<void()> call) = 0;
    virtual void cancel(Id id) = 0;
};

}  // namespace morris
