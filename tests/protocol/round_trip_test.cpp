#include "shared/protocol/codec.hpp"
#include "shared/protocol/limits.hpp"
#include "tests/protocol/random_messages.hpp"
#include "tests/support/catch.hpp"

namespace morris::test {

namespace {

using namespace morris::protocol;

constexpr std::uint64_t rounds = 300;

TEST_CASE("a request is the same after the way through its text", "[protocol]") {
    for (std::size_t type = 0; type < std::variant_size_v<RequestBody>; ++type) {
        for (std::uint64_t seed = 0; seed < rounds; ++seed) {
            Random random(seed);
            const Request request = random_request(random, type);
            REQUIRE(request.body.index() == type);
            const std::string text = encode(request);
            INFO("type " << type << ", seed " << seed << ": " << text);

            const auto back = decode_request(text);
            REQUIRE(back);
            REQUIRE(*back == request);
            REQUIRE(encode(*back) == text);
            REQUIRE(text.size() <= max_request_bytes);
            REQUIRE(text.find('\n') == std::string::npos);
        }
    }
}

TEST_CASE("a message of the server is the same after the way through its text", "[protocol]") {
    for (std::size_t type = 0; type < std::variant_size_v<ServerMessage>; ++type) {
        for (std::uint64_t seed = 0; seed < rounds; ++seed) {
            Random random(seed);
            const ServerMessage message = random_server_message(random, type);
            REQUIRE(message.index() == type);
            const std::string text = encode(message);
            INFO("type " << type << ", seed " << seed << ": " << text);

            const auto back = decode_server_message(text);
            REQUIRE(back);
            REQUIRE(*back == message);
            REQUIRE(encode(*back) == text);
            REQUIRE(text.find('\n') == std::string::npos);
        }
    }
}

TEST_CASE("an event is the same after the way through its text", "[protocol]") {
    for (std::size_t kind = 0; kind < event_kinds; ++kind) {
        for (std::uint64_t seed = 0; seed < rounds; ++seed) {
            Random random(seed);
            const ServerMessage event = random_event(random, kind);
            REQUIRE(std::get<Event>(event).body.index() == kind);
            const std::string text = encode(event);
            INFO("kind " << kind << ", seed " << seed << ": " << text);
            const auto back = decode_server_message(text);
            REQUIRE(back);
            REQUIRE(*back == event);
            REQUIRE(encode(*back) == text);
        }
    }
}

TEST_CASE("an event of a kind not known yet keeps its place", "[protocol]") {
    Event event;
    event.table = "t";
    event.seq = 5;
    event.turn = 3;
    event.to_move = Color::black;
    event.body = OtherEvent{"moon_rose"};
    const auto back = decode_server_message(encode(ServerMessage(event)));
    REQUIRE(back);
    REQUIRE(*back == ServerMessage(event));
}

}  // namespace

}  // namespace morris::test
