#include "tests/store/fixture.hpp"

#include <stdlib.h>

#include <algorithm>
#include <filesystem>

namespace morris::test {

Folder::Folder() {
    std::string name = (std::filesystem::temp_directory_path() / "morris-store-XXXXXX").string();
    REQUIRE(mkdtemp(name.data()) != nullptr);
    path_ = name;
}

Folder::~Folder() {
    std::error_code none;
    std::filesystem::remove_all(path_, none);
}

SqliteLogConfig config_for(const std::string& path, Loop& loop) {
    SqliteLogConfig config;
    config.path = path;
    config.post = [&loop](std::function<void()> action) { loop.post(std::move(action)); };
    config.news_every = std::chrono::milliseconds(5);
    return config;
}

Server::Server(const std::string& path) {
    auto config = config_for(path, loop);
    config.report = [this](std::string sentence) { reports.push_back(std::move(sentence)); };
    auto opened = SqliteLog::open(std::move(config));
    INFO((opened ? std::string() : opened.error()));
    REQUIRE(opened);
    log = std::move(*opened);
    log->on_news([this](std::string stream) { news.push_back(std::move(stream)); });
}

Appended append(Server& server, Append append) {
    std::optional<Appended> answer;
    server.log->append(std::move(append), [&](Appended got) { answer = got; });
    REQUIRE(server.loop.run_until([&] { return answer.has_value(); }));
    return *answer;
}

Events read(Server& server, const std::string& stream, std::uint64_t after) {
    std::optional<Events> answer;
    server.log->read(stream, after, [&](Events got) { answer = std::move(got); });
    REQUIRE(server.loop.run_until([&] { return answer.has_value(); }));
    return *answer;
}

Names live_streams(Server& server, const std::string& prefix) {
    std::optional<Names> answer;
    server.log->live_streams(prefix, [&](Names got) { answer = std::move(got); });
    REQUIRE(server.loop.run_until([&] { return answer.has_value(); }));
    return *answer;
}

Entries list(Server& server, ListQuery query) {
    std::optional<Entries> answer;
    server.log->list(std::move(query), [&](Entries got) { answer = std::move(got); });
    REQUIRE(server.loop.run_until([&] { return answer.has_value(); }));
    return *answer;
}

Names unlisted(Server& server, const std::string& prefix, std::size_t limit) {
    std::optional<Names> answer;
    server.log->unlisted(prefix, limit, [&](Names got) { answer = std::move(got); });
    REQUIRE(server.loop.run_until([&] { return answer.has_value(); }));
    return *answer;
}

bool enlist(Server& server, const std::string& stream, const Listing& listing) {
    std::optional<bool> answer;
    server.log->enlist(stream, listing, [&](bool got) { answer = got; });
    REQUIRE(server.loop.run_until([&] { return answer.has_value(); }));
    return *answer;
}

std::string text_of(const Events& events) {
    return events ? text_of(*events) : "unavailable";
}

std::string text_of(const std::vector<StoredEvent>& events) {
    std::string text;
    for (const auto& event : events) {
        if (!text.empty()) text += ' ';
        text += std::to_string(event.seq) + ":" + event.bytes;
    }
    return text;
}

std::string text_of(const Entries& entries) {
    if (!entries) return "unavailable";
    std::string text;
    for (const auto& [stream, at_ms, summary] : *entries) {
        if (!text.empty()) text += ' ';
        text += stream + "@" + std::to_string(at_ms) + ":" + summary;
    }
    return text;
}

bool contains(const std::vector<std::string>& texts, const std::string& part) {
    return std::any_of(texts.begin(), texts.end(), [&](const std::string& text) {
        return text.find(part) != std::string::npos;
    });
}

}  // namespace morris::test
