#include "client-cli/shell/terminal.hpp"

#include <poll.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cwchar>
#include <utility>

namespace morris::client {
namespace {

constexpr int history_size = 200;
constexpr char end_of_input = '\x04';  // Ctrl-D on an empty line, as libedit hands it over
// How long the rest of an arrow key's bytes may take; a lone Escape must not stop the program.
constexpr int key_rest_ms = 50;
constexpr std::size_t typing_room = 12;  // columns; within a second hardly more is typed

std::string common_start(const std::vector<std::string>& words) {
    std::string start = words.front();
    for (const std::string& word : words) {
        const auto end = std::mismatch(start.begin(), start.end(), word.begin(), word.end());
        start.erase(end.first, start.end());
    }
    return start;
}

void print_columns(const std::vector<std::string>& words, std::size_t width) {
    std::size_t widest = 0;
    for (const std::string& word : words) widest = std::max(widest, word.size());
    const std::size_t per_row = std::max<std::size_t>(1, width / (widest + 2));
    std::string text = "\n";
    for (std::size_t i = 0; i < words.size(); ++i) {
        text += words[i] + std::string(widest + 2 - words[i].size(), ' ');
        if (i % per_row == per_row - 1 || i + 1 == words.size()) text += "\n";
    }
    std::fwrite(text.data(), 1, text.size(), stdout);
    std::fflush(stdout);
}

}  // namespace

Terminal::Terminal(boost::asio::io_context& context, ConsoleHandlers handlers)
    : handlers_(std::move(handlers)), watcher_(context, STDIN_FILENO, [this] { read(); }) {
    set_up_editor();
    begin_line();
}

Terminal::~Terminal() {
    end_line();
    el_end(editor_);
    history_end(history_);
}

void Terminal::set_up_editor() {
    editor_ = el_init("morris", stdin, stdout, stderr);
    history_ = history_init();
    HistEvent event;
    history(history_, &event, H_SETSIZE, history_size);
    history(history_, &event, H_SETUNIQUE, 1);
    el_set(editor_, EL_CLIENTDATA, this);
    el_set(editor_, EL_EDITOR, "emacs");
    el_set(editor_, EL_SIGNAL, 0);
    el_set(editor_, EL_HIST, history, history_);
    el_set(editor_, EL_PROMPT, &Terminal::prompt_of);
    el_set(editor_, EL_GETCFN, &Terminal::get_character);
    // Wide strings, which libedit refers to; of narrow ones it makes copies that it never frees.
    el_wset(editor_, EL_ADDFN, L"morris-complete", L"Complete the move", &Terminal::complete_key);
    el_set(editor_, EL_BIND, "^I", "morris-complete", nullptr);
    el_wset(editor_, EL_ADDFN, L"morris-redraw", L"Clear and draw again", &Terminal::redraw_key);
    el_set(editor_, EL_BIND, "^L", "morris-redraw", nullptr);
}

void Terminal::begin_line() {
    if (ended_ || std::exchange(editing_, true)) return;
    el_set(editor_, EL_UNBUFFERED, 1);  // draws the prompt
}

void Terminal::end_line() {
    if (!std::exchange(editing_, false)) return;
    el_set(editor_, EL_UNBUFFERED, 0);  // the terminal is as it was before
}

void Terminal::print(std::string_view lines, const std::vector<std::string>& prompts) {
    const std::string& prompt = fitting(prompts);
    const bool changed = prompt_ != prompt;
    // Times that count down are not worth the mess of drawing anew what takes several rows.
    const bool one_row = std::max(prompt.size(), prompt_.size()) + typed() < columns();
    if (lines.empty() && (!changed || !one_row)) return;
    prompt_ = prompt;
    if (editing_) std::fputs("\r\x1b[K", stdout);
    std::fwrite(lines.data(), 1, lines.size(), stdout);
    std::fflush(stdout);
    if (editing_) el_set(editor_, EL_REFRESH);
}

std::size_t Terminal::typed() const {
    if (!editing_) return 0;
    const LineInfo* line = el_line(editor_);
    return static_cast<std::size_t>(line->lastchar - line->buffer);
}

// Some room stays for what is typed before the next look: a line that has grown to a second row can
// not be drawn anew any more.
const std::string& Terminal::fitting(const std::vector<std::string>& prompts) const {
    for (const std::string& prompt : prompts) {
        if (prompt.size() + typed() + typing_room < columns()) return prompt;
    }
    return prompts.back();
}

void Terminal::finish() {
    if (editing_) std::fputs("\r\x1b[K", stdout);
    end_line();
    ended_ = true;
}

// Asked for anew each time, so that it is right after every change of the window.
std::size_t Terminal::columns() const {
    constexpr std::size_t least = 20;
    winsize size{};
    if (::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return screen_columns;
    return std::max<std::size_t>(least, size.ws_col);
}

void Terminal::resized() {
    el_resize(editor_);
}

void Terminal::suspend() {
    end_line();
}

void Terminal::resume() {
    begin_line();
}

void Terminal::read() {
    if (ended_) return;
    std::array<char, 256> bytes{};
    const ssize_t count = ::read(STDIN_FILENO, bytes.data(), bytes.size());
    if (count < 0 && (errno == EINTR || errno == EAGAIN)) return watcher_.next();
    if (count <= 0) return hung_up();
    keys_.insert(keys_.end(), bytes.data(), bytes.data() + count);
    edit();
    if (!ended_) watcher_.next();
}

void Terminal::edit() {
    while (!keys_.empty() && !ended_) {
        int count = 0;
        const char* text = el_gets(editor_, &count);
        if (std::exchange(redraw_wanted_, false)) redraw();
        if (text == nullptr || count <= 0) continue;
        const char last = text[count - 1];
        if (last == '\n' || last == '\r' || (count == 1 && last == end_of_input)) {
            line_done({text, static_cast<std::size_t>(count)});
        }
    }
}

void Terminal::redraw() {
    std::fputs("\x1b[H\x1b[2J", stdout);
    handlers_.redraw();
}

void Terminal::line_done(std::string line) {
    end_line();
    if (line.front() == end_of_input) {
        std::fputs("\n", stdout);
        handlers_.end_typed();
        return begin_line();
    }
    while (!line.empty() && (line.back() == '\n' || line.back() == '\r')) line.pop_back();
    if (!line.empty()) {
        HistEvent event;
        history(history_, &event, H_ENTER, line.c_str());
    }
    handlers_.typed(std::move(line));
    begin_line();
}

void Terminal::hung_up() {
    end_line();
    ended_ = true;
    handlers_.ended();
}

// Waits a moment for the rest of a key that sends several bytes.
bool Terminal::next_byte(char& byte) {
    if (keys_.empty()) {
        pollfd input = {STDIN_FILENO, POLLIN, 0};
        std::array<char, 256> bytes{};
        if (::poll(&input, 1, key_rest_ms) <= 0) return false;
        const ssize_t count = ::read(STDIN_FILENO, bytes.data(), bytes.size());
        if (count <= 0) return false;
        keys_.insert(keys_.end(), bytes.data(), bytes.data() + count);
    }
    byte = keys_.front();
    keys_.pop_front();
    return true;
}

int Terminal::next_character(wchar_t* character) {
    std::mbstate_t state{};
    char byte = 0;
    for (bool first = true; next_byte(byte); first = false) {
        const std::size_t size = std::mbrtowc(character, &byte, 1, &state);
        if (size == static_cast<std::size_t>(-2)) continue;  // more bytes belong to it
        if (size == static_cast<std::size_t>(-1)) {
            *character = L'?';
            // What does not go on with the bytes before begins anew, as the Enter key does.
            if (!first) keys_.push_front(byte);
        }
        if (size == 0) *character = L'\0';
        return 1;
    }
    return 0;
}

unsigned char Terminal::complete() {
    const LineInfo* line = el_line(editor_);
    const std::string typed(line->buffer, line->cursor);
    const auto words = handlers_.completions(typed);
    if (words.empty()) return CC_ERROR;
    const std::string start = common_start(words);
    if (start.size() > typed.size()) {
        el_deletestr(editor_, static_cast<int>(typed.size()));
        el_insertstr(editor_, start.c_str());
        return CC_REFRESH;
    }
    if (words.size() == 1) return CC_NORM;
    print_columns(words, columns());
    return CC_REDISPLAY;
}

Terminal& Terminal::self(EditLine* editor) {
    void* data = nullptr;
    el_get(editor, EL_CLIENTDATA, &data);
    return *static_cast<Terminal*>(data);
}

char* Terminal::prompt_of(EditLine* editor) {
    return self(editor).prompt_.data();
}

int Terminal::get_character(EditLine* editor, wchar_t* character) {
    return self(editor).next_character(character);
}

// What prints must not do so while the editor is in the middle of a key.
unsigned char Terminal::redraw_key(EditLine* editor, int) {
    self(editor).redraw_wanted_ = true;
    return CC_NORM;
}

unsigned char Terminal::complete_key(EditLine* editor, int) {
    return self(editor).complete();
}

}  // namespace morris::client
