#include <spdlog/spdlog.h>

#include <utility>

#include "server/hub/report.hpp"
#include "server/hub/stored_events.hpp"
#include "server/hub/tables.hpp"
#include "server/hub/view.hpp"
#include "server/journal/journal.hpp"

namespace morris {
namespace {

constexpr std::array colors{Color::white, Color::black};

std::size_t index_of(Color color) {
    return static_cast<std::size_t>(color);
}

}  // namespace

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
            if (room.table.apply(event)) room.remember(view::event(room, event, then));
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

}  // namespace morris
