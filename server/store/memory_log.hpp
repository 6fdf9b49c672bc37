// A game log in memory, for tests: the same port, nothing happens until it is told to, and it fails
// on demand. Several logs may share one content, as servers share a database.
#pragma once

#include <chrono>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "server/hub/ports/event_log.hpp"
#include "server/hub/ports/served_line.hpp"

namespace morris {

class MemoryLog;

// What is kept: it outlives the logs that use it, as a database outlives a crash.
class MemoryContent {
public:
    // As the administrator does it; every log hears of it.
    void erase(const std::string& stream);
    void drop_lists();

    std::vector<StoredEvent> read(const std::string& stream, std::uint64_t after) const;
    std::vector<std::string> live_streams(const std::string& prefix) const;
    std::vector<ListEntry> list(const ListQuery& query) const;
    std::vector<std::string> unlisted(const std::string& prefix, std::size_t limit) const;

private:
    friend class MemoryLog;

    struct Stream {
        std::vector<std::string> events;  // the first has seq 1
        bool live = true;
        std::optional<Listing> listing = std::nullopt;
    };

    Result<std::uint64_t, AppendError> append(const Append& append, const MemoryLog* by);
    void tell(const std::string& stream, const MemoryLog* by);
    void enlist(const std::string& stream, const Listing& listing);

    struct Mark {
        std::chrono::milliseconds served{0};
        std::chrono::milliseconds offset{0};
    };
    ServedLine::Line begin(std::chrono::milliseconds steady_now, MemoryLog* by);
    void mark(std::chrono::milliseconds served);

    std::map<std::string, Stream> streams_;
    std::vector<MemoryLog*> logs_;
    std::vector<MemoryLog*> serving_;
    std::optional<Mark> mark_;
};

class MemoryLog : public EventLog, public ServedLine {
public:
    explicit MemoryLog(std::shared_ptr<MemoryContent> content);
    ~MemoryLog() override;
    MemoryLog(const MemoryLog&) = delete;
    MemoryLog& operator=(const MemoryLog&) = delete;

    void append(Append append, Appended done) override;
    void read(std::string stream, std::uint64_t after, Read done) override;
    void live_streams(std::string prefix, Names done) override;
    void list(ListQuery query, Entries done) override;
    void unlisted(std::string prefix, std::size_t limit, Names done) override;
    void enlist(std::string stream, Listing listing, Enlisted done) override;
    void on_news(std::function<void(std::string stream)> news) override;

    void begin(std::chrono::milliseconds steady_now, Begun done) override;
    void mark(std::chrono::milliseconds served) override;

    // Does and completes what was asked, in order, and what the completions ask in turn, until
    // nothing is left. How many steps that were.
    std::size_t run_pending();
    // The next step only; false: nothing is left.
    bool run_one();
    std::size_t pending() const { return asked_.size() + held_.size(); }

    enum class Fault : std::uint8_t {
        conflict,     // refused, though nobody else appended
        unavailable,  // refused, and not kept
        lost_answer,  // answered as unavailable, but kept: a sync that failed too late
    };
    // The next `appends` that are done end so.
    void fail_next(std::size_t appends, Fault fault);

    // While down, everything that is done is unavailable, and marks are lost.
    void set_down(bool down) { down_ = down; }

    // While held, what is asked is done and kept, but completions wait.
    void hold_completions(bool hold) { holding_ = hold; }

    // Forgets what was asked and not done, and what was done and not completed. It serves no more.
    void crash();

private:
    friend class MemoryContent;

    using Completion = std::function<void()>;
    using Step = std::function<Completion()>;

    Result<std::uint64_t, AppendError> do_append(const Append& append);
    void hear(const std::string& stream);

    std::shared_ptr<MemoryContent> content_;
    std::function<void(std::string)> news_;
    std::deque<Step> asked_;
    std::deque<Completion> held_;
    std::deque<Fault> faults_;
    std::optional<std::chrono::milliseconds> waiting_mark_;
    bool down_ = false;
    bool holding_ = false;
};

}  // namespace morris
