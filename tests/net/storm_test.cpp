// Everything at once, in any order: clients that send any frames, break off anywhere, read or do
// not; and a hub that sends to them and closes them at any time. MORRIS_STORM sets how many
// clients there are, for longer storms.
#include <atomic>
#include <cstdlib>
#include <random>

#include "tests/net/running_server.hpp"
#include "tests/net/wire_client.hpp"
#include "tests/support/catch.hpp"

using namespace morris;
using namespace morris::test;
using namespace std::chrono_literals;

namespace {

using Random = std::mt19937;

std::string some_frame(Random& random) {
    const std::string payload(random() % (random() % 8 == 0 ? 5000 : 100), 'x');
    switch (random() % 12) {
        case 0:
            return frame(0x80U | ping, payload.substr(0, 100));
        case 1:
            return frame(0x80U | pong, payload.substr(0, 100));
        case 2:
            return frame(text, payload) + frame(continued, "y") + frame(0x80U | continued, "");
        case 3:
            return frame(text, payload);
        case 4:
            return frame(0x80U | binary, payload);
        case 5:
            return close_frame(static_cast<unsigned>(1000 + random() % 20));
        case 6:
            return frame(random() % 256, payload);
        case 7:
            return std::string(1 + random() % 20, static_cast<char>(random()));
        default:
            return text_frame(payload);
    }
}

void one_client(std::uint16_t port, Random& random) {
    WireClient client(port, random() % 4 == 0 ? narrow : Dial());
    client.send(upgrade_request(""));
    if (random() % 20 == 0) return client.reset();
    if (!client.reply()) return;
    const auto frames = random() % 10;
    for (unsigned i = 0; i < frames; ++i) {
        std::string bytes = some_frame(random);
        if (random() % 4 == 0) bytes.resize(random() % (bytes.size() + 1));
        if (!client.send(bytes)) return;
        if (random() % 3 == 0)
            std::this_thread::sleep_for(std::chrono::microseconds(random() % 500));
    }
    if (random() % 4 == 0) client.shut_down_sending();
    if (random() % 4 == 0) client.hung_up();
    if (random() % 4 == 0) client.reset();
}

void meddle(RunningServer& server, Random& random) {
    const ConnectionId id = 1 + random() % (2 * server.stats().accepted + 1);
    const std::size_t size = random() % (random() % 4 == 0 ? 100'000 : 1000);
    const auto text = std::make_shared<const std::string>(size, 'x');
    const bool close = random() % 10 == 0;
    server.run([&](NetServer& net) {
        for (int i = 0; i < 5; ++i) net.send(id, text);
        if (close) net.close(id, CloseCode::policy, "enough");
    });
}

}  // namespace

TEST_CASE("whatever clients and hub do at once, each connection opens and closes once", "[net]") {
    const char* wanted = std::getenv("MORRIS_STORM");
    const int clients = wanted != nullptr ? std::atoi(wanted) : 400;
    const auto seed = std::random_device{}();
    INFO("seed " << seed);

    auto config = RunningServer::quick();
    config.upgrades = {1, 1e9};
    config.max_connections_per_address = 10'000;
    config.handshake_timeout = 500ms;
    config.write_timeout = 50ms;
    config.ping_interval = 3ms;
    config.pong_timeout = 200ms;
    config.close_timeout = 50ms;
    config.slow_timeout = 20ms;
    config.linger_timeout = 50ms;
    RunningServer server(config);
    server.front.texted = [&server](ConnectionId id, const std::string& text) {
        server.run_here([&](NetServer& net) {
            net.send(id, std::make_shared<const std::string>(text));
            if (text.size() % 16 == 0) net.close(id, CloseCode::policy, "enough");
        });
    };
    const auto port = server.start();

    std::atomic<int> left = clients;
    std::vector<std::thread> crowd;
    for (unsigned k = 0; k < 4; ++k) {
        crowd.emplace_back([&, k] {
            Random random(seed + k);
            while (left-- > 0) one_client(port, random);
        });
    }
    Random random(seed + 4);
    while (left > 0) meddle(server, random);
    for (auto& thread : crowd) thread.join();

    CHECK(server.front.wait([](const NotingFront::AllNotes& all) {
        return std::all_of(all.begin(), all.end(),
                           [](const auto& entry) { return entry.second.back() == "close"; });
    }));
    for (const auto& [id, notes] : server.front.notes()) {
        CHECK(notes.front() == "open 127.0.0.1");
        CHECK(std::count(notes.begin(), notes.end(), "close") == 1);
    }
    WireClient last(port);
    CHECK(last.upgrade() == 101);
    CHECK(server.stop("bye", 100ms));
    CHECK(server.stats().open_sockets == 0);
    CHECK(server.stats().open_http == 0);
}
