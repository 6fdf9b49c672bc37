#include "client-cli/core/words_news.hpp"

#include <algorithm>

namespace morris::client {
namespace {

// Moves that stood here and are not in the snapshot.
std::size_t moves_undone(const std::vector<Move>& before, const std::vector<Move>& now) {
    const auto parted = std::mismatch(before.begin(), before.end(), now.begin(), now.end());
    return static_cast<std::size_t>(before.end() - parted.first);
}

}  // namespace

std::string undone_words(const View& before, const protocol::Snapshot& now) {
    if (before.table != now.table) return "";
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
