// Close codes: those that only the network itself uses, what fits beside one in a close frame, and
// how they are counted.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "server/hub/ports/connections.hpp"

namespace morris::net {

inline constexpr auto close_protocol_error = CloseCode{1002};
inline constexpr auto close_unknown_data = CloseCode{1003};
inline constexpr auto close_no_code = CloseCode{1005};
inline constexpr auto close_lost = CloseCode{1006};
inline constexpr auto close_bad_payload = CloseCode{1007};
inline constexpr auto close_unusual = CloseCode{0};  // any that is not counted by itself

// As it is if it is among the usual ones, otherwise close_unusual.
inline CloseCode counted(std::uint16_t code) {
    constexpr std::array<std::uint16_t, 14> usual{1000, 1001, 1002, 1003, 1005, 1006, 1007,
                                                  1008, 1009, 1011, 1012, 1013, 4000, 4001};
    const bool known = std::find(usual.begin(), usual.end(), code) != usual.end();
    return known ? CloseCode{code} : close_unusual;
}

// A close frame holds at most 123 bytes of reason; cut between characters.
inline std::string_view fit_reason(std::string_view reason) {
    std::size_t size = std::min<std::size_t>(reason.size(), 123);
    const auto inside = [&] {
        return size < reason.size() && (static_cast<unsigned char>(reason[size]) & 0xC0U) == 0x80;
    };
    while (size > 0 && inside()) --size;
    return reason.substr(0, size);
}

}  // namespace morris::net
