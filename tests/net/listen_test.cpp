#include <boost/asio/io_context.hpp>

#include "tests/net/running_server.hpp"
#include "tests/net/wire_client.hpp"
#include "tests/support/catch.hpp"

using namespace morris;
using namespace morris::test;

namespace {

// What start() says about a configuration that cannot work.
std::string complaint(const NetConfig& config) {
    boost::asio::io_context io;
    NotingFront front;
    NetServer server(io, front, config);
    const auto started = server.start();
    return started ? "started" : started.error();
}

bool mentions(const std::string& text, const std::string& word) {
    return text.find(word) != std::string::npos;
}

}  // namespace

TEST_CASE("a port that is taken is named, with what to do", "[net]") {
    RunningServer server;
    NetConfig config;
    config.port = server.start();
    const auto said = complaint(config);
    INFO(said);
    CHECK(mentions(said, "127.0.0.1 port " + std::to_string(config.port)));
    CHECK(mentions(said, "another program"));
}

TEST_CASE("an address that is not this machine's, or none at all, is named", "[net]") {
    NetConfig config;
    config.address = "192.0.2.1";
    CHECK(mentions(complaint(config), "this machine does not have that address"));
    for (const char* text : {"", "example.org", "127.0.0.1:80", "256.0.0.1"}) {
        config.address = text;
        CHECK(mentions(complaint(config), "\"" + config.address + "\" is no address"));
    }
}

TEST_CASE("what is wrong in a list is named", "[net]") {
    NetConfig proxies;
    proxies.trusted_proxies = {"10.0.0.1", "10.0.0.0/99"};
    CHECK(mentions(complaint(proxies), "\"10.0.0.0/99\" is no trusted proxy"));
    NetConfig origins;
    origins.allowed_origins = {"https://club.example", "club.example"};
    CHECK(mentions(complaint(origins), "\"club.example\" is no origin"));
}

TEST_CASE("listening on :: takes IPv4 and IPv6", "[net]") {
    auto config = RunningServer::quick();
    config.address = "::";
    RunningServer server(config);
    const auto port = server.start();
    WireClient v4(port);
    CHECK(v4.upgrade() == 101);
    WireClient v6(port, Dial{"::1", "", 0});
    CHECK(v6.upgrade() == 101);
    CHECK(server.front.wait([](const NotingFront::AllNotes& all) { return all.size() == 2; }));
    const auto notes = server.front.notes();
    CHECK(notes.begin()->second.front() == "open 127.0.0.1");
    CHECK(notes.rbegin()->second.front() == "open ::/64");
}
