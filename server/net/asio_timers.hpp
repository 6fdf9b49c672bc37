// The hub's clock and timers, over Asio's. Calls come on the thread that runs the io_context.
#pragma once

#include <memory>

#include "server/hub/ports/timers.hpp"

namespace boost::asio {
class io_context;
}

namespace morris {

class AsioTimers final : public Timers {
public:
    // `io` must outlive this. What is still waiting at the end is never called.
    explicit AsioTimers(boost::asio::io_context& io);
    ~AsioTimers() override;

    std::chrono::sys_time<std::chrono::milliseconds> now() const override;
    std::chrono::milliseconds steady() const override;

    // Never calls from inside after(), and in the order of the instants. A negative wait is none.
    Id after(std::chrono::milliseconds wait, std::function<void()> call) override;
    // After this `call` is not called. An id that is over, or 0, is ignored.
    void cancel(Id id) override;

private:
    struct State;
    std::shared_ptr<State> state_;
};

}  // namespace morris
