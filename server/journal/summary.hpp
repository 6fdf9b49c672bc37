// What a list says of a finished game, as bytes that the log keeps beside it. It is made anew from
// the game's events where it is missing, so nothing is lost by a change of its layout. The players'
// names are not in it: they are looked up when it is shown, so that a name can be removed.
#pragma once

#include <string>
#include <string_view>

#include "server/table/event.hpp"

namespace morris::journal {

struct Summary {
    using Seat = std::variant<std::string, Level>;  // a person's public player id; the computer

    Options options;
    std::optional<table::ClockTerms> clock;
    std::array<Seat, 2> seats;  // by Color
    table::Instant made_at{};
    table::Instant ended_at{};
    std::uint32_t plies = 0;
    table::End end;
    std::uint32_t hints = 0;
    std::uint32_t undos = 0;

    bool operator==(const Summary&) const = default;
};

std::string encode(const Summary& summary);

// Says what is wrong with bytes that are damaged, of a newer format or of another kind.
Result<Summary, std::string> decode_summary(std::string_view bytes);

}  // namespace morris::journal
