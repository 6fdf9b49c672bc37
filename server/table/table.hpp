// One table: seats, game, end and rematch, as the sum of its events. A value; commands are decided
// against it (decide.hpp), and only events change it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "server/table/event.hpp"
#include "server/table/offers.hpp"

namespace morris::table {

// What happened in one turn, kept so that a move sent again is known again: a move, or moves taken
// back.
struct TurnRecord {
    Color color{};
    std::uint64_t seq = 0;
    std::optional<Move> move;  // nullopt: moves were taken back
    std::vector<Move> undone;  // those, in the order in which they were made
    bool undo = false;         // by a person alone, against the computer
};

class Table {
public:
    // The table that `made` begins, with seq 1.
    Table(std::string id, Instant at, Served served, const Made& made);

    const std::string& id() const { return id_; }
    std::uint64_t seq() const { return seq_; }
    // Moves and takebacks made so far: what the next move is addressed to. Only rises.
    std::uint64_t turn() const { return turns_.size(); }
    const std::vector<TurnRecord>& turns() const { return turns_; }
    Instant made_at() const { return made_at_; }
    Instant last_at() const { return last_at_; }         // of the last event
    Served last_served() const { return last_served_; }  // likewise

    const Made& made() const { return made_; }
    const Holder& holder(Color color) const { return seats_[static_cast<std::size_t>(color)]; }
    bool begun() const { return !open_seat(); }
    bool between_people() const;
    bool is_computer(Color color) const { return std::holds_alternative<Computer>(holder(color)); }
    std::optional<Color> open_seat() const;
    std::optional<Color> seat_of(const SecretHash& secret) const;

    const Game& game() const { return game_; }
    const std::optional<End>& end() const { return end_; }
    std::optional<Color> ended_by() const { return ended_by_; }
    // Seq of the event that ended the game; 0: not over.
    std::uint64_t end_seq() const { return end_seq_; }
    // Whose turn it is; nullopt before the game has begun and after its end.
    std::optional<Color> to_move() const;

    // By Color: whether the side has ever made a move here, taken back or not.
    bool has_moved(Color color) const { return has_moved_[static_cast<std::size_t>(color)]; }
    // How many plies lie between now and before the side's last move; 0: it has none to take back.
    std::uint32_t plies_of_last_turn(Color color) const;
    // When the present turn began.
    Served turn_began() const { return turn_began_; }
    // Set at a table with a clock.
    const std::optional<ClockState>& clock() const { return clock_; }
    // A side's clock runs, or will: there is one, a person is to move and has moved before.
    bool charges(Color color) const {
        return clock_ && to_move() == color && has_moved(color) && !is_computer(color);
    }

    const Offers& offers() const { return offers_; }
    bool is_absent(Color color) const { return absent_[static_cast<std::size_t>(color)]; }
    std::uint32_t hints() const { return hints_; }
    std::uint32_t undos() const { return undos_; }
    // Of the event that told of a hint asked for in the present turn; 0: none was.
    std::uint64_t hint_seq() const { return hint_seq_; }

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
    Result<void, std::string> on(const Offered& offered);
    Result<void, std::string> on(const OfferClosed& closed);
    Result<void, std::string> on(const TakenBack& taken_back);
    Result<void, std::string> on(const ClockSet& set);
    Result<void, std::string> on(const Absent& absent);
    Result<void, std::string> on(const Returned& returned);
    Result<void, std::string> on(const Hinted& hinted);
    bool fits(const std::optional<ClockState>& clock) const;
    OfferRecord* open_offer(std::uint64_t id);  // nullptr: there is none
    void close(OfferRecord& record, OfferRecord::State state);
    void begin_turn();
    void end(const End& end, std::optional<Color> by);

    std::string id_;
    std::uint64_t seq_ = 1;
    Served served_{};  // of the event being applied
    Instant made_at_{};
    Instant last_at_{};
    Served last_served_{};
    Made made_;
    std::array<Holder, 2> seats_;
    Game game_;
    std::vector<TurnRecord> turns_;
    std::array<bool, 2> has_moved_{};
    Served turn_began_{};
    std::optional<ClockState> clock_;
    Offers offers_;
    std::array<bool, 2> absent_{};
    std::uint32_t hints_ = 0;
    std::uint32_t undos_ = 0;
    std::uint64_t hint_seq_ = 0;
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
