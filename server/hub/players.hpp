// What players are called. A player's name lies in a stream of its own, so that it can be removed
// without touching any game; a player without one is shown as unknown.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <unordered_map>

#include "server/hub/ports/event_log.hpp"
#include "server/hub/ports/timers.hpp"

namespace morris {

// Who has no name, or whose name was removed.
inline constexpr const char* unknown_name = "Unknown player";

class Players {
public:
    Players(EventLog& log, Timers& timers) : log_(log), timers_(timers) {}

    // The name kept for a player; "Unknown player" where there is none. ReadError: the store does
    // not answer.
    using Named = std::function<void(Result<std::string, ReadError>)>;
    void name_of(const std::string& player, Named done);

    // Keeps the name, unless it is the one kept already. Completes with false if it could not.
    void record(const std::string& player, const std::string& name, std::function<void(bool)> done);

    // Called when a name was kept that is not the one before.
    void on_change(std::function<void(const std::string& player)> changed) {
        changed_ = std::move(changed);
    }

    // The kept name may have changed or gone.
    void forget(const std::string& player) { known_.erase(player); }

private:
    struct Known {
        std::string name;  // empty: none is kept
        std::uint64_t seq = 0;
    };
    using Learned = std::function<void(Result<Known, ReadError>)>;
    void learn(const std::string& player, Learned done);
    void look_up(const std::string& player, Learned done);  // what is known stays until it is read
    void append(const std::string& player, const std::string& name, std::uint64_t after,
                std::function<void(bool)> done);

    EventLog& log_;
    Timers& timers_;
    std::function<void(const std::string&)> changed_;
    std::unordered_map<std::string, Known> known_;
};

}  // namespace morris
