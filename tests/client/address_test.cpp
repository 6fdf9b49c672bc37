#include "client-cli/core/address.hpp"

#include "client-cli/core/invite.hpp"
#include "tests/support/catch.hpp"

using namespace morris::client;

namespace {

std::string url(std::string_view text) {
    const auto address = parse_address(text);
    return address ? url_of(*address) : "refused";
}

}  // namespace

TEST_CASE("a server's address may be written in many ways", "[client][address]") {
    CHECK(url("ws://localhost:8080") == "ws://localhost:8080/ws");
    CHECK(url("localhost:8080") == "ws://localhost:8080/ws");
    CHECK(url("localhost") == "ws://localhost:8080/ws");
    CHECK(url("http://localhost:8080/") == "ws://localhost:8080/ws");
    CHECK(url("HTTPS://Example.org") == "wss://Example.org:443/ws");
    CHECK(url("wss://example.org/ws") == "wss://example.org:443/ws");
    CHECK(url("ws://example.org/games/") == "ws://example.org:80/games/ws");
    CHECK(url("https://example.org/?x=1#t=abc") == "wss://example.org:443/ws");
    CHECK(url("[::1]:9000") == "ws://[::1]:9000/ws");
    CHECK(url("http://[fe80::1]/") == "ws://[fe80::1]:80/ws");
    CHECK(url(" 127.0.0.1:80 ") == "ws://127.0.0.1:80/ws");
}

TEST_CASE("the written form of an address is read as the same address", "[client][address]") {
    for (const std::string_view text :
         {"localhost", "wss://example.org:444/a/b", "[::1]", "http://10.0.0.1"}) {
        const auto address = parse_address(text);
        REQUIRE(address);
        CHECK(parse_address(url_of(*address)) == address);
    }
}

TEST_CASE("what is no address is refused with a sentence", "[client][address]") {
    for (const std::string_view text :
         {"", "ws://", "ftp://example.org", "example.org:", "example.org:0", "example.org:65536",
          "example.org:80a", "exa mple.org", "[::1", "[zz]:1", "ws://a/b c", "::1", "a:1:2"}) {
        INFO(text);
        const auto address = parse_address(text);
        REQUIRE_FALSE(address);
        CHECK_FALSE(address.error().empty());
    }
}

TEST_CASE("an address is written as short as it can be typed", "[client][address]") {
    for (const auto& [typed, text] : std::vector<std::pair<std::string, std::string>>{
             {"ws://localhost:8080/ws", "localhost:8080"},
             {"http://127.0.0.1:8091", "127.0.0.1:8091"},
             {"http://example.org", "example.org:80"},
             {"example.org", "example.org:8080"},
             {"wss://example.org", "https://example.org"},
             {"https://example.org:8443/morris/", "https://example.org:8443/morris"},
             {"ws://[::1]:9000/morris/ws", "[::1]:9000/morris"},
             {"wss://[2001:db8::1]", "https://[2001:db8::1]"}}) {
        INFO(typed);
        const Address address = parse_address(typed).value();
        CHECK(typed_form(address) == text);
        CHECK(parse_address(typed_form(address)).value() == address);
    }
    CHECK(parse_address("localhost").value() == default_address());
}

TEST_CASE("an address of this machine only is known", "[client][address]") {
    for (const char* typed : {"localhost", "LOCALHOST:1", "127.0.0.1", "127.1.2.3:80", "[::1]"}) {
        CHECK(is_loopback(parse_address(typed).value()));
    }
    for (const char* typed : {"example.org", "192.168.0.127", "[::2]", "localhost.example.org"}) {
        CHECK_FALSE(is_loopback(parse_address(typed).value()));
    }
}

TEST_CASE("an invite code is read in any case, with or without dashes", "[client][invite]") {
    CHECK(normalised_invite("K7Q2-M9XW-PA3D").value() == "K7Q2-M9XW-PA3D");
    CHECK(normalised_invite(" k7q2m9xwpa3d ").value() == "K7Q2-M9XW-PA3D");
    CHECK(normalised_invite("k7-q2m9 xwpa3d").value() == "K7Q2-M9XW-PA3D");
    CHECK(normalised_invite("abc").value() == "ABC");  // the server says that it opens nothing
    CHECK_FALSE(normalised_invite(""));
    CHECK_FALSE(normalised_invite("--"));
    CHECK_FALSE(normalised_invite("K7Q2?"));
    CHECK_FALSE(normalised_invite("K7Q2-M9XW-PA3D-K7Q2-M9XW-PA3D-K7Q2-M9XW-PA3D"));
}

TEST_CASE("the link of an invitation names its server and its code", "[client][invite]") {
    const auto invite = parse_invite("https://example.org:9000/#join=k7q2-m9xw-pa3d");
    REQUIRE(invite);
    CHECK(invite->code == "K7Q2-M9XW-PA3D");
    CHECK(invite->server == "https://example.org:9000");
    CHECK(parse_invite("http://[::1]:80/join/K7Q2M9XWPA3D")->server == "http://[::1]:80");
    CHECK(parse_invite("http://example.org?invite=K7Q2M9XWPA3D")->code == "K7Q2-M9XW-PA3D");
    CHECK(parse_invite("http://example.org#K7Q2M9XWPA3D")->server == "http://example.org");
    CHECK_FALSE(parse_invite("k7q2m9xwpa3d")->server);
    CHECK_FALSE(parse_invite("https://example.org/"));
    CHECK_FALSE(parse_invite("https://example.org"));
    CHECK_FALSE(parse_invite("https://"));
}
