// The hub: takes the requests of all connections, routes them to tables, and sends everyone who
// follows a table what they may see of it. Runs on one thread; all that takes time is behind ports.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <unordered_map>

#include "server/hub/archivist.hpp"
#include "server/hub/client.hpp"
#include "server/hub/config.hpp"
#include "server/hub/lobby.hpp"
#include "server/hub/metrics.hpp"
#include "server/hub/pairing.hpp"
#include "server/hub/ports/connections.hpp"
#include "server/hub/rate_limit.hpp"
#include "server/hub/tables.hpp"
#include "shared/protocol/codec.hpp"

namespace morris {

struct HubPorts {
    EventLog& log;
    ServedLine& line;
    Timers& timers;
    Thinker& thinker;
    std::function<std::uint64_t()> random;  // unforeseeable bits
};

class Hub : public Front {
public:
    Hub(HubConfig config, HubPorts ports);

    // Where messages go; to be set before the first connection.
    void send_through(Outbox& outbox) { outbox_ = &outbox; }

    // Loads the unfinished tables, then starts the sweep; completes with false if it could not.
    void start(std::function<void(bool)> done);

    // No new tables from now on, and a notice to everyone that the server is about to go.
    void announce_stop();

    bool ready() const { return ready_ && !stopping_; }
    Metrics& metrics() { return metrics_; }

    void on_open(ConnectionId connection, std::string address) override;
    void on_text(ConnectionId connection, std::string_view text) override;
    void on_close(ConnectionId connection) override;
    void on_round_trip(ConnectionId connection, std::chrono::milliseconds time) override;
    void on_get(std::string target, std::function<void(HttpResponse)> reply) override;

private:
    using RequestId = protocol::RequestId;

    Client* client_of(ConnectionId connection);
    void handle(Client& client, const protocol::Request& request);
    void attached(ConnectionId connection);  // lets the waiting requests of a connection go on
    void send(ConnectionId connection, const protocol::ServerMessage& message);
    void refuse(ConnectionId connection, RequestId id, protocol::Error error);
    void refuse(ConnectionId connection, RequestId id, protocol::ErrorCode code,
                std::string message, std::optional<std::int64_t> retry_ms = std::nullopt);

    void on(Client& client, RequestId id, const protocol::Hello& hello);
    void on(Client& client, RequestId id, const protocol::Make& make);
    void on(Client& client, RequestId id, const protocol::Join& join);
    void on(Client& client, RequestId id, const protocol::Resume& resume);
    void on(Client& client, RequestId id, const protocol::Watch& watch);
    void on(Client& client, RequestId id, const protocol::Leave& leave);
    void on(Client& client, RequestId id, const protocol::List& list);
    void on(Client& client, RequestId id, const protocol::Play& play);
    void on(Client& client, RequestId id, const protocol::Offer& offer);
    void on(Client& client, RequestId id, const protocol::Answer& answer);
    void on(Client& client, RequestId id, const protocol::WithdrawOffer& withdraw);
    void on(Client& client, RequestId id, const protocol::Abort& abort);
    void on(Client& client, RequestId id, const protocol::Claim& claim);
    void on(Client& client, RequestId id, const protocol::Undo& undo);
    void on(Client& client, RequestId id, const protocol::Hint& hint);
    void on(Client& client, RequestId id, const protocol::Resign& resign);
    void on(Client& client, RequestId id, const protocol::Rematch& rematch);
    void on(Client& client, RequestId id, const protocol::Pair& pair);
    void on(Client& client, RequestId id, const protocol::Unpair& unpair);
    void on(Client& client, RequestId id, const protocol::Lobby& lobby);
    void on(Client& client, RequestId id, const protocol::Games& games);
    void on(Client& client, RequestId id, const protocol::Ping& ping);

