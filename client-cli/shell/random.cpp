#include "client-cli/shell/random.hpp"

#include <sys/random.h>

#include <array>
#include <cstdlib>

namespace morris::client {
namespace {

template <std::size_t size>
std::array<std::uint8_t, size> draw() {
    static_assert(size <= 256);  // so much is given at once, or nothing
    std::array<std::uint8_t, size> bytes{};
    if (getrandom(bytes.data(), size, 0) != static_cast<ssize_t>(size)) std::abort();
    return bytes;
}

}  // namespace

std::string draw_secret() {
    constexpr char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    std::string text;
    unsigned buffer = 0;
    unsigned bits = 0;
    for (const std::uint8_t byte : draw<16>()) {
        buffer = (buffer << 8U) | byte;
        for (bits += 8; bits >= 6; bits -= 6) text += letters[(buffer >> (bits - 6)) & 63U];
    }
    return text + letters[(buffer << (6 - bits)) & 63U];
}

std::uint64_t draw_seed() {
    std::uint64_t seed = 0;
    for (const std::uint8_t byte : draw<8>()) seed = (seed << 8U) | byte;
    return seed;
}

}  // namespace morris::client
