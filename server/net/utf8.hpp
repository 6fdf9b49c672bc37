// Whether bytes are UTF-8 text.
#pragma once

#include <cstddef>
#include <string_view>

namespace morris::net {

// Well-formed as Unicode defines it: no overlong forms, no surrogates, nothing above U+10FFFF.
inline bool valid_utf8(std::string_view text) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    std::size_t i = 0;
    while (i < text.size()) {
        const unsigned lead = byte(i);
        const std::size_t length = lead < 0x80    ? 1
                                   : lead < 0xC2  ? 0
                                   : lead < 0xE0  ? 2
                                   : lead < 0xF0  ? 3
                                   : lead <= 0xF4 ? 4
                                                  : 0;
        if (length == 0 || i + length > text.size()) return false;
        for (std::size_t k = 1; k < length; ++k) {
            if ((byte(i + k) & 0xC0U) != 0x80) return false;
        }
        // What the second byte must not be, after these four leads.
        if (lead == 0xE0 && byte(i + 1) < 0xA0) return false;
        if (lead == 0xED && byte(i + 1) > 0x9F) return false;
        if (lead == 0xF0 && byte(i + 1) < 0x90) return false;
        if (lead == 0xF4 && byte(i + 1) > 0x8F) return false;
        i += length;
    }
    return true;
}

}  // namespace morris::net
