// Which pages may open a WebSocket here. Browsers let any page try, and say which one in Origin.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace morris::net {

// scheme://host[:port], taken apart; lower case; `port` empty if none was written.
struct Origin {
    std::string scheme;
    std::string host;
    std::string port;
};

// Only http and https, and nothing after the port: no path, no user. None for "null" too.
std::optional<Origin> parse_origin(std::string_view text);

// `origin`: the header's value; absent from programs that are no browser, which are let in.
// `host`: the Host header. The page that this server itself serves has the same host and port;
// `allowed` are other pages', compared with scheme, host and port.
bool origin_allowed(std::optional<std::string_view> origin, std::string_view host,
                    const std::vector<Origin>& allowed);

}  // namespace morris::net
