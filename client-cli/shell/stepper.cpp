#include "client-cli/shell/stepper.hpp"

#include <poll.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <optional>

namespace morris::client {
namespace {

constexpr int key_rest_ms = 50;  // for the rest of a key that sends several bytes
constexpr std::string_view help_line = "Left and Right: one ply; Home and End; q leaves.";

// Keys come one by one and unechoed, on a screen of our own; all is put back at the end.
class RawScreen {
public:
    explicit RawScreen(const termios& before) : before_(before) {
        termios raw = before;
        raw.c_lflag &= ~static_cast<tcflag_t>(ICANON | ECHO | ISIG);
        raw.c_cc[VMIN] = 1;
        raw.c_cc[VTIME] = 0;
        ::tcsetattr(STDIN_FILENO, TCSADRAIN, &raw);
        std::fputs("\x1b[?1049h\x1b[?25l", stdout);
    }
    ~RawScreen() {
        std::fputs("\x1b[?25h\x1b[?1049l", stdout);
        std::fflush(stdout);
        ::tcsetattr(STDIN_FILENO, TCSADRAIN, &before_);
    }
    RawScreen(const RawScreen&) = delete;
    RawScreen& operator=(const RawScreen&) = delete;

private:
    termios before_;
};

volatile std::sig_atomic_t ended_by = 0;

void note_end(int signal) {
    ended_by = signal;
}

// The screen has to be put back first; a change of the window's size only ends the wait for a key.
void watch_signals() {
    struct sigaction action{};
    action.sa_handler = note_end;
    for (const int signal : {SIGTERM, SIGHUP}) ::sigaction(signal, &action, nullptr);
    action.sa_handler = [](int) {};
    ::sigaction(SIGWINCH, &action, nullptr);
}

Style style_now(Style style) {
    constexpr std::size_t least = 20;
    winsize size{};
    if (::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col != 0) {
        style.width = std::max<std::size_t>(least, size.ws_col);
    }
    return style;
}

// A whole key's bytes; "" when the window changed meanwhile, nullopt at the end of the input.
std::optional<std::string> read_key() {
    char byte = 0;
    const ssize_t count = ::read(STDIN_FILENO, &byte, 1);
    if (count < 0 && errno == EINTR && ended_by == 0) return "";
    if (count <= 0) return std::nullopt;
    std::string key(1, byte);
    if (byte != '\x1b') return key;
    pollfd input = {STDIN_FILENO, POLLIN, 0};
    while (::poll(&input, 1, key_rest_ms) > 0 && ::read(STDIN_FILENO, &byte, 1) == 1) {
        key += byte;
        const bool begins = key.size() == 2 && (byte == '[' || byte == 'O');
        const bool parameter = (byte >= '0' && byte <= '9') || byte == ';';
        if (!begins && !parameter) break;
    }
    return key;
}

}  // namespace

bool step_through(const SteppedGame& shown, const Style& style) {
    termios before{};
    if (::tcgetattr(STDIN_FILENO, &before) != 0) return false;
    watch_signals();
    const std::size_t plies = shown.game.ply();
    std::size_t ply = plies;
    {
        const RawScreen screen(before);
        for (StepKey key = StepKey::none; key != StepKey::leave;) {
            const std::string page = step_page(shown, ply, style_now(style));
            std::printf("\x1b[H\x1b[2J%s%.*s", page.c_str(), static_cast<int>(help_line.size()),
                        help_line.data());
            std::fflush(stdout);
            const auto bytes = read_key();
            key = bytes ? step_key(*bytes) : StepKey::leave;
            ply = stepped(ply, plies, key);
        }
    }
    if (ended_by != 0) {
        std::signal(ended_by, SIG_DFL);
        std::raise(ended_by);
    }
    std::fputs(step_page(shown, ply, style_now(style)).c_str(), stdout);
    return true;
}

}  // namespace morris::client
