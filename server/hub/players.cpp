#include "server/hub/players.hpp"

#include <utility>

#include "server/journal/journal.hpp"

namespace morris {
namespace {

// A cache that is full is emptied: what is still wanted is read again.
constexpr std::size_t known_limit = 100'000;

}  // namespace

void Players::learn(const std::string& player, Learned done) {
    const auto found = known_.find(player);
    if (found != known_.end()) return done(found->second);
    look_up(player, std::move(done));
}

void Players::look_up(const std::string& player, Learned done) {
    log_.read(journal::player_stream(player), 0,
              [this, player, done](const Result<std::vector<StoredEvent>, ReadError>& events) {
                  if (!events) return done(Failure<ReadError>(events.error()));
                  Known known;
                  for (const StoredEvent& event : *events) {
                      const auto named = journal::decode_named(event.bytes);
                      if (named) known.name = named->name;
                      known.seq = event.seq;
                  }
                  if (known_.size() >= known_limit) known_.clear();
                  known_[player] = known;
                  done(known);
              });
}

void Players::name_of(const std::string& player, Named done) {
    learn(player, [done = std::move(done)](const Result<Known, ReadError>& known) {
        if (!known) return done(Failure<ReadError>(known.error()));
        done(known->name.empty() ? unknown_name : known->name);
    });
}

void Players::record(const std::string& player, const std::string& name,
                     std::function<void(bool)> done) {
    learn(player,
          [this, player, name, done = std::move(done)](const Result<Known, ReadError>& known) {
              if (!known) return done(false);
              if (known->name == name) return done(true);
              append(player, name, known->seq, done);
          });
}

void Players::append(const std::string& player, const std::string& name, std::uint64_t after,
                     std::function<void(bool)> done) {
    Append append{journal::player_stream(player),
                  after,
                  {journal::encode(journal::Named{timers_.now(), name})},
                  false};
    log_.append(std::move(append), [this, player, name, done = std::move(done)](
                                       const Result<std::uint64_t, AppendError>& seq) {
        if (seq) {
            known_[player] = Known{name, *seq};
            if (changed_) changed_(player);
            return done(true);
        }
        if (seq.error() != AppendError::conflict) {
            forget(player);
            return done(false);
        }
        // Another connection of the same player was first: its name stands.
        look_up(player, [done](const Result<Known, ReadError>& known) { done(known.has_value()); });
    });
}

}  // namespace morris
