// One run of the client against a server, without any input or output of its own: events come in,
// actions go out, in the order in which they have to be carried out. It greets, makes or joins or
// resumes, follows the table, and after a lost connection comes back and sends what was not
// answered again, with the same key, secret and turn.
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "client-cli/core/input.hpp"
#include "client-cli/core/report.hpp"
#include "client-cli/core/seat_record.hpp"
#include "client-cli/core/view.hpp"
#include "shared/protocol/messages.hpp"

namespace morris::client {

// ---- What this run is for
struct TakeSeat {
    SeatRecord record;           // with a table: come back to it; without: send its request
    bool fresh = false;          // never asked for before this run
    bool elsewhere = false;      // at another server than it was taken at: that may not know it
    std::string own_table = {};  // what is joined, if we have a seat there already
};
struct WatchTable {
    std::string table;
};
struct ShowTable {  // state it once and be done
    std::string table;
};
struct ListTables {
    bool follow = false;  // stay, and tell what changes
};
struct ListGames {
    protocol::Games request;
    bool own = false;  // of our own player, whose public id only the server says
};
using Goal = std::variant<TakeSeat, WatchTable, ShowTable, ListTables, ListGames>;

struct SessionSetup {
    Goal goal;
    protocol::Hello hello;
    // Lines come from a program or a file: each waits until it can be carried out, and the run
    // ends by itself when nothing more can come of it.
    bool line_mode = false;
    std::uint64_t seed = 0;  // for the jitter of waits
};

// ---- What happens
enum class Timer : std::uint8_t { reconnect, retry, ping, pong, absence, claim, tick };
inline constexpr std::size_t timer_count = 7;

struct Connected {};
// An attempt failed or the connection has gone, but for one that was dropped by DropLink.
struct Lost {
    std::string why;
    std::optional<std::uint16_t> close_code;
};
struct Received {
    protocol::ServerMessage message;
};
struct LineTyped {
    std::string line;
};
struct InputEnded {};
struct Interrupted {};  // Ctrl-C
struct EndTyped {};     // Ctrl-D: a person's wish to leave, who can still type on
struct Fired {
    Timer timer{};
};
using Happening =
    std::variant<Connected, Lost, Received, LineTyped, InputEnded, Interrupted, EndTyped, Fired>;

// ---- What to do
struct Connect {};
struct DropLink {};  // it is dead: nothing more of it is to be reported
struct Send {
    protocol::Request request;
};
struct Wait {  // set anew if it is running
    Timer timer{};
    std::chrono::milliseconds time{};
};
struct Cancel {
    Timer timer{};
};
// Durably, before any action that follows is carried out.
struct Keep {
    SeatRecord record;
};
struct Tell {
    Report report;
    std::shared_ptr<const View> view;  // as it is at this moment; nullptr: there is none yet
};
struct Quit {
    int code = 0;
};
using Action = std::variant<Connect, DropLink, Send, Wait, Cancel, Keep, Tell, Quit>;
using Actions = std::vector<Action>;

namespace exit_code {
inline constexpr int done = 0;
inline constexpr int refused = 1;
inline constexpr int usage = 2;
inline constexpr int unreachable = 3;
}  // namespace exit_code

class Session {
public:
    explicit Session(SessionSetup setup);

    Actions start();
    Actions on(const Happening& happening, Moment now);

    // nullptr before the first snapshot.
    const View* view() const { return view_ ? &*view_ : nullptr; }

private:
    enum class Stage : std::uint8_t { connecting, greeting, attaching, pairing, following, done };

    void handle(const Connected&);
    void handle(const Lost& lost);
    void handle(const Received& received);
    void handle(const LineTyped& typed);
    void handle(const InputEnded&);
    void handle(const Interrupted&);
    void handle(const EndTyped&);
    void handle(const Fired& fired);

