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

const table::Person* person_at(const table::Table& table, Color color) {
    return std::get_if<table::Person>(&table.holder(color));
}

const std::string* player_at(const table::Table& table, Color color) {
    const table::Person* person = person_at(table, color);
    return person == nullptr ? nullptr : &person->player;
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

void remember(Room& room, const table::Event& event, const table::Moment& now) {
    room.recent.push_back(view::event(room, event, now));
    if (room.recent.size() > Room::recent_limit) room.recent.pop_front();
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

// ---- Finding and making ------------------------------------------------------------------------

void Tables::load_live(std::function<void(bool)> done) {
    clockwork_.begin([this, done = std::move(done)](bool begun) {
        if (!begun) return done(false);
        load_all([this, done](bool all) {
            clockwork_.serve();
            done(all);
        });
    });
}

void Tables::load_all(const std::function<void(bool)>& done) {
    log_.live_streams(std::string(journal::table_prefix),
                      [this, done](const Result<std::vector<std::string>, ReadError>& names) {
                          if (!names) return done(false);
                          if (names->empty()) return done(true);
                          struct Count {
                              std::size_t left = 0;
                              bool all = true;
                          };
                          auto count = std::make_shared<Count>(Count{names->size(), true});
                          for (const std::string& name : *names) {
                              find(name.substr(journal::table_prefix.size()),
                                   [=](Result<Room*, FindError> found) {
                                       if (!found && found.error() == FindError::store_unavailable)
                                           count->all = false;
                                       if (--count->left == 0) done(count->all);
                                   });
                          }
                      });
}

Room* Tables::in_memory(const std::string& id) const {
    const auto found = rooms_.find(id);
    return found == rooms_.end() ? nullptr : found->second.get();
}

void Tables::find(const std::string& id, Found done) {
    if (Room* room = in_memory(id)) return hand_over(*room, done);
    auto& waiting = loading_[id];
    waiting.push_back(std::move(done));
    if (waiting.size() == 1) load(id);
}

// Whoever asked may be gone; then the room goes, too.
void Tables::hand_over(Room& room, const Found& done) {
    if (room.damaged) {
        done(failure(FindError::damaged));
    } else {
        done(&room);
    }
    release(room);
}

void Tables::find_with(const std::string& id, const Wanted& wanted, Found done) {
    Room* room = in_memory(id);
    if (room == nullptr || room->damaged || wanted(room->table)) return find(id, std::move(done));
    room->asked.emplace_back([this, id, done = std::move(done)] { find(id, done); });
    room->news = room->busy;
    refresh(*room);
}

void Tables::load(const std::string& id) {
    log_.read(journal::table_stream(id), 0,
              [this, id](const Result<std::vector<StoredEvent>, ReadError>& stored) {
                  if (!stored) return loaded(id, failure(FindError::store_unavailable));
                  if (stored->empty()) return loaded(id, failure(FindError::no_such_table));
                  replayed(id, *stored);
              });
}

void Tables::replayed(const std::string& id, const std::vector<StoredEvent>& stored) {
    auto events = decoded(stored, 0);
    const auto damaged = [this, &id](const std::string& why) {
        spdlog::error("table {} does not replay from its log, and stays closed: {}", id, why);
        loaded(id, failure(FindError::damaged));
    };
    if (!events) return damaged(events.error());
    // The latest events are applied one by one, to be kept as they are sent.
    const std::size_t early = events->size() - std::min(events->size() - 1, Room::recent_limit);
    const Events recent(events->begin() + static_cast<std::ptrdiff_t>(early), events->end());
    events->resize(early);
    auto table = table::replay(id, *events);
    if (!table) return damaged(table.error());
    table::Table whole = *table;
    for (const table::Event& event : recent) {
        const auto applied = whole.apply(event);
        if (!applied) return damaged(applied.error());
    }
    with_names(whole, [this, id, table = *std::move(table), recent = std::move(recent)](
                          const Result<std::array<std::string, 2>, ReadError>& names) {
        if (!names) return loaded(id, failure(FindError::store_unavailable));
        Room& room = adopt(table, *names);
        for (const table::Event& event : recent) {
            table::Moment then;
            then.served = event.served;
            if (room.table.apply(event)) remember(room, event, then);
        }
        index(room);
        clockwork_.loaded(room);
        loaded(id, &room);
        think(room);
    });
}

void Tables::loaded(const std::string& id, Result<Room*, FindError> result) {
    const auto waiting = loading_.extract(id);
    if (waiting.empty()) return;
    for (const Found& done : waiting.mapped()) {
        if (result) {
            hand_over(**result, done);
        } else {
            done(result);
        }
    }
}

void Tables::with_names(const table::Table& table,
                        std::function<void(Result<std::array<std::string, 2>, ReadError>)> done) {
    const std::string* white = player_at(table, Color::white);
    const std::string* black = player_at(table, Color::black);
    auto second = [this, black = black == nullptr ? std::string() : *black,
                   done](const std::string& white_name) {
        if (black.empty()) return done(std::array{white_name, std::string()});
        players_.name_of(black, [=](const Result<std::string, ReadError>& name) {
            if (!name) return done(failure(name.error()));
            done(std::array{white_name, *name});
        });
    };
    if (white == nullptr) return second("");
    players_.name_of(*white, [second, done](const Result<std::string, ReadError>& name) {
        if (!name) return done(failure(name.error()));
        second(*name);
    });
}

Room& Tables::adopt(table::Table table, std::array<std::string, 2> names) {
    const std::string id = table.id();
    auto& room = rooms_[id];
    room = std::make_unique<Room>(std::move(table));
    room->names = std::move(names);
    for (auto& seat : room->presence) seat.since = timers_.now();
    return *room;
}

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

void Tables::make(const std::string& id, const table::Made& made, Found done) {
    const table::Event event{timers_.now(), clockwork_.served(), made};
    clockwork_.mark();
    Append append{journal::table_stream(id), 0, {journal::encode(event)}, true};
    log_.append(std::move(append), [this, id, made, event, done = std::move(done)](
                                       const Result<std::uint64_t, AppendError>& seq) {
        if (!seq && seq.error() == AppendError::unavailable) {
            return done(failure(FindError::store_unavailable));
        }
        if (!seq || in_memory(id) != nullptr) return find(id, done);
        report_made(table::Table(id, event.at, event.served, made));
        // Read back rather than kept from here: a request that came meanwhile may have loaded it.
        find(id, [this, id, done](const Result<Room*, FindError>& found) {
            done(found);
            // It is there, and has to be counted and ended like any other.
            if (!found && found.error() == FindError::store_unavailable) load_later(id);
        });
    });
}

void Tables::load_later(const std::string& id) {
    timers_.after(config_.store_retry, [this, id] {
        find(id, [this, id](const Result<Room*, FindError>& found) {
            if (!found && found.error() == FindError::store_unavailable) load_later(id);
        });
    });
}

// ---- News ---------------------------------------------------------------------------------------

void Tables::on_news(const std::string& stream) {
    if (stream.starts_with(journal::player_prefix)) {
        const std::string player = stream.substr(journal::player_prefix.size());
        players_.forget(player);
        return refresh_names(player);
    }
    if (!stream.starts_with(journal::table_prefix)) return;
    // A table that another server has made is read too: our lists show it, and if that server goes
    // away its computer player's turns are ours.
    const std::string id = stream.substr(journal::table_prefix.size());
    const bool is_new = in_memory(id) == nullptr;
    find(id, [this, is_new](const Result<Room*, FindError>& found) {
        if (!found) return;
        Room& room = **found;
        room.hosted_elsewhere |= is_new && !room.someone_seated();
        list(room);
        room.news = room.busy;
        refresh(room);
    });
}

void Tables::refresh_names(const std::string& player) {
    players_.name_of(player, [this, player](const Result<std::string, ReadError>& name) {
        if (!name) return;
        for (auto& [id, room] : rooms_) {
            bool changed = false;
            for (const Color color : colors) {
                const std::string* seated = player_at(room->table, color);
                if (seated == nullptr || *seated != player) continue;
                changed = std::exchange(room->names[index_of(color)], *name) != *name;
            }
            if (!changed) continue;
            room->recent.clear();  // it may hold the name that was
            listener_.on_names(*room);
            list(*room);
        }
    });
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
    remember(room, event, clockwork_.moment(room));
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

void Tables::let_go_seat(const std::string& player) {
    const auto found = unfinished_of_.find(player);
    if (found != unfinished_of_.end() && --found->second == 0) unfinished_of_.erase(found);
}

std::size_t Tables::unfinished_of(const std::string& player) const {
    const auto found = unfinished_of_.find(player);
    return found == unfinished_of_.end() ? 0 : found->second;
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
    const table::Instant now = timers_.now();
    std::vector<std::string> stale;
    for (const auto& [id, room] : rooms_) {
        const table::Table& table = room->table;
        if (table.end() || room->damaged || room->someone_seated()) continue;
        const auto used = std::max(table.last_at(), room->left_at.value_or(table.last_at()));
        const bool played = table.begun() && table.turn() > 0;
        const auto keep = played ? config_.keep_idle : config_.keep_open;
        // After a restart players are given time to come back: it is not they who were away.
        if (timers_.steady() - started_ < std::min(keep, start_grace)) continue;
        if (now - used > keep) stale.push_back(id);
    }
    for (const std::string& id : stale) {
        if (Room* room = in_memory(id)) {
            submit(*room, table::Expire{}, [](const auto&) {});
        }
    }
}

}  // namespace morris
