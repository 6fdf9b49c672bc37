// Port: the computer's thinking, done elsewhere and answered later.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "shared/rules/game.hpp"
#include "shared/rules/level.hpp"

namespace morris {

struct ThinkJob {
    Game game;  // not over; its side to move is the computer's
    Level level{};
    std::uint64_t seed = 0;
    // A good move for the person who plays against the computer, whatever `level` says; over in a
    // moment, also where others wait. The side to move is then the person's.
    bool hint = false;
};

struct Thought {
    Move move;                 // always legal
    int depth = 0;             // plies looked ahead; 0: it was not looked ahead
    std::vector<Move> line{};  // the expected play, `move` first
};

// Takes the search off the hub's hands. Every request is answered once with a legal move, unless
// cancelled; the answer comes on the hub's thread, never from inside the call.
class Thinker {
public:
    virtual ~Thinker() = default;

    using Ticket = std::uint64_t;
    virtual Ticket think(ThinkJob job, std::function<void(const Thought&)> done) = 0;
    virtual void cancel(Ticket ticket) = 0;
};

}  // namespace morris
