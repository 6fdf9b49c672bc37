// How a command becomes durable: decide, append, apply, one at a time per table; and what happens
// when the log is not where it was, or does not answer.
#include <spdlog/spdlog.h>

#include <utility>

#include "server/hub/archive.hpp"
#include "server/hub/ids.hpp"
#include "server/hub/stored_events.hpp"
#include "server/hub/tables.hpp"
#include "server/journal/journal.hpp"

namespace morris {
namespace {

// A log that conflicts again and again without showing a new event is not to be written to: it was
// deleted while the table was in memory.
constexpr int conflict_limit = 10;

}  // namespace

void Tables::submit(Room& room, table::Command command, CommandDone done) {
    if (room.damaged) return done(Failure<CommandError>(Trouble::damaged));
    if (room.waiting.size() >= config_.max_waiting_per_table) {
        return done(Failure<CommandError>(Trouble::busy));
    }
    room.waiting.push_back({std::move(command), std::move(done), clockwork_.served()});
    start(room);
}

// What time brings about is not kept waiting behind the players' own commands' limit.
void Tables::submit_due(Room& room, const table::Command& command, std::function<void(bool)> done) {
    if (room.damaged) return;
    const auto when_done = [done =
                                std::move(done)](const Result<std::uint64_t, CommandError>& seq) {
        done(seq || !std::holds_alternative<Trouble>(seq.error()));
    };
    room.waiting.push_back({command, when_done, clockwork_.served()});
    start(room);
}

// A move counts as made when it came, however long it had to wait here.
table::Moment Tables::moment_of(const Room& room, const Work& work) const {
    table::Moment moment = clockwork_.moment(room);
    if (std::holds_alternative<table::Play>(work.command)) moment.served = work.arrived;
    if (std::holds_alternative<table::Hold>(work.command)) {
        // As it was when the server stopped, when players were there.
        moment.served = clockwork_.began();
        moment.charged_from = {};
    }
    return moment;
}

void Tables::start(Room& room) {
    if (room.busy || room.waiting.empty()) return;
    room.busy = true;
    Work work = std::move(room.waiting.front());
    room.waiting.pop_front();
    if (!room.uncertain) return execute(room, std::move(work));
    reread(room, [this, work = std::move(work)](Room& same, bool ok) {
        if (ok) return execute(same, work);
        work.done(Failure<CommandError>(Trouble::store_unavailable));
        finish(same);
    });
}

void Tables::finish(Room& room) {
    room.busy = false;
    // Who waits comes first: looking for news can be asked for without end.
    if (room.waiting.empty() && std::exchange(room.news, false)) refresh(room);
    start(room);
    release(room);
}

// A fault inside one table closes that table and nothing else.
void Tables::execute(Room& room, Work work) {
    try {
        carry_out(room, work);
    } catch (const std::exception& fault) {
        damage(room, fault.what());
        if (work.done) work.done(Failure<CommandError>(Trouble::damaged));
    }
}

void Tables::carry_out(Room& room, Work& work) {
    const auto* want = std::get_if<table::WantRematch>(&work.command);
    if (want != nullptr && want->next.empty() && table::begins_rematch(room.table, want->color)) {
        return begin_rematch(room, std::move(work));
    }
    auto decision = table::decide(room.table, work.command, moment_of(room, work));
    if (!decision) {
        work.done(Failure<CommandError>(decision.error()));
        return finish(room);
    }
    if (decision->events.empty()) {
        work.done(decision->seq);
        return finish(room);
    }
    // A decision that its own table would not replay must never reach the log.
    table::Table after = room.table;
    for (const table::Event& event : decision->events) {
        const auto applied = after.apply(event);
        if (applied) continue;
        damage(room, applied.error());
        work.done(Failure<CommandError>(Trouble::damaged));
        return;
    }
    append(room, std::move(work), *std::move(decision), after);
}

// The new table first, then the word of it in the old one's log: whoever hears of it finds it.
void Tables::begin_rematch(Room& room, Work work) {
    const auto secret = [&](Color color) {
        const auto* person = std::get_if<table::Person>(&room.table.holder(color));
        return person == nullptr ? table::SecretHash{} : person->secret;
    };
    const std::string next =
        ids::table_of_rematch(room.table.id(), secret(Color::white), secret(Color::black));
    std::get<table::WantRematch>(work.command).next = next;
    const std::string id = room.table.id();
    const table::Made rematch = table::rematch_of(room.table, random_());
    reserve(rematch);
    make(next, rematch,
         [this, id, rematch, work = std::move(work)](const Result<Room*, FindError>& made) {
             let_go(rematch);
             Room* same = in_memory(id);
             if (same == nullptr) return;
             if (made) return execute(*same, work);
             work.done(Failure<CommandError>(Trouble::store_unavailable));
             finish(*same);
         });
}

// `after`: the table as these events leave it.
void Tables::append(Room& room, Work work, table::Accepted accepted, const table::Table& after) {
    Append append;
    append.stream = journal::table_stream(room.table.id());
    append.after = room.table.seq();
    append.live = !after.end();
    append.listing = archive::change(room.table, after, accepted.events.back().at);
    for (const table::Event& event : accepted.events) {
        append.events.push_back(journal::encode(event));
    }
    clockwork_.mark();
    log_.append(std::move(append), [this, id = room.table.id(), work = std::move(work),
                                    accepted = std::move(accepted)](
                                       Result<std::uint64_t, AppendError> result) mutable {
        appended(id, std::move(work), accepted, result);
    });
}

void Tables::appended(const std::string& id, Work work, const table::Accepted& accepted,
                      Result<std::uint64_t, AppendError> result) {
    Room* room = in_memory(id);
    if (room == nullptr) return;
    if (result) {
        if (!take_in(*room, accepted.events, Origin::here)) {
            return work.done(Failure<CommandError>(Trouble::damaged));
        }
        work.done(accepted.seq);
        return finish(*room);
    }
    if (result.error() == AppendError::conflict && ++work.conflicts < conflict_limit) {
        // Somebody else appended first: see what, and decide again.
        return reread(*room, [this, work = std::move(work)](Room& same, bool ok) {
            if (ok) return execute(same, work);
            work.done(Failure<CommandError>(Trouble::store_unavailable));
            finish(same);
        });
    }
    room->uncertain = true;
    room->outage = true;
    work.done(Failure<CommandError>(Trouble::store_unavailable));
    refuse_waiting(*room, Trouble::store_unavailable);
    room->busy = false;
    reread_later(id);
}

void Tables::refuse_waiting(Room& room, Trouble trouble) {
    const auto waiting = std::exchange(room.waiting, {});
    for (const Work& work : waiting) work.done(Failure<CommandError>(trouble));
}

// Applies durable events and tells of them; false: the table is damaged, and closed.
bool Tables::take_in(Room& room, const Events& events, Origin origin) {
    try {
        for (const table::Event& event : events) {
            if (const auto applied = room.table.apply(event); !applied) {
                damage(room, applied.error());
                return false;
            }
            if (origin == Origin::log) clockwork_.heard(room, event);
            publish(room, event);
        }
    } catch (const std::exception& fault) {
        damage(room, fault.what());
        return false;
    }
    return true;
}

// Takes in what the log holds beyond what the room knows. @pre room.busy
void Tables::reread(Room& room, std::function<void(Room&, bool)> done) {
    const std::uint64_t after = room.table.seq();
    log_.read(journal::table_stream(room.table.id()), after,
              [this, id = room.table.id(), after,
               done = std::move(done)](const Result<std::vector<StoredEvent>, ReadError>& stored) {
                  Room* same = in_memory(id);
                  if (same == nullptr) return;
                  if (!stored) {
                      same->outage = true;
                      return done(*same, false);
                  }
                  const auto events = decoded(*stored, after);
                  if (!events) {
                      damage(*same, events.error());
                      return done(*same, false);
                  }
                  with_joiner(*events, [this, id, events = *events, done](bool known) {
                      Room* later = in_memory(id);
                      if (later == nullptr) return;
                      if (!known || !take_in(*later, events, Origin::log))
                          return done(*later, false);
                      later->uncertain = false;
                      // No move could be made meanwhile.
                      if (std::exchange(later->outage, false)) clockwork_.works_again(*later);
                      done(*later, true);
                  });
              });
}

// Whoever took the open seat at another server has a name that we may still have to read.
void Tables::with_joiner(const Events& events, std::function<void(bool)> done) {
    for (const table::Event& event : events) {
        const auto* joined = std::get_if<table::Joined>(&event.body);
        if (joined == nullptr) continue;
        // There is one at most, as there was one open seat.
        return players_.name_of(
            joined->person.player,
            [done](const Result<std::string, ReadError>& name) { done(name.has_value()); });
    }
    done(true);
}

void Tables::reread_later(const std::string& id) {
    timers_.after(config_.store_retry, [this, id] {
        Room* room = in_memory(id);
        if (room != nullptr && room->uncertain) refresh(*room);
    });
}

void Tables::refresh(Room& room) {
    if (room.busy || room.damaged) return;
    room.busy = true;
    room.uncertain = true;
    // Only those who have asked by now: what others append meanwhile, this read may not see.
    reread(room, [this, id = room.table.id(), asked = std::exchange(room.asked, {})](Room& same,
                                                                                     bool ok) {
        if (ok) think(same);
        for (const auto& ask_again : asked) ask_again();
        finish(same);
        if (!ok) reread_later(id);
    });
}

}  // namespace morris
