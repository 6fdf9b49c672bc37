// What a search says a position is worth to the side to move. A piece is 100; a draw is 0; a
// forced win is `win` less the plies until it is won, a forced loss the negative of that, so a
// shorter win and a longer loss compare as better.
#pragma once

namespace morris {

using Score = int;

inline constexpr Score draw_score = 0;
inline constexpr Score win = 30'000;

// Deeper than any search goes; scores beyond `win - longest_win` are forced wins.
inline constexpr int longest_win = 1'000;

// The evaluation stays strictly within this, so it is never mistaken for a forced win.
inline constexpr Score evaluation_bound = 20'000;

constexpr Score win_in(int plies) {
    return win - plies;
}
constexpr Score loss_in(int plies) {
    return plies - win;
}
constexpr bool is_win(Score score) {
    return score >= win - longest_win;
}
constexpr bool is_loss(Score score) {
    return score <= longest_win - win;
}

// Plies until the forced win or loss is on the board.
// @pre is_win(score) || is_loss(score)
constexpr int plies_to_end(Score score) {
    return score > 0 ? win - score : win + score;
}

}  // namespace morris
