// Requests that are about no table: who is there.
#include <spdlog/spdlog.h>

#include "server/hub/hub.hpp"
#include "server/hub/ids.hpp"

namespace morris {
namespace {

using protocol::ErrorCode;

std::string hex(std::uint64_t value) {
    std::array<char, 17> text{};
    std::snprintf(text.data(), text.size(), "%016llx", static_cast<unsigned long long>(value));
    return text.data();
}

}  // namespace

void Hub::on(Client& client, RequestId id, const protocol::Hello& hello) {
    if (client.greeted) {
        return refuse(client.connection, id, ErrorCode::already_greeted,
                      "This connection has said hello already.");
    }
    client.greeted = true;
    client.name = hello.name;
    // The secret of who shows none is nobody's. Drawn in two statements, so in a certain order.
    std::string drawn = hex(random_());
    drawn += hex(random_());
    client.player = ids::player_of_secret(hello.secret.value_or(drawn));
    spdlog::debug("player {} is here from {} with {}", client.player, client.address,
                  hello.client.value_or("an unnamed client"));
    send(client.connection, protocol::Welcome{id, client.player, client.name, 1, config_.server});
}

void Hub::on(Client& client, RequestId id, const protocol::Ping&) {
    send(client.connection, protocol::Pong{id, timers_.now()});
}

}  // namespace morris
