// Bounds of what a message may hold. PROTOCOL.md states them.
#pragma once

#include <cstddef>
#include <cstdint>

namespace morris::protocol {

inline constexpr std::size_t max_request_bytes = 4096;
// What our own client takes from a server: room for a game of some tens of thousands of moves.
inline constexpr std::size_t max_server_message_bytes = std::size_t{1} << 20;
inline constexpr std::size_t max_json_depth = 8;
inline constexpr std::uint64_t max_integer = (std::uint64_t{1} << 53) - 1;  // exact in a double
inline constexpr std::size_t max_name_code_points = 32;
// Secrets and keys: characters A-Z a-z 0-9 - _; 22 of them carry 128 bits.
inline constexpr std::size_t min_secret_length = 22;
inline constexpr std::size_t max_secret_length = 64;
// Table ids and invite codes: characters A-Z a-z 0-9 -; the hub says which of them exist.
inline constexpr std::size_t max_id_length = 32;
// Of a table's clock.
inline constexpr std::uint64_t min_base_ms = 1'000;
inline constexpr std::uint64_t max_base_ms = 10'800'000;  // three hours
inline constexpr std::uint64_t max_increment_ms = 10'800'000;
// Pages of finished games, and the text that asks for the next one: A-Z a-z 0-9 - _ .
inline constexpr unsigned default_games = 20;
inline constexpr unsigned max_games = 100;
inline constexpr std::size_t max_cursor_length = 64;
// The name of a client program: printable ASCII.
inline constexpr std::size_t max_client_length = 64;

}  // namespace morris::protocol
