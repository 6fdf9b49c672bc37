// Events to bytes and back: the log's own format, not the wire's. Each event is
//   format version (1 byte) | kind (1 byte) | instant (8) | body | CRC-32 of all before (4)
// with little-endian integers and strings as a 2-byte length and their bytes. From version 2 on the
// body of a table's event begins with its instant on the served line (8), and events say where the
// clock stands. A kind's layout never changes within a version; tests keep a log of every released
// one.
#pragma once

#include <string>
#include <string_view>

#include "server/table/event.hpp"

namespace morris::journal {

inline constexpr std::uint8_t format_version = 2;

std::string encode(const table::Event& event);

// Says what is wrong with bytes that are damaged, of a newer format or of another kind.
Result<table::Event, std::string> decode(std::string_view bytes);

// The only event of a player's stream: the name shown from now on. It lies in a stream of its own
// so that a name can be removed without touching any game.
struct Named {
    table::Instant at{};
    std::string name;  // UTF-8

    bool operator==(const Named&) const = default;
};

std::string encode(const Named& named);
Result<Named, std::string> decode_named(std::string_view bytes);

// Names of streams.
std::string table_stream(std::string_view table);
std::string player_stream(std::string_view player);
inline constexpr std::string_view table_prefix = "table:";
inline constexpr std::string_view player_prefix = "player:";

}  // namespace morris::journal
