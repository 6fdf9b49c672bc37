#include <future>

#include "tests/net/running_server.hpp"
#include "tests/net/wire_client.hpp"
#include "tests/support/catch.hpp"

using namespace morris;
using namespace morris::test;
using namespace std::chrono_literals;

namespace {

// Sends every text back; "close" closes with 1008.
void echo(RunningServer& server) {
    server.front.texted = [&server](ConnectionId id, const std::string& text) {
        server.run_here([&](NetServer& net) {
            if (text == "close") return net.close(id, CloseCode::policy, "as you wish");
            net.send(id, std::make_shared<const std::string>(text));
        });
    };
}

WireClient connect(std::uint16_t port) {
    WireClient client(port);
    if (client.upgrade() != 101) throw std::runtime_error("no upgrade");
    return client;
}

std::string payload(WireClient& client) {
    const auto frame = client.next_message();
    return frame && frame->first == (0x80U | text) ? frame->payload : "no text frame";
}

std::uint64_t closed_with(RunningServer& server, std::uint16_t code) {
    const auto stats = server.stats();
    const auto found = stats.closed.find(code);
    return found == stats.closed.end() ? 0 : found->second;
}

}  // namespace

TEST_CASE("texts go to the front and back as they are", "[net]") {
    RunningServer server;
    echo(server);
    auto client = connect(server.start());
    for (const std::size_t size : {1U, 125U, 126U, 255U, 256U, 257U, 1535U, 1536U, 4095U, 4096U}) {
        const std::string sent(size, 'a');
        client.send(text_frame(sent));
        CHECK(payload(client) == sent);
    }
    client.send(text_frame("größer ≥ 𝄞"));
    CHECK(payload(client) == "größer ≥ 𝄞");
    client.send(text_frame(""));
    CHECK(payload(client).empty());
    client.send(close_frame(1000));
    CHECK(client.next_message()->opcode() == closing);
    const auto stats = server.stats();
    CHECK(stats.messages_in == 12);
    CHECK(stats.messages_out == 12);
    CHECK(stats.bytes_in == stats.bytes_out);
}

TEST_CASE("a message in fragments is one message, with pings between them", "[net]") {
    RunningServer server;
    echo(server);
    auto client = connect(server.start());
    client.send(frame(text, "one ") + frame(continued, "") + frame(0x80U | ping, "p") +
                frame(continued, "two ") + frame(0x80U | continued, "three"));
    const auto pong_frame = client.next_frame();
    REQUIRE(pong_frame);
    CHECK(pong_frame->opcode() == pong);
    CHECK(pong_frame->payload == "p");
    CHECK(payload(client) == "one two three");

    std::string bytes = frame(text, "");
    for (int i = 0; i < 1000; ++i) bytes += frame(continued, "ab");
    client.send(bytes + frame(0x80U | continued, ""));
    CHECK(payload(client).size() == 2000);
}

TEST_CASE("a frame that arrives byte by byte is one frame", "[net]") {
    RunningServer server;
    echo(server);
    auto client = connect(server.start());
    for (const char c : text_frame("slowly")) client.send({&c, 1});
    CHECK(payload(client) == "slowly");
}

TEST_CASE("what breaks the protocol is closed with its code, and only that", "[net]") {
    struct Case {
        const char* what;
        std::string sent;
        unsigned code;
    };
    const std::string euro = "\xE2\x82\xAC";
    const std::string big(4097, 'x');
    const std::string half(2500, 'x');
    const Case cases[] = {
        {"binary", frame(0x80U | binary, "x"), 1003},
        {"binary in fragments", frame(binary, "x") + frame(0x80U | continued, "y"), 1003},
        {"one byte too long", text_frame(big), 1009},
        {"said to be enormous",
         std::string("\x81\xFF\x7F\xFF\xFF\xFF\xFF\xFF\xFF\xFF", 10) + "mask", 1009},
        {"too long in fragments", frame(text, half) + frame(0x80U | continued, half), 1009},
        {"bad UTF-8", text_frame("ab\xFF"), 1007},
        {"a surrogate", text_frame("\xED\xA0\x80"), 1007},
        {"half a character at the end", text_frame(euro.substr(0, 2)), 1007},
        {"half a character, then an empty end",
         frame(text, euro.substr(0, 2)) + frame(0x80U | continued, ""), 1007},
        {"no mask", std::string("\x81\x02hi"), 1002},
        {"reserved bit 1, as if compressed", frame(0x80U | 0x40U | text, "x"), 1002},
        {"reserved bit 2", frame(0x80U | 0x20U | text, "x"), 1002},
        {"reserved bit 3", frame(0x80U | 0x10U | text, "x"), 1002},
        {"reserved opcode", frame(0x80U | 3U, "x"), 1002},
        {"reserved control opcode", frame(0x80U | 11U, "x"), 1002},
        {"continues nothing", frame(0x80U | continued, "x"), 1002},
        {"a new message inside one", frame(text, "x") + text_frame("y"), 1002},
        {"ping too long", frame(0x80U | ping, std::string(126, 'x')), 1002},
        {"ping in fragments", frame(ping, "x"), 1002},
        {"close with one byte", frame(0x80U | closing, "x"), 1002},
        {"close with a code nobody may send", close_frame(1005), 1002},
        {"close with bad UTF-8", frame(0x80U | closing, std::string("\x03\xE8\xFF")), 1002},
        {"length longer than needed", std::string("\x81\xFE\x00\x01mask", 8) + "x", 1002},
    };
    RunningServer server;
    echo(server);
    const auto port = server.start();
    auto neighbour = connect(port);
    for (const auto& c : cases) {
        INFO(c.what);
        auto client = connect(port);
        client.send(c.sent);
        const auto answer = client.next_message();
        REQUIRE(answer);
        CHECK(answer->opcode() == closing);
        CHECK(answer->close_code() == c.code);
        client.send(close_frame(c.code));
        CHECK(client.hung_up());
    }
    CHECK(server.front.wait_closed(std::size(cases)));
    CHECK(closed_with(server, 1003) == 2);
    CHECK(closed_with(server, 1007) == 4);
    CHECK(closed_with(server, 1009) == 3);
    neighbour.send(text_frame("still here"));
    CHECK(payload(neighbour) == "still here");
    for (const auto& [id, notes] : server.front.notes()) CHECK(notes.size() == 2);
}

