// What every served line promises, tried on each of them: it passes only while somebody serves,
// and goes on from where it was last known to be.
#include <optional>
#include <random>

#include "tests/store/subject.hpp"
#include "tests/support/catch.hpp"

namespace morris::test {

namespace {

using std::chrono::milliseconds;
using Line = ServedLine::Line;

Line begin(Subject& subject, ServedLine& line, milliseconds steady_now) {
    std::optional<Result<Line, ReadError>> answer;
    line.begin(steady_now, [&](Result<Line, ReadError> got) { answer = got; });
    REQUIRE_FALSE(answer.has_value());
    REQUIRE(subject.run_until([&] { return answer.has_value(); }));
    REQUIRE(*answer);
    return **answer;
}

// Each append goes to a stream of its own; a mark is durable when a later one is answered.
void append_something(Subject& subject, EventLog& log) {
    static int number = 0;
    REQUIRE(append(subject, log,
                   {.stream = "s" + std::to_string(++number), .after = 0, .events = {"x"}}));
}

void mark(Subject& subject, milliseconds served) {
    subject.line().mark(served);
    append_something(subject, subject.log());
}

}  // namespace

TEST_CASE("the served time of a new log begins at 0, and nothing was interrupted", "[line]") {
    const auto subject = each_subject();
    CHECK(begin(*subject, subject->line(), milliseconds(5000)) ==
          Line{.offset = milliseconds(-5000), .interrupted = false});
}

TEST_CASE("a log that has events but no line yet was interrupted", "[line]") {
    const auto subject = each_subject();
    append_something(*subject, subject->log());
    CHECK(begin(*subject, subject->line(), milliseconds(5000)) ==
          Line{.offset = milliseconds(-5000), .interrupted = true});
}

TEST_CASE("the line goes on from the mark, whatever the clock of the next start says", "[line]") {
    const auto subject = each_subject();
    begin(*subject, subject->line(), milliseconds(5000));
    mark(*subject, milliseconds(700));
    subject->restart();
    const milliseconds steady_now(GENERATE(0, 10, 5700, 90'000'000));
    CHECK(begin(*subject, subject->line(), steady_now) ==
          Line{.offset = milliseconds(700) - steady_now, .interrupted = true});
}

TEST_CASE("a mark never goes back, waiting or durable", "[line]") {
    const auto subject = each_subject();
    begin(*subject, subject->line(), milliseconds(0));
    subject->line().mark(milliseconds(300));
    subject->line().mark(milliseconds(900));
    mark(*subject, milliseconds(800));
    mark(*subject, milliseconds(100));
    subject->restart();
    CHECK(begin(*subject, subject->line(), milliseconds(0)).offset == milliseconds(900));
}

TEST_CASE("a mark without a line is nothing", "[line]") {
    const auto subject = each_subject();
    mark(*subject, milliseconds(900));
    CHECK(begin(*subject, subject->line(), milliseconds(10)).offset == milliseconds(-10));
}

TEST_CASE("a server that starts beside another shares its line", "[line]") {
    const auto subject = each_subject();
    const Line first = begin(*subject, subject->line(), milliseconds(5000));
    CHECK(begin(*subject, subject->other_line(), milliseconds(6000)) == first);
    mark(*subject, milliseconds(2000));

    subject->restart_other();
    CHECK(begin(*subject, subject->other_line(), milliseconds(8000)) == first);
    subject->restart();
    CHECK(begin(*subject, subject->line(), milliseconds(9000)) == first);
}

TEST_CASE("the line that was shared goes on from the last mark of any of those who shared it",
          "[line]") {
    const auto subject = each_subject();
    begin(*subject, subject->line(), milliseconds(5000));
    begin(*subject, subject->other_line(), milliseconds(5000));
    subject->line().mark(milliseconds(100));
    append_something(*subject, subject->log());
    subject->other_line().mark(milliseconds(400));
    append_something(*subject, subject->other());
    subject->line().mark(milliseconds(300));
    append_something(*subject, subject->log());
    subject->restart();
    subject->restart_other();
    CHECK(begin(*subject, subject->line(), milliseconds(0)) ==
          Line{.offset = milliseconds(400), .interrupted = true});
}

TEST_CASE("a server that has the log open and does not serve it keeps no line alive", "[line]") {
    const auto subject = each_subject();
    begin(*subject, subject->line(), milliseconds(5000));
    mark(*subject, milliseconds(100));
    append_something(*subject, subject->other());
    subject->restart();
    CHECK(begin(*subject, subject->line(), milliseconds(6000)) ==
          Line{.offset = milliseconds(-5900), .interrupted = true});
}

TEST_CASE("of two servers that begin at once one goes on and the other shares", "[line]") {
    const auto subject = each_subject();
    std::vector<Line> lines;
    const auto note = [&](Result<Line, ReadError> got) { lines.push_back(got.value()); };
    append_something(*subject, subject->log());
    subject->line().begin(milliseconds(5000), note);
    subject->other_line().begin(milliseconds(5003), note);
    REQUIRE(subject->run_until([&] { return lines.size() == 2; }));
    CHECK(lines[0].offset == lines[1].offset);
    CHECK(lines[0].interrupted != lines[1].interrupted);
}

TEST_CASE("no start moves the line back, or beyond what was served", "[line][property]") {
    const auto subject = each_subject();
    const auto seed = std::random_device{}();
    INFO("seed " << seed);
    std::mt19937 random(seed);
    milliseconds steady(0), served(0);
    for (int run = 0; run < 15; ++run) {
        steady = milliseconds(random() % 1'000'000);
        const Line line = begin(*subject, subject->line(), steady);
        CHECK(line.interrupted == (run > 0));
        CHECK(steady + line.offset == served);
        for (auto marks = random() % 4; marks > 0; --marks) {
            served += milliseconds(random() % 10'000);
            mark(*subject, served);
        }
        subject->restart();
    }
}

}  // namespace morris::test
