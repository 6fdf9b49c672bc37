// Where lines come from and text goes to: a person's terminal, or plain streams.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "client-cli/core/text.hpp"

namespace morris::client {

struct ConsoleHandlers {
    std::function<void(std::string line)> typed;
    std::function<void()> ended;      // once: no more lines come
    std::function<void()> end_typed;  // Ctrl-D at a terminal, which goes on
    std::function<std::vector<std::string>(std::string_view typed)> completions;
    std::function<void()> redraw;  // the screen was cleared: what stood on it is wanted again
};

class Console {
public:
    virtual ~Console() = default;

    // Whole lines; what is being typed stays under them, with the first of `prompts` before it that
    // leaves room, or else the last.
    virtual void print(std::string_view lines, const std::vector<std::string>& prompts) = 0;

    // How wide it is at this moment.
    virtual std::size_t columns() const { return screen_columns; }

    // No more lines are wanted; text can still be printed.
    virtual void finish() = 0;

    // The terminal has another size, or is ours again after the program was stopped (Ctrl-Z).
    virtual void resized() {}
    virtual void suspend() {}
    virtual void resume() {}
};

}  // namespace morris::client
