#include "server/hub/clockwork.hpp"

#include <algorithm>
#include <utility>

namespace morris {
namespace {

using namespace std::chrono_literals;
using table::Millis;
using table::Served;

constexpr std::array colors{Color::white, Color::black};

// The mark is to be at most 100 ms old while a clock runs; half of that is left for the disk.
constexpr Millis mark_every = 50ms;
// Otherwise, so that counts without a clock lose little by a crash.
constexpr Millis mark_idle_every = 10s;

// So long a player has to be away before it counts towards a claim, and so long back before it is
// over. Shorter visits are part of the absence.
constexpr Millis absence_begins = 5s;
constexpr Millis absence_ends = 10s;

constexpr Millis try_again = 1s;

// The game is on, and the side is away while the other is here.
bool counts_as_away(const Room& room, Color color) {
    return room.table.to_move() && room.table.between_people() && !room.is_there(color) &&
           room.is_there(other(color));
}

bool is_person(const Room& room, Color color) {
    return std::holds_alternative<table::Person>(room.table.holder(color));
}

// The side that shows by this event that it is at a table.
std::optional<Color> present_by(const table::EventBody& body) {
    if (const auto* joined = std::get_if<table::Joined>(&body)) return joined->color;
    if (const auto* moved = std::get_if<table::Moved>(&body)) return moved->color;
    if (const auto* offered = std::get_if<table::Offered>(&body)) return offered->color;
    if (const auto* returned = std::get_if<table::Returned>(&body)) return returned->color;
    return std::nullopt;
}

bool was_away(const Room& room, Color color) {
    return room.table.is_absent(color) || room.time.of(color).counted > 0ms;
}

bool waits_for_player(const table::Table& table) {
    return table.to_move() && table.clock() && !table.clock()->starts;
}

}  // namespace

void Clockwork::begin(std::function<void(bool)> done) {
    // What the store takes to answer is not served, nor charged to anybody.
    const auto asked = timers_.steady();
    line_.begin(asked, [this, asked,
                        done = std::move(done)](const Result<ServedLine::Line, ReadError>& line) {
        if (!line) return done(false);
        offset_ = line->offset;
        interrupted_ = line->interrupted;
        began_ = asked + offset_;
        done(true);
        timers_.after(mark_idle_every, [this] { keep_marking_idle(); });
    });
}

table::Moment Clockwork::moment(const Room& room) const {
    table::Moment moment;
    moment.at = timers_.now();
    moment.served = served();
    for (const Color color : colors) {
        const auto at = static_cast<std::size_t>(color);
        const SeatTime& seat = room.time.of(color);
        moment.charged_from[at] = seat.charged_from;
        moment.lag[at] = seat.lag;
        moment.away_for[at] = seat.away_for(moment.served);
    }
    return moment;
}

void Clockwork::loaded(Room& room) {
    const bool held = waits_for_player(room.table);
    const bool ran = interrupted_ && !serving_since_ && room.table.clock() && !room.table.end();
    if (!ran && !held) return look(room);
    wait_for_players(room);
    if (!held) hold(room);
    if (serving_since_) room.time.held_since = served();
    look(room);
}

void Clockwork::hold(Room& room) {
    submit_(room, table::Hold{}, [this, id = room.table.id()](bool taken) {
        if (taken) return;
        timers_.after(try_again, [this, id] {
            if (Room* same = find_(id)) hold(*same);
        });
    });
}

// Until they are back, and a little more.
void Clockwork::wait_for_players(Room& room) const {
    for (const Color color : colors) {
        if (!is_person(room, color)) continue;
        const bool here = room.presence[static_cast<std::size_t>(color)].present;
        room.time.of(color).charged_from = here ? served() + table::return_grace : table::not_back;
    }
}

void Clockwork::works_again(Room& room) {
    const auto mover = room.table.to_move();
    if (!mover) return;
    Served& from = room.time.of(*mover).charged_from;
    from = std::max(from, served());
    look(room);
}

void Clockwork::heard(Room& room, const table::Event& event) {
    // After an outage it may be one of ours that has arrived after all.
    if (const auto color = present_by(event.body); color && !room.outage) {
        room.time.of(*color).elsewhere = !room.presence[static_cast<std::size_t>(*color)].present;
    }
    if (const auto* absent = std::get_if<table::Absent>(&event.body)) {
        room.time.of(absent->color).elsewhere = false;
    }
    if (!std::holds_alternative<table::ClockSet>(event.body)) return;
    if (waits_for_player(room.table)) {
        room.time.held_since = served();
        wait_for_players(room);
    } else if (const auto mover = room.table.to_move()) {
        room.time.of(*mover).charged_from = {};  // but from when the clock itself says
    }
}

void Clockwork::presence_changed(Room& room) {
    const Served now = served();
    for (const Color color : colors) {
        SeatTime& seat = room.time.of(color);
        const bool here = room.presence[static_cast<std::size_t>(color)].present;
        if (!here) seat.here_since.reset();
        if (here && !seat.here_since) seat.here_since = now;
        if (here) seat.elsewhere = false;
        if (here && seat.charged_from == table::not_back) {
            seat.charged_from = now + table::return_grace;
        }
    }
    look(room);
}

void Clockwork::on_event(Room& room, const table::Event& event) {
    if (const auto* moved = std::get_if<table::Moved>(&event.body)) {
        room.time.of(moved->color).counted = 0ms;
    }
    if (const auto* returned = std::get_if<table::Returned>(&event.body)) {
        room.time.of(returned->color).counted = 0ms;
    }
    // A player learns of its turn only now, however long the store has taken.
    if (const auto mover = room.table.to_move()) {
        Served& from = room.time.of(*mover).charged_from;
        if (room.table.turn_began() == event.served) from = std::max(from, served());
    }
    look(room);
}

void Clockwork::forget(Room& room) {
    if (room.time.timer) timers_.cancel(*std::exchange(room.time.timer, std::nullopt));
    running_.erase(room.table.id());
    count_unfinished(room, false);
}

void Clockwork::count_unfinished(Room& room, bool on) {
    if (on && !room.time.unfinished) ++unfinished_;
    if (!on && room.time.unfinished) --unfinished_;
    room.time.unfinished = on;
}

// ---- Absence -----------------------------------------------------------------------------------

void Clockwork::count_absences(Room& room) const {
    const Served now = served();
    for (const Color color : colors) {
        SeatTime& seat = room.time.of(color);
        const bool counts = counts_as_away(room, color);
        if (counts && !seat.counting_since) seat.counting_since = now;
        if (!counts && seat.counting_since) {
            seat.counted += now - *std::exchange(seat.counting_since, std::nullopt);
        }
        const bool is_back = seat.here_since && now - *seat.here_since >= absence_ends;
        if (is_back) seat.counted = 0ms;
    }
}

// ---- What is due -------------------------------------------------------------------------------

Served Clockwork::return_limit(const Room& room) const {
    const Served from = room.time.held_since.value_or(serving_since_.value_or(began_));
    return from + table::return_limit;
}

void Clockwork::end_wait(Room& room) const {
    if (!waits_for_player(room.table) || served() < return_limit(room)) return;
    Served& from = room.time.of(*room.table.to_move()).charged_from;
    if (from == table::not_back) from = served();
}

std::optional<table::Command> Clockwork::due(const Room& room) const {
    const Served now = served();
    const auto flag = table::flag_due(room.table, moment(room));
    if (flag && now >= *flag) return table::Flag{};
    if (waits_for_player(room.table) &&
        room.time.of(*room.table.to_move()).charged_from != table::not_back) {
        return table::Go{};
    }
    for (const Color color : colors) {
        const SeatTime& seat = room.time.of(color);
        const bool absent = room.table.is_absent(color);
        if (!absent && seat.counting_since && seat.away_for(now) >= absence_begins) {
            return table::NoteAbsent{color};
        }
        const bool is_back = seat.here_since && now - *seat.here_since >= absence_ends;
        if (absent && is_back) return table::NoteReturned{color};
    }
    return std::nullopt;
}

std::optional<Served> Clockwork::next_due(const Room& room) const {
    std::optional<Served> next = table::flag_due(room.table, moment(room));
    const auto sooner = [&](Served time) { next = next ? std::min(*next, time) : time; };
    if (waits_for_player(room.table)) sooner(return_limit(room));
    for (const Color color : colors) {
        const SeatTime& seat = room.time.of(color);
        if (seat.counting_since && !room.table.is_absent(color)) {
            sooner(*seat.counting_since + absence_begins - seat.counted);
        }
        if (seat.here_since && room.table.to_move() && was_away(room, color)) {
            sooner(*seat.here_since + absence_ends);
        }
    }
    return next;
}

void Clockwork::look(Room& room) {
    if (room.damaged) return forget(room);
    count_unfinished(room, !room.table.end());
    count_absences(room);
    const bool runs = table::flag_due(room.table, moment(room)).has_value();
    if (runs && running_.insert(room.table.id()).second) keep_marking();
    if (!runs) running_.erase(room.table.id());
    if (room.time.deciding) return;
    end_wait(room);
    const auto command = due(room);
    if (!command) return look_again_at(room);
    room.time.deciding = true;
    submit_(room, *command, [this, id = room.table.id()](bool taken) {
        Room* same = find_(id);
        if (same == nullptr) return;
        // What was refused is not due any more; what could not be kept is tried again later.
        const auto wait = taken ? 0ms : try_again;
        timers_.after(wait, [this, id] {
            Room* later = find_(id);
            if (later == nullptr) return;
            later->time.deciding = false;
            look(*later);
        });
    });
}

void Clockwork::look_again_at(Room& room) {
    if (room.time.timer) timers_.cancel(*std::exchange(room.time.timer, std::nullopt));
    const auto next = next_due(room);
    if (!next) return;
    const Millis wait = std::max(*next - served(), 0ms);
    room.time.timer = timers_.after(wait, [this, id = room.table.id()] {
        Room* same = find_(id);
        if (same == nullptr) return;
        same->time.timer.reset();
        look(*same);
    });
}

// ---- The mark ----------------------------------------------------------------------------------

void Clockwork::keep_marking() {
    if (std::exchange(marking_, true)) return;
    mark();
    timers_.after(mark_every, [this] {
        marking_ = false;
        if (!running_.empty()) keep_marking();
    });
}

void Clockwork::keep_marking_idle() {
    if (unfinished_ > 0) mark();
    timers_.after(mark_idle_every, [this] { keep_marking_idle(); });
}

}  // namespace morris
