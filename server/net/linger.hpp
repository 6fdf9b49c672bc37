// Hanging up so that the other side still gets the last answer: closing a socket that holds unread
// bytes sends RST, which makes the peer drop what it has not read.
#pragma once

#include <array>
#include <boost/asio/buffer.hpp>
#include <functional>

#include "server/net/core.hpp"

namespace morris::net {

// Says that no more will come, then reads and drops what the peer still sends, until it hangs up,
// `budget` bytes have come or the socket is closed; then calls `done`, never from inside the call.
// Whoever calls keeps `socket` alive until then (`done` may own it) and sets the deadline.
template <class Done>
void hang_up(Socket& socket, std::size_t budget, Done done) {
    // Nobody reads what lands here, so all connections may drop into the same bytes.
    static std::array<char, 4096> dropped;
    error_code ignored;
    socket.shutdown(Socket::shutdown_send, ignored);
    socket.async_read_some(asio::buffer(dropped),
                           [&socket, budget, done](error_code error, std::size_t size) mutable {
                               if (error || size >= budget) return done();
                               hang_up(socket, budget - size, std::move(done));
                           });
}

// More than any honest client has on its way when it is sent away.
inline constexpr std::size_t hang_up_budget = 256 * 1024;

}  // namespace morris::net