    // What the server says: session_news.cpp.
    void receive(const protocol::Welcome& welcome);
    void receive(const protocol::Attached& attached);
    void receive(const protocol::Tables& tables);
    void receive(const protocol::Done& done);
    void receive(const protocol::Pong& pong);
    void receive(const protocol::Error& error);
    void receive(const protocol::Event& event);
    void receive(const protocol::Presence& presence);
    void receive(const protocol::Stopping& stopping);
    void receive(const protocol::ClockNotice& notice);
    void receive(const protocol::HintAnswer& hint);
    // Lists, and the wait for an opponent: session_lists.cpp.
    void receive(const protocol::Pairing& pairing);
    void receive(const protocol::Paired& paired);
    void receive(const protocol::LobbyState& lobby);
    void receive(const protocol::LobbyChanged& change);
    void receive(const protocol::GamesPage& page);
    template <class Other>
    void receive(const Other&) {}

    void ask_for_list();
    void arrived();  // what was asked for after greeting has been answered
    void give_up_pairing();
    bool waits_for_opponent() const;
    void forget_pairing();

    // What time alone brings: session_time.cpp.
    void watch_claim();
    void tell_claim();
    void set_tick();

    // Who comes and goes: session_presence.cpp.
    void begin_presence();
    void tell_who_came();
    void tell_who_went();
    bool somebody_went() const;
    void forget_absences();

    void receive_unasked(const protocol::Error& error);
    protocol::RequestId send(protocol::RequestBody body);
    void greet();
    void attach();
    void ask(protocol::RequestBody body);  // a person's request, kept until it is answered
    bool can_join_again(const protocol::Error& error) const;
    void try_again_after(const protocol::Error& error);
    void refuse_and_quit(const protocol::Error& error);
    void connection_gone(const std::string& why);
    void state_table();
    std::string own_server() const { return record_ ? record_->server : ""; }
    void take_whole(const protocol::Snapshot& snapshot);
    void drop_what_is_past(const protocol::Snapshot& snapshot);
    void note_seat();  // keeps what the server told of our seat
    void note_end();
    void note_goes_on();
    void go_to_rematch();
    void name_the_table(const std::string& next);
    bool stays_after_the_end() const;

    // Typed lines: session_lines.cpp.
    void carry_out_lines();
    bool is_busy() const;
    bool has_to_wait(const std::string& line) const;
    void carry_out(const std::string& line);
    void say_what_waits();
    void carry_out(const TypedCommand& typed);
    bool typed_again(Command command);
    std::string not_here() const;
    void say_invite();
    void leave();
    void resign();
    void offer_rematch();
    void ask_before_quitting(const std::string& key);
    void quit_by_person();
    void quit_if_idle();

    void tell(Report report);
    void note(std::string text) { tell(NoteReport{std::move(text)}); }
    void quit(int code);
    std::chrono::milliseconds next_delay();

    SessionSetup setup_;
    std::optional<SeatRecord> record_;  // when the goal is a seat
    std::optional<View> view_;
    Stage stage_ = Stage::connecting;
    Actions actions_;
    Moment now_{};

    protocol::RequestId next_id_ = 1;
    protocol::RequestId greet_id_ = 0;
    protocol::RequestId attach_id_ = 0;
    protocol::RequestId ask_id_ = 0;
    std::optional<protocol::RequestBody> asked_;  // not yet answered
    std::uint64_t done_seq_ = 0;    // the event that carried out the last request answered
    bool catching_up_ = false;      // events are missing, and have been asked for
    bool joining_again_ = false;    // the server does not know our seat any more
    bool snapshot_needed_ = false;  // what we have does not fit what the server says

    // Who is there, as it was told last; what has changed for the better is told at once.
    std::uint32_t told_spectators_ = 0;
    bool absence_runs_ = false;  // the timer
    std::optional<Moment> claim_due_;
    bool claim_told_ = false;

    std::string own_player_;                              // public id
    std::map<std::string, protocol::ListedTable> lobby_;  // by id, as told last
    bool pairing_told_ = false;
    std::string game_told_;   // the table of which it was said what is played
    bool giving_up_ = false;  // the wait for an opponent

    bool ever_connected_ = false;
    bool stopping_told_ = false;
    bool lost_told_ = false;
    unsigned attempts_ = 0;  // since the last success
    std::chrono::milliseconds least_delay_{0};
    std::uint64_t random_;

    std::deque<std::string> lines_;
    std::size_t lines_told_ = 0;  // as waiting for the connection
    bool input_ended_ = false;
    bool rematch_wanted_ = false;
    bool interrupted_ = false;
    std::optional<Command> typed_once_;  // by a person, in the line before; to be typed again
};

}  // namespace morris::client
