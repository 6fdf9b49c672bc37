// A server in small, for the process tests to kill: appends to a few streams at once, as fast as
// they are confirmed, and prints each confirmed "stream seq". Shares the log with others like it.
//
//   appender PATH COUNT   until COUNT appends are confirmed
//   appender --open PATH  opens the log as a user who owns nothing, and says how that went
//   appender --serve PATH begins the served line and prints "line OFFSET"; then marks it without
//                         a pause, and prints each mark that an append has confirmed
#include <unistd.h>

#include <array>
#include <chrono>
#include <cstdlib>
#include <iostream>
#include <random>
#include <string>

#include "server/store/sqlite_log.hpp"
#include "tests/store/loop.hpp"

namespace {

using namespace morris;

SqliteLogConfig config_for(const std::string& path, test::Loop& loop) {
    SqliteLogConfig config;
    config.path = path;
    config.post = [&loop](std::function<void()> action) { loop.post(std::move(action)); };
    return config;
}

class Appender {
public:
    Appender(EventLog& log, int count) : log_(log), left_(count) {}

    void start() {
        for (std::size_t number = 0; number < last_.size(); ++number) append(number);
    }
    bool is_done() const { return left_ <= 0; }

private:
    static std::string name(std::size_t number) { return "s" + std::to_string(number); }

    // Each event says where it belongs, and to what batch of whom.
    void append(std::size_t number) {
        Append next{.stream = name(number), .after = last_[number], .events = {}};
        const std::uint64_t size = 1 + random_() % 3;
        for (std::uint64_t i = 1; i <= size; ++i) {
            next.events.push_back(next.stream + " " + std::to_string(next.after + i) + " " +
                                  std::to_string(i) + " " + std::to_string(size) + " " +
                                  std::to_string(getpid()) + " " +
                                  std::string(random_() % 400, 'x'));
        }
        // A listing that says how far the stream goes, to be held against its events.
        const std::uint64_t last = next.after + size;
        next.listing = Listing{.at_ms = static_cast<std::int64_t>(last),
                               .tags = {"all", next.stream + " " + std::to_string(last)},
                               .summary = std::to_string(last)};
        log_.append(std::move(next), [this, number](auto answer) {
            if (answer) {
                confirm(number, *answer);
            } else {
                look(number);
            }
        });
    }

    void confirm(std::size_t number, std::uint64_t seq) {
        // One write each, so that a kill never cuts a line in two.
        const std::string line = name(number) + " " + std::to_string(seq) + "\n";
        if (write(STDOUT_FILENO, line.data(), line.size()) < 0) std::exit(1);
        last_[number] = seq;
        --left_;
        append(number);
    }

    void look(std::size_t number) {
        log_.read(name(number), last_[number], [this, number](auto events) {
            if (events && !events->empty()) last_[number] = events->back().seq;
            append(number);
        });
    }

    EventLog& log_;
    int left_;
    std::array<std::uint64_t, 6> last_{};
    std::mt19937 random_{std::random_device{}()};
};

// Marks the served time of now, and appends, and so on.
class Marker {
public:
    explicit Marker(SqliteLog& log) : log_(log) {}

    void start() {
        log_.begin(now(), [this](auto line) {
            if (!line) std::exit(1);
            offset_ = line->offset;
            std::cout << "line " << offset_.count() << std::endl;
            mark();
        });
    }

private:
    static std::chrono::milliseconds now() {
        return std::chrono::duration_cast<std::chrono::milliseconds>(
            std::chrono::steady_clock::now().time_since_epoch());
    }

    void mark() {
        const auto served = now() + offset_;
        log_.mark(served);
        const std::string stream = "m" + std::to_string(getpid());
        log_.append({.stream = stream, .after = last_, .events = {"x"}}, [this, served](auto seq) {
            if (!seq) std::exit(1);
            last_ = *seq;
            const std::string line = std::to_string(served.count()) + "\n";
            if (write(STDOUT_FILENO, line.data(), line.size()) < 0) std::exit(1);
            mark();
        });
    }

    SqliteLog& log_;
    std::chrono::milliseconds offset_{0};
    std::uint64_t last_ = 0;
};

int serve(const std::string& path) {
    test::Loop loop;
    const auto log = SqliteLog::open(config_for(path, loop));
    if (!log) return 1;
    Marker marker(**log);
    marker.start();
    return loop.run_until([] { return false; }) ? 0 : 1;
}

int open_as_nobody(const std::string& path) {
    constexpr unsigned nobody = 65534;
    if (geteuid() == 0 && (setgid(nobody) != 0 || setuid(nobody) != 0)) return 1;
    test::Loop loop;
    const auto log = SqliteLog::open(config_for(path, loop));
    std::cout << (log ? "opened" : log.error()) << std::endl;
    return 0;
}

}  // namespace

int main(int count, char** arguments) {
    if (count != 3) return 2;
    const std::string first = arguments[1];
    if (first == "--open") return open_as_nobody(arguments[2]);
    if (first == "--serve") return serve(arguments[2]);

    test::Loop loop;
    const auto log = SqliteLog::open(config_for(first, loop));
    if (!log) {
        std::cerr << log.error() << std::endl;
        return 1;
    }
    Appender appender(**log, std::atoi(arguments[2]));
    appender.start();
    return loop.run_until([&] { return appender.is_done(); }) ? 0 : 1;
}
