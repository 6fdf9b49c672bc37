// What connections cost, counted by the allocator. The sanitizers' allocators do not count, so
// there is nothing to see with them.
#include <malloc.h>

#include <optional>
#include <vector>

#include "tests/net/running_server.hpp"
#include "tests/net/wire_client.hpp"
#include "tests/support/catch.hpp"

using namespace morris;
using namespace morris::test;
using namespace std::chrono_literals;

namespace {

// Bytes allocated in this process, large blocks included; 0 if nobody counts.
std::size_t allocated() {
    const auto info = ::mallinfo2();
    return info.uordblks + info.hblkhd;
}

NetConfig roomy() {
    auto config = RunningServer::quick();
    config.upgrades = {1, 10'000};
    config.max_connections_per_address = 10'000;
    return config;
}

void wait_open(RunningServer& server, std::size_t count) {
    REQUIRE(server.front.wait([&](const auto& all) { return all.size() == count; }));
}

}  // namespace

TEST_CASE("an idle connection costs few kB, and nothing once it is gone", "[net]") {
    constexpr std::size_t count = 500;
    RunningServer server(roomy());
    const auto port = server.start();
    {
        WireClient first(port);  // what is only allocated once
        CHECK(first.upgrade() == 101);
    }
    CHECK(server.front.wait_closed(1));
    server.stats();
    const auto before = allocated();
    if (before == 0) return;
    {
        std::vector<WireClient> clients;
        clients.reserve(count);
        for (std::size_t i = 0; i < count; ++i) {
            clients.emplace_back(port);
            REQUIRE(clients.back().upgrade() == 101);
            // A long message must not leave its buffer behind.
            clients.back().send(text_frame(std::string(4000, 'x')));
        }
        REQUIRE(server.front.wait([&](const auto& all) {
            std::size_t texts = 0;
            for (const auto& [id, notes] : all) texts += notes.size() == 2 ? 1U : 0U;
            return texts >= count;
        }));
        server.front.forget_texts();
        server.stats();
        const auto each = (allocated() - before) / count;
        INFO("bytes per idle connection, with the test's own: " << each);
        CHECK(each < 6'000);
    }
    CHECK(server.front.wait_closed(count + 1));
    server.stats();
    CHECK(allocated() < before + count * 600);  // the test's notes
}

TEST_CASE("a hundred clients that read nothing cost no more than their queues", "[net]") {
    constexpr std::size_t count = 100;
    auto config = roomy();
    config.max_queue_bytes = 64 * 1024;
    config.slow_timeout = 1h;
    RunningServer server(config);
    const auto port = server.start();
    std::vector<WireClient> clients;
    for (std::size_t i = 0; i < count; ++i) {
        clients.emplace_back(port, narrow);
        REQUIRE(clients.back().upgrade() == 101);
    }
    wait_open(server, count);
    const auto before = allocated();
    if (before == 0) return;
    // To each a megabyte of its own.
    for (const auto& [id, notes] : server.front.notes()) {
        server.run([id = id](NetServer& net) {
            for (int i = 0; i < 100; ++i) {
                net.send(id, std::make_shared<const std::string>(10'000, 'x'));
            }
        });
    }
    CHECK(allocated() < before + count * (64 * 1024 + 2'000));
}
