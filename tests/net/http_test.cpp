#include <future>

#include "tests/net/running_server.hpp"
#include "tests/net/wire_client.hpp"
#include "tests/support/catch.hpp"

using namespace morris;
using namespace morris::test;
using namespace std::chrono_literals;

TEST_CASE("a GET is answered by the front, with the headers that keep browsers careful", "[net]") {
    RunningServer server;
    WireClient client(server.start());
    client.send(get("/a/b?c=%20d"));
    const auto reply = client.reply();
    REQUIRE(reply);
    CHECK(reply->status == 200);
    CHECK(reply->body == "you asked for /a/b?c=%20d");
    CHECK(reply->headers.at("content-type") == "text/plain");
    CHECK(reply->headers.at("x-content-type-options") == "nosniff");
    CHECK(reply->headers.at("content-security-policy").find("default-src 'self'") == 0);
    CHECK(reply->headers.at("referrer-policy") == "no-referrer");
    CHECK(reply->headers.count("date") == 1);
}

TEST_CASE("HEAD gets the header of the same answer without its body", "[net]") {
    RunningServer server;
    WireClient client(server.start());
    client.send("HEAD /x HTTP/1.1\r\nHost: localhost\r\n\r\n" + get("/y"));
    const auto head = client.reply(true);
    REQUIRE(head);
    CHECK(head->headers.at("content-length") == "16");
    // What follows is the next answer, so there was no body.
    const auto next = client.reply();
    REQUIRE(next);
    CHECK(next->body == "you asked for /y");
}

TEST_CASE("requests sent all at once are answered one after the other, in order", "[net]") {
    RunningServer server;
    std::function<void(HttpResponse)> late;
    std::promise<void> first_asked;
    server.front.got = [&](const std::string& target, std::function<void(HttpResponse)> reply) {
        if (target == "/0") {
            late = std::move(reply);
            return first_asked.set_value();
        }
        reply({200, "text/plain", target});
    };
    WireClient client(server.start());
    std::string all;
    for (int i = 0; i < 50; ++i) all += get("/" + std::to_string(i));
    client.send(all);
    first_asked.get_future().wait();
    server.run([&](NetServer&) { late({200, "text/plain", "/0"}); });
    for (int i = 0; i < 50; ++i) {
        const auto reply = client.reply();
        REQUIRE(reply);
        CHECK(reply->body == "/" + std::to_string(i));
    }
}

TEST_CASE("a connection is kept for HTTP/1.1 and closed when the client says so", "[net]") {
    RunningServer server;
    const auto port = server.start();
    WireClient closing(port);
    closing.send(get("/", "Connection: close\r\n"));
    CHECK(closing.reply()->headers.at("connection") == "close");
    CHECK(closing.hung_up());

    WireClient old(port);
    old.send("GET / HTTP/1.0\r\n\r\n");
    CHECK(old.reply()->status == 200);
    CHECK(old.hung_up());
}