TEST_CASE("the client's closing is answered, and told to the front once", "[net]") {
    RunningServer server;
    const auto port = server.start();
    for (const unsigned code : {1000U, 1001U, 4321U}) {
        auto client = connect(port);
        client.send(close_frame(code));
        const auto answer = client.next_message();
        REQUIRE(answer);
        CHECK(answer->close_code() == code);
        CHECK(client.hung_up());
    }
    auto client = connect(port);
    client.send(frame(0x80U | closing, ""));
    CHECK(client.next_message()->opcode() == closing);
    CHECK(server.front.wait_closed(4));
    for (const auto& [id, notes] : server.front.notes()) CHECK(notes.size() == 2);
    CHECK(closed_with(server, 1000) == 1);
    CHECK(closed_with(server, 1001) == 1);
    CHECK(closed_with(server, 1005) == 1);
    CHECK(closed_with(server, 0) == 1);
}

TEST_CASE("our closing comes after what is queued, and nothing is heard after it", "[net]") {
    RunningServer server;
    server.front.texted = [&server](ConnectionId id, const std::string&) {
        server.run_here([&](NetServer& net) {
            for (int i = 0; i < 100; ++i) {
                net.send(id, std::make_shared<const std::string>(std::to_string(i)));
            }
            net.close(id, CloseCode::try_again_later, "later");
            net.close(id, CloseCode::normal, "too late to say");
            net.send(id, std::make_shared<const std::string>("never"));
        });
    };
    auto client = connect(server.start());
    client.send(text_frame("go") + text_frame("ignored") + text_frame("ignored"));
    for (int i = 0; i < 100; ++i) CHECK(payload(client) == std::to_string(i));
    const auto last = client.next_message();
    REQUIRE(last);
    CHECK(last->close_code() == 1013);
    CHECK(last->payload.substr(2) == "later");
    client.send(text_frame("ignored") + close_frame(1013));
    CHECK(client.hung_up());
    CHECK(server.front.wait_closed(1));
    CHECK(server.front.notes().begin()->second == Notes{"open 127.0.0.1", "text go", "close"});
    CHECK(closed_with(server, 1013) == 1);
}

TEST_CASE("a closing reason that is too long is cut between characters", "[net]") {
    RunningServer server;
    server.front.opened = [&server](ConnectionId id) {
        std::string reason = "a";
        for (int i = 0; i < 60; ++i) reason += "é";
        server.run_here([&](NetServer& net) { net.close(id, CloseCode::policy, reason); });
    };
    auto client = connect(server.start());
    const auto last = client.next_message();
    REQUIRE(last);
    CHECK(last->close_code() == 1008);
    CHECK(last->payload.size() == 2 + 121);
}

TEST_CASE("a client that never answers our closing is cut off", "[net]") {
    auto config = RunningServer::quick();
    config.close_timeout = 50ms;
    RunningServer server(config);
    echo(server);
    auto client = connect(server.start());
    client.send(text_frame("close"));
    CHECK(client.next_message()->close_code() == 1008);
    CHECK(server.front.wait_closed(1));
    CHECK(client.hung_up());
    CHECK(closed_with(server, 1008) == 1);
}

TEST_CASE("a client that keeps sending after it was closed holds up nobody", "[net]") {
    RunningServer server;
    echo(server);
    const auto port = server.start();
    auto flooder = connect(port);
    auto neighbour = connect(port);
    std::thread flood([&] {
        const std::string more(65536, 'x');
        flooder.send(text_frame(std::string(5000, 'x')));
        while (flooder.send(more)) {
        }
    });
    CHECK(server.front.wait_closed(1));
    for (int i = 0; i < 20; ++i) {
        neighbour.send(text_frame("still here"));
        CHECK(payload(neighbour) == "still here");
    }
    flood.join();
    CHECK(closed_with(server, 1009) == 1);
}

