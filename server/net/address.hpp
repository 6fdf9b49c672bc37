// Network addresses: which client a connection counts for, and what a trusted proxy says of it.
#pragma once

#include <boost/asio/ip/address.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace morris::net {

using Address = boost::asio::ip::address;

// A run of addresses: those whose first `bits` bits are `base`'s.
struct Network {
    Address base;
    unsigned bits = 0;

    bool contains(const Address& address) const;
};

// "10.0.0.0/8", "2001:db8::/32", or a single address. None if it is neither.
std::optional<Network> parse_network(std::string_view text);

// An IPv4 address written as IPv6 (::ffff:1.2.3.4) becomes IPv4; a scope (%eth0) is dropped.
Address plain(const Address& address);

// The address that limits are kept for: IPv4 as it is; of IPv6 the /64, which one household has
// all of, the other bits zero.
Address household(const Address& address);

// As text: "192.0.2.7", "2001:db8:0:1::/64".
std::string household_text(const Address& address);

// Who really called. The peer itself, unless it is a trusted proxy: then the right-most address in
// X-Forwarded-For that is no trusted proxy. What stands left of that, the client may have written
// itself. `forwarded`: the values of the header's lines, in order.
Address client_address(const Address& peer, const std::vector<std::string>& forwarded,
                       const std::vector<Network>& trusted);

bool is_trusted(const Address& peer, const std::vector<Network>& trusted);

}  // namespace morris::net