    void make_new(Client& client, RequestId id, const protocol::Make& make);
    table::Made made_with(const Options& options,
                          const std::optional<protocol::ClockTerms>& clock) const;
    std::optional<protocol::Error> no_new_table(const Client& client) const;
    std::optional<protocol::Error> no_more_unfinished(const std::string& player) const;
    bool follows_too_many(const Client& client, const std::string& table) const;
    void attach_maker(ConnectionId connection, RequestId id, Room& room,
                      const table::SecretHash& secret);
    void join_found(ConnectionId connection, RequestId id, const protocol::Join& join,
                    const Result<Room*, FindError>& found);
    void take_seat(ConnectionId connection, RequestId id, const std::string& table,
                   const table::SecretHash& secret);
    // Runs a command of the seat this connection has at the table, and answers done or why not;
    // `after` is called then, unless the command was refused at once.
    void act(Client& client, RequestId id, const std::string& table,
             const std::function<table::Command(Color)>& command,
             const std::function<void()>& after = {});
    void carry_out(Room& room, const table::Command& command, const CommandDone& done);
    void answer_command(ConnectionId connection, RequestId id, const std::string& table,
                        const table::Command& command, Color color,
                        const Result<std::uint64_t, CommandError>& result);
    void answer_paired(ConnectionId connection, RequestId id, const std::string& table,
                       Color color);
    void pair_new(Client& client, RequestId id, const PairWish& wish);
    bool is_key_in_play(const std::string& table) const;
    // These three: true, and answered, if it is so.
    bool refuse_if_waiting_for_another(RequestId id, const PairWish& wish);
    bool answer_if_matched(RequestId id, const PairWish& wish);
    bool take_up_waiting(RequestId id, const PairWish& wish);
    void stop_waiting(ConnectionId connection);
    void forget_waiting(ConnectionId connection);
    void match(const PairWish& first, const PairWish& second);
    void make_match(const std::string& table);
    void match_later(const std::string& table);
    void match_made(const std::string& table, Room* room);
    void wait_again(const PairWish& wish);

    struct SeatHere {
        Room* room = nullptr;
        Color color{};
    };
    // The seat in which this connection follows the table.
    std::optional<SeatHere> seat_at(const Client& client, const std::string& table) const;
    void refuse_not_seated(ConnectionId connection, RequestId id);
    // True, and answered, if this address has guessed too often.
    bool guessed_too_often(Client& client, RequestId id);
    void count_guess(ConnectionId connection);

    void come_back(ConnectionId connection, RequestId id, Room& room, Color color,
                   std::optional<std::uint64_t> since);
    void attach(ConnectionId connection, RequestId id, Room& room, std::optional<Color> color,
                std::optional<std::uint64_t> since);
    void detach(Client& client, const std::string& table);
    void update_presence(Room& room, std::optional<Color> color);
    void presence_soon(Room& room);
    void send_presence(Room& room);
    bool countdowns_changed(Room& room) const;
    void measure_lag(Room& room);
    void broadcast(Room& room, const protocol::ServerMessage& message);
    void on_event(Room& room, const table::Event& event);
    void on_damaged(Room& room);
    void sweep();

    protocol::Tables tables_list() const;
    protocol::LobbyState lobby_now() const;
    void lobby_soon();
    void push_lobby();
    using GamesFound = Result<protocol::GamesPage, protocol::Error>;
    void find_games(const protocol::Games& games, const std::function<void(GamesFound)>& done);
    void with_names(protocol::GamesPage page, const std::function<void(GamesFound)>& done);

    // A table or a game to read. False: the path names none.
    bool get_table(std::string_view path, const std::function<void(HttpResponse)>& reply);
    void get_games(std::string_view target, const std::function<void(HttpResponse)>& reply);

    HubConfig config_;
    EventLog& log_;
    Timers& timers_;
    std::function<std::uint64_t()> random_;
    Outbox* outbox_ = nullptr;
    Tables tables_;
    Archivist archivist_;
    Metrics metrics_;
    LobbyFeed lobby_;
    PairingPool waiting_;
    std::unordered_map<std::string, PairMatch> matches_;  // by table
    RateLimiter makes_;
    RateLimiter guesses_;
    RateLimiter renames_;
    std::unordered_map<ConnectionId, Client> clients_;
    bool ready_ = false;
    bool stopping_ = false;
};

}  // namespace morris
