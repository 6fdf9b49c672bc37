#include "tests/net/running_server.hpp"
#include "tests/net/wire_client.hpp"
#include "tests/support/catch.hpp"

using namespace morris;
using namespace morris::test;
using namespace std::chrono_literals;

namespace {

void echo(RunningServer& server) {
    server.front.texted = [&server](ConnectionId id, const std::string& text) {
        server.run_here(
            [&](NetServer& net) { net.send(id, std::make_shared<const std::string>(text)); });
    };
}

}  // namespace

TEST_CASE("a client that waits for its answers is slowed down, not closed", "[net]") {
    auto config = RunningServer::quick();
    config.messages = {200, 5};
    config.max_waiting_messages = 3;
    RunningServer server(config);
    echo(server);
    WireClient client(server.start());
    CHECK(client.upgrade() == 101);
    for (int i = 0; i < 50; ++i) {
        client.send(text_frame(std::to_string(i)));
        const auto answer = client.next_message();
        REQUIRE(answer);
        CHECK(answer->payload == std::to_string(i));
    }
    CHECK(server.stats().messages_delayed > 0);
}

TEST_CASE("messages beyond the rate are heard later, in order", "[net]") {
    auto config = RunningServer::quick();
    config.messages = {200, 5};
    RunningServer server(config);
    echo(server);
    WireClient client(server.start());
    CHECK(client.upgrade() == 101);
    std::string all;
    for (int i = 0; i < 40; ++i) all += text_frame(std::to_string(i));
    client.send(all);
    for (int i = 0; i < 40; ++i) {
        const auto answer = client.next_message();
        REQUIRE(answer);
        CHECK(answer->payload == std::to_string(i));
    }
}

TEST_CASE("a flood of any kind of frame is closed, and the neighbour hears its answers", "[net]") {
    struct Case {
        const char* what;
        std::string sent;
    };
    std::string slices;
    for (int i = 0; i < 10; ++i) slices += frame(i == 0 ? text : continued, "x");
    const Case cases[] = {
        {"texts", text_frame("x")},
        {"empty texts", text_frame("")},
        {"long texts", text_frame(std::string(4000, 'x'))},
        {"texts in slices", slices + frame(0x80U | continued, "x")},
        {"pings", frame(0x80U | ping, "x")},
        {"pongs", frame(0x80U | pong, "")},
    };
    RunningServer server;
    echo(server);
    const auto port = server.start();
    std::size_t closed = 0;
    for (const auto& c : cases) {
        INFO(c.what);
        WireClient neighbour(port);
        CHECK(neighbour.upgrade() == 101);
        WireClient flooder(port);
        CHECK(flooder.upgrade() == 101);
        for (int i = 0; i < 1000 && flooder.send(c.sent); ++i) {
        }
        auto last = flooder.next_message();
        while (last && last->opcode() != closing) last = flooder.next_message();
        REQUIRE(last);
        CHECK(last->close_code() == 4001);
        neighbour.send(text_frame("hello"));
        CHECK(neighbour.next_message()->payload == "hello");
        neighbour.send(close_frame(1000));
        closed += 2;
        flooder.reset();
        CHECK(server.front.wait_closed(closed));
    }
    CHECK(server.stats().closed.at(4001) == std::size(cases));
}

TEST_CASE("a message of empty frames without end is closed, and one of many frames is not",
          "[net]") {
    RunningServer server;
    echo(server);
    const auto port = server.start();
    WireClient client(port);
    CHECK(client.upgrade() == 101);
    std::string bytes = frame(text, "");
    for (int i = 0; i < 300; ++i) bytes += frame(continued, "");
    client.send(bytes);
    client.send(frame(0x80U | continued, "end"));
    CHECK(client.next_message()->payload == "end");

    std::string empty;
    for (int i = 0; i < 10'000; ++i) empty += frame(continued, "");
    client.send(frame(text, ""));
    while (client.send(empty)) {
    }
    CHECK(server.front.wait_closed(1));
    CHECK(server.stats().closed.at(4001) == 1);
}

TEST_CASE("what waits when a flood is closed is never heard", "[net]") {
    auto config = RunningServer::quick();
    config.messages = {0.001, 2};
    config.max_waiting_messages = 3;
    RunningServer server(config);
    WireClient client(server.start());
    CHECK(client.upgrade() == 101);
    for (int i = 0; i < 6; ++i) client.send(text_frame(std::to_string(i)));
    CHECK(client.next_message()->close_code() == 4001);
    client.send(close_frame(1000));
    CHECK(server.front.wait_closed(1));
    CHECK(server.front.notes().begin()->second ==
          Notes{"open 127.0.0.1", "text 0", "text 1", "close"});
}
