// Who comes and goes at the table, as far as a person wants to hear of it.
#include <utility>

#include "client-cli/core/session.hpp"

namespace morris::client {
namespace {

// So long somebody has to be away before it is news: at the start of a table, after a restart of
// the server or a bad moment of the network they come back sooner.
constexpr std::chrono::seconds absence_limit{3};

}  // namespace

// Both sides are taken to be there until one has been away for long enough.
void Session::begin_presence() {
    view_->missed = {};
    told_spectators_ = view_->seat ? 0 : 1;  // a spectator is not told of itself
}

void Session::receive(const protocol::Presence& presence) {
    if (!view_ || !fold(*view_, presence)) return;
    tell_who_came();
    if (!somebody_went()) return forget_absences();
    if (!std::exchange(absence_runs_, true)) {
        actions_.push_back(Wait{Timer::absence, absence_limit});
    }
}

void Session::tell_who_came() {
    for (const Color color : {Color::white, Color::black}) {
        const auto index = static_cast<std::size_t>(color);
        const auto& now = view_->presence->seats[index];
        if (!now || !now->present || color == view_->seat) continue;
        if (std::exchange(view_->missed[index], false)) tell(PresenceReport{color, *now});
    }
    const std::uint32_t spectators = view_->presence->spectators;
    if (spectators <= told_spectators_) return;
    told_spectators_ = spectators;
    tell(SpectatorsReport{spectators});
}

bool Session::somebody_went() const {
    for (const Color color : {Color::white, Color::black}) {
        const auto index = static_cast<std::size_t>(color);
        const auto& now = view_->presence->seats[index];
        if (now && !now->present && color != view_->seat && !view_->missed[index]) return true;
    }
    return view_->presence->spectators < told_spectators_;
}

void Session::tell_who_went() {
    absence_runs_ = false;
    if (stage_ != Stage::following || !view_ || !view_->presence) return;
    for (const Color color : {Color::white, Color::black}) {
        const auto index = static_cast<std::size_t>(color);
        const auto& now = view_->presence->seats[index];
        if (!now || now->present || color == view_->seat) continue;
        if (!std::exchange(view_->missed[index], true)) tell(PresenceReport{color, *now});
    }
    const std::uint32_t spectators = view_->presence->spectators;
    if (spectators >= told_spectators_) return;
    told_spectators_ = spectators;
    tell(SpectatorsReport{spectators});
}

void Session::forget_absences() {
    if (std::exchange(absence_runs_, false)) actions_.push_back(Cancel{Timer::absence});
}

}  // namespace morris::client
