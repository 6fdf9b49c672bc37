#include "tests/store/subject.hpp"

#include "server/store/admin.hpp"
#include "server/store/memory_log.hpp"
#include "tests/store/fixture.hpp"
#include "tests/support/catch.hpp"

namespace morris::test {

namespace {

class MemorySubject : public Subject {
public:
    EventLog& log() override { return first_; }
    EventLog& other() override { return second_; }
    void erase(const std::string& stream) override { content_->erase(stream); }

    bool run_until(const std::function<bool()>& so) override {
        while (first_.run_pending() + second_.run_pending() > 0) {
        }
        return so();
    }

private:
    std::shared_ptr<MemoryContent> content_ = std::make_shared<MemoryContent>();
    MemoryLog first_{content_};
    MemoryLog second_{content_};
};

class SqliteSubject : public Subject {
public:
    EventLog& log() override { return *first_; }
    EventLog& other() override { return *second_; }
    void erase(const std::string& stream) override {
        REQUIRE(erase_stream(folder_.file("log.db"), stream));
    }
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

}  // namespace

std::unique_ptr<Subject> make_memory_subject() {
    return std::make_unique<MemorySubject>();
}
std::unique_ptr<Subject> make_sqlite_subject() {
    return std::make_unique<SqliteSubject>();
}

}  // namespace morris::test
