#include "server/net/asio_timers.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <unordered_map>

namespace morris {

namespace {

namespace asio = boost::asio;
using SteadyTimer = asio::basic_waitable_timer<std::chrono::steady_clock,
                                               asio::wait_traits<std::chrono::steady_clock>,
                                               asio::io_context::executor_type>;

}  // namespace

struct AsioTimers::State {
    struct Entry {
        SteadyTimer timer;
        std::function<void()> call;
    };

    asio::io_context& io;
    Id last = 0;
    std::unordered_map<Id, Entry> waiting;
};

AsioTimers::AsioTimers(asio::io_context& io) : state_(std::make_shared<State>(State{io, 0, {}})) {}
AsioTimers::~AsioTimers() = default;

Timers::Id AsioTimers::after(std::chrono::milliseconds wait, std::function<void()> call) {
    const Id id = ++state_->last;
    auto& entry =
        state_->waiting
            .emplace(id, State::Entry{SteadyTimer(state_->io.get_executor()), std::move(call)})
            .first->second;
    entry.timer.expires_after(wait);
    // A timer that has expired can no longer be stopped: what counts is whether it is still here.
    entry.timer.async_wait([weak = std::weak_ptr(state_), id](const auto&) {
        const auto state = weak.lock();
        if (!state) return;
        const auto found = state->waiting.find(id);
        if (found == state->waiting.end()) return;
        const auto due = std::move(found->second.call);
        state->waiting.erase(found);
        due();
    });
    return id;
}

void AsioTimers::cancel(Id id) {
    state_->waiting.erase(id);
}

std::chrono::sys_time<std::chrono::milliseconds> AsioTimers::now() const {
    return std::chrono::floor<std::chrono::milliseconds>(std::chrono::system_clock::now());
}

std::chrono::milliseconds AsioTimers::steady() const {
    return std::chrono::floor<std::chrono::milliseconds>(
        std::chrono::steady_clock::now().time_since_epoch());
}

}  // namespace morris
