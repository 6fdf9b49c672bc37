// Golden transcripts: whole conversations, as the wire has them, played through codec and hub with
// a log in memory and a clock moved by hand. They are also the examples to read.
//
//   # a comment
//   open A 192.0.2.1      a connection
//   A> {...}              A sends
//   A< {...}              A is sent; everything A is sent must stand here, in order
//   @+500ms               the clock moves
//   think d2              the computer answers
//   close A
//   restart               as after a crash; all connections are gone
//
// With MORRIS_BLESS=1 in the environment the files are written anew from what happens.
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>

#include "shared/rules/notation.hpp"
#include "tests/hub/harness.hpp"
#include "tests/support/catch.hpp"

using namespace morris;
using namespace morris::test;

namespace {

namespace fs = std::filesystem;

class Player {
public:
    // The transcript with what really was sent in place of what it says was.
    std::string play(std::istream& transcript) {
        for (std::string line; std::getline(transcript, line);) {
            if (line.size() > 2 && line[1] == '<') continue;
            out_ << line << '\n';
            if (line.empty() || line[0] == '#') continue;
            INFO(line);
            act(line);
            write_sent();
        }
        return out_.str();
    }

private:
    void act(const std::string& line) {
        std::istringstream words(line);
        std::string word;
        std::string argument;
        std::string second;
        if (line.size() > 2 && line[1] == '>') {
            return world_.send_text(names_.at(line[0]), line.substr(3));
        }
        words >> word >> argument >> second;
        if (word == "open") {
            names_[argument[0]] = world_.open(second);
        } else if (word == "close") {
            world_.close(names_.at(argument[0]));
        } else if (word == "think") {
            world_.thinker.answer(parse_move(argument).value());
            world_.settle();
        } else if (word == "restart") {
            world_.restart();
            names_.clear();
        } else if (word.starts_with("@+")) {
            world_.advance(std::chrono::milliseconds(std::stoi(word.substr(2))));
        } else {
            FAIL("not a line of a transcript: " << line);
        }
    }

    void write_sent() {
        for (const auto& [name, connection] : names_) {
            for (const std::string& text : world_.outbox.sent[connection]) {
                out_ << name << "< " << text << '\n';
            }
            world_.outbox.sent[connection].clear();
        }
    }

    Harness world_;
    std::map<char, ConnectionId> names_;
    std::ostringstream out_;
};

std::string text_of(const fs::path& path) {
    std::ifstream file(path);
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

}  // namespace

TEST_CASE("every transcript happens as it is written", "[hub]") {
    std::size_t played = 0;
    for (const auto& entry : fs::directory_iterator(MORRIS_TEST_DATA "/golden")) {
        INFO(entry.path().filename().string());
        std::ifstream file(entry.path());
        const std::string happened = Player().play(file);
        if (std::getenv("MORRIS_BLESS") != nullptr) {
            std::ofstream(entry.path()) << happened;
        }
        std::istringstream now(happened);
        std::istringstream then(text_of(entry.path()));
        int number = 0;
        for (std::string a, b; std::getline(then, a) && std::getline(now, b);) {
            INFO("line " << ++number);
            REQUIRE(b == a);
        }
        REQUIRE(happened == text_of(entry.path()));
        ++played;
    }
    REQUIRE(played >= 4);
}
