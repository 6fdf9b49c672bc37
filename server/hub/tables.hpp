// Owns the tables: loads them from the log, runs commands through decide, append and apply one at a
// time per table, and lets the computer think. Tells its listener what became durable.
#pragma once

#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "server/hub/clockwork.hpp"
#include "server/hub/config.hpp"
#include "server/hub/lobby.hpp"
#include "server/hub/players.hpp"
#include "server/hub/ports/event_log.hpp"
#include "server/hub/ports/thinker.hpp"
#include "server/hub/ports/timers.hpp"
#include "server/hub/room.hpp"

namespace morris {

enum class FindError : std::uint8_t { no_such_table, damaged, store_unavailable };

// What the tables tell the hub. Called after the room has changed.
struct TablesListener {
    std::function<void(Room&, const table::Event&)> on_event;
    std::function<void(Room&)> on_names;
    std::function<void(Room&)> on_damaged;
    std::function<void()> on_lobby;  // a table in the lists, or one that left them
};

class Tables {
public:
    Tables(const HubConfig& config, EventLog& log, ServedLine& line, Timers& timers,
           Thinker& thinker, std::function<std::uint64_t()> random);

    void listen(TablesListener listener) { listener_ = std::move(listener); }

    // Begins the served line and loads every unfinished table; completes with false if the store
    // does not answer.
    void load_live(std::function<void(bool)> done);

    // The room with this id, from memory or the log. The pointer is good until the callback ends.
    using Found = std::function<void(Result<Room*, FindError>)>;
    void find(const std::string& id, Found done);
    // Like find, but a room in memory that lacks what is wanted takes in first what another server
    // may have appended. It may lack it still.
    using Wanted = std::function<bool(const table::Table&)>;
    void find_with(const std::string& id, const Wanted& wanted, Found done);
    Room* in_memory(const std::string& id) const;

    // Counts a table that is about to be made as unfinished, until it is let go of again.
    void reserve(const table::Made& made);
    void let_go(const table::Made& made);
    void reserve_seat(const std::string& player) { ++unfinished_of_[player]; }
    void let_go_seat(const std::string& player);

    // Makes the table; one that exists already is found instead.
    void make(const std::string& id, const table::Made& made, Found done);

    // Carries out a command, or refuses it. The completion says the seq of the event that did it.
    void submit(Room& room, table::Command command, CommandDone done);

    // What the computer would play for the person to move; nullptr: the turn is over before it has
    // found out.
    void hint(Room& room, HintDone done);

    // A player of the room came or went; room.presence says so.
    void presence_changed(Room& room);
    table::Moment moment(const Room& room) const { return clockwork_.moment(room); }

    // Forgets the room in a moment, if it is finished and nobody follows it by then.
    void release(Room& room);

    // Ends what nobody has used for too long.
    void sweep();

    std::size_t unfinished() const { return unfinished_; }
    std::size_t unfinished_of(const std::string& player) const;
    Players& players() { return players_; }
    std::size_t in_memory_count() const { return rooms_.size(); }

    // The unfinished table that was made for two players at once, one of whom has this secret.
    std::optional<std::string> paired_table(const table::SecretHash& secret) const;

    // Brings the room's place in the lobby up to date.
    void list(Room& room);
    const LobbyOrder& lobby() const { return lobby_; }

private:
    using Events = std::vector<table::Event>;
    // Where an event was first known of: appended here, or found in the log, where another server
    // has put it, or where one of ours has arrived against expectation.
    enum class Origin : std::uint8_t { here, log };

    Room& adopt(table::Table table, std::array<std::string, 2> names);
    void hand_over(Room& room, const Found& done);
    void load(const std::string& id);
    void load_later(const std::string& id);
    void loaded(const std::string& id, Result<Room*, FindError> result);
    void replayed(const std::string& id, const std::vector<StoredEvent>& stored);
    void with_names(const table::Table& table,
                    std::function<void(Result<std::array<std::string, 2>, ReadError>)> done);

    void start(Room& room);
    void execute(Room& room, Work work);
    void carry_out(Room& room, Work& work);
    void begin_rematch(Room& room, Work work);
    table::Moment moment_of(const Room& room, const Work& work) const;
    void submit_due(Room& room, const table::Command& command, std::function<void(bool)> done);
    void load_all(const std::function<void(bool)>& done);
    void append(Room& room, Work work, table::Accepted accepted, const table::Table& after);
    void appended(const std::string& id, Work work, const table::Accepted& accepted,
                  Result<std::uint64_t, AppendError> result);
    void finish(Room& room);
    void refuse_waiting(Room& room, Trouble trouble);
    void reread(Room& room, std::function<void(Room&, bool)> done);
    void with_joiner(const Events& events, std::function<void(bool)> done);
    void reread_later(const std::string& id);
    void refresh(Room& room);
    bool take_in(Room& room, const Events& events, Origin origin);

    void publish(Room& room, const table::Event& event);
    void index(Room& room);
    void unindex(Room& room);
    void think(Room& room);
    void stop_thinking_of_the_past(Room& room, const table::Event& event);
    void stop_hint(Room& room);
    void stop_thinking(Room& room);
    void damage(Room& room, const std::string& why);
    void on_news(const std::string& stream);
    void refresh_names(const std::string& player);

    const HubConfig& config_;
    EventLog& log_;
    Timers& timers_;
    Thinker& thinker_;
    std::function<std::uint64_t()> random_;
    TablesListener listener_;
    std::chrono::milliseconds started_;

    Players players_;
    Clockwork clockwork_;
    std::unordered_map<std::string, std::unique_ptr<Room>> rooms_;
    std::unordered_map<std::string, std::vector<Found>> loading_;
    std::unordered_map<std::string, std::size_t> unfinished_of_;
    std::size_t unfinished_ = 0;
    LobbyOrder lobby_;
    std::map<table::SecretHash, std::string> paired_;
};

}  // namespace morris