TEST_CASE("a silent client is pinged, and gone if it stays silent", "[net]") {
    auto config = RunningServer::quick();
    config.ping_interval = 30ms;
    config.pong_timeout = 1000ms;
    RunningServer server(config);
    auto client = connect(server.start());
    for (int i = 0; i < 5; ++i) {
        const auto asked = client.next_frame();
        REQUIRE(asked);
        CHECK(asked->opcode() == ping);
        client.send(frame(0x80U | pong, asked->payload));
    }
    CHECK(server.front.notes().begin()->second.size() == 1);
    // From here on it is silent.
    CHECK(server.front.wait_closed(1));
    CHECK(client.hung_up());
    CHECK(closed_with(server, 1006) == 1);
}

TEST_CASE("a connection that breaks anywhere is closed once and hurts nobody", "[net]") {
    RunningServer server;
    echo(server);
    const auto port = server.start();
    auto neighbour = connect(port);
    const std::string whole = text_frame("a message") + frame(0x80U | ping, "p") +
                              frame(text, "in ") + frame(0x80U | continued, "two") +
                              text_frame("close") + close_frame(1000);
    std::size_t broken = 0;
    for (std::size_t cut = 0; cut <= whole.size(); cut += 3) {
        auto reset = connect(port);
        reset.send(whole.substr(0, cut));
        reset.reset();
        auto half = connect(port);
        half.send(whole.substr(0, cut));
        half.shut_down_sending();
        CHECK(half.hung_up());
        broken += 2;
    }
    CHECK(server.front.wait_closed(broken));
    for (const auto& [id, notes] : server.front.notes()) {
        CHECK(std::count(notes.begin(), notes.end(), "close") <= 1);
        CHECK(notes.front() == "open 127.0.0.1");
    }
    neighbour.send(text_frame("still here"));
    CHECK(payload(neighbour) == "still here");
    CHECK(server.stats().open_sockets == 1);
}

TEST_CASE("a client that breaks the protocol just as it is closed is closed all the same",
          "[net]") {
    auto config = RunningServer::quick();
    config.upgrades = {1, 1000};
    config.close_timeout = 30ms;
    RunningServer server(config);
    server.front.texted = [&server](ConnectionId id, const std::string&) {
        server.run_here([&](NetServer& net) { net.close(id, CloseCode::policy, "enough"); });
    };
    const auto port = server.start();
    const std::string broken = frame(0x80U | 3U, "x");
    std::size_t closed = 0;
    for (int i = 0; i < 20; ++i) {
        auto together = connect(port);
        together.send(text_frame("close me") + broken);
        CHECK(together.next_message()->close_code() == 1008);
        CHECK(together.hung_up());

        // The close and the frame cross each other.
        auto crossing = connect(port);
        server.front.wait([&](const auto& all) { return all.size() == closed + 2; });
        const auto id = server.front.notes().rbegin()->first;
        auto breaking = std::async(std::launch::async, [&] { crossing.send(broken); });
        server.run([id](NetServer& net) { net.close(id, CloseCode::policy, "enough"); });
        breaking.get();
        CHECK(crossing.hung_up());
        closed += 2;
    }
    CHECK(server.front.wait_closed(closed));
    CHECK(server.stats().closed.at(1008) + server.stats().closed[1002] == closed);
}

TEST_CASE("an exception that comes out of the front closes that connection only", "[net]") {
    RunningServer server;
    server.front.texted = [&server](ConnectionId id, const std::string& text) {
        if (text == "bad") throw std::runtime_error("bad");
        server.run_here(
            [&](NetServer& net) { net.send(id, std::make_shared<const std::string>(text)); });
    };
    const auto port = server.start();
    auto bad = connect(port);
    auto good = connect(port);
    bad.send(text_frame("bad"));
    CHECK(bad.next_message()->close_code() == 1011);
    good.send(text_frame("good"));
    CHECK(payload(good) == "good");
    CHECK(server.stats().front_failures == 1);
}

TEST_CASE("an unknown connection is ignored", "[net]") {
    RunningServer server;
    const auto port = server.start();
    {
        WireClient http(port);
        http.send(get("/"));
        CHECK(http.reply()->status == 200);
        server.run([](NetServer& net) {
            for (ConnectionId id = 0; id < 10; ++id) {
                net.send(id, std::make_shared<const std::string>("x"));
                net.close(id, CloseCode::normal, "x");
            }
        });
        http.send(get("/"));
        CHECK(http.reply()->status == 200);
    }
    auto client = connect(port);
    client.send(close_frame(1000));
    CHECK(server.front.wait_closed(1));
    const auto id = server.front.notes().begin()->first;
    server.run([id](NetServer& net) {
        net.send(id, std::make_shared<const std::string>("x"));
        net.close(id, CloseCode::normal, "x");
    });
    CHECK(client.next_message()->opcode() == closing);
}
