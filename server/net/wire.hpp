// The socket below a WebSocket, and what its errors mean. Only web_socket.cpp includes this.
#pragma once

#include <boost/asio/error.hpp>
#include <boost/asio/post.hpp>
#include <boost/beast/core/bind_handler.hpp>
#include <boost/beast/core/role.hpp>
#include <boost/beast/websocket/error.hpp>

#include "server/net/core.hpp"

namespace morris::net {

// A socket of a type of its own, so that Beast finds the function below, and that counts its reads.
class Wire : public Socket {
public:
    explicit Wire(Socket socket) : Socket(std::move(socket)) {}

    template <class Buffers, class Handler>
    auto async_read_some(const Buffers& buffers, Handler&& handler) {
        ++reads_in_vain;
        return Socket::async_read_some(buffers, std::forward<Handler>(handler));
    }

    unsigned reads_in_vain = 0;  // since the session last set it to 0
};

// Called by Beast when a closing handshake is over. Beast's own version reads in a loop for as long
// as the peer sends, and so lets one client hold up all; the session hangs up instead.
template <class Handler>
void async_teardown(boost::beast::role_type /*role*/, Wire& wire, Handler&& handler) {
    asio::post(wire.get_executor(),
               boost::beast::bind_front_handler(std::forward<Handler>(handler), error_code{}));
}

// Whether the peer is gone: neither a closing handshake nor a complaint of ours about its frames.
inline bool is_lost(error_code error) {
    const auto& ours = make_error_code(boost::beast::websocket::error::closed).category();
    return error && error != asio::error::operation_aborted && error.category() != ours;
}

}  // namespace morris::net
