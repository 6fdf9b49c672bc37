// Credits per key (an address): a burst at once, then one more each `refill`. Pure: time comes in.
#pragma once

#include <algorithm>
#include <chrono>
#include <string>
#include <unordered_map>

namespace morris {

struct RateLimit {
    double burst = 1;                     // credits at most, and at first
    std::chrono::milliseconds refill{0};  // time for one credit to come back; > 0
};

class RateLimiter {
public:
    using Millis = std::chrono::milliseconds;

    explicit RateLimiter(RateLimit limit) : limit_(limit) {}

    // How long until `key` has a credit; zero: it has one now.
    Millis wait(const std::string& key, Millis now) const {
        const double missing = 1.0 - credits(key, now);
        if (missing <= 0) return Millis(0);
        return Millis(
            static_cast<Millis::rep>(missing * static_cast<double>(limit_.refill.count())) + 1);
    }

    void spend(const std::string& key, Millis now) {
        const double left = std::max(0.0, credits(key, now) - 1.0);
        spent_[key] = Account{left, now};
    }

    // For what was paid for and did not come about.
    void give_back(const std::string& key, Millis now) {
        spent_[key] = Account{std::min(limit_.burst, credits(key, now) + 1.0), now};
    }

    // Forgets the keys whose credits are all back.
    void sweep(Millis now) {
        std::erase_if(spent_,
                      [&](const auto& entry) { return credits(entry.first, now) >= limit_.burst; });
    }

    std::size_t size() const { return spent_.size(); }

private:
    struct Account {
        double credits = 0;
        Millis at{};
    };

    double credits(const std::string& key, Millis now) const {
        const auto found = spent_.find(key);
        if (found == spent_.end()) return limit_.burst;
        const double back = static_cast<double>((now - found->second.at).count()) /
                            static_cast<double>(limit_.refill.count());
        return std::min(limit_.burst, found->second.credits + back);
    }

    RateLimit limit_;
    std::unordered_map<std::string, Account> spent_;
};

}  // namespace morris
