#include "server/net/origin.hpp"

#include <algorithm>

namespace morris::net {

namespace {

std::string lower(std::string_view text) {
    std::string result(text);
    for (char& c : result) {
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    }
    return result;
}

bool all_in(std::string_view text, std::string_view chars) {
    return text.find_first_not_of(chars) == std::string_view::npos;
}

struct HostPort {
    std::string host;
    std::string port;
};

// host[:port] as it stands in a Host header; an IPv6 address in brackets.
std::optional<HostPort> parse_host_port(std::string_view text) {
    constexpr std::string_view name_chars = "abcdefghijklmnopqrstuvwxyz0123456789-._";
    const std::string known = lower(text);
    std::string_view host = known;
    std::string_view port;
    const auto after_host = host.starts_with('[') ? host.find(']') : std::size_t{0};
    if (after_host == std::string_view::npos) return std::nullopt;
    const auto colon = host.find(':', after_host);
    if (colon != std::string_view::npos) {
        port = host.substr(colon + 1);
        host = host.substr(0, colon);
        if (port.empty() || port.size() > 5 || !all_in(port, "0123456789")) return std::nullopt;
    }
    if (host.starts_with('[')) {
        if (!host.ends_with(']')) return std::nullopt;
        const auto inner = host.substr(1, host.size() - 2);
        if (inner.empty() || !all_in(inner, "0123456789abcdef:.")) return std::nullopt;
    } else if (host.empty() || !all_in(host, name_chars)) {
        return std::nullopt;
    }
    return HostPort{std::string(host), std::string(port)};
}

std::string_view effective_port(std::string_view port, std::string_view scheme) {
    if (!port.empty()) return port;
    return scheme == "https" ? "443" : "80";
}

}  // namespace

bool origin_allowed(std::optional<std::string_view> origin, std::string_view host,
                    const std::vector<Origin>& allowed) {
    if (!origin) return true;
    const auto page = parse_origin(*origin);
    if (!page) return false;
    const auto page_port = effective_port(page->port, page->scheme);

    // Behind a proxy that speaks TLS the Host header's scheme is unknown: it is the page's.
    const auto here = parse_host_port(host);
    if (here && here->host == page->host && effective_port(here->port, page->scheme) == page_port) {
        return true;
    }
    return std::any_of(allowed.begin(), allowed.end(), [&](const Origin& other) {
        return other.scheme == page->scheme && other.host == page->host &&
               effective_port(other.port, other.scheme) == page_port;
    });
}

std::optional<Origin> parse_origin(std::string_view text) {
    const auto colon = text.find("://");
    if (colon == std::string_view::npos) return std::nullopt;
    const std::string scheme = lower(text.substr(0, colon));
    if (scheme != "http" && scheme != "https") return std::nullopt;
    const auto place = parse_host_port(text.substr(colon + 3));
    if (!place) return std::nullopt;
    return Origin{scheme, place->host, place->port};
}

}  // namespace morris::net
