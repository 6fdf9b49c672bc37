#include "server/hub/ids.hpp"

#include <openssl/evp.h>

#include <algorithm>
#include <array>
#include <cassert>

namespace morris::ids {
namespace {

constexpr std::string_view digits = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";  // Crockford's base 32
constexpr std::size_t code_length = 12;
constexpr std::size_t group_length = 4;
constexpr unsigned bits_per_digit = 5;

// A label in front keeps the hashes of one purpose apart from those of another.
table::SecretHash sha256(std::string_view label, std::string_view text) {
    std::string input(label);
    input.push_back('\0');
    input.append(text);
    table::SecretHash hash{};
    unsigned size = 0;
    [[maybe_unused]] const int ok =
        EVP_Digest(input.data(), input.size(), hash.data(), &size, EVP_sha256(), nullptr);
    assert(ok == 1 && size == hash.size());
    return hash;
}

std::string code(const table::SecretHash& hash) {
    std::string text;
    std::uint32_t buffer = 0;
    unsigned bits = 0;
    for (const std::uint8_t byte : hash) {
        buffer = (buffer << 8U) | byte;
        bits += 8;
        while (bits >= bits_per_digit && text.size() < code_length) {
            bits -= bits_per_digit;
            text.push_back(digits[(buffer >> bits) & 31U]);
        }
    }
    return text;
}

char lower(char letter) {
    return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
}

char upper(char letter) {
    return letter >= 'a' && letter <= 'z' ? static_cast<char>(letter - 'a' + 'A') : letter;
}

std::string id(const table::SecretHash& hash) {
    std::string text = code(hash);
    std::transform(text.begin(), text.end(), text.begin(), lower);
    return text;
}

std::string_view view(const table::SecretHash& hash) {
    return {reinterpret_cast<const char*>(hash.data()), hash.size()};
}

}  // namespace

std::string invite_of_key(std::string_view key) {
    return code(sha256("morris invite", key));
}

std::optional<std::string> normalised_invite(std::string_view typed) {
    std::string invite;
    for (const char each : typed) {
        char letter = upper(each);
        if (letter == '-' || letter == ' ') continue;
        if (letter == 'O') letter = '0';
        if (letter == 'I' || letter == 'L') letter = '1';
        if (digits.find(letter) == std::string_view::npos) return std::nullopt;
        invite.push_back(letter);
    }
    if (invite.size() != code_length) return std::nullopt;
    return invite;
}

std::string grouped(std::string_view invite) {
    std::string text;
    for (std::size_t i = 0; i < invite.size(); ++i) {
        if (i > 0 && i % group_length == 0) text.push_back('-');
        text.push_back(invite[i]);
    }
    return text;
}

std::string table_of_invite(std::string_view invite) {
    return id(sha256("morris table", invite));
}

std::string table_of_rematch(std::string_view table, const table::SecretHash& one,
                             const table::SecretHash& other) {
    // Either order of the seats gives the same table; their hashes make its id unforeseeable.
    const auto [first, second] = std::minmax(one, other);
    return id(
        sha256("morris rematch", std::string(table).append(view(first)).append(view(second))));
}

bool is_table_id(std::string_view text) {
    return text.size() == code_length && std::all_of(text.begin(), text.end(), [](char letter) {
               return letter == lower(letter) &&
                      digits.find(upper(letter)) != std::string_view::npos;
           });
}

std::string player_of_secret(std::string_view secret) {
    return id(sha256("morris player", secret));
}

table::SecretHash hash_of_secret(std::string_view secret) {
    return sha256("morris seat", secret);
}

}  // namespace morris::ids
