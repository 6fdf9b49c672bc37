#include <vector>

#include "tests/net/running_server.hpp"
#include "tests/net/wire_client.hpp"
#include "tests/support/catch.hpp"

using namespace morris;
using namespace morris::test;
using namespace std::chrono_literals;

namespace {

bool told(RunningServer& server, const std::string& note) {
    return server.front.wait([&](const NotingFront::AllNotes& all) {
        for (const auto& [id, notes] : all) {
            for (const auto& one : notes) {
                if (one == note) return true;
            }
        }
        return false;
    });
}

std::uint64_t refused(RunningServer& server, Refusal why) {
    return server.stats().refused[static_cast<std::size_t>(why)];
}

}  // namespace

TEST_CASE("an upgrade at /ws opens a WebSocket and is never compressed", "[net]") {
    RunningServer server;
    WireClient client(server.start());
    client.send(upgrade_request("Sec-WebSocket-Extensions: permessage-deflate\r\n"));
    const auto reply = client.reply();
    REQUIRE(reply);
    CHECK(reply->status == 101);
    CHECK(reply->headers.at("sec-websocket-accept") == "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=");
    CHECK(reply->headers.count("sec-websocket-extensions") == 0);
    CHECK(told(server, "open 127.0.0.1"));
}

TEST_CASE("a kept HTTP connection can become a WebSocket", "[net]") {
    RunningServer server;
    WireClient client(server.start());
    client.send(get("/"));
    CHECK(client.reply()->status == 200);
    CHECK(client.upgrade() == 101);
    CHECK(server.stats().open_http == 0);
    CHECK(server.stats().open_sockets == 1);
}

TEST_CASE("a foreign page is refused, ours and programs are not", "[net]") {
    struct Case {
        const char* headers;
        int status;
    };
    const Case cases[] = {
        {"", 101},
        {"Origin: http://localhost\r\n", 101},
        {"Origin: https://localhost\r\n", 101},
        {"Origin: https://club.example\r\n", 101},
        {"Origin: http://localhost:8080\r\n", 403},
        {"Origin: http://localhost.evil.example\r\n", 403},
        {"Origin: https://club.example.evil.example\r\n", 403},
        {"Origin: null\r\n", 403},
        {"Origin:\r\n", 403},
        {"Origin: http://localhost\r\nOrigin: http://localhost\r\n", 403},
    };
    auto config = RunningServer::quick();
    config.allowed_origins = {"https://club.example"};
    RunningServer server(config);
    const auto port = server.start();
    for (const auto& c : cases) {
        INFO(c.headers);
        WireClient client(port);
        CHECK(client.upgrade(c.headers) == c.status);
    }
    CHECK(refused(server, Refusal::origin) == 6);
    CHECK(server.front.wait_closed(4));
}

TEST_CASE("an upgrade that is not quite one is refused with the reason", "[net]") {
    const std::string start = "GET /ws HTTP/1.1\r\nHost: localhost\r\n";
    const std::string upgrade = "Connection: Upgrade\r\nUpgrade: websocket\r\n";
    const std::string key = "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n";
    struct Case {
        std::string sent;
        int status;
    };
    const Case cases[] = {
        {start + "\r\n", 426},
        {start + "Upgrade: websocket\r\n\r\n", 426},
        {start + "Connection: Upgrade\r\nUpgrade: h2c\r\n\r\n", 426},
        {start + upgrade + "Sec-WebSocket-Version: 13\r\n\r\n", 400},
        {start + upgrade + key + "\r\n", 400},
        {start + upgrade + key + "Sec-WebSocket-Version: 8\r\n\r\n", 426},
        {"GET /ws HTTP/1.0\r\n" + upgrade + key + "Sec-WebSocket-Version: 13\r\n\r\n", 426},
        {"HEAD /ws HTTP/1.1\r\nHost: localhost\r\n" + upgrade + key + "\r\n", 426},
        {upgrade_request("") + text_frame("too early"), 400},
        {upgrade_request("Content-Length: 1\r\n") + "x", 413},
    };
    RunningServer server;
    const auto port = server.start();
    for (const auto& c : cases) {
        INFO(c.sent);
        WireClient client(port);
        client.send(c.sent);
        const auto reply = client.reply(true);
        REQUIRE(reply);
        CHECK(reply->status == c.status);
        client.shut_down_sending();
        CHECK(client.hung_up());
    }
    CHECK(server.front.notes().empty());
    CHECK(refused(server, Refusal::bad_request) == std::size(cases));
}

