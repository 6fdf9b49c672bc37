#include "client-cli/shell/input_watcher.hpp"

#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <array>
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <cerrno>
#include <csignal>
#include <utility>

namespace morris::client {
namespace {

// Signals are for the main thread.
void block_signals() {
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, nullptr);
}

}  // namespace

InputWatcher::InputWatcher(boost::asio::io_context& context, int fd, std::function<void()> readable)
    : fd_(fd), stop_fd_(::eventfd(0, EFD_CLOEXEC)) {
    thread_ = std::thread([this, &context, readable = std::move(readable)] {
        block_signals();
        wait_and_tell(context, readable);
    });
}

InputWatcher::~InputWatcher() {
    ::eventfd_write(stop_fd_, 1);
    taken_.release();
    thread_.join();
    ::close(stop_fd_);
}

void InputWatcher::wait_and_tell(boost::asio::io_context& context,
                                 const std::function<void()>& readable) {
    for (;;) {
        std::array<pollfd, 2> fds = {{{stop_fd_, POLLIN, 0}, {fd_, POLLIN, 0}}};
        if (::poll(fds.data(), fds.size(), -1) < 0) {
            if (errno == EINTR) continue;
            return;
        }
        if (fds[0].revents != 0) return;
        boost::asio::post(context, readable);
        taken_.acquire();
    }
}

}  // namespace morris::client
