#include "client-cli/core/render.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include "client-cli/core/words.hpp"
#include "client-cli/core/words_news.hpp"
#include "client-cli/core/words_table.hpp"

namespace morris::client {
namespace {

// One character cell of the drawing and how it is painted (an ANSI sequence, or "").
struct Cell {
    std::string_view sign = " ";
    std::string_view paint;
};

constexpr std::size_t column_step = 4;  // cells from file to file
constexpr std::size_t row_step = 2;     // lines from rank to rank
constexpr std::size_t margin = 3;       // for the rank's name and a mark left of file a

// Readable on dark and on light terminals alike.
constexpr std::string_view paint_line = "\x1b[2m";
constexpr std::string_view paint_white = "\x1b[1m";
constexpr std::string_view paint_black = "\x1b[1;35m";
constexpr std::string_view paint_last = "\x1b[36m";
constexpr std::string_view paint_take = "\x1b[1;31m";
constexpr std::string_view paint_end = "\x1b[0m";

constexpr std::size_t highest(const std::array<std::uint8_t, point_count>& values) {
    std::size_t most = 0;
    for (const std::uint8_t value : values) most = std::max<std::size_t>(most, value);
    return most;
}

constexpr std::size_t top_rank = highest(nine_geometry.rank);
constexpr std::size_t last_file = highest(nine_geometry.file);
constexpr std::size_t rows = top_rank * row_step + 1;
constexpr std::size_t row_cells = margin + last_file * column_step + 2;

std::size_t row_of(Point point) {
    return (top_rank - nine_geometry.rank[point]) * row_step;
}

std::size_t column_of(Point point) {
    return margin + nine_geometry.file[point] * column_step;
}

// Which way lines leave a point, as bits into the list of corner signs.
enum Way : unsigned { left = 1, right = 2, up = 4, down = 8 };

unsigned ways_from(Point point) {
    unsigned ways = 0;
    for (Point next = 0; next < point_count; ++next) {
        if ((nine_geometry.steps[point] & bit(next)) == 0) continue;
        if (column_of(next) < column_of(point)) ways |= left;
        if (column_of(next) > column_of(point)) ways |= right;
        if (row_of(next) < row_of(point)) ways |= up;
        if (row_of(next) > row_of(point)) ways |= down;
    }
    return ways;
}

std::string_view corner_sign(unsigned ways) {
    constexpr std::array<std::string_view, 16> signs = {"·", "─", "─", "─", "│", "┘", "└", "┴",
                                                        "│", "┐", "┌", "┬", "│", "┤", "├", "┼"};
    return signs[ways];
}

using Canvas = std::array<std::array<Cell, row_cells>, rows>;

void draw_steps(Canvas& canvas, Point from, const Style& style) {
    for (Point to = 0; to < point_count; ++to) {
        if ((nine_geometry.steps[from] & bit(to)) == 0) continue;
        if (row_of(from) == row_of(to)) {
            for (std::size_t x = column_of(from) + 1; x < column_of(to); ++x) {
                canvas[row_of(from)][x] = {style.unicode ? "─" : "-", paint_line};
            }
        } else {
            for (std::size_t y = row_of(from) + 1; y < row_of(to); ++y) {
                canvas[y][column_of(from)] = {style.unicode ? "│" : "|", paint_line};
            }
        }
    }
}

void draw_point(Canvas& canvas, Point point, const Position& position, const Style& style) {
    Cell& cell = canvas[row_of(point)][column_of(point)];
    if ((position.of(Color::white) & bit(point)) != 0) {
        cell = {piece_sign(Color::white, style), paint_white};
    } else if ((position.of(Color::black) & bit(point)) != 0) {
        cell = {piece_sign(Color::black, style), paint_black};
    } else {
        cell = {style.unicode ? corner_sign(ways_from(point)) : ".", paint_line};
    }
}

void put_mark(Canvas& canvas, Point point, std::string_view before, std::string_view after,
              std::string_view paint) {
    if (point == no_point) return;
    canvas[row_of(point)][column_of(point) - 1] = {before, paint};
    canvas[row_of(point)][column_of(point) + 1] = {after, paint};
}

void draw_marks(Canvas& canvas, const Marks& marks) {
    if (marks.last) {
        put_mark(canvas, marks.last->from, "(", ")", paint_last);
        if (marks.last->take != no_point) {
            canvas[row_of(marks.last->take)][column_of(marks.last->take)] = {"x", paint_take};
        }
        put_mark(canvas, marks.last->to, "[", "]", paint_last);
    }
    for (Point point = 0; point < point_count; ++point) {
        if ((marks.takeable & bit(point)) != 0) put_mark(canvas, point, "<", ">", paint_take);
    }
}

// The cells as text, without blanks at the end.
std::string row_text(const std::array<Cell, row_cells>& row, const Style& style) {
    std::size_t size = row.size();
    while (size > 0 && row[size - 1].sign == " ") --size;
    std::string text;
    for (std::size_t x = 0; x < size; ++x) {
        const bool painted = style.colour && !row[x].paint.empty();
        if (painted && (x == 0 || row[x - 1].paint != row[x].paint)) text += row[x].paint;
        text += row[x].sign;
        if (painted && (x + 1 == size || row[x + 1].paint != row[x].paint)) text += paint_end;
    }
    return text;
}

std::string file_names() {
    std::string text(margin, ' ');
    for (std::size_t file = 0; file <= last_file; ++file) {
        if (file > 0) text.append(column_step - 1, ' ');
        text += static_cast<char>('a' + file);
    }
    return text + "\n";
}

std::string pieces_words(const Game& game, Color color, const Style& style) {
    const Position& position = game.position();
    std::string text(name_of(color));
    text.append(" ").append(piece_sign(color, style));
    text += "  " + std::to_string(position.in_hand(color)) + " in hand, ";
    text += std::to_string(position.on_board(color)) + " on the board";
    if (phase_of(position, color, game.options()) == Phase::flying) text += ", flying";
    return text;
}

// Where the line is too short it is the name that is cut, never which side is ours nor the clock.
std::string side_words(const View& view, Color color, const Style& style) {
    constexpr std::size_t least_of_name = 8;  // columns; with less it gets a line of its own
    const std::string pieces = pieces_words(view.game, color, style);
    const std::string name = seat_words(view.seat_of(color), style);
    const std::string time = side_clock_words(view, color);
    std::string behind = mark_words(view.seat_of(color), view.seats, style);
    behind += view.seat == color ? " (you)" : "";
    behind += time.empty() ? "" : "  " + time;
    const std::size_t used = columns(pieces) + 2 + behind.size();
    if (used + std::min(columns(name), least_of_name) <= style.width) {
        return pieces + "  " + fit(name, style.width - used) + behind + "\n";
    }
    const std::size_t beside = 2 + behind.size();
    const std::size_t room = style.width > beside ? style.width - beside : 1;
    return broken(pieces, style.width) + "  " + fit(name, room) + behind + "\n";
}

std::optional<Move> last_move(const Game& game) {
    if (game.moves().empty()) return std::nullopt;
    return game.moves().back();
}

std::string end_words(const View& view) {
    std::string text = verdict_words(view);
    if (!text.empty()) text += " ";
    return text + result_words(view.game, *view.result);
}

}  // namespace

std::string_view piece_sign(Color color, const Style& style) {
    if (!style.unicode) return color == Color::white ? "W" : "B";
    return color == Color::white ? "○" : "●";
}

std::string draw_board(const Position& position, const Marks& marks, const Style& style) {
    constexpr std::string_view digits = "123456789";
    Canvas canvas{};
    for (Point point = 0; point < point_count; ++point) draw_steps(canvas, point, style);
    for (Point point = 0; point < point_count; ++point) draw_point(canvas, point, position, style);
    draw_marks(canvas, marks);
    std::string text;
    for (std::size_t row = 0; row < rows; ++row) {
        if (row % row_step == 0) {
            canvas[row][0] = {digits.substr(top_rank - row / row_step, 1), ""};
        }
        text += row_text(canvas[row], style) + "\n";
    }
    return text + file_names();
}

std::string draw_game(const Game& game, const Style& style) {
    std::string text = draw_board(game.position(), {last_move(game), 0}, style) + "\n";
    text += pieces_words(game, Color::white, style) + "\n";
    text += pieces_words(game, Color::black, style) + "\n";
    return text + paragraph(last_move_words(game), style);
}

std::string draw_table(const View& view, const Style& style) {
    const Bitboard takeable = our_turn(view) ? takes_among(moves_now(view)) : 0;
    std::string text = draw_board(view.game.position(), {last_move(view.game), takeable}, style);
    text += "\n";
    for (const Color color : {Color::white, Color::black}) {
        text += side_words(view, color, style);
    }
    text += paragraph(last_move_words(view.game) + depth_words(view), style);
    if (view.result) return text + paragraph(end_words(view), style);
    text += paragraph(turn_words(view, style), style);
    for (const Color color : {Color::white, Color::black}) {
        // Of the one who is waited for it has been said already.
        if (color != to_move(view)) text += paragraph(away_words(view, color, style), style);
    }
    if (takeable != 0) text += "Pieces marked < > can be taken by closing a mill.\n";
    return text;
}

}  // namespace morris::client
