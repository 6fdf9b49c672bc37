#include "client-cli/core/words.hpp"

#include <algorithm>

#include "client-cli/core/words_news.hpp"
#include "shared/protocol/words.hpp"
#include "shared/rules/notation.hpp"

namespace morris::client {
namespace {

using protocol::GameEnd;
using protocol::SeatKind;
using protocol::Winner;

std::vector<std::string> names_of_points(Bitboard points) {
    std::vector<std::string> names;
    for (Point point = 0; point < point_count; ++point) {
        if ((points & bit(point)) != 0) names.push_back(to_text(point));
    }
    std::sort(names.begin(), names.end());
    return names;
}

// The plies after which the game's last position stood on the board.
std::vector<std::string> plies_of_last_position(const Game& game) {
    Game replay(game.options());
    const std::uint64_t last = key(game.position());
    std::vector<std::string> plies;
    if (key(replay.position()) == last) plies.push_back("0");
    for (std::size_t ply = 0; ply < game.moves().size(); ++ply) {
        if (!replay.play(game.moves()[ply])) return {};
        if (key(replay.position()) == last) plies.push_back(std::to_string(ply + 1));
    }
    return plies;
}

std::string threefold_words(const Game& game) {
    std::string text = "the same position for the third time";
    const auto plies = plies_of_last_position(game);
    if (!plies.empty()) text += ", after plies " + listed(plies, "and");
    return text;
}

std::string blocked_words(const Game& game, Color loser) {
    const Bitboard pieces = game.position().of(loser);
    if (pieces == 0) return "cannot move";
    return "cannot move any of " + listed(names_of_points(pieces), "and");
}

std::string won_words(const Game& game, Color winner, const protocol::GameResult& result) {
    const std::string loser(name_of(other(winner)));
    const std::string text = std::string(name_of(winner)) + " wins: ";
    switch (result.reason) {
        case GameEnd::reduced:
            return text + loser + " has only two pieces left.";
        case GameEnd::blocked:
            return text + loser + " " + blocked_words(game, other(winner)) + ".";
        case GameEnd::resigned:
            return text + loser + " resigned.";
        case GameEnd::timeout:
            return text + loser + " ran out of time.";
        case GameEnd::abandoned:
            return text + loser + " left the game.";
        case GameEnd::idle:
            return text + loser + " did not move.";
        default:
            return text + reason_text(result) + ".";
    }
}

std::string drawn_words(const Game& game, const protocol::GameResult& result) {
    switch (result.reason) {
        case GameEnd::threefold:
            return "Draw: " + threefold_words(game) + ".";
        case GameEnd::no_mill:
            return "Draw: " + std::to_string(game.plies_without_take()) +
                   " plies in a row in which nothing was taken.";
        case GameEnd::move_limit:
            return "Draw: the move limit is reached, with " + std::to_string(game.ply()) +
                   " moves and " + std::to_string(pieces_taken(game.position(), game.options())) +
                   " takes.";
        case GameEnd::timeout:
            return "Draw: time ran out against too few pieces.";
        case GameEnd::agreed:
            return "Draw: both sides agreed to it.";
        case GameEnd::abandoned:
            return "Draw: a player left the game.";
        case GameEnd::idle:
            return "Draw: a player did not move.";
        default:
            return "Draw: " + reason_text(result) + ".";
    }
}

std::string unfinished_words(const protocol::GameResult& result) {
    switch (result.reason) {
        case GameEnd::withdrawn:
            return "The table was withdrawn before anyone joined.";
        case GameEnd::expired:
            return "The table has expired: for too long nothing happened, or the game had no end.";
        case GameEnd::closed:
            return "The table was closed by the server.";
        case GameEnd::aborted:
            return "The game was aborted before both sides had moved; nobody has won.";
        default:
            return "The game ended without a result: " + reason_text(result) + ".";
    }
}

std::string what_to_do(const Game& game, Color color) {
    switch (phase_of(game.position(), color, game.options())) {
        case Phase::placing:
            return "place a piece";
        case Phase::moving:
            return "move a piece to a point next to it";
        case Phase::flying:
            return "fly: move a piece to any empty point";
    }
    return "";
}

}  // namespace

std::string_view name_of(Color color) {
    return color == Color::white ? "White" : "Black";
}

std::string seat_words(const protocol::Seat& seat, const Style& style) {
    switch (seat.kind) {
        case SeatKind::open:
            return "open";
        case SeatKind::person:
            return clean(seat.name, style.unicode);
        case SeatKind::computer:
            return seat.level ? "computer, " + std::string(word_of(*seat.level)) : "computer";
    }
    return "";
}

std::string mark_words(const protocol::Seat& seat, std::span<const protocol::Seat> among,
                       const Style& style) {
    if (seat.kind != SeatKind::person || seat.mark.empty()) return "";
    const bool shared = std::any_of(among.begin(), among.end(), [&](const protocol::Seat& each) {
        return each.kind == SeatKind::person && each.mark != seat.mark &&
               seat_words(each, style) == seat_words(seat, style);
    });
    return shared ? " #" + clean(seat.mark, false) : "";
}

std::string named(const View& view, Color color, const Style& style) {
    std::string text(name_of(color));
    const protocol::Seat& seat = view.seat_of(color);
    if (seat.kind == SeatKind::open) return text;
    return text + " (" + seat_words(seat, style) + mark_words(seat, view.seats, style) + ")";
}

std::string turn_words(const View& view, const Style& style) {
    if (view.result) return "";
    if (!view.begun) return "Waiting for somebody to take the other seat.";
    const Color color = *to_move(view);
    if (view.seat == color) {
        std::string text = "Your turn, " + std::string(name_of(color)) + ": ";
        return text + what_to_do(view.game, color) + ".";
    }
    const std::string since = away_since(view, color);
    const std::string away = since.empty() ? "" : ", who is " + since;
    return "Waiting for " + named(view, color, style) + " to move" + away + ".";
}

std::string move_words(Color mover, const Move& move) {
    std::string text = std::string(name_of(mover)) + " " + to_text(move);
    text += move.from == no_point ? " (placed" : " (moved";
    if (move.take != no_point) text += ", a mill, takes " + to_text(move.take);
    return text + ")";
}

std::string last_move_words(const Game& game) {
    if (game.moves().empty()) return "";
    return "Last move: " + move_words(other(game.position().to_move), game.moves().back());
}

std::string result_words(const Game& game, const protocol::GameResult& result) {
    switch (result.winner) {
        case Winner::white:
            return won_words(game, Color::white, result);
        case Winner::black:
            return won_words(game, Color::black, result);
        case Winner::draw:
            return drawn_words(game, result);
        case Winner::nobody:
            return unfinished_words(result);
    }
    return "";
}

std::string verdict_words(const View& view) {
    if (!view.seat || !view.result) return "";
    const Winner winner = view.result->winner;
    if (winner != Winner::white && winner != Winner::black) return "";
    const Color color = winner == Winner::white ? Color::white : Color::black;
    return color == *view.seat ? "You win!" : "You lose.";
}

std::string options_words(const Options& options) {
    std::string text = std::to_string(options.pieces) + " pieces each, ";
    text += options.flying ? "flying" : "no flying";
    text += options.threefold ? ", draw by threefold" : ", no draw by threefold";
    if (options.no_mill) {
        text += ", draw after " + std::to_string(*options.no_mill) + " plies without a take";
    } else {
        text += ", no limit without a take";
    }
    if (options.move_limit) {
        text += ", draw after " + std::to_string(*options.move_limit) + " moves and takes";
    }
    if (options.hand_counts) text += ", two pieces with the hand counted lose";
    return text;
}

protocol::GameResult result_of(const Outcome& outcome) {
    protocol::GameResult result{Winner::draw, GameEnd::threefold};
    if (outcome.winner)
        result.winner = *outcome.winner == Color::white ? Winner::white : Winner::black;
    // The wire has the rules' words for the ends that they give.
    result.reason = protocol::value_of(protocol::game_end_words, to_text(outcome.reason))
                        .value_or(GameEnd::other);
    return result;
}

std::optional<protocol::GameResult> parse_result(std::string_view text) {
    for (const Winner winner : {Winner::white, Winner::black, Winner::draw, Winner::nobody}) {
        const std::string who(winner == Winner::nobody ? "none" : word_of(winner));
        if (!text.starts_with(who + " ")) continue;
        const auto end = protocol::value_of(protocol::game_end_words, text.substr(who.size() + 1));
        if (end) return protocol::GameResult{winner, *end};
    }
    return std::nullopt;
}

std::string reason_text(const protocol::GameResult& result) {
    if (result.reason != GameEnd::other) return std::string(word_of(result.reason));
    std::string text = clean(result.reason_word, false);
    std::replace(text.begin(), text.end(), ' ', '?');
    return text.empty() ? std::string(word_of(result.reason)) : text;
}

std::string_view word_of(GameEnd end) {
    const std::string_view word = protocol::word_for(protocol::game_end_words, end);
    return word.empty() ? "other" : word;
}

std::string_view word_of(protocol::Winner winner) {
    return protocol::word_for(protocol::winner_words, winner);
}

std::string_view word_of(Level level) {
    return protocol::word_for(protocol::level_words, level);
}

}  // namespace morris::client
