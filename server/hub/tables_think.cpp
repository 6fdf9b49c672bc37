// What the computer thinks about: its own moves, and hints for the person who plays it.
#include <algorithm>
#include <utility>

#include "server/hub/tables.hpp"

namespace morris {
namespace {

// splitmix64: the same seed and turn always give the same choice of the computer's.
std::uint64_t mixed(std::uint64_t seed, std::uint64_t turn) {
    std::uint64_t z = seed + (turn + 1) * 0x9e3779b97f4a7c15ULL;
    z = (z ^ (z >> 30U)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27U)) * 0x94d049bb133111ebULL;
    return z ^ (z >> 31U);
}

}  // namespace

void Tables::think(Room& room) {
    const auto color = room.table.to_move();
    if (!color || room.thinking || room.damaged) return;
    const auto* computer = std::get_if<table::Computer>(&room.table.holder(*color));
    if (computer == nullptr) return;
    const std::uint64_t turn = room.table.turn();
    ThinkJob job{room.table.game(), computer->level, mixed(room.table.made().seed, turn), false};
    room.thinking = thinker_.think(
        std::move(job), [this, id = room.table.id(), turn, color = *color](const Thought& thought) {
            Room* same = in_memory(id);
            if (same == nullptr) return;
            same->thinking.reset();
            const auto depth = static_cast<std::uint8_t>(std::clamp(thought.depth, 0, 255));
            const table::Play play{color, turn, thought.move, depth};
            submit(*same, play, [this, id](const auto& played) {
                // Only the store can be in the way, or the turn has passed, and with it perhaps the
                // one after it: think again, if it is due.
                const auto wait = played ? std::chrono::milliseconds(0) : config_.store_retry;
                timers_.after(wait, [this, id] {
                    if (Room* later = in_memory(id)) think(*later);
                });
            });
        });
}

void Tables::hint(Room& room, HintDone done) {
    const std::uint64_t turn = room.table.turn();
    if (room.hint.turn != turn) room.hint = {turn, {}, {}, {}};
    if (room.hint.found) return done(&*room.hint.found);
    room.hint.asked.push_back(std::move(done));
    if (room.hint.ticket) return;
    const std::uint64_t seed = mixed(room.table.made().seed, turn);
    ThinkJob job{room.table.game(), Level::strong, seed, true};
    room.hint.ticket =
        thinker_.think(std::move(job), [this, id = room.table.id(), turn](const Thought& thought) {
            Room* same = in_memory(id);
            if (same == nullptr || same->hint.turn != turn) return;
            same->hint.ticket.reset();
            same->hint.found = thought;
            const auto asked = std::exchange(same->hint.asked, {});
            for (const HintDone& answer : asked) answer(&thought);
        });
}

// What it was to think about is no more.
void Tables::stop_thinking_of_the_past(Room& room, const table::Event& event) {
    // A move that is not its own answer was found by another server.
    const bool is_past = std::holds_alternative<table::TakenBack>(event.body) ||
                         std::holds_alternative<table::Moved>(event.body);
    if (is_past || room.table.end()) {
        if (room.thinking) thinker_.cancel(*std::exchange(room.thinking, std::nullopt));
    }
    if (room.hint.turn != room.table.turn() || room.table.end()) stop_hint(room);
}

void Tables::stop_hint(Room& room) {
    if (room.hint.ticket) thinker_.cancel(*std::exchange(room.hint.ticket, std::nullopt));
    const auto asked = std::exchange(room.hint, {}).asked;
    for (const HintDone& answer : asked) answer(nullptr);
}

void Tables::stop_thinking(Room& room) {
    if (room.thinking) thinker_.cancel(*std::exchange(room.thinking, std::nullopt));
    stop_hint(room);
}

}  // namespace morris
