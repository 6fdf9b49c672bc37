#include "tests/net/wire_client.hpp"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <stdexcept>
#include <utility>

namespace morris::test {

namespace {

constexpr int patience_s = 20;

std::string lower(std::string text) {
    for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return text;
}

void set_option(int fd, int level, int name, int value) {
    ::setsockopt(fd, level, name, &value, sizeof value);
}

class SocketAddress {
public:
    SocketAddress(const std::string& text, std::uint16_t port) {
        if (text.find(':') != std::string::npos) {
            v6_.sin6_family = AF_INET6;
            v6_.sin6_port = htons(port);
            ::inet_pton(AF_INET6, text.c_str(), &v6_.sin6_addr);
        } else {
            v4_.sin_family = AF_INET;
            v4_.sin_port = htons(port);
            ::inet_pton(AF_INET, text.c_str(), &v4_.sin_addr);
        }
    }

    int family() const { return v6_.sin6_family == AF_INET6 ? AF_INET6 : AF_INET; }
    const sockaddr* get() const {
        return family() == AF_INET6 ? reinterpret_cast<const sockaddr*>(&v6_)
                                    : reinterpret_cast<const sockaddr*>(&v4_);
    }
    socklen_t size() const { return family() == AF_INET6 ? sizeof v6_ : sizeof v4_; }

private:
    sockaddr_in v4_{};
    sockaddr_in6 v6_{};
};

}  // namespace

unsigned Frame::close_code() const {
    if (payload.size() < 2) return 1005;
    return static_cast<unsigned char>(payload[0]) * 256U + static_cast<unsigned char>(payload[1]);
}

std::string frame(unsigned first, std::string_view payload) {
    constexpr std::array<unsigned char, 4> mask{0x12, 0x34, 0x56, 0x78};
    std::string bytes(1, static_cast<char>(first));
    const auto put = [&](std::size_t value, int octets) {
        for (int i = octets - 1; i >= 0; --i) bytes += static_cast<char>(value >> (8 * i) & 0xFFU);
    };
    if (payload.size() < 126) {
        put(0x80U | payload.size(), 1);
    } else if (payload.size() < 65536) {
        put(0x80U | 126U, 1);
        put(payload.size(), 2);
    } else {
        put(0x80U | 127U, 1);
        put(payload.size(), 8);
    }
    for (const unsigned char m : mask) bytes += static_cast<char>(m);
    for (std::size_t i = 0; i < payload.size(); ++i) {
        bytes += static_cast<char>(static_cast<unsigned char>(payload[i]) ^ mask[i % 4]);
    }
    return bytes;
}

std::string text_frame(std::string_view payload) {
    return frame(0x80U | text, payload);
}

std::string close_frame(unsigned code) {
    const std::string payload{static_cast<char>(code >> 8), static_cast<char>(code & 0xFFU)};
    return frame(0x80U | closing, payload);
}

WireClient::WireClient(std::uint16_t port, const Dial& dial) {
    const SocketAddress to(dial.to, port);
    fd_ = ::socket(to.family(), SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (dial.receive_buffer > 0) set_option(fd_, SOL_SOCKET, SO_RCVBUF, dial.receive_buffer);
    set_option(fd_, IPPROTO_TCP, TCP_NODELAY, 1);
    const timeval patience{patience_s, 0};
    ::setsockopt(fd_, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    ::setsockopt(fd_, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
    if (!dial.from.empty()) {
        const SocketAddress from(dial.from, 0);
        ::bind(fd_, from.get(), from.size());
    }
    if (::connect(fd_, to.get(), to.size()) != 0) {
        ::close(fd_);
        throw std::runtime_error("cannot connect to " + dial.to);
    }
}

WireClient::WireClient(WireClient&& other) noexcept
    : fd_(std::exchange(other.fd_, -1)), seen_(std::move(other.seen_)) {}

WireClient::~WireClient() {
    if (fd_ >= 0) ::close(fd_);
}

bool WireClient::send(std::string_view bytes) {
    while (!bytes.empty()) {
        const auto sent = ::send(fd_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
        if (sent <= 0) return false;
        bytes.remove_prefix(static_cast<std::size_t>(sent));
    }
    return true;
}

void WireClient::shut_down_sending() {
    ::shutdown(fd_, SHUT_WR);
}

void WireClient::reset() {
    const linger at_once{1, 0};
    ::setsockopt(fd_, SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
    ::close(std::exchange(fd_, -1));
}

bool WireClient::fill() {
    std::array<char, 16384> bytes{};
    const auto got = ::recv(fd_, bytes.data(), bytes.size(), 0);
    if (got <= 0) return false;
    seen_.append(bytes.data(), static_cast<std::size_t>(got));
    return true;
}

std::optional<std::string> WireClient::take(std::size_t size) {
    while (seen_.size() < size) {
        if (!fill()) return std::nullopt;
    }
    std::string taken = seen_.substr(0, size);
    seen_.erase(0, size);
    return taken;
}

std::optional<HttpReply> WireClient::reply(bool head) {
    std::size_t end = 0;
    while ((end = seen_.find("\r\n\r\n")) == std::string::npos) {
        if (!fill()) return std::nullopt;
    }
    const std::string header = *take(end + 4);
    HttpReply reply;
    reply.status = std::stoi(header.substr(9, 3));
    std::size_t line = header.find("\r\n") + 2;
    while (line < end) {
        const auto next = header.find("\r\n", line);
        const auto colon = header.find(": ", line);
        reply.headers[lower(header.substr(line, colon - line))] =
            header.substr(colon + 2, next - colon - 2);
        line = next + 2;
    }
    const auto length = reply.headers.find("content-length");
    if (length != reply.headers.end() && !head) {
        const auto body = take(std::stoul(length->second));
        if (!body) return std::nullopt;
        reply.body = *body;
    }
    return reply;
}

std::optional<Frame> WireClient::next_frame() {
    const auto start = take(2);
    if (!start) return std::nullopt;
    std::size_t size = static_cast<unsigned char>((*start)[1]);
    if (size >= 126) {
        const auto more = take(size == 126 ? 2 : 8);
        if (!more) return std::nullopt;
        size = 0;
        for (const char c : *more) size = size * 256 + static_cast<unsigned char>(c);
    }
    const auto payload = take(size);
    if (!payload) return std::nullopt;
    return Frame{static_cast<unsigned char>((*start)[0]), *payload};
}

std::optional<Frame> WireClient::next_message() {
    auto found = next_frame();
    while (found && found->opcode() == ping) found = next_frame();
    return found;
}

bool WireClient::hung_up() {
    while (true) {
        std::array<char, 16384> bytes{};
        const auto got = ::recv(fd_, bytes.data(), bytes.size(), 0);
        if (got == 0) return true;
        if (got < 0) return errno != EAGAIN && errno != EWOULDBLOCK;
    }
}

int WireClient::upgrade(std::string_view headers) {
    send(upgrade_request(headers));
    const auto answer = reply();
    return answer ? answer->status : 0;
}

std::string get(std::string_view target, std::string_view headers) {
    std::string request = "GET ";
    request += target;
    request += " HTTP/1.1\r\nHost: localhost\r\n";
    request += headers;
    return request + "\r\n";
}

std::string upgrade_request(std::string_view headers, std::string_view host) {
    std::string request = "GET /ws HTTP/1.1\r\nHost: ";
    request += host;
    request +=
        "\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n";
    request += headers;
    return request + "\r\n";
}

}  // namespace morris::test
