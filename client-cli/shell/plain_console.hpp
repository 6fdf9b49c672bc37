// Lines from standard input and to standard output as they are: for pipes, files and programs.
#pragma once

#include "client-cli/shell/console.hpp"
#include "client-cli/shell/input_watcher.hpp"

namespace morris::client {

class PlainConsole final : public Console {
public:
    PlainConsole(boost::asio::io_context& context, ConsoleHandlers handlers);

    void print(std::string_view lines, const std::vector<std::string>& prompts) override;
    void finish() override { finished_ = true; }

private:
    void read();

    ConsoleHandlers handlers_;
    std::string begun_;  // a line whose end has not come yet
    bool finished_ = false;
    InputWatcher watcher_;
};

}  // namespace morris::client
