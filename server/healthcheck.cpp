#include "server/healthcheck.hpp"

#include <boost/asio/connect.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <iostream>

namespace morris {
namespace {

constexpr std::chrono::seconds patience{5};

// Servers that listen on all addresses are asked on this machine's own.
std::string reachable(const std::string& address) {
    if (address == "0.0.0.0") return "127.0.0.1";
    if (address == "::") return "::1";
    return address;
}

}  // namespace

bool is_healthy(const std::string& address, std::uint16_t port) {
    using boost::asio::ip::tcp;
    boost::asio::ip::tcp::iostream stream;
    stream.expires_after(patience);
    stream.connect(reachable(address), std::to_string(port));
    stream << "GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n" << std::flush;
    std::string version;
    int status = 0;
    stream >> version >> status;
    return stream.good() && status == 200;
}

}  // namespace morris
