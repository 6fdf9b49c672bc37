// Tells the io_context's thread that standard input can be read. A thread of its own waits with
// poll(), which takes terminals, pipes and plain files alike and changes nothing about them.
#pragma once

#include <functional>
#include <semaphore>
#include <thread>

namespace boost::asio {
class io_context;
}

namespace morris::client {

class InputWatcher {
public:
    // `readable` is called on the io_context's thread; the next time not before next().
    InputWatcher(boost::asio::io_context& context, int fd, std::function<void()> readable);
    ~InputWatcher();
    InputWatcher(const InputWatcher&) = delete;
    InputWatcher& operator=(const InputWatcher&) = delete;

    void next() { taken_.release(); }

private:
    void wait_and_tell(boost::asio::io_context& context, const std::function<void()>& readable);

    int fd_;
    int stop_fd_;                          // an eventfd: readable means stop
    std::counting_semaphore<2> taken_{0};  // two: next() and the destructor
    std::thread thread_;
};

}  // namespace morris::client
