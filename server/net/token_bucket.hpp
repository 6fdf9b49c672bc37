// A rate with a burst: full at first, one token less for each thing done, refilled evenly. Time
// comes in, so that it can be tested without waiting.
#pragma once

#include <algorithm>
#include <chrono>

#include "server/net/net_config.hpp"

namespace morris::net {

using Clock = std::chrono::steady_clock;
using TimePoint = Clock::time_point;

class TokenBucket {
public:
    TokenBucket(const Rate& rate, TimePoint now) : tokens_(rate.burst), filled_(now) {}

    // Takes a token; false if there is none.
    bool take(const Rate& rate, TimePoint now) {
        tokens_ = tokens(rate, now);
        filled_ = now;
        if (tokens_ < 1) return false;
        tokens_ -= 1;
        return true;
    }

    bool full(const Rate& rate, TimePoint now) const { return tokens(rate, now) >= rate.burst; }

private:
    double tokens(const Rate& rate, TimePoint now) const {
        const std::chrono::duration<double> passed = now - filled_;
        return std::min(rate.burst, tokens_ + passed.count() * rate.per_second);
    }

    double tokens_;
    TimePoint filled_;
};

}  // namespace morris::net
