// Servers that share one log as processes of their own, and are killed: what any of them confirmed
// is there, whole and in its place, whenever and however they end.
#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <filesystem>
#include <map>
#include <random>
#include <sstream>

#include "server/store/admin.hpp"
#include "tests/store/fixture.hpp"
#include "tests/support/catch.hpp"

namespace morris::test {

namespace {

// One appender process and the lines that it printed.
class Child {
public:
    explicit Child(const std::vector<std::string>& arguments) {
        std::array<int, 2> ends{};
        REQUIRE(pipe2(ends.data(), O_CLOEXEC) == 0);
        posix_spawn_file_actions_t actions;
        posix_spawn_file_actions_init(&actions);
        posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
        std::string program = STORE_APPENDER;
        std::vector<std::string> copies = arguments;
        std::vector<char*> argv = {program.data()};
        for (auto& argument : copies) argv.push_back(argument.data());
        argv.push_back(nullptr);
        REQUIRE(posix_spawn(&id_, program.c_str(), &actions, nullptr, argv.data(), environ) == 0);
        posix_spawn_file_actions_destroy(&actions);
        close(ends[1]);
        output_ = ends[0];
    }
    ~Child() {
        if (!ended_) end(SIGKILL);
        close(output_);
    }
    Child(const Child&) = delete;
    Child& operator=(const Child&) = delete;

    // Reads what is there, or waits up to a second for it. False at its end.
    bool read_some() {
        pollfd waiting{.fd = output_, .events = POLLIN, .revents = 0};
        if (poll(&waiting, 1, 1000) == 0) return true;
        std::array<char, 4096> part{};
        const ssize_t size = ::read(output_, part.data(), part.size());
        if (size <= 0) return false;
        text_.append(part.data(), static_cast<std::size_t>(size));
        return true;
    }

    // The exit status, after reading all that it printed.
    int end(int signal) {
        if (signal != 0) kill(id_, signal);
        while (read_some()) {
        }
        int status = 0;
        waitpid(id_, &status, 0);
        ended_ = true;
        return status;
    }

