// One table: seats, game, end and rematch, as the sum of its events. A value; commands are decided
// against it (decide.hpp), and only events change it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "server/table/event.hpp"

namespace morris::table {

// What happened in one turn, kept so that a move sent again is known again.
struct TurnRecord {
    Color color{};
    Move move;
    std::uint64_t seq = 0;
};

class Table {
public:
    // The table that `made` begins, with seq 1.
    Table(std::string id, Instant at, const Made& made);

    const std::string& id() const { return id_; }
    std::uint64_t seq() const { return seq_; }
    // Moves made so far: what the next move is addressed to. Only rises.
    std::uint64_t turn() const { return turns_.size(); }
    const std::vector<TurnRecord>& turns() const { return turns_; }
    Instant made_at() const { return made_at_; }
    Instant last_at() const { return last_at_; }  // of the last event

    const Made& made() const { return made_; }
    const Holder& holder(Color color) const { return seats_[static_cast<std::size_t>(color)]; }
    bool begun() const { return !open_seat(); }
    std::optional<Color> open_seat() const;
    std::optional<Color> seat_of(const SecretHash& secret) const;

    const Game& game() const { return game_; }
    const std::optional<End>& end() const { return end_; }
    std::optional<Color> ended_by() const { return ended_by_; }
    // Seq of the event that ended the game; 0: not over.
    std::uint64_t end_seq() const { return end_seq_; }
    // Whose turn it is; nullopt before the game has begun and after its end.
    std::optional<Color> to_move() const;

    std::optional<Color> rematch_offered_by() const { return rematch_offered_by_; }
    std::uint64_t rematch_seq() const { return rematch_seq_; }  // of the offer
    const std::optional<std::string>& next_table() const { return next_table_; }
    std::uint64_t next_seq() const { return next_seq_; }  // of the rematch

    // Adds the event, or changes nothing and says why it cannot follow the ones before: the log is
    // damaged, or the decision that made it was wrong.
    Result<void, std::string> apply(const Event& event);

private:
    Result<void, std::string> on(const Made& made);
    Result<void, std::string> on(const Joined& joined);
    Result<void, std::string> on(const Moved& moved);
    Result<void, std::string> on(const Ended& ended);
    Result<void, std::string> on(const RematchOffered& offered);
    Result<void, std::string> on(const Rematched& rematched);
    void end(const End& end, std::optional<Color> by);

    std::string id_;
    std::uint64_t seq_ = 1;
    Instant made_at_{};
    Instant last_at_{};
    Made made_;
    std::array<Holder, 2> seats_;
    Game game_;
    std::vector<TurnRecord> turns_;
    std::optional<End> end_;
    std::optional<Color> ended_by_;
    std::uint64_t end_seq_ = 0;
    std::optional<Color> rematch_offered_by_;
    std::uint64_t rematch_seq_ = 0;
    std::optional<std::string> next_table_;
    std::uint64_t next_seq_ = 0;
};

// The table that these events make, the first of which must be Made.
Result<Table, std::string> replay(std::string id, const std::vector<Event>& events);

// The end that the rules give, as a table's end.
End end_of(const Outcome& outcome);

constexpr Winner winner_of(Color color) {
    return color == Color::white ? Winner::white : Winner::black;
}

}  // namespace morris::table
