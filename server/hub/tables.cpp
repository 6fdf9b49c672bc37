#include "server/hub/tables.hpp"

#include <spdlog/spdlog.h>

#include <utility>

#include "server/hub/report.hpp"
#include "server/hub/stored_events.hpp"
#include "server/hub/view.hpp"
#include "server/journal/journal.hpp"

namespace morris {
namespace {

constexpr std::array colors{Color::white, Color::black};
constexpr std::chrono::milliseconds start_grace = std::chrono::hours(1);

std::size_t index_of(Color color) {
    return static_cast<std::size_t>(color);
}

bool computer_sits(const table::Table& table) {
    return std::holds_alternative<table::Computer>(table.holder(Color::white)) ||
           std::holds_alternative<table::Computer>(table.holder(Color::black));
}

// A table waits for a player only while its maker does.
std::optional<LobbyPlace> place_of(const Room& room) {
    const table::Table& table = room.table;
    if (table.end() || room.damaged) return std::nullopt;
    if (!table.begun()) {
        const bool waits = room.someone_seated() || room.hosted_elsewhere;
        if (!table.made().listed || !waits) return std::nullopt;
        return LobbyPlace{LobbyList::open, 0, table.made_at()};
    }
    if (!table.made().listed && !computer_sits(table)) return std::nullopt;
    return LobbyPlace{LobbyList::live, room.spectators(), table.made_at()};
}

}  // namespace

Tables::Tables(const HubConfig& config, EventLog& log, ServedLine& line, Timers& timers,
               Thinker& thinker, std::function<std::uint64_t()> random)
    : config_(config),
      log_(log),
      timers_(timers),
      thinker_(thinker),
      random_(std::move(random)),
      started_(timers.steady()),
      players_(log, timers),
      clockwork_(
          line, timers,
          [this](Room& room, const table::Command& command, std::function<void(bool)> done) {
              submit_due(room, command, std::move(done));
          },
          [this](const std::string& id) { return in_memory(id); }) {
    log_.on_news([this](const std::string& stream) { on_news(stream); });
    players_.on_change([this](const std::string& player) { refresh_names(player); });
}

// ---- What is unfinished, and whose it is --------------------------------------------------------

void Tables::reserve(const table::Made& made) {
    ++unfinished_;
    for (const table::Holder& holder : made.seats) {
        if (const auto* person = std::get_if<table::Person>(&holder)) reserve_seat(person->player);
    }
}

void Tables::let_go(const table::Made& made) {
    --unfinished_;
    for (const table::Holder& holder : made.seats) {
        if (const auto* person = std::get_if<table::Person>(&holder)) let_go_seat(person->player);
    }
}

void Tables::let_go_seat(const std::string& player) {
    const auto found = unfinished_of_.find(player);
    if (found != unfinished_of_.end() && --found->second == 0) unfinished_of_.erase(found);
}

std::size_t Tables::unfinished_of(const std::string& player) const {
    const auto found = unfinished_of_.find(player);
    return found == unfinished_of_.end() ? 0 : found->second;
}

// ---- What follows a change ---------------------------------------------------------------------

void Tables::publish(Room& room, const table::Event& event) {
    if (const auto* joined = std::get_if<table::Joined>(&event.body)) {
        // Recorded before the seat was taken, or read before the event was: this completes at once.
        players_.name_of(joined->person.player, [this, id = room.table.id(), color = joined->color](
                                                    const Result<std::string, ReadError>& name) {
            Room* same = in_memory(id);
            if (same == nullptr || !name) return;
            same->names[index_of(color)] = *name;
            same->recent.clear();  // where it had to be read again after all
        });
    }
    clockwork_.on_event(room, event);
    room.remember(view::event(room, event, clockwork_.moment(room)));
    index(room);
    stop_thinking_of_the_past(room, event);
    listener_.on_event(room, event);
    think(room);
}

void Tables::index(Room& room) {
    unindex(room);
    list(room);
    const table::Table& table = room.table;
    if (table.end() || room.damaged) return;
    ++unfinished_;
    for (const Color color : colors) {
        if (const std::string* player = player_at(table, color)) {
            ++unfinished_of_[*player];
            room.counted.push_back(*player);
        }
    }
    room.is_counted = true;
    // Nobody was asked into its second seat.
    if (!table.between_people() || !table.made().invite.empty()) return;
    for (const Color color : colors) paired_[person_at(table, color)->secret] = table.id();
}

std::optional<std::string> Tables::paired_table(const table::SecretHash& secret) const {
    const auto found = paired_.find(secret);
    return found == paired_.end() ? std::nullopt : std::optional(found->second);
}

void Tables::presence_changed(Room& room) {
    if (room.someone_seated()) room.hosted_elsewhere = false;
    clockwork_.presence_changed(room);
}

void Tables::list(Room& room) {
    if (lobby_.place(room.table.id(), place_of(room))) listener_.on_lobby();
}

void Tables::unindex(Room& room) {
    if (room.is_counted) --unfinished_;
    room.is_counted = false;
    for (const std::string& player : std::exchange(room.counted, {})) let_go_seat(player);
    for (const Color color : colors) {
        const table::Person* person = person_at(room.table, color);
        const auto paired = person == nullptr ? paired_.end() : paired_.find(person->secret);
        // A rematch answers to the same secrets.
        if (paired != paired_.end() && paired->second == room.table.id()) paired_.erase(paired);
    }
}

// Later, since whoever is being called back at this moment may go on with the room.
void Tables::release(Room& room) {
    if (!room.is_idle() || room.release_due) return;
    room.release_due = true;
    timers_.after(std::chrono::milliseconds(0), [this, id = room.table.id()] {
        Room* same = in_memory(id);
        if (same == nullptr) return;
        same->release_due = false;
        if (!same->is_idle()) return;
        unindex(*same);
        clockwork_.forget(*same);
        rooms_.erase(id);
    });
}

void Tables::damage(Room& room, const std::string& why) {
    spdlog::error("table {} is closed: {}", room.table.id(), why);
    room.damaged = true;
    room.busy = false;
    stop_thinking(room);
    unindex(room);
    list(room);
    clockwork_.forget(room);
    refuse_waiting(room, Trouble::damaged);
    listener_.on_damaged(room);
    timers_.after(std::chrono::milliseconds(0), [asked = std::exchange(room.asked, {})] {
        for (const auto& ask_again : asked) ask_again();
    });
}

void Tables::sweep() {
    const table::Served now = clockwork_.served();
    std::vector<std::string> stale;
    for (const auto& [id, room] : rooms_) {
        const table::Table& table = room->table;
        const bool is_used =
            room->is_there(Color::white) || room->is_there(Color::black) || room->hosted_elsewhere;
        if (table.end() || room->damaged || is_used) continue;
        const table::Served last =
            std::max(table.last_served(), room->left_at.value_or(table::Served{}));
        const bool played = table.begun() && table.turn() > 0;
        const auto keep = played ? config_.keep_idle : config_.keep_open;
        // After a restart players are given time to come back: it is not they who were away.
        if (timers_.steady() - started_ < std::min(keep, start_grace)) continue;
        if (now - last > keep) stale.push_back(id);
    }
    for (const std::string& id : stale) {
        if (Room* room = in_memory(id)) {
            submit(*room, table::Expire{}, [](const auto&) {});
        }
    }
}

}  // namespace morris