    pid_t id() const { return id_; }
    const std::string& text() const { return text_; }
    std::size_t lines() const {
        return static_cast<std::size_t>(std::count(text_.begin(), text_.end(), '\n'));
    }

private:
    pid_t id_ = 0;
    int output_ = -1;
    bool ended_ = false;
    std::string text_;
};

void read_until_lines(Child& child, std::size_t lines) {
    while (child.lines() < lines && child.read_some()) {
    }
    REQUIRE(child.lines() >= lines);
}

using Streams = std::map<std::string, std::vector<StoredEvent>>;

Streams streams_of(const std::string& path) {
    Streams streams;
    const auto names = stream_names(path, "", Which::all);
    REQUIRE(names);
    for (const auto& name : *names) {
        streams[name] = read_stream(path, name).value();
    }
    return streams;
}

// Every event is in its place, and every append is there with all its events.
void expect_whole(const Streams& streams) {
    for (const auto& [name, events] : streams) {
        std::uint64_t expected_seq = 0, expected_index = 1, size = 0;
        std::string writer, stream, by;
        for (const auto& event : events) {
            INFO(event.bytes);
            std::istringstream in(event.bytes);
            std::uint64_t seq = 0, index = 0;
            in >> stream >> seq >> index >> size >> by;
            if (index == 1) writer = by;
            const bool in_place = stream == name && seq == event.seq && seq == ++expected_seq &&
                                  index == expected_index && by == writer;
            if (!in_place) FAIL("out of place");
            expected_index = index == size ? 1 : index + 1;
        }
        CHECK(expected_index == 1);
    }
}

// Every append is there with its listing, which took the place of the one before.
void expect_listed(Server& server, const Streams& streams) {
    const auto listed = list(server, {.tags = {"all"}, .limit = 100});
    REQUIRE(listed);
    CHECK(listed->size() == streams.size());
    for (const auto& entry : *listed) {
        const auto found = streams.find(entry.stream);
        REQUIRE(found != streams.end());
        CHECK(entry.summary == std::to_string(found->second.size()));
        for (const auto& event : found->second) {
            const std::string tag = entry.stream + " " + std::to_string(event.seq);
            const auto with_tag = list(server, {.tags = {tag}, .limit = 1});
            const bool is_last = event.seq == found->second.back().seq;
            REQUIRE(with_tag->size() == (is_last ? 1u : 0u));
        }
    }
}

void expect_confirmed(const Streams& streams, const Child& child) {
    std::istringstream lines(child.text());
    std::string stream;
    std::uint64_t seq = 0;
    while (lines >> stream >> seq) {
        INFO("confirmed " << stream << " " << seq << " by " << child.id());
        const auto found = streams.find(stream);
        REQUIRE(found != streams.end());
        REQUIRE(found->second.size() >= seq);
        const auto& bytes = found->second[seq - 1].bytes;
        REQUIRE(bytes.find(" " + std::to_string(child.id()) + " ") != std::string::npos);
    }
}

// Of a child that serves the line.
std::int64_t offset_of(const Child& child) {
    std::istringstream in(child.text());
    std::string word;
    std::int64_t offset = 0;
    REQUIRE((in >> word >> offset && word == "line"));
    return offset;
}

std::int64_t last_mark_of(const Child& child) {
    std::istringstream in(child.text());
    std::string line, last;
    while (std::getline(in, line)) last = line;
    return std::stoll(last);
}

ServedLine::Line begin(Server& server, std::chrono::milliseconds steady_now) {
    std::optional<Result<ServedLine::Line, ReadError>> answer;
    server.log->begin(steady_now, [&](auto got) { answer = got; });
    REQUIRE(server.loop.run_until([&] { return answer.has_value(); }));
    REQUIRE(*answer);
    return **answer;
}

}  // namespace

TEST_CASE("the mark that is found after a kill is no older than a confirmed one",
          "[process][line]") {
    Folder folder;
    const auto path = folder.file("log.db");
    std::mt19937 random(std::random_device{}());
    std::int64_t before = 0;
    for (int round = 0; round < 5; ++round) {
        Child first({"--serve", path});
        read_until_lines(first, 2);
        Child second({"--serve", path});
        read_until_lines(second, 2);
        // Other servers share the line, and it outlives each of them.
        CHECK(offset_of(second) == offset_of(first));
        first.end(SIGKILL);
        read_until_lines(second, second.lines() + 1 + random() % 100);
        {
            Server beside(path);
            const auto shared = begin(beside, std::chrono::milliseconds(0));
            CHECK(shared.offset.count() == offset_of(second));
            CHECK_FALSE(shared.interrupted);
        }
        second.end(SIGKILL);

        Server after(path);
        const auto line = begin(after, std::chrono::milliseconds(0));
        CHECK(line.interrupted);
        CHECK(line.offset.count() >= last_mark_of(first));
        CHECK(line.offset.count() >= last_mark_of(second));
        CHECK(line.offset.count() >= before);
        before = line.offset.count();
    }
}

TEST_CASE("what servers confirmed before they were killed is there", "[process][P1]") {
    Folder folder;
    const auto path = folder.file("log.db");
    const auto seed = std::random_device{}();
    INFO("seed " << seed);
    std::mt19937 random(seed);
    for (int round = 0; round < 5; ++round) {
        INFO("round " << round);
        Child first({path, "1000000"}), second({path, "1000000"});
        read_until_lines(first, 1 + random() % 200);
        first.end(SIGKILL);
        // The other is not disturbed.
        read_until_lines(second, second.lines() + 1 + random() % 100);
        second.end(SIGKILL);

        const auto streams = streams_of(path);
        expect_whole(streams);
        expect_confirmed(streams, first);
        expect_confirmed(streams, second);
        Server after(path);
        expect_listed(after, streams);
    }
}

TEST_CASE("a server hears of what another process appends", "[process]") {
    Folder folder;
    const auto path = folder.file("log.db");
    Server server(path);
    Child other({path, "3"});
    REQUIRE(server.loop.run_until([&] { return !server.news.empty(); }));
    CHECK(other.end(0) == 0);
    const auto stream = server.news.front();
    const auto events = read(server, stream, 0);
    REQUIRE(events);
    REQUIRE_FALSE(events->empty());
    CHECK(append(server, {.stream = stream, .after = events->size(), .events = {"x"}}));
}

TEST_CASE("a folder that may not be written is refused with a sentence", "[process]") {
    Folder folder;
    namespace fs = std::filesystem;
    const auto path = folder.file("log.db");
    const bool has_log = GENERATE(false, true);
    if (has_log) {
        {
            Server server(path);
        }
        fs::remove(path + "-lock");
    }
    using fs::perms;
    fs::permissions(folder.path(), perms::owner_read | perms::owner_exec | perms::group_read |
                                       perms::group_exec | perms::others_read | perms::others_exec);
    Child child({"--open", path});
    CHECK(child.end(0) == 0);
    fs::permissions(folder.path(), perms::owner_all);
    INFO(child.text());
    CHECK(child.text().find(path) != std::string::npos);
    CHECK(child.text().find("Permission denied") != std::string::npos);
    CHECK(child.text().find("who may write there") != std::string::npos);
    CHECK(fs::exists(path) == has_log);
}

}  // namespace morris::test
