#include "client-cli/core/words_news.hpp"

#include <algorithm>

#include "client-cli/core/words.hpp"
#include "client-cli/core/words_table.hpp"
#include "shared/protocol/instant.hpp"

namespace morris::client {
namespace {

// Moves that stood here and are not in the snapshot.
std::size_t moves_undone(const std::vector<Move>& before, const std::vector<Move>& now) {
    const auto parted = std::mismatch(before.begin(), before.end(), now.begin(), now.end());
    return static_cast<std::size_t>(before.end() - parted.first);
}

std::string since_words(const protocol::SeatPresence& presence) {
    // 2026-11-30T11:22:33.444Z: hours and minutes.
    return "away since " + protocol::to_text(presence.since).substr(11, 5) + " UTC";
}

// Somebody took moves back while we were not there: that is no fault of the server's.
bool goes_on_by_takeback(const View& before, const protocol::Snapshot& now) {
    const auto& known = before.taken_back;
    return now.seq > before.seq && now.turn > before.turn && now.taken_back.size() > known.size() &&
           std::equal(known.begin(), known.end(), now.taken_back.begin());
}

// Against the computer the end is not the last word.
std::string undo_part(const View& view) {
    using protocol::GameEnd;
    const GameEnd end = view.result ? view.result->reason : GameEnd::closed;
    const bool by_play = end == GameEnd::reduced || end == GameEnd::blocked ||
                         end == GameEnd::threefold || end == GameEnd::no_mill ||
                         end == GameEnd::move_limit || end == GameEnd::resigned;
    const bool moved = view.seat && !last_turn_of(view, *view.seat).empty();
    return by_play && moved && !between_people(view) ? " (undo takes your last move back.)" : "";
}

std::string our_rematch_words(const View& view, const Style& style) {
    if (!view.rematch.offered_by) return "Type rematch to play again, or quit." + undo_part(view);
    const Color them = other(*view.seat);
    if (view.rematch.offered_by == them) {
        return named(view, them, style) + " wants a rematch: type rematch to play again.";
    }
    const std::string since = away_since(view, them);
    return "You want a rematch; waiting for " + named(view, them, style) +
           (since.empty() ? "." : ", who is " + since + ".");
}

}  // namespace

std::string away_since(const View& view, Color color) {
    const auto index = static_cast<std::size_t>(color);
    if (!view.presence || !view.missed[index]) return "";
    const auto& presence = view.presence->seats[index];
    return presence && !presence->present ? since_words(*presence) : "";
}

std::string away_words(const View& view, Color color, const Style& style) {
    const std::string since = view.seat == color ? "" : away_since(view, color);
    return since.empty() ? "" : named(view, color, style) + " is " + since + ".";
}

std::string presence_words(const View& view, Color color, const protocol::SeatPresence& presence,
                           const Style& style) {
    const std::string who = named(view, color, style);
    if (presence.present) return who + " is here.";
    if (view.result) return who + " has left.";
    return who + " is " + since_words(presence) + (view.begun ? "; " + meanwhile_words(view) : "") +
           ".";
}

std::string rematch_words(const View& view, const Style& style) {
    if (view.rematch.table) return "A rematch has begun: table " + *view.rematch.table + ".";
    if (!view.begun) return "";
    if (view.seat) return our_rematch_words(view, style);
    if (view.rematch.offered_by) {
        return named(view, *view.rematch.offered_by, style) + " wants a rematch.";
    }
    return "You will see the rematch if there is one; quit leaves.";
}

std::string undone_words(const View& before, const protocol::Snapshot& now) {
    if (before.table != now.table || goes_on_by_takeback(before, now)) return "";
    const std::string text = "The server went back to an earlier position; ";
    const std::size_t moves = moves_undone(before.game.moves(), now.moves);
    if (before.begun && !now.begun) return text + "the other seat is open again.";
    if (moves == 1) return text + "1 move is undone.";
    if (moves > 1) return text + std::to_string(moves) + " moves are undone.";
    if (before.result && !now.result) return text + "the game goes on.";
    if (now.seq < before.seq) return text + "what came after it is undone.";
    return "";
}

}  // namespace morris::client
