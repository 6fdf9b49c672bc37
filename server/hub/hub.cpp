#include "server/hub/hub.hpp"

#include <spdlog/spdlog.h>

#include <utility>

#include "server/hub/refusals.hpp"

namespace morris {
namespace {

using protocol::ErrorCode;

constexpr std::array<std::string_view, std::variant_size_v<protocol::RequestBody>> request_names{
    "hello", "make",   "join",     "resume", "watch", "leave",  "list",    "move",
    "offer", "answer", "withdraw", "abort",  "claim", "resign", "rematch", "undo",
    "hint",  "pair",   "unpair",   "lobby",  "games", "ping"};

}  // namespace

Hub::Hub(HubConfig config, HubPorts ports)
    : config_(std::move(config)),
      log_(ports.log),
      timers_(ports.timers),
      random_(ports.random),
      tables_(config_, ports.log, ports.line, ports.timers, ports.thinker, ports.random),
      archivist_(ports.log, ports.timers, config_.store_retry),
      makes_(config_.makes),
      guesses_(config_.guesses),
      renames_(config_.renames) {
    tables_.listen({[this](Room& room, const table::Event& event) { on_event(room, event); },
                    [this](Room& room) { presence_soon(room); },
                    [this](Room& room) { on_damaged(room); }, [this] { lobby_soon(); }});
    metrics_.gauge("morris_tables_unfinished", "Tables whose game is not over.",
                   [this] { return static_cast<double>(tables_.unfinished()); });
    metrics_.gauge("morris_tables_in_memory", "Tables held in memory.",
                   [this] { return static_cast<double>(tables_.in_memory_count()); });
    metrics_.gauge("morris_players_waiting", "Players who wait to be paired.",
                   [this] { return static_cast<double>(waiting_.size()); });
    metrics_.gauge("morris_clients", "Open WebSocket connections.",
                   [this] { return static_cast<double>(clients_.size()); });
}

void Hub::start(std::function<void(bool)> done) {
    tables_.load_live([this, done = std::move(done)](bool all) {
        ready_ = all;
        if (all) {
            const std::size_t back = tables_.unfinished();
            spdlog::info("{} unfinished {} back", back, back == 1 ? "table is" : "tables are");
            timers_.after(config_.sweep_every, [this] { sweep(); });
            archivist_.start();
        }
        done(all);
    });
}

void Hub::sweep() {
    tables_.sweep();
    makes_.sweep(timers_.steady());
    guesses_.sweep(timers_.steady());
    renames_.sweep(timers_.steady());
    timers_.after(config_.sweep_every, [this] { sweep(); });
}

void Hub::announce_stop() {
    stopping_ = true;
    const protocol::Stopping notice{
        "The server restarts. Your games are kept; come back in a moment.",
        config_.restart_retry.count()};
    const auto text =
        std::make_shared<const std::string>(protocol::encode(protocol::ServerMessage(notice)));
    for (const auto& [connection, client] : clients_) outbox_->send(connection, text);
}

// ---- Connections -------------------------------------------------------------------------------

Client* Hub::client_of(ConnectionId connection) {
    const auto found = clients_.find(connection);
    return found == clients_.end() ? nullptr : &found->second;
}

void Hub::on_open(ConnectionId connection, std::string address) {
    Client& client = clients_[connection];
    client.connection = connection;
    client.address = std::move(address);
}

void Hub::on_close(ConnectionId connection) {
    const auto closed = clients_.extract(connection);
    if (closed.empty()) return;
    lobby_.followers.erase(connection);
    forget_waiting(connection);
    Client client = closed.mapped();
    const auto follows = client.follows;
    for (const auto& [table, color] : follows) detach(client, table);
}

void Hub::on_round_trip(ConnectionId connection, std::chrono::milliseconds time) {
    Client* client = client_of(connection);
    if (client == nullptr) return;
    client->round_trips.push_back(time);
    if (client->round_trips.size() > Client::round_trips_kept) client->round_trips.pop_front();
    for (const auto& [table, color] : client->follows) {
        Room* room = tables_.in_memory(table);
        if (room != nullptr && color) room->time.of(*color).lag = client->lag();
    }
}

void Hub::on_text(ConnectionId connection, std::string_view text) {
    Client* client = client_of(connection);
    if (client == nullptr) return;
    auto request = protocol::decode_request(text);
    if (!request) {
        protocol::Error error;
        error.id = request.error().id;
        error.code = request.error().code;
        error.message = request.error().message;
        if (!request.error().field.empty()) error.field = request.error().field;
        metrics_.refused(protocol::to_text(error.code));
        return send(connection, error);
    }
    metrics_.request(request_names.at(request->body.index()));
    if (!client->attaching) return handle(*client, *request);
    if (client->waiting.size() >= config_.max_waiting_per_client) {
        return refuse(connection, request->id, ErrorCode::too_many_messages,
                      "Too many requests wait for their answers. Send fewer at once.",
                      config_.store_retry.count());
    }
    client->waiting.push_back(*std::move(request));
}

void Hub::handle(Client& client, const protocol::Request& request) {
    const bool free = std::holds_alternative<protocol::Hello>(request.body) ||
                      std::holds_alternative<protocol::Ping>(request.body);
    if (!client.greeted && !free) {
        return refuse(client.connection, request.id, ErrorCode::hello_first,
                      "Say hello first: send a message of type \"hello\" with your name.");
    }
    std::visit([&](const auto& body) { on(client, request.id, body); }, request.body);
}

void Hub::attached(ConnectionId connection) {
    Client* client = client_of(connection);
    if (client == nullptr) return;
    client->attaching = false;
    while (client != nullptr && !client->attaching && !client->waiting.empty()) {
        const protocol::Request next = std::move(client->waiting.front());
        client->waiting.pop_front();
        handle(*client, next);
        client = client_of(connection);
    }
}

void Hub::send(ConnectionId connection, const protocol::ServerMessage& message) {
    outbox_->send(connection, std::make_shared<const std::string>(protocol::encode(message)));
}

void Hub::refuse(ConnectionId connection, RequestId id, protocol::Error error) {
    metrics_.refused(protocol::to_text(error.code));
    error.id = id;
    send(connection, error);
}

void Hub::refuse(ConnectionId connection, RequestId id, ErrorCode code, std::string message,
                 std::optional<std::int64_t> retry_ms) {
    protocol::Error error;
    error.code = code;
    error.message = std::move(message);
    error.retry_ms = retry_ms;
    refuse(connection, id, std::move(error));
}

}  // namespace morris
