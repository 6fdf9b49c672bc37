// The prompt: whose turn it is, and the times that count down beside what is being typed.
#include <algorithm>

#include "client-cli/core/clock_text.hpp"
#include "client-cli/core/screen.hpp"
#include "client-cli/core/words.hpp"
#include "client-cli/core/words_table.hpp"

namespace morris::client {
namespace {

using namespace std::chrono_literals;

std::string time_of(const View& view, Color color) {
    std::string text = " " + clock_time_text(left_of(*view.clock, color, view.now));
    return is_low(*view.clock, color, view.now) ? text + " low" : text;
}

// " 4:32", " 5:00, starts in 3 s", " 5:00, within 0:52"
std::string mover_part(const View& view, Color mover) {
    if (!view.clock) return "";
    std::string text = time_of(view, mover);
    if (view.cut_off) return text + ", not connected";
    if (const auto time = starts_in(*view.clock, view.now)) {
        text += ", starts in " + std::to_string((time->count() + 999) / 1000) + " s";
    }
    if (const auto time = first_move_in(*view.clock, view.now)) {
        text += ", within " + time_text(*time);
    }
    return view.clock->said.waits_for ? text + ", clock waits" : text;
}

// A side that is there and thinks is counted down only at last.
constexpr Millis last_of_idling = 60s;

// Until we may claim, and until that is worth showing.
struct ClaimTime {
    Millis left{};
    Millis hidden{};
};

std::optional<ClaimTime> claim_time(const View& view) {
    const auto due = claim_due(view);
    if (!due) return std::nullopt;
    const Millis left = until(*due, view.now);
    const bool away = view.away_due[static_cast<std::size_t>(other(*view.seat))].has_value();
    return ClaimTime{left, away ? 0ms : std::max<Millis>(left - last_of_idling, 0ms)};
}

std::string claim_part(const View& view) {
    const auto time = claim_time(view);
    if (!time || time->hidden > 0ms) return "";
    return time->left == 0ms ? "claim now" : "claim in " + time_text(time->left);
}

}  // namespace

std::string prompt(const View* view) {
    return prompts(view).front();
}

std::vector<std::string> prompts(const View* view) {
    if (view == nullptr) return {"> "};
    const auto color = to_move(*view);
    if (!color) return {view->result ? "Game over> " : "Waiting> "};
    std::string text = std::string(name_of(*color)) + " to move" + mover_part(*view, *color);
    const Color resting = other(*color);
    std::string more;
    if (view->seat == resting) {
        more = "you are " + std::string(name_of(resting));
    } else if (view->clock) {
        more = std::string(name_of(resting));
    }
    if (view->clock) more += time_of(*view, resting);
    const auto with = [&](const std::string& rest) {
        return text + (rest.empty() ? "" : " (" + rest + ")") + "> ";
    };
    std::vector<std::string> shorter = {with(more)};
    if (view->clock)
        shorter.push_back(std::string(name_of(*color)) + time_of(*view, *color) + "> ");
    const std::string claim = claim_part(*view);
    if (!claim.empty()) {
        shorter.insert(shorter.begin(), with(more + (more.empty() ? "" : "; ") + claim));
    }
    return shorter;
}

std::optional<Millis> next_change(const View& view) {
    const auto color = to_move(view);
    if (!color) return std::nullopt;
    std::optional<Millis> soonest;
    const auto count = [&](Millis left, Millis unit) {
        // Just over the edge, where the next lower number is shown.
        soonest = std::min(soonest.value_or(unit), left % unit + 1ms);
    };
    if (view.clock) {
        const Millis left = left_of(*view.clock, *color, view.now);
        const Millis unit = left < 10s ? 100ms : 1000ms;
        // Of the last tenth nothing more is to be seen.
        if (running(*view.clock, view.now) && left >= 100ms) count(left, unit);
        // What starts is counted in seconds begun, not in whole ones.
        if (const auto time = starts_in(*view.clock, view.now)) count(*time - 1ms, 1000ms);
        if (const auto time = first_move_in(*view.clock, view.now)) {
            if (*time > 0ms) count(*time, 1000ms);
        }
    }
    if (const auto time = claim_time(view); time && time->hidden > 0ms) {
        soonest = std::min(soonest.value_or(time->hidden), time->hidden);
    } else if (time && time->left > 0ms) {
        count(time->left, 1000ms);
    }
    return soonest;
}

}  // namespace morris::client
