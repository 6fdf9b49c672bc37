#include "client-cli/shell/plain_console.hpp"

#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <utility>

namespace morris::client {

PlainConsole::PlainConsole(boost::asio::io_context& context, ConsoleHandlers handlers)
    : handlers_(std::move(handlers)), watcher_(context, STDIN_FILENO, [this] { read(); }) {}

void PlainConsole::print(std::string_view lines, const std::vector<std::string>&) {
    std::fwrite(lines.data(), 1, lines.size(), stdout);
    std::fflush(stdout);
}

void PlainConsole::read() {
    if (finished_) return;
    std::array<char, 4096> bytes{};
    const ssize_t count = ::read(STDIN_FILENO, bytes.data(), bytes.size());
    if (count < 0 && (errno == EINTR || errno == EAGAIN)) return watcher_.next();
    if (count <= 0) {
        if (!begun_.empty()) handlers_.typed(std::exchange(begun_, {}));
        return handlers_.ended();
    }
    begun_.append(bytes.data(), static_cast<std::size_t>(count));
    std::size_t start = 0;
    for (std::size_t end = begun_.find('\n'); end != std::string::npos;
         end = begun_.find('\n', start)) {
        handlers_.typed(begun_.substr(start, end - start));
        start = end + 1;
    }
    begun_.erase(0, start);
    if (!finished_) watcher_.next();
}

}  // namespace morris::client
