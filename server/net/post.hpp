// How other threads hand work to the thread that decides.
#pragma once

#include <functional>

namespace boost::asio {
class io_context;
}

namespace morris {

// Runs the call later on the thread that runs the io_context, in the order of posting. May be used
// from any thread, and never calls from inside itself.
using Post = std::function<void(std::function<void()>)>;

// `io` must outlive the result and everything that posts.
Post make_post(boost::asio::io_context& io);

}  // namespace morris
