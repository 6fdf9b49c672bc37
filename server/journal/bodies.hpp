// The bodies of events, to bytes and back. Only this folder includes it.
#pragma once

#include <string>

#include "server/journal/bytes.hpp"
#include "server/table/event.hpp"

namespace morris::journal {

// The numbers that stand in the bytes; never reused.
enum class Kind : std::uint8_t {
    made = 1,
    joined = 2,
    moved = 3,
    ended = 4,
    rematch_offered = 5,
    rematched = 6,
    offered = 7,
    offer_closed = 8,
    taken_back = 9,
    clock_set = 10,
    absent = 11,
    returned = 12,
    hinted = 13,
    named = 64,
    summary = 65,
};

// Writes the body and says of which kind it is.
Kind write_body(Writer& out, const table::EventBody& body);

// As format `version` has it; a body that is malformed leaves the reader failed.
Result<table::EventBody, std::string> read_body(Kind kind, Reader& in, int version);

// Of several bodies; `version` as in read_body.
void write_options(Writer& out, const Options& options);
Options read_options(Reader& in, int version);

// Counts of the values that one byte numbers.
inline constexpr std::uint8_t color_count = 2;
inline constexpr std::uint8_t level_count = 4;
inline constexpr std::uint8_t board_count = 1;
inline constexpr std::uint8_t winner_count = 4;
inline constexpr std::uint8_t end_reason_count = 14;
inline constexpr std::uint8_t offer_kind_count = 2;
enum class HolderKind : std::uint8_t { open, person, computer };
inline constexpr std::uint8_t holder_kind_count = 3;

template <class Enum>
constexpr std::uint8_t number(Enum value) {
    return static_cast<std::uint8_t>(value);
}

}  // namespace morris::journal
