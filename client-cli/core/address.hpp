// Where a server is, from what a person types or pastes.
#pragma once

#include <string>
#include <string_view>

#include "shared/rules/result.hpp"

namespace morris::client {

struct Address {
    bool tls = false;
    std::string host;    // a name, or an IP address without brackets
    std::string port;    // decimal
    std::string target;  // of the WebSocket: "/ws", or with a path before it

    bool operator==(const Address&) const = default;
};

// Takes ws://, wss://, http:// and https:// URLs and host:port, which means ws; a port that is not
// given is the scheme's, without a scheme 8080. What follows '?' or '#' is left out. The failure is
// a sentence.
Result<Address, std::string> parse_address(std::string_view text);

// "ws://localhost:8080/ws"
std::string url_of(const Address& address);

// As short as it can be typed and read again: "localhost:8080", "https://example.org".
std::string typed_form(const Address& address);

// Where `morris` goes if no server is named.
Address default_address();

// Reached from this machine only.
bool is_loopback(const Address& address);

// The value of the Host header: "localhost:8080", "[::1]:8080".
std::string host_header(const Address& address);

}  // namespace morris::client
