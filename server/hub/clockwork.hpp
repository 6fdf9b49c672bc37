// What happens at tables by time alone: flags fall, clocks go on after a restart, absences begin to
// count and end. Keeps the served line, and its durable mark while any clock runs.
#pragma once

#include <functional>
#include <string>
#include <unordered_set>

#include "server/hub/ports/served_line.hpp"
#include "server/hub/ports/timers.hpp"
#include "server/hub/room.hpp"

namespace morris {

class Clockwork {
public:
    // Carries out a command that time brought about; false: the store did not take it.
    using Submit = std::function<void(Room&, const table::Command&, std::function<void(bool)>)>;
    using Find = std::function<Room*(const std::string&)>;

    Clockwork(ServedLine& line, Timers& timers, Submit submit, Find find)
        : line_(line), timers_(timers), submit_(std::move(submit)), find_(std::move(find)) {}

    // Once, before any table is loaded. Completes with false if the store does not answer.
    void begin(std::function<void(bool)> done);
    // All tables are loaded; from now on players can be back.
    void serve() { serving_since_ = served(); }

    table::Served served() const { return timers_.steady() + offset_; }
    // Somebody serves until now: durable with whatever is appended next.
    void mark() { line_.mark(served()); }
    table::Moment moment(const Room& room) const;
    // Until when thinking is charged at the tables that ran when the server stopped.
    table::Served began() const { return began_; }

    // A room was loaded: at the start, as the server left it when it stopped, or later.
    void loaded(Room& room);
    // A player of the room came or went; `room.presence` says so already.
    void presence_changed(Room& room);
    // An event was taken in.
    void on_event(Room& room, const table::Event& event);
    // Before that, of an event that came to the log from elsewhere.
    void heard(Room& room, const table::Event& event);
    // The store answers again; while it did not, nobody's thinking is charged.
    void works_again(Room& room);
    // The room is about to go.
    void forget(Room& room);

private:
    void count_unfinished(Room& room, bool on);
    void count_absences(Room& room) const;
    void look(Room& room);
    void look_again_at(Room& room);  // when something is due next
    void hold(Room& room);
    void wait_for_players(Room& room) const;
    table::Served return_limit(const Room& room) const;
    void end_wait(Room& room) const;  // for a player who does not come back after a restart
    std::optional<table::Command> due(const Room& room) const;
    std::optional<table::Served> next_due(const Room& room) const;
    void keep_marking();
    void keep_marking_idle();

    ServedLine& line_;
    Timers& timers_;
    Submit submit_;
    Find find_;
    std::chrono::milliseconds offset_{0};
    bool interrupted_ = false;
    table::Served began_{};
    std::optional<table::Served> serving_since_;
    std::size_t unfinished_ = 0;               // tables
    std::unordered_set<std::string> running_;  // tables at which time runs
    bool marking_ = false;
};

}  // namespace morris
