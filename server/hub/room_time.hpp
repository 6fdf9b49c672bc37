// What a room knows of time beyond its table: since when its players are here or away, from when
// on their thinking is charged, and how long their messages take. None of it is kept.
#pragma once

#include <array>
#include <optional>

#include "server/hub/ports/timers.hpp"
#include "server/table/clock.hpp"

namespace morris {

struct SeatTime {
    table::Served charged_from{};  // see table::Moment
    table::Millis lag{};           // the way to the player's connection and back

    std::optional<table::Served> here_since;      // nullopt: away
    std::optional<table::Served> counting_since;  // its absence counts at this moment
    table::Millis counted{};                      // and counted before that
    // Another server of this log has the player, by what it wrote there last.
    bool elsewhere = false;

    table::Millis away_for(table::Served now) const {
        return counted + (counting_since ? now - *counting_since : table::Millis(0));
    }
};

struct RoomTime {
    std::array<SeatTime, 2> seats;  // by Color
    std::optional<Timers::Id> timer;
    std::optional<table::Served> held_since;  // by another server, or before the table was loaded
    bool unfinished = false;                  // counted by the clockwork
    bool deciding = false;                    // a command of the clockwork's own is under way

    SeatTime& of(Color color) { return seats[static_cast<std::size_t>(color)]; }
    const SeatTime& of(Color color) const { return seats[static_cast<std::size_t>(color)]; }
};

}  // namespace morris
