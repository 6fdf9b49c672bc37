// What time alone brings about: claims fall due, and what is shown of the clocks changes.
#include <algorithm>

#include "client-cli/core/screen.hpp"
#include "client-cli/core/session.hpp"

namespace morris::client {

void Session::watch_claim() {
    const auto due = view_ && stage_ == Stage::following ? claim_due(*view_) : std::nullopt;
    if (due == claim_due_) return;
    claim_due_ = due;
    if (!due || *due > now_) claim_told_ = false;
    if (!due) {
        actions_.push_back(Cancel{Timer::claim});
    } else if (*due > now_) {
        actions_.push_back(Wait{Timer::claim, *due - now_});
    } else {
        tell_claim();
    }
}

// Once: the server repeats how long it takes, which then is no time at all.
void Session::tell_claim() {
    if (!claim_due_ || *claim_due_ > now_ || claim_told_) return;
    claim_told_ = true;
    tell(ClaimReport{});
}

// Programs are told facts; only before a person something counts down.
void Session::set_tick() {
    if (setup_.line_mode || !view_ || view_->cut_off) return;
    if (const auto time = next_change(*view_)) actions_.push_back(Wait{Timer::tick, *time});
}

}  // namespace morris::client