TEST_CASE("an upgrade elsewhere is a plain request", "[net]") {
    RunningServer server;
    WireClient client(server.start());
    client.send(get("/ws/x", "Connection: Upgrade\r\nUpgrade: websocket\r\n"));
    CHECK(client.reply()->status == 200);
    CHECK(client.upgrade() == 101);
}

TEST_CASE("one address has only so many connections, and gets them back", "[net]") {
    auto config = RunningServer::quick();
    config.max_connections_per_address = 3;
    RunningServer server(config);
    const auto port = server.start();
    std::vector<WireClient> clients;
    for (int i = 0; i < 3; ++i) {
        clients.emplace_back(port);
        CHECK(clients.back().upgrade() == 101);
    }
    for (int i = 0; i < 2; ++i) {
        WireClient fourth(port);
        fourth.send(upgrade_request(""));
        const auto reply = fourth.reply();
        REQUIRE(reply);
        CHECK(reply->status == 429);
        CHECK(std::stoi(reply->headers.at("retry-after")) > 0);
        CHECK(fourth.hung_up());
    }
    CHECK(refused(server, Refusal::address_full) == 2);
    clients.pop_back();
    REQUIRE(server.front.wait_closed(1));
    WireClient again(port);
    CHECK(again.upgrade() == 101);
}

TEST_CASE("behind a trusted proxy connections count for the client that it names", "[net]") {
    auto config = RunningServer::quick();
    config.max_connections_per_address = 1;
    config.trusted_proxies = {"127.0.0.1"};
    RunningServer server(config);
    const auto port = server.start();
    WireClient first(port);
    WireClient second(port);
    WireClient third(port);
    WireClient fourth(port);
    CHECK(first.upgrade("X-Forwarded-For: 192.0.2.1\r\n") == 101);
    CHECK(second.upgrade("X-Forwarded-For: 6.6.6.6, 2001:db8::1\r\n") == 101);
    CHECK(third.upgrade("X-Forwarded-For: 7.7.7.7, 192.0.2.1\r\n") == 429);
    CHECK(fourth.upgrade("X-Forwarded-For: 2001:db8::2\r\n") == 429);
    CHECK(told(server, "open 192.0.2.1"));
    CHECK(told(server, "open 2001:db8::/64"));
}

TEST_CASE("a stranger who names another address is not believed", "[net]") {
    RunningServer server;
    WireClient client(server.start());
    CHECK(client.upgrade("X-Forwarded-For: 192.0.2.1\r\n") == 101);
    CHECK(told(server, "open 127.0.0.1"));
}

TEST_CASE("a full server says so, and has room again when somebody leaves", "[net]") {
    auto config = RunningServer::quick();
    config.max_connections = 2;
    RunningServer server(config);
    const auto port = server.start();
    auto first = std::make_optional<WireClient>(port);
    WireClient second(port);
    CHECK(first->upgrade() == 101);
    CHECK(second.upgrade() == 101);
    WireClient third(port);
    third.send(get("/"));
    const auto reply = third.reply();
    REQUIRE(reply);
    CHECK(reply->status == 503);
    CHECK(std::stoi(reply->headers.at("retry-after")) > 0);
    CHECK(refused(server, Refusal::server_full) == 1);
    first.reset();
    REQUIRE(server.front.wait_closed(1));
    WireClient again(port);
    CHECK(again.upgrade() == 101);
}

TEST_CASE("reconnecting too fast is refused with when to come back", "[net]") {
    auto config = RunningServer::quick();
    config.upgrades = {0.001, 5};
    RunningServer server(config);
    const auto port = server.start();
    for (int i = 0; i < 5; ++i) {
        WireClient client(port);
        CHECK(client.upgrade() == 101);
    }
    WireClient client(port);
    client.send(upgrade_request(""));
    const auto reply = client.reply();
    REQUIRE(reply);
    CHECK(reply->status == 429);
    CHECK(std::stoi(reply->headers.at("retry-after")) > 0);
    CHECK(refused(server, Refusal::too_fast) == 1);
}

TEST_CASE("a client that vanishes while it is being answered leaves nothing behind", "[net]") {
    RunningServer server;
    const auto port = server.start();
    for (int i = 0; i < 50; ++i) {
        WireClient client(port);
        client.send(upgrade_request(""));
        client.reset();
    }
    WireClient last(port);
    CHECK(last.upgrade() == 101);
    REQUIRE(server.front.wait([](const NotingFront::AllNotes& all) {
        std::size_t open = 0;
        for (const auto& [id, notes] : all) open += notes.back() == "close" ? 0U : 1U;
        return open == 1;
    }));
    for (const auto& [id, notes] : server.front.notes()) {
        CHECK(std::count(notes.begin(), notes.end(), "close") <= 1);
    }
    CHECK(server.stats().open_sockets == 1);
}
