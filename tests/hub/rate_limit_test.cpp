#include "server/hub/rate_limit.hpp"

#include "tests/support/catch.hpp"

using namespace morris;
using namespace std::chrono_literals;

TEST_CASE("a burst passes, then one each refill, each key for itself", "[hub]") {
    RateLimiter limiter({3, 1000ms});
    auto now = 5000ms;
    for (int i = 0; i < 3; ++i) {
        CHECK(limiter.wait("a", now) == 0ms);
        limiter.spend("a", now);
    }
    CHECK(limiter.wait("a", now) > 900ms);
    CHECK(limiter.wait("a", now) <= 1001ms);
    CHECK(limiter.wait("b", now) == 0ms);
    now += limiter.wait("a", now);
    CHECK(limiter.wait("a", now) == 0ms);
    limiter.spend("a", now);
    CHECK(limiter.wait("a", now) > 900ms);
}

TEST_CASE("what the wait says is enough, whatever the moment", "[hub]") {
    RateLimiter limiter({2, 700ms});
    auto now = 0ms;
    for (int i = 0; i < 500; ++i) {
        const auto wait = limiter.wait("a", now);
        now += wait;
        REQUIRE(limiter.wait("a", now) == 0ms);
        limiter.spend("a", now);
        now += std::chrono::milliseconds(i % 37);
    }
}

TEST_CASE("keys whose credits are back are forgotten", "[hub]") {
    RateLimiter limiter({2, 100ms});
    for (int i = 0; i < 100; ++i) limiter.spend(std::to_string(i), 0ms);
    limiter.sweep(50ms);
    CHECK(limiter.size() == 100);
    limiter.sweep(100ms);
    CHECK(limiter.size() == 0);
}
