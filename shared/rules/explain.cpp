// The sentences that tell a person why a move was refused and what can be played instead.
#include <algorithm>
#include <vector>

#include "shared/rules/game.hpp"
#include "shared/rules/notation.hpp"
#include "shared/rules/point_sets.hpp"

namespace morris {

namespace {

std::string name(Color color) {
    return color == Color::white ? "White" : "Black";
}

// By the alphabet, as people look for them, whatever their numbers.
std::vector<Point> sorted(Bitboard set) {
    std::vector<Point> points;
    for (; set != 0; set &= set - 1) points.push_back(lowest(set));
    std::sort(points.begin(), points.end(),
              [](Point a, Point b) { return to_text(a) < to_text(b); });
    return points;
}

// "a7", "a7 or b6", "a7, b6 or c5"
std::string list(Bitboard set) {
    const std::vector<Point> points = sorted(set);
    std::string text;
    for (const Point point : points) {
        if (!text.empty()) text += point != points.back() ? ", " : " or ";
        text += to_text(point);
    }
    return text;
}

std::string pieces_in_words(int count) {
    return std::to_string(count) + (count == 1 ? " piece" : " pieces");
}

// Where the piece on `from` can go: the empty points it reaches.
Bitboard reach(const Game& game, Point from) {
    const Position& position = game.position();
    const Phase phase = phase_of(position, position.to_move, game.options());
    if (phase == Phase::flying) return position.empty();
    return nine_geometry.steps[from] & position.empty();
}

// The mover's pieces that can go somewhere.
Bitboard movable(const Game& game) {
    Bitboard set = 0;
    for (const Move& move : game.legal_moves()) {
        if (move.from != no_point) set |= bit(move.from);
    }
    return set;
}

std::string explain_over(const Game& game, const Outcome& outcome) {
    const std::string over = "The game is over: ";
    if (outcome.winner) {
        return over + name(*outcome.winner) + " has won, since " + name(other(*outcome.winner)) +
               (outcome.reason == Reason::reduced ? " has only two pieces left." : " cannot move.");
    }
    if (outcome.reason == Reason::threefold) {
        return over + "a draw, the same position came for the third time.";
    }
    if (outcome.reason == Reason::move_limit) {
        return over + "a draw, moves and takes together have come to " +
               std::to_string(game.moves_and_takes()) + ".";
    }
    return over + "a draw, nothing was taken in " + std::to_string(game.plies_without_take()) +
           " moves in a row.";
}

std::string explain_from_empty(const Game& game, const Move& move) {
    const Color mover = game.position().to_move;
    const bool enemy = (game.position().of(other(mover)) & bit(move.from)) != 0;
    return to_text(move.from) + (enemy ? " holds a piece of " + name(other(mover)) : " is empty") +
           ": " + name(mover) + " can move " + list(movable(game)) + ".";
}

std::string explain_occupied(const Game& game, const Move& move) {
    const bool white = (game.position().of(Color::white) & bit(move.to)) != 0;
    const std::string held =
        to_text(move.to) + " already holds a piece of " + name(white ? Color::white : Color::black);
    if (move.from == no_point) {
        return held + ": place on an empty point.";
    }
    const Bitboard free = reach(game, move.from);
    if (free == 0) return held + ", and " + to_text(move.from) + " has no free way out.";
    return held + ": " + to_text(move.from) + " can go to " + list(free) + ".";
}

std::string explain_not_a_step(const Game& game, const Move& move) {
    const std::string apart = to_text(move.to) + " is not next to " + to_text(move.from);
    const Bitboard free = reach(game, move.from);
    if (free == 0) return apart + ", and " + to_text(move.from) + " has no free way out.";
    return apart + " on a line: " + to_text(move.from) + " can go to " + list(free) + ".";
}

}  // namespace

std::string explain(const Game& game, const Move& move, MoveRefusal refusal) {
    const Position& position = game.position();
    const Color mover = position.to_move;
    const Color enemy = other(mover);
    const std::string choice = "take " + list(takeable(position, enemy));
    switch (refusal) {
        case MoveRefusal::game_over:
            return game.outcome() ? explain_over(game, *game.outcome()) : "The game is over.";
        case MoveRefusal::no_such_point:
            return "There is no such point: the points have names from a7, top left, to g1.";
        case MoveRefusal::from_missing:
            return name(mover) + " has no piece in hand: move " + list(movable(game)) +
                   ", written like a1-a4.";
        case MoveRefusal::from_unexpected:
            return name(mover) + " still has " + pieces_in_words(position.in_hand(mover)) +
                   " in hand: place one first, written like d2.";
        case MoveRefusal::from_empty:
            return explain_from_empty(game, move);
        case MoveRefusal::to_occupied:
            return explain_occupied(game, move);
        case MoveRefusal::not_a_step:
            return explain_not_a_step(game, move);
        case MoveRefusal::take_missing:
            return to_text(move.to) + " closes a mill: " + choice + ", written like " +
                   to_text(Move{move.from, move.to, sorted(takeable(position, enemy)).front()}) +
                   ".";
        case MoveRefusal::take_unexpected:
            return to_text(move.to) + " closes no mill, so nothing is taken: play " +
                   to_text(Move{move.from, move.to, no_point}) + ".";
        case MoveRefusal::take_empty:
            if (position.of(enemy) == 0) {
                return name(enemy) + " has no piece on the board to take: play " +
                       to_text(Move{move.from, move.to, no_point}) + ".";
            }
            return "There is no piece of " + name(enemy) + " on " + to_text(move.take) + ": " +
                   choice + ".";
        case MoveRefusal::take_in_mill:
            return to_text(move.take) + " is in a mill: " + choice + ".";
    }
    return {};
}

}  // namespace morris
