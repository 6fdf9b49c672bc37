#include "server/net/post.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>

namespace morris {

Post make_post(boost::asio::io_context& io) {
    return [&io](std::function<void()> call) { boost::asio::post(io, std::move(call)); };
}

}  // namespace morris
