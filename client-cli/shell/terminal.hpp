// A person's terminal: a line being edited at the bottom, with history and completion, and what
// happens printed above it. The editing is libedit's, fed one key at a time.
#pragma once

#include <histedit.h>

#include <deque>
#include <string>

#include "client-cli/shell/console.hpp"
#include "client-cli/shell/input_watcher.hpp"

namespace morris::client {

class Terminal final : public Console {
public:
    Terminal(boost::asio::io_context& context, ConsoleHandlers handlers);
    ~Terminal() override;
    Terminal(const Terminal&) = delete;
    Terminal& operator=(const Terminal&) = delete;

    void print(std::string_view lines, const std::vector<std::string>& prompts) override;
    void finish() override;
    std::size_t columns() const override;
    void resized() override;
    void suspend() override;
    void resume() override;

private:
    void set_up_editor();
    void read();
    void edit();  // what has been read
    void line_done(std::string line);
    void hung_up();
    std::size_t typed() const;  // so many characters
    const std::string& fitting(const std::vector<std::string>& prompts) const;
    void redraw();
    void begin_line();
    void end_line();
    bool next_byte(char& byte);
    int next_character(wchar_t* character);
    unsigned char complete();

    static char* prompt_of(EditLine* editor);
    static int get_character(EditLine* editor, wchar_t* character);
    static unsigned char redraw_key(EditLine* editor, int key);
    static unsigned char complete_key(EditLine* editor, int key);
    static Terminal& self(EditLine* editor);

    ConsoleHandlers handlers_;
    std::string prompt_ = "> ";
    std::deque<char> keys_;  // read, not yet taken by the editor
    bool editing_ = false;
    bool ended_ = false;
    bool redraw_wanted_ = false;
    EditLine* editor_ = nullptr;
    History* history_ = nullptr;
    InputWatcher watcher_;
};

}  // namespace morris::client
