#include "server/thinker/job.hpp"

#include <utility>

namespace morris {
namespace {

LevelSettings settings_of(const ThinkJob& job) {
    LevelSettings whole = job.hint ? hint_settings() : settings(job.level);
    if (job.game.legal_moves().size() == 1) whole.wants_helpers = false;
    return whole;
}

Thought thought_of(const SearchResult& result) {
    return {.move = result.move, .depth = result.depth, .line = result.line};
}

}  // namespace

Job::Job(Thinker::Ticket number, ThinkJob asked, std::function<void(const Thought&)> call)
    : ticket(number), request(std::move(asked)), done(std::move(call)) {}

void Job::begin(std::uint64_t share, std::uint32_t number) {
    part = divided(settings_of(request), share);
    search = number;
    const Clock::time_point now = Clock::now();
    time_up = now + part.time;
    gives_way_at = now + part.gives_way_after.value_or(part.time);
}

void Job::note(const SearchResult& so_far) {
    if (over || request.game.refusal(so_far.move)) return;
    over = is_decided(so_far);
    if (!best || over || so_far.depth >= best->depth) best = so_far;
}

// What a helper found is only better if it looked deeper.
Thought Job::answer_from(const SearchResult& own) const {
    const bool better = best && !is_decided(own) && (is_decided(*best) || best->depth > own.depth);
    return thought_of(better ? *best : own);
}

Thought Job::fallback() const {
    if (best) return thought_of(*best);
    const Move any = request.game.legal_moves()[0];
    return {.move = any, .line = {any}};
}

bool Job::takes_helpers() const {
    return open_to_helpers && !over && !cancelled && Clock::now() < time_up;
}

}  // namespace morris
