// Where HTTP hands a connection over: from here on it is a WebSocket, and the Front's.
#pragma once

#include <memory>
#include <string>

#include "server/net/core.hpp"
#include "server/net/http_message.hpp"

namespace morris::net {

// Answers the upgrade request and serves the connection until it closes. `client`: the address that
// the Front is told. A request that is not quite right is answered with a refusal and never reaches
// the Front.
void accept_web_socket(const std::shared_ptr<Core>& core, Socket socket, Admission::Place place,
                       std::string client, const HttpRequest& request);

}  // namespace morris::net
