#include "server/net/admission.hpp"

#include "tests/support/catch.hpp"

using namespace morris;
using namespace morris::net;
using namespace std::chrono_literals;

namespace {

const TimePoint start{1000s};

Address at(const char* text) {
    return boost::asio::ip::make_address(text);
}

}  // namespace

TEST_CASE("a bucket gives its burst at once, then as much as its rate", "[net]") {
    const Rate rate{2, 10};
    TokenBucket bucket(rate, start);
    const auto taken = [&](TimePoint now) {
        int count = 0;
        while (bucket.take(rate, now)) ++count;
        return count;
    };
    CHECK(taken(start) == 10);
    CHECK(taken(start + 400ms) == 0);
    CHECK(taken(start + 500ms) == 1);
    CHECK_FALSE(bucket.full(rate, start + 5s));
    CHECK(bucket.full(rate, start + 6s));
    CHECK(taken(start + 1h) == 10);
}

TEST_CASE("a household has only so many places, and gets them back", "[net]") {
    NetConfig config;
    config.max_connections_per_address = 2;
    Admission admission(config);
    auto first = admission.enter(at("192.0.2.7"), start);
    auto second = admission.enter(at("192.0.2.7"), start);
    CHECK(first.has_value());
    CHECK(second.has_value());
    CHECK_FALSE(admission.enter(at("192.0.2.7"), start).has_value());
    CHECK_FALSE(admission.enter(at("::ffff:192.0.2.7"), start).has_value());
    CHECK(admission.enter(at("192.0.2.8"), start).has_value());

    Admission::Place moved = *std::move(first);
    first.reset();
    CHECK_FALSE(admission.enter(at("192.0.2.7"), start).has_value());
    moved = Admission::Place();
    CHECK(admission.enter(at("192.0.2.7"), start).has_value());
}

TEST_CASE("the addresses of one IPv6 household share its places and rates", "[net]") {
    NetConfig config;
    config.max_connections_per_address = 1;
    config.upgrades = {1, 1};
    Admission admission(config);
    const auto place = admission.enter(at("2001:db8:1:2::1"), start);
    CHECK_FALSE(admission.enter(at("2001:db8:1:2:9::9"), start).has_value());
    CHECK(admission.enter(at("2001:db8:1:3::1"), start).has_value());
    CHECK(admission.may_upgrade(at("2001:db8:1:2::1"), start));
    CHECK_FALSE(admission.may_upgrade(at("2001:db8:1:2:9::9"), start));
}

TEST_CASE("twenty reconnects a minute are never refused, a hundred times that mostly are",
          "[net]") {
    const NetConfig config;
    Admission admission(config);
    for (int i = 0; i < 20 * 60; ++i) {
        CHECK(admission.may_upgrade(at("192.0.2.7"), start + i * 3s));
    }
    int allowed = 0;
    for (int i = 0; i < 2000; ++i) {
        allowed += admission.may_upgrade(at("192.0.2.8"), start + i * 30ms) ? 1 : 0;
    }
    CHECK(allowed < 400);
    CHECK(admission.may_upgrade(at("192.0.2.7"), start + 1h));
}

TEST_CASE("an address is forgotten once it owes nothing", "[net]") {
    NetConfig config;
    config.requests = {1, 10};
    Admission admission(config);
    CHECK(admission.may_request(at("192.0.2.7"), start));
    {
        const auto place = admission.enter(at("192.0.2.8"), start);
        admission.sweep(start + 500ms);
        CHECK(admission.known() == 2);
        admission.sweep(start + 1h);
        CHECK(admission.known() == 1);
    }
    admission.sweep(start + 1h);
    CHECK(admission.known() == 0);
}