TEST_CASE("what is not a request for us is refused, and the connection ended", "[net]") {
    struct Case {
        std::string sent;
        int status;
    };
    const std::string host = "Host: localhost\r\n";
    const Case cases[] = {
        {"POST / HTTP/1.1\r\n" + host + "Content-Length: 3\r\n\r\nabc", 405},
        {"OPTIONS * HTTP/1.1\r\n" + host + "\r\n", 405},
        {"BREW / HTTP/1.1\r\n" + host + "\r\n", 405},
        {"GET / HTTP/1.1\r\n" + host + "Content-Length: 3\r\n\r\nabc", 413},
        {"GET / HTTP/1.1\r\n" + host + "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 413},
        {"GET / HTTP/1.1\r\n" + host + "Content-Length: x\r\n\r\n", 400},
        {"GET / HTTP/1.1\r\n" + host + "Content-Length: 1\r\nContent-Length: 2\r\n\r\n", 400},
        {"GET / HTTP/1.1\r\n\r\n", 400},
        {"GET / HTTP/1.1\r\n" + host + host + "\r\n", 400},
        {"GET x HTTP/1.1\r\n" + host + "\r\n", 400},
        {"GET /a b HTTP/1.1\r\n" + host + "\r\n", 400},
        {"GET / HTTP/3.0\r\n" + host + "\r\n", 400},
        {"hello\r\n\r\n", 400},
        {std::string("\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n", 15), 400},
        {get("/", "X: " + std::string(20'000, 'x') + "\r\n"), 431},
        {get("/" + std::string(3000, 'x')), 414},
    };
    RunningServer server;
    const auto port = server.start();
    for (const auto& c : cases) {
        INFO(c.sent.substr(0, 60));
        WireClient client(port);
        client.send(c.sent);
        const auto reply = client.reply();
        REQUIRE(reply);
        CHECK(reply->status == c.status);
        CHECK(reply->headers.at("connection") == "close");
        if (c.status == 405) CHECK(reply->headers.at("allow") == "GET, HEAD");
        CHECK(client.hung_up());
    }
    CHECK(server.stats().refused[static_cast<std::size_t>(Refusal::bad_request)] ==
          std::size(cases));
}

TEST_CASE("the refusal arrives although the client is still sending", "[net]") {
    RunningServer server;
    WireClient client(server.start());
    client.send("POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100000\r\n\r\n");
    client.send(std::string(100'000, 'x'));
    const auto reply = client.reply();
    REQUIRE(reply);
    CHECK(reply->status == 405);
    client.shut_down_sending();
    CHECK(client.hung_up());
}

TEST_CASE("a client that keeps sending after its last answer is cut off", "[net]") {
    auto config = RunningServer::quick();
    config.linger_timeout = 50ms;
    RunningServer server(config);
    WireClient client(server.start());
    client.send("POST / HTTP/1.1\r\nHost: localhost\r\n\r\n");
    const std::string more(10'000, 'x');
    while (client.send(more)) {
    }
    CHECK(server.stats().open_http == 0);
}

TEST_CASE("a request that is never whole does not hold its connection", "[net]") {
    auto config = RunningServer::quick();
    config.handshake_timeout = 50ms;
    RunningServer server(config);
    const auto port = server.start();
    WireClient silent(port);
    CHECK(silent.hung_up());
    // Slowly, byte by byte, is no way around it.
    WireClient slow(port);
    slow.send("GET / HTTP/1.1\r\nX: ");
    while (slow.send("x")) std::this_thread::sleep_for(5ms);
    CHECK(slow.hung_up());
}

TEST_CASE("a kept connection that asks nothing more is closed", "[net]") {
    auto config = RunningServer::quick();
    config.http_idle_timeout = 50ms;
    RunningServer server(config);
    WireClient client(server.start());
    client.send(get("/"));
    CHECK(client.reply()->status == 200);
    CHECK(client.hung_up());
}

TEST_CASE("an answer that never comes is given up with a word", "[net]") {
    auto config = RunningServer::quick();
    config.reply_timeout = 50ms;
    RunningServer server(config);
    std::function<void(HttpResponse)> kept;
    server.front.got = [&](const std::string&, std::function<void(HttpResponse)> reply) {
        kept = std::move(reply);
    };
    WireClient client(server.start());
    client.send(get("/"));
    CHECK(client.reply()->status == 503);
    CHECK(client.hung_up());
    server.run([&](NetServer&) { kept({200, "text/plain", "too late"}); });
}

TEST_CASE("a late, a second and a forgotten reply do no harm", "[net]") {
    RunningServer server;
    std::vector<std::function<void(HttpResponse)>> replies;
    std::promise<void> asked;
    server.front.got = [&](const std::string& target, std::function<void(HttpResponse)> reply) {
        if (target == "/forgotten") return;
        if (target == "/now") return reply({200, "text/plain", "now"});
        replies.push_back(std::move(reply));
        asked.set_value();
    };
    const auto port = server.start();
    WireClient forgotten(port);
    forgotten.send(get("/forgotten"));
    {
        WireClient gone(port);
        gone.send(get("/late"));
        asked.get_future().wait();
        gone.reset();
    }
    WireClient other(port);
    asked = {};
    other.send(get("/late") + get("/now"));
    asked.get_future().wait();
    server.run([&](NetServer&) {
        for (const auto& reply : replies) {
            reply({200, "text/plain", "late"});
            reply({200, "text/plain", "again"});
        }
    });
    CHECK(other.reply()->body == "late");
    CHECK(other.reply()->body == "now");
}

TEST_CASE("an exception that comes out of the front is one request's trouble", "[net]") {
    RunningServer server;
    server.front.got = [](const std::string& target, std::function<void(HttpResponse)> reply) {
        if (target == "/bad") throw std::runtime_error("bad");
        reply({200, "text/plain", "good"});
    };
    WireClient client(server.start());
    client.send(get("/bad") + get("/good"));
    CHECK(client.reply()->status == 500);
    CHECK(client.reply()->body == "good");
    CHECK(server.stats().front_failures == 1);
}

TEST_CASE("one address that asks too much is refused, with when to come back", "[net]") {
    auto config = RunningServer::quick();
    config.requests = {0.001, 3};
    RunningServer server(config);
    const auto port = server.start();
    WireClient client(port);
    for (int i = 0; i < 3; ++i) {
        client.send(get("/"));
        CHECK(client.reply()->status == 200);
    }
    client.send(get("/"));
    const auto reply = client.reply();
    REQUIRE(reply);
    CHECK(reply->status == 429);
    CHECK(std::stoi(reply->headers.at("retry-after")) > 0);
    WireClient neighbour(port, Dial{"127.0.0.1", "127.0.0.2", 0});
    neighbour.send(get("/"));
    CHECK(neighbour.reply()->status == 200);
}

TEST_CASE("behind a trusted proxy each client has its own limits", "[net]") {
    auto config = RunningServer::quick();
    config.requests = {0.001, 1};
    config.trusted_proxies = {"127.0.0.0/8"};
    RunningServer server(config);
    WireClient proxy(server.start());
    proxy.send(get("/", "X-Forwarded-For: 192.0.2.1\r\n"));
    CHECK(proxy.reply()->status == 200);
    proxy.send(get("/", "X-Forwarded-For: 192.0.2.2\r\n"));
    CHECK(proxy.reply()->status == 200);
    proxy.send(get("/", "X-Forwarded-For: 6.6.6.6\r\nX-Forwarded-For: 192.0.2.1\r\n"));
    CHECK(proxy.reply()->status == 429);
}

TEST_CASE("a client that does not read its answer is given up", "[net]") {
    auto config = RunningServer::quick();
    config.write_timeout = 50ms;
    RunningServer server(config);
    server.front.got = [](const std::string&, std::function<void(HttpResponse)> reply) {
        reply({200, "text/plain", std::string(10'000'000, 'x')});
    };
    const auto port = server.start();
    WireClient client(port, narrow);
    client.send(get("/"));
    CHECK(client.hung_up());
    CHECK(server.stats().open_http == 0);
}
