#include "shared/rules/movegen.hpp"

#include "shared/rules/point_sets.hpp"

namespace morris {

namespace {

bool is_won_by_count(const Position& position, const Options& options) {  // R6, R14
    return is_reduced(position, Color::white, options) ||
           is_reduced(position, Color::black, options);
}

std::size_t count(Bitboard set) {
    return static_cast<std::size_t>(std::popcount(set));
}

// All moves of one piece, or of the hand, to `targets`; `others` are the mover's other pieces.
void add_moves(MoveList& list, Point from, Bitboard others, Bitboard targets, Bitboard takes) {
    const Bitboard closing = completing(others).any();  // R2
    for (; targets != 0; targets &= targets - 1) {
        const Point to = lowest(targets);
        if ((closing & bit(to)) == 0 || takes == 0) {  // R5: nothing there to take
            list.add({.from = from, .to = to, .take = no_point});
            continue;
        }
        for (Bitboard rest = takes; rest != 0; rest &= rest - 1) {  // R3: one of them
            list.add({.from = from, .to = to, .take = lowest(rest)});
        }
    }
}

// How many ways there are to arrive somewhere, and how many of them close a mill.
struct Arrivals {
    std::size_t all = 0;
    std::size_t closing = 0;

    void add(Bitboard targets, Bitboard completed) {
        all += count(targets);
        closing += count(targets & completed);
    }
};

// All pieces step the same way at once. A step runs along one of the two lines of the point it
// comes to, which it leaves broken behind it (R2), so only the other line can close.
Arrivals count_steps(Bitboard own, Bitboard empty) {
    const Completing lines = completing(own);
    Arrivals arrivals;
    arrivals.add(clockwise(own) & empty, lines.ahead | lines.ladder);
    arrivals.add(counterclockwise(own) & empty, lines.behind | lines.ladder);
    arrivals.add(inward(own) & empty, lines.middle);
    arrivals.add(outward(own) & empty, lines.middle);
    return arrivals;
}

Arrivals count_flights(Bitboard own, Bitboard empty) {
    Arrivals arrivals;
    for (Bitboard rest = own; rest != 0; rest &= rest - 1) {
        arrivals.add(empty, completing(own ^ (rest & -rest)).any());
    }
    return arrivals;
}

std::optional<MoveRefusal> source_refusal(const Position& position, const Move& move, Phase phase) {
    if (phase == Phase::placing) {
        if (move.from != no_point) return MoveRefusal::from_unexpected;
        return std::nullopt;
    }
    if (move.from == no_point) return MoveRefusal::from_missing;
    if ((position.of(position.to_move) & bit(move.from)) == 0) return MoveRefusal::from_empty;
    return std::nullopt;
}

std::optional<MoveRefusal> take_refusal(const Position& position, const Move& move) {
    const Color enemy = other(position.to_move);
    Bitboard others = position.of(position.to_move);
    if (move.from != no_point) others ^= bit(move.from);
    const bool takes = move.take != no_point;
    if (!closes_mill(others, move.to)) {
        if (takes) return MoveRefusal::take_unexpected;
        return std::nullopt;
    }
    if (!takes) {
        if (position.of(enemy) != 0) return MoveRefusal::take_missing;  // R5
        return std::nullopt;
    }
    if ((position.of(enemy) & bit(move.take)) == 0) return MoveRefusal::take_empty;
    if ((takeable(position, enemy) & bit(move.take)) == 0) return MoveRefusal::take_in_mill;  // R4
    return std::nullopt;
}

}  // namespace

MoveList legal_moves(const Position& position, const Options& options) {
    MoveList list;
    if (is_won_by_count(position, options)) return list;
    const Bitboard own = position.of(position.to_move);
    const Bitboard empty = position.empty();
    const Bitboard takes = takeable(position, other(position.to_move));
    const Phase phase = phase_of(position, position.to_move, options);
    if (phase == Phase::placing) {
        add_moves(list, no_point, own, empty, takes);
        return list;
    }
    for (Bitboard rest = own; rest != 0; rest &= rest - 1) {
        const Point from = lowest(rest);
        const Bitboard reach = phase == Phase::flying ? all_points : nine_geometry.steps[from];
        add_moves(list, from, own ^ bit(from), reach & empty, takes);
    }
    return list;
}

std::size_t count_legal_moves(const Position& position, const Options& options) {
    if (is_won_by_count(position, options)) return 0;
    const Bitboard own = position.of(position.to_move);
    const Bitboard empty = position.empty();
    Arrivals arrivals;
    switch (phase_of(position, position.to_move, options)) {
        case Phase::placing:
            arrivals.add(empty, completing(own).any());
            break;
        case Phase::moving:
            arrivals = count_steps(own, empty);
            break;
        case Phase::flying:
            arrivals = count_flights(own, empty);
            break;
    }
    if (arrivals.closing == 0) return arrivals.all;
    const std::size_t takes = count(takeable(position, other(position.to_move)));
    if (takes == 0) return arrivals.all;  // R5: nothing there to take
    return arrivals.all + arrivals.closing * (takes - 1);
}

std::optional<MoveRefusal> refusal(const Position& position, const Move& move,
                                   const Options& options) {
    const auto off_board = [](Point point) { return point >= point_count; };
    if (off_board(move.to) || (move.from != no_point && off_board(move.from)) ||
        (move.take != no_point && off_board(move.take))) {
        return MoveRefusal::no_such_point;
    }
    const Phase phase = phase_of(position, position.to_move, options);
    if (const auto refused = source_refusal(position, move, phase)) return refused;
    if ((position.empty() & bit(move.to)) == 0) return MoveRefusal::to_occupied;
    if (phase == Phase::moving && (nine_geometry.steps[move.from] & bit(move.to)) == 0) {
        return MoveRefusal::not_a_step;
    }
    return take_refusal(position, move);
}

bool is_legal(const Position& position, const Move& move, const Options& options) {
    return !is_won_by_count(position, options) && !refusal(position, move, options);
}

}  // namespace morris
