// A table as the hub holds it: its durable state, and what is only true now — who follows it, what
// waits for it, whether the computer is thinking.
#pragma once

#include <array>
#include <deque>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "server/hub/ports/connections.hpp"
#include "server/hub/ports/thinker.hpp"
#include "server/hub/room_time.hpp"
#include "server/table/decide.hpp"
#include "shared/protocol/messages.hpp"

namespace morris {

// Why a command did not take effect.
enum class Trouble : std::uint8_t { busy, damaged, store_unavailable };
using CommandError = std::variant<table::Refusal, Trouble>;
using CommandDone = std::function<void(Result<std::uint64_t, CommandError>)>;

struct Work {
    table::Command command;
    CommandDone done;
    table::Served arrived{};  // when it was asked for
    int conflicts = 0;        // appends of it that came too late
};

using HintDone = std::function<void(const Thought*)>;

// The hint for one turn, asked for, being found or found.
struct RoomHint {
    std::uint64_t turn = 0;
    std::optional<Thinker::Ticket> ticket;
    std::optional<Thought> found;
    std::vector<HintDone> asked;
};

struct Follower {
    ConnectionId connection = 0;
    std::optional<Color> color;  // nullopt: a spectator
};

// Who sits there; nullptr: the computer, or nobody.
inline const table::Person* person_at(const table::Table& table, Color color) {
    return std::get_if<table::Person>(&table.holder(color));
}

inline const std::string* player_at(const table::Table& table, Color color) {
    const table::Person* person = person_at(table, color);
    return person == nullptr ? nullptr : &person->player;
}

struct Room {
    explicit Room(table::Table begun) : table(std::move(begun)) {}

    table::Table table;
    std::array<std::string, 2> names;  // by Color; what the players are called now

    // The latest events as they were sent, the newest last, for those who come back soon.
    static constexpr std::size_t recent_limit = 12;
    std::deque<protocol::Event> recent;
    void remember(protocol::Event event) {
        recent.push_back(std::move(event));
        if (recent.size() > recent_limit) recent.pop_front();
    }

    // One append is in flight at a time; further commands wait.
    bool busy = false;
    std::deque<Work> waiting;
    bool damaged = false;
    // The store failed in the middle of an append: the log may hold more than we know.
    bool uncertain = false;
    bool outage = false;  // the store has failed since anything was last read from it
    bool news = false;    // others appended while this table was busy
    // Called once what others have appended by now is taken in, or cannot be.
    std::vector<std::function<void()>> asked;

    std::vector<Follower> followers;
    std::array<protocol::SeatPresence, 2> presence;  // by Color
    bool presence_due = false;                       // a notice is about to go out
    std::array<bool, 2> countdown_told{};  // by Color: a claim against it is counted down to
    std::optional<table::Served> left_at;  // when a player left, if one was here
    // Another server told of it, and no player has been here: whether one is there is not known.
    bool hosted_elsewhere = false;
    RoomTime time;

    std::optional<Thinker::Ticket> thinking;
    RoomHint hint;
    bool release_due = false;  // it is about to be let go of, if nobody needs it by then

    // Players this table is counted for in Tables, while it is unfinished.
    std::vector<std::string> counted;
    bool is_counted = false;

    // Nobody needs it in memory.
    bool is_idle() const {
        return (table.end() || damaged) && followers.empty() && !busy && waiting.empty() &&
               asked.empty();
    }
    bool someone_seated() const { return presence[0].present || presence[1].present; }
    // Followed in this seat, here or at another server.
    bool is_there(Color color) const {
        return presence[static_cast<std::size_t>(color)].present || time.of(color).elsewhere;
    }
    std::uint32_t spectators() const {
        std::uint32_t count = 0;
        for (const Follower& follower : followers) count += follower.color ? 0U : 1U;
        return count;
    }
};

}  // namespace morris
