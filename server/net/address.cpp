#include "server/net/address.hpp"

#include <algorithm>
#include <charconv>
#include <cstdint>

namespace morris::net {

namespace {

namespace ip = boost::asio::ip;

std::string_view trim(std::string_view text) {
    const auto first = text.find_first_not_of(" \t");
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

std::optional<Address> parse_address(std::string_view text) {
    boost::system::error_code error;
    const Address address = ip::make_address(std::string(text), error);
    if (error) return std::nullopt;
    return plain(address);
}

// One entry of X-Forwarded-For: an address; some proxies add a port, then IPv6 is in brackets.
std::optional<Address> parse_forwarded(std::string_view text) {
    text = trim(text);
    if (text.starts_with('[')) {
        const auto end = text.find(']');
        if (end == std::string_view::npos) return std::nullopt;
        return parse_address(text.substr(1, end - 1));
    }
    if (std::count(text.begin(), text.end(), ':') == 1) text = text.substr(0, text.find(':'));
    return parse_address(text);
}

template <class Bytes>
bool same_start(const Bytes& a, const Bytes& b, unsigned bits) {
    for (std::size_t i = 0; i < a.size() && bits > 0; ++i) {
        const unsigned here = std::min(bits, 8U);
        const unsigned mask = 0xFFU << (8 - here) & 0xFFU;
        if ((a[i] & mask) != (b[i] & mask)) return false;
        bits -= here;
    }
    return true;
}

}  // namespace

Address client_address(const Address& peer, const std::vector<std::string>& forwarded,
                       const std::vector<Network>& trusted) {
    Address known = plain(peer);
    for (auto line = forwarded.rbegin(); line != forwarded.rend(); ++line) {
        std::string_view rest = *line;
        while (true) {
            if (!is_trusted(known, trusted)) return known;
            const auto comma = rest.rfind(',');
            const auto entry = comma == std::string_view::npos ? rest : rest.substr(comma + 1);
            const auto address = parse_forwarded(entry);
            if (!address) return known;
            known = *address;
            if (comma == std::string_view::npos) break;
            rest = rest.substr(0, comma);
        }
    }
    return known;
}

bool is_trusted(const Address& peer, const std::vector<Network>& trusted) {
    return std::any_of(trusted.begin(), trusted.end(),
                       [&](const Network& network) { return network.contains(peer); });
}

bool Network::contains(const Address& address) const {
    const Address other = plain(address);
    if (base.is_v4() != other.is_v4()) return false;
    if (base.is_v4()) return same_start(base.to_v4().to_bytes(), other.to_v4().to_bytes(), bits);
    return same_start(base.to_v6().to_bytes(), other.to_v6().to_bytes(), bits);
}

std::optional<Network> parse_network(std::string_view text) {
    text = trim(text);
    const auto slash = text.find('/');
    const auto base = parse_address(text.substr(0, slash));
    if (!base) return std::nullopt;
    const unsigned most = base->is_v4() ? 32 : 128;
    if (slash == std::string_view::npos) return Network{*base, most};

    const auto digits = text.substr(slash + 1);
    unsigned bits = 0;
    const auto [end, error] = std::from_chars(digits.begin(), digits.end(), bits);
    if (error != std::errc{} || end != digits.end() || bits > most) return std::nullopt;
    return Network{*base, bits};
}

Address plain(const Address& address) {
    if (address.is_v4()) return address;
    const ip::address_v6 v6 = address.to_v6();
    if (v6.is_v4_mapped()) return ip::make_address_v4(ip::v4_mapped, v6);
    return ip::address_v6(v6.to_bytes());
}

Address household(const Address& address) {
    const Address known = plain(address);
    if (known.is_v4()) return known;
    auto bytes = known.to_v6().to_bytes();
    std::fill(bytes.begin() + 8, bytes.end(), std::uint8_t{0});
    return ip::address_v6(bytes);
}

std::string household_text(const Address& address) {
    const Address known = household(address);
    return known.is_v4() ? known.to_string() : known.to_string() + "/64";
}

}  // namespace morris::net
