// A folder that goes with the test, a log on a loop of its own, and ways to ask it and wait.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "server/hub/ports/event_log.hpp"
#include "server/store/sqlite_log.hpp"
#include "tests/store/loop.hpp"
#include "tests/support/catch.hpp"

namespace morris::test {

class Folder {
public:
    Folder();
    ~Folder();
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;
    std::string file(const std::string& name) const { return path_ + "/" + name; }
    const std::string& path() const { return path_; }

private:
    std::string path_;
};

// A log on a loop of its own, with what it reported and the news it told.
struct Server {
    explicit Server(const std::string& path);

    Loop loop;
    std::vector<std::string> reports;
    std::vector<std::string> news;
    std::unique_ptr<SqliteLog> log;  // closed before what it posts to
};

SqliteLogConfig config_for(const std::string& path, Loop& loop);

using Appended = Result<std::uint64_t, AppendError>;
using Events = Result<std::vector<StoredEvent>, ReadError>;
using Entries = Result<std::vector<ListEntry>, ReadError>;
using Names = Result<std::vector<std::string>, ReadError>;

// Asks and waits for the answer.
Appended append(Server& server, Append append);
Events read(Server& server, const std::string& stream, std::uint64_t after);
Names live_streams(Server& server, const std::string& prefix);
Entries list(Server& server, ListQuery query);
Names unlisted(Server& server, const std::string& prefix, std::size_t limit);
bool enlist(Server& server, const std::string& stream, const Listing& listing);

// "1:bytes 2:bytes" or "unavailable".
std::string text_of(const Events& events);
std::string text_of(const std::vector<StoredEvent>& events);
// "stream@at:summary stream@at:summary" or "unavailable".
std::string text_of(const Entries& entries);
bool contains(const std::vector<std::string>& texts, const std::string& part);

}  // namespace morris::test

// How Catch shows an answer.
template <>
struct Catch::StringMaker<morris::test::Appended> {
    static std::string convert(const morris::test::Appended& answer) {
        if (answer) return std::to_string(*answer);
        return answer.error() == morris::AppendError::conflict ? "conflict" : "unavailable";
    }
};
