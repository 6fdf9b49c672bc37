#include "server/net/address.hpp"

#include "tests/support/catch.hpp"

using namespace morris::net;

namespace {

Address at(const char* text) {
    return boost::asio::ip::make_address(text);
}

std::vector<Network> networks(const std::vector<std::string>& texts) {
    std::vector<Network> result;
    for (const auto& text : texts) result.push_back(*parse_network(text));
    return result;
}

}  // namespace

TEST_CASE("a network holds the addresses that begin like it", "[net]") {
    struct Case {
        const char* network;
        const char* address;
        bool inside;
    };
    const Case cases[] = {
        {"10.0.0.0/8", "10.255.1.2", true},
        {"10.0.0.0/8", "11.0.0.0", false},
        {"192.0.2.128/25", "192.0.2.127", false},
        {"192.0.2.128/25", "192.0.2.128", true},
        {"192.0.2.7", "192.0.2.7", true},
        {"192.0.2.7", "192.0.2.6", false},
        {"192.0.2.7/31", "192.0.2.6", true},
        {"0.0.0.0/0", "203.0.113.9", true},
        {"0.0.0.0/0", "2001:db8::1", false},
        {"10.0.0.0/8", "::ffff:10.1.2.3", true},
        {"::ffff:10.0.0.1", "10.0.0.1", true},
        {"2001:db8::/33", "2001:db8:7fff::1", true},
        {"2001:db8::/33", "2001:db8:8000::1", false},
        {"::1", "::1", true},
        {"::/0", "127.0.0.1", false},
    };
    for (const auto& c : cases) {
        INFO(c.network << " " << c.address);
        CHECK(parse_network(c.network)->contains(at(c.address)) == c.inside);
    }
}

TEST_CASE("what is no network is not taken for one", "[net]") {
    for (const char* text : {"", "localhost", "10.0.0.0/33", "::1/129", "10.0.0.0/", "10.0.0.0/-1",
                             "10.0.0.0/8x", "10.0.0", "/8", "10.0.0.0/8/8", "10.0.0.0/ 8"}) {
        INFO(text);
        CHECK_FALSE(parse_network(text).has_value());
    }
}

TEST_CASE("an IPv6 household is a /64, an IPv4 one an address", "[net]") {
    CHECK(household(at("2001:db8:1:2:3:4:5:6")) == household(at("2001:db8:1:2:ffff::")));
    CHECK(household(at("2001:db8:1:2::1")) != household(at("2001:db8:1:3::1")));
    CHECK(household(at("::ffff:192.0.2.7")) == household(at("192.0.2.7")));
    CHECK(household(at("192.0.2.7")) != household(at("192.0.2.8")));
    CHECK(household(at("fe80::1%1")) == household(at("fe80::2")));
    CHECK(household_text(at("2001:db8:1:2:3:4:5:6")) == "2001:db8:1:2::/64");
    CHECK(household_text(at("::ffff:192.0.2.7")) == "192.0.2.7");
}

TEST_CASE("the client is the right-most forwarded address that is no trusted proxy", "[net]") {
    const auto trusted = networks({"127.0.0.1", "10.0.0.0/8", "2001:db8:aa::/48"});
    struct Case {
        const char* peer;
        std::vector<std::string> forwarded;
        const char* client;
    };
    const Case cases[] = {
        // Nobody but a trusted proxy is believed.
        {"203.0.113.5", {"198.51.100.1"}, "203.0.113.5"},
        {"203.0.113.5", {"10.0.0.1"}, "203.0.113.5"},
        {"127.0.0.1", {}, "127.0.0.1"},
        {"127.0.0.1", {"198.51.100.1"}, "198.51.100.1"},
        {"::ffff:127.0.0.1", {"198.51.100.1"}, "198.51.100.1"},
        // What the client wrote itself stands on the left.
        {"127.0.0.1", {"1.1.1.1, 198.51.100.1"}, "198.51.100.1"},
        {"127.0.0.1", {"127.0.0.1, 198.51.100.1"}, "198.51.100.1"},
        {"127.0.0.1", {"1.1.1.1", "198.51.100.1"}, "198.51.100.1"},
        {"127.0.0.1", {"198.51.100.1, 1.1.1.1", "10.1.1.1"}, "1.1.1.1"},
        // Through several trusted proxies.
        {"127.0.0.1", {"198.51.100.1, 10.0.0.3 ,\t10.0.0.2"}, "198.51.100.1"},
        {"127.0.0.1", {"10.0.0.4, 10.0.0.2"}, "10.0.0.4"},
        // With ports, as some proxies write it; IPv6; mapped.
        {"127.0.0.1", {"198.51.100.1:5555"}, "198.51.100.1"},
        {"127.0.0.1", {"[2001:db8::7]:5555"}, "2001:db8::7"},
        {"127.0.0.1", {"[2001:db8::7]"}, "2001:db8::7"},
        {"127.0.0.1", {"2001:db8::7"}, "2001:db8::7"},
        {"2001:db8:aa::1", {"::ffff:198.51.100.1"}, "198.51.100.1"},
        // What is no address ends what can be known.
        {"127.0.0.1", {"198.51.100.1, unknown"}, "127.0.0.1"},
        {"127.0.0.1", {"198.51.100.1, garbage, 10.0.0.2"}, "10.0.0.2"},
        {"127.0.0.1", {""}, "127.0.0.1"},
        {"127.0.0.1", {","}, "127.0.0.1"},
        {"127.0.0.1", {"[2001:db8::7"}, "127.0.0.1"},
        {"127.0.0.1", {"198.51.100.1, 198.51.100.256"}, "127.0.0.1"},
    };
    for (const auto& c : cases) {
        INFO(c.peer << " forwards " << (c.forwarded.empty() ? "nothing" : c.forwarded.front()));
        CHECK(client_address(at(c.peer), c.forwarded, trusted) == at(c.client));
    }
}
