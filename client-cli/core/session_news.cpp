// What the server says to a session, and what becomes of its seat.
#include <algorithm>
#include <utility>

#include "client-cli/core/session.hpp"
#include "client-cli/core/words_news.hpp"
#include "shared/rules/notation.hpp"

namespace morris::client {
namespace {

using namespace std::chrono_literals;
using protocol::ErrorCode;

constexpr std::chrono::milliseconds retry_delay = 1s;  // where the server names none
constexpr std::chrono::milliseconds shortest_retry = 250ms;
constexpr std::chrono::milliseconds longest_retry = 60s;

// Refusals that say nothing about the request, only about this moment.
bool is_passing(ErrorCode code) {
    return code == ErrorCode::table_busy || code == ErrorCode::too_many_messages ||
           code == ErrorCode::too_many_guesses || code == ErrorCode::store_unavailable ||
           code == ErrorCode::stopping;
}

// Refusals of what our own view allowed: the view is not the server's.
bool shows_another_state(ErrorCode code) {
    return code == ErrorCode::illegal_move || code == ErrorCode::not_your_turn ||
           code == ErrorCode::not_begun || code == ErrorCode::not_over ||
           code == ErrorCode::game_over || code == ErrorCode::offer_gone ||
           code == ErrorCode::too_late || code == ErrorCode::nothing_to_undo;
}

// The seat is not there, or not ours: coming back to it will never work.
bool is_lost(ErrorCode code) {
    return code == ErrorCode::no_such_table || code == ErrorCode::wrong_secret;
}

// An earlier try whose answer was lost may have taken the seat: these do not say that it has not.
bool leaves_open(ErrorCode code) {
    return code == ErrorCode::internal || code == ErrorCode::table_damaged;
}

// The offers that a move or a takeback has left without an answer; after the end nobody asks for
// them any more.
std::vector<protocol::OpenOffer> overtaken_by(const protocol::Event& event,
                                              const std::vector<protocol::OpenOffer>& before,
                                              const View& view) {
    const auto* taken_back = std::get_if<protocol::TakenBackEvent>(&event.body);
    const bool moved = std::holds_alternative<protocol::MovedEvent>(event.body);
    if ((!moved && taken_back == nullptr) || view.result) return {};
    std::vector<protocol::OpenOffer> gone;
    for (const auto& offer : before) {
        if (taken_back != nullptr && taken_back->offer == offer.offer) continue;
        const auto& open = view.offers;
        if (std::find(open.begin(), open.end(), offer) == open.end()) gone.push_back(offer);
    }
    return gone;
}

// How to come to a table whose seats are taken, as far as its id is known.
std::string taken_words(const TakeSeat& seat) {
    if (!seat.own_table.empty()) {
        return "Both seats are taken, and one is yours: morris resume " + seat.own_table;
    }
    const auto* join = std::get_if<protocol::Join>(&*seat.record.request);
    if (join == nullptr || !join->table) return "Both seats are taken.";
    return "Both seats are taken. Watch the game with: morris watch " + *join->table;
}

// What was asked for in one turn and means nothing in another; "" for all else.
std::string lapsed_words(const protocol::RequestBody& asked, const protocol::Snapshot& now) {
    if (const auto* offer = std::get_if<protocol::Offer>(&asked);
        offer && offer->turn != now.turn) {
        return offer->kind == protocol::OfferKind::draw
                   ? "Your draw offer was for a turn that has passed: it is not sent again."
                   : "The move to be taken back is not the last one any more: that is not asked.";
    }
    if (const auto* hint = std::get_if<protocol::Hint>(&asked); hint && hint->turn != now.turn) {
        return "The hint was for a turn that has passed: type hint anew.";
    }
    if (const auto* undo = std::get_if<protocol::Undo>(&asked); undo && undo->turn > now.turn) {
        return "Your undo was for a turn that is undone itself: type it anew.";
    }
    return "";
}

}  // namespace

void Session::handle(const Received& received) {
    actions_.push_back(Cancel{Timer::pong});
    std::visit([this](const auto& message) { receive(message); }, received.message);
}

void Session::receive(const protocol::Welcome& welcome) {
    if (stage_ != Stage::greeting || welcome.id != greet_id_) return;
    if (!lost_told_) tell(LinkReport{LinkState::connected, ""});
    own_player_ = welcome.player;
    stage_ = Stage::attaching;
    attach();
}

void Session::arrived() {
    stage_ = Stage::following;
    catching_up_ = false;
    joining_again_ = false;
    attempts_ = 0;
    if (view_) {
        view_->cut_off = false;
        view_->now = now_;
    }
    if (std::exchange(lost_told_, false)) tell(LinkReport{LinkState::back, ""});
}

void Session::receive(const protocol::Attached& attached) {
    if (attached.id != attach_id_) return;
    const bool after_loss = stage_ == Stage::attaching;
    arrived();
    if (const auto* snapshot = std::get_if<protocol::Snapshot>(&attached.sync)) {
        const bool known = view_ && is_all_known(*view_, *snapshot);
        if (!view_) {
            view_ = view_of(*snapshot, attached.color);
            view_->now = now_;
            begin_presence();
        }
        take_whole(*snapshot);
        view_->seat = attached.color;
        snapshot_needed_ = false;
        note_seat();
        if (!known) state_table();
        if (std::holds_alternative<ShowTable>(setup_.goal)) return quit(exit_code::done);
        if (view_->result) note_end();
    }
    if (stage_ == Stage::following && after_loss && asked_) ask(*asked_);
}

void Session::state_table() {
    const bool game_known = std::exchange(game_told_, view_->table) == view_->table;
    tell(StatedReport{own_server(), game_known});
}

void Session::receive(const protocol::Done& done) {
    if (!asked_ || done.id != ask_id_) return;
    const bool leaving = std::holds_alternative<protocol::Leave>(*asked_);
    asked_.reset();
    done_seq_ = done.seq;
    if (!leaving) return;
    // Somebody joined before the table was taken back.
    if (view_ && view_->begun) return quit_by_person();
    if (record_ && view_) {
        record_->ended = true;  // the table was taken back
        actions_.push_back(Keep{*record_});
    }
    quit(exit_code::done);
}

void Session::receive(const protocol::Pong&) {}

void Session::receive(const protocol::Error& error) {
    if (!error.id) return receive_unasked(error);
    if (stage_ == Stage::greeting && *error.id == greet_id_) return refuse_and_quit(error);
    if (*error.id == attach_id_ && can_join_again(error)) {
        joining_again_ = true;
        attach_id_ = send(*record_->request);
        return;
    }
    if (*error.id == attach_id_) return refuse_and_quit(error);
    if (!asked_ || *error.id != ask_id_) return;
    if (is_passing(error.code)) return try_again_after(error);
    if (std::holds_alternative<protocol::Rematch>(*asked_)) rematch_wanted_ = false;
    asked_.reset();
    tell(RefusalReport{std::string(to_text(error.code)), error.message});
    if (error.snapshot && view_ && error.snapshot->table == view_->table) {
        take_whole(*error.snapshot);
        state_table();
        if (view_->result) note_end();
    } else if (shows_another_state(error.code)) {
        snapshot_needed_ = true;
        if (!std::exchange(catching_up_, true)) attach();
    }
}

// A server that went back to before we joined has our seat open still.
bool Session::can_join_again(const protocol::Error& error) const {
    return error.code == ErrorCode::wrong_secret && record_ && record_->request &&
           std::holds_alternative<protocol::Join>(*record_->request) && !joining_again_;
}

void Session::receive_unasked(const protocol::Error& error) {
    if (error.table && (!view_ || *error.table != view_->table)) return;
    tell(RefusalReport{std::string(to_text(error.code)), error.message});
    if (error.table && error.code == ErrorCode::table_damaged) quit(exit_code::refused);
}

void Session::try_again_after(const protocol::Error& error) {
    tell(RefusalReport{std::string(to_text(error.code)), error.message + " Trying again..."});
    const auto time = error.retry_ms ? std::chrono::milliseconds(*error.retry_ms) : retry_delay;
    actions_.push_back(Wait{
        Timer::retry, std::clamp<std::chrono::milliseconds>(time, shortest_retry, longest_retry)});
}

void Session::refuse_and_quit(const protocol::Error& error) {
    if (is_passing(error.code)) return try_again_after(error);
    const auto* seat = std::get_if<TakeSeat>(&setup_.goal);
    const bool taken =
        error.code == ErrorCode::seat_taken && seat != nullptr && seat->record.request.has_value();
    tell(RefusalReport{std::string(to_text(error.code)),
                       taken ? taken_words(*seat) : error.message});
    const bool never_taken = record_ && record_->table.empty() && !leaves_open(error.code);
    const bool elsewhere = seat != nullptr && seat->elsewhere;
    const bool lost_for_good = never_taken || (record_ && is_lost(error.code) && !elsewhere);
    if (lost_for_good && stage_ != Stage::greeting) {
        record_->ended = true;
        actions_.push_back(Keep{*record_});
    }
    quit(exit_code::refused);
}

void Session::receive(const protocol::Event& event) {
    if (!view_) return;
    const std::vector<protocol::OpenOffer> offers = view_->offers;
    switch (fold(*view_, event)) {
        case Folded::known:
            return;
        case Folded::conflict:
            snapshot_needed_ = true;
            [[fallthrough]];
        case Folded::gap:
            if (!std::exchange(catching_up_, true)) attach();
            return;
        case Folded::applied:
            break;
    }
    tell(EventReport{event, overtaken_by(event, offers, *view_)});
    if (event.result) note_end();
    if (std::holds_alternative<protocol::TakenBackEvent>(event.body)) note_goes_on();
    if (view_->rematch.table && std::holds_alternative<protocol::RematchedEvent>(event.body)) {
        go_to_rematch();
    }
}

void Session::receive(const protocol::ClockNotice& notice) {
    if (view_ && fold(*view_, notice)) tell(ClockReport{});
}

void Session::receive(const protocol::HintAnswer& hint) {
    if (!asked_ || hint.id != ask_id_) return;
    asked_.reset();
    tell(HintReport{hint});
}

void Session::receive(const protocol::Stopping& stopping) {
    note(stopping.message);
    stopping_told_ = true;
    least_delay_ = std::clamp<std::chrono::milliseconds>(
        std::chrono::milliseconds(stopping.retry_ms), 0ms, longest_retry);
}

// The server's word replaces all that we knew, also where it says less: after a backup was
// restored, what was answered before may never have been.
void Session::take_whole(const protocol::Snapshot& snapshot) {
    const std::string undone = undone_words(*view_, snapshot);
    if (!undone.empty()) note(undone);
    restate(*view_, snapshot);
    drop_what_is_past(snapshot);
}

void Session::drop_what_is_past(const protocol::Snapshot& snapshot) {
    // Waiting for an event that is not to come would never end.
    done_seq_ = std::min(done_seq_, snapshot.seq);
    const auto* play = asked_ ? std::get_if<protocol::Play>(&*asked_) : nullptr;
    if (play != nullptr && play->turn > snapshot.turn) {
        note("Your move " + to_text(play->move) + " was for a turn that is undone: type it anew.");
        asked_.reset();
    }
    const std::string lapsed = asked_ ? lapsed_words(*asked_, snapshot) : "";
    if (!lapsed.empty()) {
        note(lapsed);
        asked_.reset();
    }
    const bool asking = asked_ && std::holds_alternative<protocol::Rematch>(*asked_);
    const bool offered = view_->seat && view_->rematch.offered_by == view_->seat;
    if (!view_->result || !(asking || offered)) rematch_wanted_ = false;
}

}  // namespace morris::client
