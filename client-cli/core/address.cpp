#include "client-cli/core/address.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>

#include "client-cli/core/text.hpp"

namespace morris::client {
namespace {

constexpr std::string_view default_port = "8080";
constexpr std::string_view ending = "/ws";  // of every target

struct Scheme {
    std::string_view prefix;
    bool tls;
    std::string_view port;
};

constexpr std::array<Scheme, 4> schemes = {{{"ws://", false, "80"},
                                            {"wss://", true, "443"},
                                            {"http://", false, "80"},
                                            {"https://", true, "443"}}};

Failure<std::string> failed(std::string_view text, std::string_view why) {
    return Failure<std::string>("The server address \"" + clean(text, true) + "\" " +
                                std::string(why) +
                                "; write it like ws://localhost:8080 or example.org:8080.");
}

bool is_port(std::string_view text) {
    unsigned value = 0;
    const auto parsed = std::from_chars(text.data(), text.data() + text.size(), value);
    return parsed.ec == std::errc() && parsed.ptr == text.data() + text.size() && value >= 1 &&
           value <= 65535;
}

bool is_host(std::string_view text) {
    return !text.empty() && std::all_of(text.begin(), text.end(), [](char letter) {
        return (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') ||
               (letter >= '0' && letter <= '9') || letter == '-' || letter == '.' || letter == '_';
    });
}

bool is_ipv6(std::string_view text) {
    return text.find(':') != std::string_view::npos &&
           text.find_first_not_of("0123456789abcdefABCDEF:.") == std::string_view::npos;
}

struct HostPort {
    std::string_view host;
    std::optional<std::string_view> port;
};

std::optional<HostPort> split(std::string_view text) {
    if (text.starts_with('[')) {
        const std::size_t end = text.find(']');
        if (end == std::string_view::npos) return std::nullopt;
        const std::string_view host = text.substr(1, end - 1);
        if (!is_ipv6(host)) return std::nullopt;
        const std::string_view rest = text.substr(end + 1);
        if (rest.empty()) return HostPort{host, std::nullopt};
        if (!rest.starts_with(':')) return std::nullopt;
        return HostPort{host, rest.substr(1)};
    }
    const std::size_t colon = text.find(':');
    if (!is_host(text.substr(0, colon))) return std::nullopt;
    if (colon == std::string_view::npos) return HostPort{text, std::nullopt};
    return HostPort{text.substr(0, colon), text.substr(colon + 1)};
}

std::string websocket_target(std::string_view path) {
    while (path.ends_with('/')) path.remove_suffix(1);
    std::string target(path);
    return path.ends_with(ending) ? target : target.append(ending);
}

bool is_target(std::string_view text) {
    return std::all_of(text.begin(), text.end(),
                       [](char letter) { return letter > ' ' && letter < 0x7f; });
}

}  // namespace

Result<Address, std::string> parse_address(std::string_view text) {
    std::string_view rest = trimmed(text);
    Address address;
    address.port = default_port;
    const std::string small = lower(rest);
    for (const Scheme& scheme : schemes) {
        if (!small.starts_with(scheme.prefix)) continue;
        rest.remove_prefix(scheme.prefix.size());
        address.tls = scheme.tls;
        address.port = scheme.port;
        break;
    }
    rest = rest.substr(0, rest.find_first_of("?#"));
    const std::size_t slash = std::min(rest.find('/'), rest.size());
    if (rest.find("://") != std::string_view::npos) return failed(text, "has an unknown scheme");
    const auto parts = split(rest.substr(0, slash));
    if (!parts) return failed(text, "names no host");
    if (parts->port) {
        if (!is_port(*parts->port)) return failed(text, "has a port that is none");
        address.port = *parts->port;
    }
    if (!is_target(rest.substr(slash))) return failed(text, "has a path that cannot be");
    address.host = parts->host;
    address.target = websocket_target(rest.substr(slash));
    return address;
}

std::string host_header(const Address& address) {
    const bool ipv6 = address.host.find(':') != std::string::npos;
    return (ipv6 ? "[" + address.host + "]" : address.host) + ":" + address.port;
}

std::string typed_form(const Address& address) {
    constexpr std::string_view tls_port = "443";
    const bool ipv6 = address.host.find(':') != std::string::npos;
    const std::string host = ipv6 ? "[" + address.host + "]" : address.host;
    const bool usual_port = address.tls && address.port == tls_port;
    const std::string path = address.target.substr(0, address.target.size() - ending.size());
    return (address.tls ? "https://" : "") + (usual_port ? host : host + ":" + address.port) + path;
}

Address default_address() {
    return {false, "localhost", std::string(default_port), std::string(ending)};
}

bool is_loopback(const Address& address) {
    const std::string host = lower(address.host);
    return host == "localhost" || host == "::1" || host.starts_with("127.");
}

std::string url_of(const Address& address) {
    return (address.tls ? "wss://" : "ws://") + host_header(address) + address.target;
}

}  // namespace morris::client
