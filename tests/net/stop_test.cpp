#include <future>

#include "tests/net/running_server.hpp"
#include "tests/net/wire_client.hpp"
#include "tests/support/catch.hpp"

using namespace morris;
using namespace morris::test;
using namespace std::chrono_literals;

TEST_CASE("a stop sends what is queued, closes with service restart, and is done", "[net]") {
    RunningServer server;
    const auto port = server.start();
    WireClient client(port);
    CHECK(client.upgrade() == 101);
    server.front.wait([](const NotingFront::AllNotes& all) { return all.size() == 1; });
    const auto id = server.front.notes().begin()->first;
    server.run([id](NetServer& net) {
        for (int i = 0; i < 20; ++i) {
            net.send(id, std::make_shared<const std::string>(std::to_string(i)));
        }
    });
    std::thread reading([&] {
        for (int i = 0; i < 20; ++i) client.next_message();
        const auto last = client.next_message();
        if (last && last->close_code() == 1012 && last->payload.substr(2) == "new version") {
            client.send(close_frame(1012));
            if (client.hung_up()) client.reset();
        }
    });
    // Longer than the test waits: the client answered, or this is not done in time.
    CHECK(server.stop("new version", 1h));
    reading.join();
    CHECK(server.front.wait_closed(1));
    CHECK(server.stats().closed.at(1012) == 1);
    CHECK(server.stats().open_sockets == 0);
    CHECK_THROWS(WireClient(port));
}

TEST_CASE("a stop without any connection is done at once", "[net]") {
    RunningServer server;
    server.start();
    CHECK(server.stop("bye", 1h));
}

TEST_CASE("clients that do not care are cut off when the grace is over", "[net]") {
    RunningServer server;
    const auto port = server.start();
    WireClient deaf(port);
    CHECK(deaf.upgrade() == 101);
    WireClient stuck(port, narrow);
    CHECK(stuck.upgrade() == 101);
    server.front.wait([](const NotingFront::AllNotes& all) { return all.size() == 2; });
    server.run([&](NetServer& net) {
        for (const auto& [id, notes] : server.front.notes()) {
            net.send(id, std::make_shared<const std::string>(250'000, 'x'));
        }
    });
    WireClient half(port);
    half.send("GET / HTTP/1.1\r\n");
    WireClient silent(port);
    CHECK(server.stop("bye", 50ms));
    CHECK(server.front.wait_closed(2));
    CHECK(server.stats().open_sockets == 0);
    CHECK(server.stats().open_http == 0);
}

TEST_CASE("an answer that is under way is finished, an idle connection ended", "[net]") {
    RunningServer server;
    std::function<void(HttpResponse)> late;
    std::promise<void> asked;
    server.front.got = [&](const std::string& target, std::function<void(HttpResponse)> reply) {
        if (target != "/late") return reply({200, "text/plain", "now"});
        late = std::move(reply);
        asked.set_value();
    };
    const auto port = server.start();
    WireClient idle(port);
    idle.send(get("/"));
    CHECK(idle.reply()->status == 200);
    WireClient busy(port);
    busy.send(get("/late"));
    asked.get_future().wait();
    auto stopping = std::async(std::launch::async, [&] { return server.stop("bye", 1h); });
    CHECK(idle.hung_up());
    server.run([&](NetServer&) { late({200, "text/plain", "late"}); });
    const auto reply = busy.reply();
    REQUIRE(reply);
    CHECK(reply->body == "late");
    CHECK(reply->headers.at("connection") == "close");
    CHECK(busy.hung_up());
    // The server waits for us to hang up as well, so that nothing it said is lost.
    idle.reset();
    busy.reset();
    CHECK(stopping.get());
}

TEST_CASE("a server that just goes away tells the front nothing more", "[net]") {
    auto server = std::make_unique<RunningServer>();
    const auto port = server->start();
    std::vector<WireClient> clients;
    for (int i = 0; i < 10; ++i) {
        clients.emplace_back(port);
        if (i % 3 == 0) continue;
        clients.back().send(i % 3 == 1 ? upgrade_request("") : get("/"));
        CHECK(clients.back().reply().has_value());
    }
    server.reset();
    for (auto& client : clients) CHECK(client.hung_up());
}
