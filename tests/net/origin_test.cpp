#include "server/net/origin.hpp"

#include "tests/support/catch.hpp"

using namespace morris::net;

namespace {

bool allowed(const char* origin, const char* host, const std::vector<std::string>& list = {}) {
    std::vector<Origin> origins;
    for (const auto& text : list) origins.push_back(*parse_origin(text));
    return origin_allowed(
        origin == nullptr ? std::nullopt : std::optional<std::string_view>(origin), host, origins);
}

}  // namespace

TEST_CASE("a program, which sends no origin, is let in", "[net]") {
    CHECK(allowed(nullptr, "play.example"));
}

TEST_CASE("our own page is let in, however its port is written", "[net]") {
    CHECK(allowed("http://localhost:8080", "localhost:8080"));
    CHECK(allowed("https://play.example", "play.example"));
    CHECK(allowed("http://play.example", "play.example:80"));
    CHECK(allowed("https://play.example:443", "play.example"));
    CHECK(allowed("https://play.example", "play.example:443"));
    CHECK(allowed("HTTPS://Play.Example", "play.EXAMPLE"));
    CHECK(allowed("http://[::1]:8080", "[::1]:8080"));
    CHECK(allowed("http://192.0.2.7", "192.0.2.7"));
}

TEST_CASE("pages of other hosts and ports are not let in", "[net]") {
    struct Case {
        const char* origin;
        const char* host;
    };
    const Case cases[] = {
        {"https://evil.example", "play.example"},
        {"https://play.example.evil.example", "play.example"},
        {"https://evil-play.example", "play.example"},
        {"https://play.example", "play.example.evil.example"},
        {"https://play.exampl", "play.example"},
        {"https://play.example.", "play.example"},
        {"https://play.example:8443", "play.example"},
        {"https://play.example", "play.example:8443"},
        {"http://play.example", "play.example:443"},
        {"http://localhost:8081", "localhost:8080"},
        {"http://127.0.0.1:8080", "localhost:8080"},
        {"null", "play.example"},
        {"null", "null"},
        {"", "play.example"},
        {"play.example", "play.example"},
        {"//play.example", "play.example"},
        {"file://", "play.example"},
        {"file://play.example", "play.example"},
        {"chrome-extension://play.example", "play.example"},
        {"https://play.example/", "play.example"},
        {"https://play.example@evil.example", "play.example"},
        {"https://evil.example@play.example", "play.example"},
        {"https://play.example#.evil.example", "play.example"},
        {"https://play.example https://evil.example", "play.example"},
        {"https://", "play.example"},
        {"https://:443", ""},
        {"https://play.example:", "play.example:"},
        {"https://play.example:99999999", "play.example:99999999"},
        {"http://[::1]", "[::2]"},
        {"http://[::1", "[::1"},
        {"http://[]", "[]"},
    };
    for (const auto& c : cases) {
        INFO(c.origin << " at " << c.host);
        CHECK_FALSE(allowed(c.origin, c.host));
    }
}

TEST_CASE("pages on the list are let in, exactly these", "[net]") {
    const std::vector<std::string> list{"https://club.example", "http://club.example:8080"};
    CHECK(allowed("https://club.example", "play.example", list));
    CHECK(allowed("https://club.example:443", "play.example", list));
    CHECK(allowed("http://club.example:8080", "play.example", list));
    CHECK_FALSE(allowed("http://club.example", "play.example", list));
    CHECK_FALSE(allowed("https://club.example:8080", "play.example", list));
    CHECK_FALSE(allowed("https://club.example.evil.example", "play.example", list));
    CHECK_FALSE(allowed("https://www.club.example", "play.example", list));
    CHECK_FALSE(allowed("null", "play.example", list));
}
