// The offers at a table: for each side and kind the latest one, and what became of it.
#pragma once

#include <array>
#include <cstdint>

#include "server/table/event.hpp"

namespace morris::table {

struct OfferRecord {
    enum class State : std::uint8_t { none, open, withdrawn, declined, overtaken, accepted };

    std::uint64_t id = 0;  // seq of the event that made it; 0: there was none
    State state = State::none;
    std::uint64_t turn = 0;         // of the table, when it was made
    std::uint64_t closed_turn = 0;  // and when it was closed
    std::uint64_t closed_seq = 0;   // of the event that closed it; 0: overtaken by one

    bool is_open() const { return state == State::open; }
    bool operator==(const OfferRecord&) const = default;
};

class Offers {
public:
    OfferRecord& of(Color color, OfferKind kind) { return records_[at(color)][at(kind)]; }
    const OfferRecord& of(Color color, OfferKind kind) const {
        return records_[at(color)][at(kind)];
    }

    // The side moved: what it leaves unanswered is void, and so is its own wish to take back.
    void overtake_by_move(Color mover, std::uint64_t turn);
    // Moves were taken back. A draw that was offered then is not to be waited for.
    void end_by_takeback(std::uint64_t turn);
    void overtake_all(std::uint64_t turn);

    bool operator==(const Offers&) const = default;

private:
    template <class Enum>
    static std::size_t at(Enum value) {
        return static_cast<std::size_t>(value);
    }
    void overtake(Color color, OfferKind kind, std::uint64_t turn);

    std::array<std::array<OfferRecord, 2>, 2> records_{};  // by Color, then OfferKind
};

// From which turn of the table on the same side may make such an offer again.
std::uint64_t next_turn_for(const OfferRecord& record);

}  // namespace morris::table
