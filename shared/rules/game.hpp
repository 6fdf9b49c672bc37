// A game: options, the moves so far, and what repetition and the limits need to know.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "shared/rules/movegen.hpp"
#include "shared/rules/position.hpp"
#include "shared/rules/result.hpp"

namespace morris {

// How a game ends by the rules. Ends that come from outside them (resigned …) are the table's.
enum class Reason : std::uint8_t { reduced, blocked, threefold, no_mill, move_limit };

struct Outcome {
    std::optional<Color> winner;  // nullopt: a draw
    Reason reason{};

    bool operator==(const Outcome&) const = default;
};

class Game {
public:
    explicit Game(const Options& options);
    // From a position with `plies_without_take` behind it; its history starts here, so the moves
    // before do not count towards the move limit, though the takes that the position shows do.
    Game(const Options& options, const Position& position, int plies_without_take);

    const Options& options() const { return options_; }
    const Position& position() const { return position_; }
    const std::vector<Move>& moves() const { return moves_; }
    std::size_t ply() const { return moves_.size(); }
    int plies_without_take() const { return plies_without_take_; }
    // What the move limit counts: the moves made, and for each take one more (R13).
    int moves_and_takes() const;
    // Keys of all positions since the start or the last irreversible ply (a placement or a take),
    // oldest first, the present one last. What a search needs to see repetition.
    const std::vector<std::uint64_t>& keys() const { return keys_; }
    // How often the present position has occurred, this time included.
    int occurrences() const;
    const std::optional<Outcome>& outcome() const { return outcome_; }

    // Empty once the game is over.
    MoveList legal_moves() const;

    // nullopt: legal.
    std::optional<MoveRefusal> refusal(const Move& move) const;

    // Plays the move, or changes nothing and says why not.
    Result<void, MoveRefusal> play(const Move& move);

    // As it was so many plies ago: repetition and the no-mill count follow the history that
    // remains. In time linear in the plies. @pre plies <= ply(), and it began from the start
    // position
    Game taken_back(std::size_t plies) const;

private:
    void advance(const Move& move);
    void settle();  // sets outcome_ after a ply (R6, R7, R9, R10, R11, R13, R14)

    Options options_;
    Position position_;
    std::vector<Move> moves_;
    std::vector<std::uint64_t> keys_;
    int plies_without_take_ = 0;
    std::optional<Outcome> outcome_;
};

// A sentence for people: what was wrong with this move in this game, and what to do instead,
// with the names of the points.
std::string explain(const Game& game, const Move& move, MoveRefusal refusal);

}  // namespace morris
