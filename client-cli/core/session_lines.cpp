// The typed lines of a session: when each is carried out, and what it does.
#include <algorithm>
#include <utility>

#include "client-cli/core/session.hpp"
#include "client-cli/core/text.hpp"
#include "client-cli/core/words_news.hpp"
#include "client-cli/core/words_table.hpp"

namespace morris::client {
namespace {

constexpr int interrupted_code = 130;  // as a shell reports a program ended by Ctrl-C

// What needs no answer of the server.
bool is_local(Command command) {
    return command == Command::help || command == Command::moves || command == Command::board ||
           command == Command::rules || command == Command::invite || command == Command::quit;
}

}  // namespace

void Session::handle(const LineTyped& typed) {
    interrupted_ = false;
    if (trimmed(typed.line).empty()) {
        typed_once_.reset();
    } else {
        lines_.emplace_back(trimmed(typed.line));
    }
}

void Session::handle(const InputEnded&) {
    input_ended_ = true;
    if (!setup_.line_mode) quit_by_person();
}

void Session::handle(const Interrupted&) {
    if (setup_.line_mode) {
        if (stage_ == Stage::pairing) {
            send(protocol::Unpair{});
            forget_pairing();
        }
        return quit(interrupted_code);
    }
    ask_before_quitting("Ctrl-C");
}

void Session::handle(const EndTyped&) {
    ask_before_quitting("Ctrl-D");
}

void Session::ask_before_quitting(const std::string& key) {
    if (!view_ || !view_->seat || view_->result || interrupted_) return quit_by_person();
    interrupted_ = true;
    note(view_->begun
             ? leaving_words(*view_, "Press " + key + " again", Style{})
             : "Type leave to take the table back, or quit to keep it and come back with morris "
               "resume. " +
                   key + " again quits.");
}

void Session::carry_out_lines() {
    if (!setup_.line_mode) {
        // A person is not kept waiting for help, or for the way out.
        for (std::size_t i = 0; i < lines_.size() && stage_ != Stage::done;) {
            const auto command = parse_command(lines_[i]);
            if (!command || !is_local(command->command)) {
                ++i;
                continue;
            }
            lines_.erase(lines_.begin() + static_cast<std::ptrdiff_t>(i));
            carry_out(*command);
        }
    }
    while (!lines_.empty() && stage_ != Stage::done && !has_to_wait(lines_.front())) {
        const std::string line = lines_.front();
        lines_.pop_front();
        if (lines_told_ > 0) --lines_told_;
        carry_out(line);
    }
    if (!setup_.line_mode && stage_ != Stage::done) say_what_waits();
}

// Nothing a person types is passed over in silence.
void Session::say_what_waits() {
    lines_told_ = std::min(lines_told_, lines_.size());
    if (stage_ == Stage::following) return;
    for (; lines_told_ < lines_.size(); ++lines_told_) {
        note("Will be done as soon as the connection is back: " + lines_[lines_told_]);
    }
}

// A request is not answered yet, or its event is still on the way.
bool Session::is_busy() const {
    return asked_ || catching_up_ || (view_ && view_->seq < done_seq_);
}

bool Session::has_to_wait(const std::string& line) const {
    if (is_busy()) return true;
    if (!view_) return setup_.line_mode;
    if (!setup_.line_mode || !view_->seat) return false;
    // In line mode a line may come long before its time.
    const auto typed = parse_command(line);
    if (!typed) {
        if (rematch_wanted_) return true;
        return !view_->result && !our_turn(*view_) && parse_typed_move(line, *view_);
    }
    if (rematch_wanted_) return typed->command != Command::quit;
    if (is_local(typed->command) || typed->command == Command::leave) return false;
    if (typed->command == Command::rematch) return !view_->result;
    if (typed->command == Command::hint) return !view_->result && !our_turn(*view_);
    return !view_->begun && !view_->result;
}

void Session::carry_out(const std::string& line) {
    if (const auto command = parse_command(line)) return carry_out(*command);
    typed_once_.reset();
    if (!view_) return tell(RefusalReport{"not_seated", not_here()});
    const auto move = move_to_play(line, *view_);
    if (!move) return tell(RefusalReport{move.error().code, move.error().message});
    ask(protocol::Play{view_->table, view_->turn, *move});
}

void Session::carry_out(const TypedCommand& typed) {
    const Command command = typed.command;
    if (typed_once_ != command) typed_once_.reset();
    if (command == Command::help) return tell(HelpReport{});
    if (command == Command::quit) return quit_by_person();
    const bool no_table_comes = !record_ || waits_for_opponent();
    if (!view_ && command == Command::leave && no_table_comes) return quit_by_person();
    if (!view_) return tell(RefusalReport{"not_seated", not_here()});
    if (command == Command::moves) return tell(MovesReport{});
    if (command == Command::board) return tell(BoardReport{own_server()});
    if (command == Command::rules) return tell(RulesReport{});
    if (command == Command::invite) return say_invite();
    if (command == Command::leave && (!view_->seat || view_->result)) return quit_by_person();
    if (!view_->seat) {
        return tell(RefusalReport{"not_seated", "You are watching: only the players can do that."});
    }
    if (command == Command::leave) return leave();
    if (command == Command::resign) return resign();
    if (command == Command::rematch) return offer_rematch();
    const auto request = request_of(typed, *view_);
    if (!request) return tell(RefusalReport{request.error().code, request.error().message});
    ask(*request);
}

std::string Session::not_here() const {
    if (record_) return "Not at a table yet: wait a moment.";
    return "This is a list, not a table: type quit to leave it.";
}

// True for a program, and for a person who types what cannot be taken back a second time.
bool Session::typed_again(Command command) {
    if (setup_.line_mode || typed_once_ == command) {
        typed_once_.reset();
        return true;
    }
    typed_once_ = command;
    return false;
}

void Session::say_invite() {
    if (waits_for_guest(*view_)) return tell(InviteReport{own_server()});
    if (!view_->seat) return tell(RefusalReport{"not_seated", "Only who made a table invites."});
    if (view_->result) return tell(RefusalReport{"game_over", "The game is over already."});
    tell(RefusalReport{"seat_taken", "Both seats are taken: there is nobody to invite."});
}

void Session::leave() {
    if (!view_->begun) return ask(protocol::Leave{view_->table});
    if (typed_again(Command::leave)) return quit_by_person();
    note(leaving_words(*view_, "Type leave again", Style{}));
}

void Session::resign() {
    if (view_->result) return tell(RefusalReport{"game_over", "The game is over already."});
    if (!view_->begun) {
        return tell(
            RefusalReport{"not_begun", "The game has not begun. Type leave to give the table up."});
    }
    if (typed_again(Command::resign)) return ask(protocol::Resign{view_->table});
    note("Type resign again to give the game up. (quit or leave: your seat is kept)");
}

void Session::offer_rematch() {
    if (!view_->result) return tell(RefusalReport{"not_over", "The game is not over yet."});
    if (view_->rematch.offered_by == view_->seat) {
        const std::string away = away_since(*view_, other(*view_->seat));
        return note("Still waiting for the other side" +
                    (away.empty() ? "." : ", who is " + away + "."));
    }
    rematch_wanted_ = true;
    ask(protocol::Rematch{view_->table});
}

void Session::quit_by_person() {
    if (waits_for_opponent()) return give_up_pairing();
    if (record_ && view_ && !view_->result && !record_->table.empty()) {
        note("Your seat is kept; " + (view_->begun ? meanwhile_words(*view_) : "the table waits") +
             ". Go on with: morris resume " + record_->table);
    }
    quit(exit_code::done);
}

// In line mode, once the input has ended: nothing more can come when it is our turn, or all is
// over.
void Session::quit_if_idle() {
    if (!setup_.line_mode || !input_ended_ || !lines_.empty() || is_busy() || !view_) return;
    if (our_turn(*view_)) return quit_by_person();
    if (view_->result && !rematch_wanted_) quit(exit_code::done);
}

}  // namespace morris::client
