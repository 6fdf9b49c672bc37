// Port: the computer's thinking, done elsewhere and answered later.
#pragma once

#include <cstdint>
#include <functional>

#include "shared/rules/game.hpp"
#include "shared/rules/level.hpp"

namespace morris {

struct ThinkJob {
    Game game;  // not over; its side to move is the computer's
    Level level{};
    std::uint64_t seed = 0;
};

// Takes the search off the hub's hands. Every request is answered once with a legal move, unless
// cancelled; the answer comes on the hub's thread, never from inside the call.
class Thinker {
public:
    virtual ~Thinker() = default;

    using Ticket = std::uint64_t;
    virtual Ticket think(ThinkJob job, std::function<void(Move)> done) = 0;
    virtual void cancel(Ticket ticket) = 0;
};

}  // namespace morris
