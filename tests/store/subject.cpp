#include "tests/store/subject.hpp"

#include "server/store/admin.hpp"
#include "server/store/memory_log.hpp"
#include "tests/support/catch.hpp"

namespace morris::test {

namespace {

class MemorySubject : public Subject {
public:
    EventLog& log() override { return *first_; }
    EventLog& other() override { return *second_; }
    ServedLine& line() override { return *first_; }
    ServedLine& other_line() override { return *second_; }
    void restart() override { first_ = std::make_unique<MemoryLog>(content_); }
    void restart_other() override { second_ = std::make_unique<MemoryLog>(content_); }
    void erase(const std::string& stream) override { content_->erase(stream); }
    void drop_lists() override { content_->drop_lists(); }

    bool run_until(const std::function<bool()>& so) override {
        while (first_->run_pending() + second_->run_pending() > 0) {
        }
        return so();
    }

private:
    std::shared_ptr<MemoryContent> content_ = std::make_shared<MemoryContent>();
    std::unique_ptr<MemoryLog> first_ = std::make_unique<MemoryLog>(content_);
    std::unique_ptr<MemoryLog> second_ = std::make_unique<MemoryLog>(content_);
};

class SqliteSubject : public Subject {
public:
    EventLog& log() override { return *first_; }
    EventLog& other() override { return *second_; }
    ServedLine& line() override { return *first_; }
    ServedLine& other_line() override { return *second_; }
    void restart() override {
        first_.reset();
        first_ = open();
    }
    void restart_other() override {
        second_.reset();
        second_ = open();
    }
    void erase(const std::string& stream) override {
        REQUIRE(erase_stream(folder_.file("log.db"), stream));
    }
    void drop_lists() override { REQUIRE(morris::drop_lists(folder_.file("log.db"))); }
    bool run_until(const std::function<bool()>& so) override { return loop_.run_until(so); }

private:
    std::unique_ptr<SqliteLog> open() {
        auto opened = SqliteLog::open(config_for(folder_.file("log.db"), loop_));
        REQUIRE(opened);
        return std::move(*opened);
    }

    Folder folder_;
    Loop loop_;
    std::unique_ptr<SqliteLog> first_ = open();
    std::unique_ptr<SqliteLog> second_ = open();
};

std::unique_ptr<Subject> make_memory_subject() {
    return std::make_unique<MemorySubject>();
}
std::unique_ptr<Subject> make_sqlite_subject() {
    return std::make_unique<SqliteSubject>();
}

}  // namespace

std::unique_ptr<Subject> each_subject() {
    using Make = std::unique_ptr<Subject> (*)();
    return GENERATE(as<Make>{}, make_memory_subject, make_sqlite_subject)();
}

Appended append(Subject& subject, EventLog& log, Append append) {
    std::optional<Appended> answer;
    log.append(std::move(append), [&](Appended got) { answer = got; });
    REQUIRE_FALSE(answer.has_value());
    REQUIRE(subject.run_until([&] { return answer.has_value(); }));
    return *answer;
}

Entries list(Subject& subject, EventLog& log, ListQuery query) {
    std::optional<Entries> answer;
    log.list(std::move(query), [&](Entries got) { answer = std::move(got); });
    REQUIRE_FALSE(answer.has_value());
    REQUIRE(subject.run_until([&] { return answer.has_value(); }));
    return *answer;
}

Events read(Subject& subject, EventLog& log, const std::string& stream, std::uint64_t after) {
    std::optional<Events> answer;
    log.read(stream, after, [&](Events got) { answer = std::move(got); });
    REQUIRE_FALSE(answer.has_value());
    REQUIRE(subject.run_until([&] { return answer.has_value(); }));
    return *answer;
}

}  // namespace morris::test
