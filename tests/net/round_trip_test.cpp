// How long the way to a client and back is, by the server's own pings.
#include <algorithm>
#include <chrono>
#include <thread>

#include "tests/net/running_server.hpp"
#include "tests/net/wire_client.hpp"
#include "tests/support/catch.hpp"

using namespace morris;
using namespace morris::test;
using namespace std::chrono_literals;

namespace {

// The times the Front was told, in milliseconds.
std::vector<int> trips(const Notes& notes) {
    std::vector<int> found;
    for (const std::string& note : notes) {
        if (note.starts_with("trip ")) found.push_back(std::stoi(note.substr(5)));
    }
    return found;
}

bool has_trips(const NotingFront::AllNotes& all, std::size_t count) {
    return !all.empty() && trips(all.begin()->second).size() >= count;
}

struct Asked {
    RunningServer server;
    WireClient client;

    Asked() : client(server.start()) {
        server.front.texted = [this](ConnectionId id, const std::string&) {
            server.run_here([&](NetServer& net) { net.measure(id); });
        };
        REQUIRE(client.upgrade() == 101);
    }
    // The ping that asks.
    Frame question() {
        client.send(text_frame("ask me"));
        auto ping_frame = client.next_frame();
        REQUIRE(ping_frame);
        REQUIRE(ping_frame->opcode() == ping);
        return *ping_frame;
    }
    void answer(const Frame& question) { client.send(frame(0x80U | pong, question.payload)); }
};

}  // namespace

TEST_CASE("the way there and back is what an answered ping took", "[net]") {
    Asked asked;
    const Frame question = asked.question();
    std::this_thread::sleep_for(60ms);
    asked.answer(question);
    REQUIRE(asked.server.front.wait([](const auto& all) { return has_trips(all, 1); }));
    const int time = trips(asked.server.front.notes().begin()->second).front();
    CHECK(time >= 60);
    CHECK(time < 5000);
}

TEST_CASE("a pong that answers no question, or an old one, says nothing", "[net]") {
    Asked asked;
    asked.client.send(frame(0x80U | pong, "1") + frame(0x80U | pong, ""));
    const Frame first = asked.question();
    asked.client.send(frame(0x80U | pong, "x"));
    asked.answer(first);
    asked.answer(first);
    REQUIRE(asked.server.front.wait([](const auto& all) { return has_trips(all, 1); }));
    const Frame second = asked.question();
    CHECK(second.payload != first.payload);
    asked.answer(first);
    asked.answer(second);
    REQUIRE(asked.server.front.wait([](const auto& all) { return has_trips(all, 2); }));
    CHECK(trips(asked.server.front.notes().begin()->second).size() == 2);
}

TEST_CASE("a client that does not answer is not asked again meanwhile", "[net]") {
    Asked asked;
    asked.question();
    asked.client.send(text_frame("ask me") + text_frame("ask me") + frame(0x80U | ping, "p"));
    const auto next = asked.client.next_frame();
    REQUIRE(next);
    CHECK(next->opcode() == pong);
}
