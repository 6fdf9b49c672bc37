// What becomes of a session's seat: it is kept, the game ends or goes on, a rematch begins.
#include <utility>

#include "client-cli/core/session.hpp"

namespace morris::client {

void Session::note_seat() {
    if (!record_ || !view_->seat) return;
    record_->table = view_->table;
    record_->color = view_->seat;
    record_->invite = view_->invite.value_or(record_->invite);
    record_->ended = view_->result.has_value();
    actions_.push_back(Keep{*record_});
}

// A person who watches waits for a rematch; a program has seen what it came for.
bool Session::stays_after_the_end() const {
    return record_ || (std::holds_alternative<WatchTable>(setup_.goal) && !setup_.line_mode);
}

void Session::note_end() {
    if (!stays_after_the_end()) return quit(exit_code::done);
    if (record_ && !record_->ended) {
        record_->ended = true;
        actions_.push_back(Keep{*record_});
    }
    if (view_->rematch.table) go_to_rematch();
}

// An undo after the end: there is a game to come back to again.
void Session::note_goes_on() {
    rematch_wanted_ = false;
    if (!record_ || !record_->ended) return;
    record_->ended = false;
    actions_.push_back(Keep{*record_});
}

void Session::go_to_rematch() {
    if (!stays_after_the_end()) return;
    const std::string next = *view_->rematch.table;
    name_the_table(next);
    view_.reset();
    asked_.reset();
    done_seq_ = 0;
    rematch_wanted_ = false;
    typed_once_.reset();
    snapshot_needed_ = false;
    forget_absences();
    stage_ = Stage::attaching;
    attach();
}

void Session::name_the_table(const std::string& next) {
    if (!record_) {
        setup_.goal = WatchTable{next};
        return;
    }
    // The new table's seats have the same secrets.
    record_->id = rematch_record_id(record_->id, next);
    record_->table = next;
    record_->request.reset();
    record_->color.reset();
    record_->invite.clear();
    record_->ended = false;
    actions_.push_back(Keep{*record_});
}

}  // namespace morris::client
