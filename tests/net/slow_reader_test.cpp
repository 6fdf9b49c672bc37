#include <fstream>
#include <vector>

#include "tests/net/running_server.hpp"
#include "tests/net/wire_client.hpp"
#include "tests/support/catch.hpp"

using namespace morris;
using namespace morris::test;
using namespace std::chrono_literals;

namespace {

std::vector<ConnectionId> ids(RunningServer& server, std::size_t count) {
    server.front.wait([&](const NotingFront::AllNotes& all) { return all.size() == count; });
    std::vector<ConnectionId> result;
    for (const auto& [id, notes] : server.front.notes()) result.push_back(id);
    return result;
}

std::uint64_t too_slow(RunningServer& server) {
    const auto stats = server.stats();
    const auto found = stats.closed.find(4000);
    return found == stats.closed.end() ? 0 : found->second;
}

}  // namespace

TEST_CASE("a client that never reads is closed, whatever is sent to it, and no other", "[net]") {
    auto config = RunningServer::quick();
    config.slow_timeout = 50ms;
    RunningServer server(config);
    const auto port = server.start();
    WireClient stuck(port, narrow);
    CHECK(stuck.upgrade() == 101);
    const auto stuck_id = ids(server, 1).front();
    WireClient reader(port);
    CHECK(reader.upgrade() == 101);
    const auto reader_id = ids(server, 2).back();

    // 10 MB, one text shared by both.
    constexpr int count = 1000;
    const auto text = std::make_shared<const std::string>(10'000, 'x');
    for (int i = 0; i < count; ++i) {
        server.run([&](NetServer& net) {
            net.send(stuck_id, text);
            net.send(reader_id, text);
        });
        const auto got = reader.next_message();
        REQUIRE(got);
        REQUIRE(got->payload.size() == 10'000);
    }
    CHECK(server.front.wait_closed(1));
    CHECK(server.front.notes()[stuck_id].back() == "close");
    CHECK(too_slow(server) == 1);
    CHECK(text.use_count() == 1);
    CHECK(server.stats().bytes_out < count * 10'000 + 1'000'000);
}

TEST_CASE("a client that read too slowly can still read why", "[net]") {
    RunningServer server;
    const auto port = server.start();
    WireClient slow(port, narrow);
    CHECK(slow.upgrade() == 101);
    const auto id = ids(server, 1).front();
    server.run([&](NetServer& net) {
        for (int i = 0; i < 100; ++i) {
            net.send(id, std::make_shared<const std::string>(10'000, 'x'));
        }
    });
    auto got = slow.next_message();
    int whole = 0;
    while (got && got->opcode() == text) {
        CHECK(got->payload.size() == 10'000);
        ++whole;
        got = slow.next_message();
    }
    REQUIRE(got);
    CHECK(got->close_code() == 4000);
    CHECK(whole < 100);
}

TEST_CASE("a text that is larger than any queue is sent, if it is alone", "[net]") {
    RunningServer server;
    WireClient client(server.start());
    CHECK(client.upgrade() == 101);
    const auto id = ids(server, 1).front();
    const auto large = std::make_shared<const std::string>(1'000'000, 'x');
    server.run([&](NetServer& net) { net.send(id, large); });
    CHECK(client.next_message()->payload.size() == large->size());
    server.run([&](NetServer& net) {
        net.send(id, large);
        net.send(id, large);
    });
    CHECK(client.next_message()->payload.size() == large->size());
    CHECK(client.next_message()->close_code() == 4000);
}

TEST_CASE("small texts count for the queue as well", "[net]") {
    auto config = RunningServer::quick();
    config.max_queue_bytes = 10'000;
    RunningServer server(config);
    WireClient client(server.start());
    CHECK(client.upgrade() == 101);
    const auto id = ids(server, 1).front();
    server.run([&](NetServer& net) {
        for (int i = 0; i < 10'000; ++i) net.send(id, std::make_shared<const std::string>(""));
    });
    auto got = client.next_message();
    while (got && got->opcode() == text) got = client.next_message();
    REQUIRE(got);
    CHECK(got->close_code() == 4000);
}

TEST_CASE("a client that takes nothing for long is gone, however little it is sent", "[net]") {
    auto config = RunningServer::quick();
    config.write_timeout = 50ms;
    config.max_queue_bytes = 10'000'000;
    RunningServer server(config);
    const auto port = server.start();
    WireClient stuck(port, narrow);
    CHECK(stuck.upgrade() == 101);
    const auto id = ids(server, 1).front();
    server.run(
        [&](NetServer& net) { net.send(id, std::make_shared<const std::string>(5'000'000, 'x')); });
    // It still sends, so it is not for its silence.
    while (stuck.send(frame(0x80U | pong, ""))) std::this_thread::sleep_for(60ms);
    CHECK(server.front.wait_closed(1));
    CHECK(too_slow(server) == 1);
}

TEST_CASE("a client that pings and never reads the pongs is bounded and goes", "[net]") {
    auto config = RunningServer::quick();
    config.messages = {1e9, 1e9};
    config.ping_interval = 50ms;
    config.pong_timeout = 50ms;
    RunningServer server(config);
    const auto port = server.start();
    WireClient stuck(port, narrow);
    CHECK(stuck.upgrade() == 101);
    std::string pings;
    for (int i = 0; i < 100; ++i) pings += frame(0x80U | ping, std::string(125, 'p'));
    while (stuck.send(pings)) {
    }
    CHECK(server.front.wait_closed(1));
}
