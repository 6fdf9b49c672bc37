#include "server/store/memory_log.hpp"

#include <algorithm>
#include <cassert>
#include <utility>

namespace morris {

Result<std::uint64_t, AppendError> MemoryContent::append(const Append& append,
                                                         const MemoryLog* by) {
    const auto found = streams_.find(append.stream);
    const std::uint64_t last = found == streams_.end() ? 0 : found->second.events.size();
    if (append.after != last) return failure(AppendError::conflict);

    Stream& stream = streams_[append.stream];
    stream.events.insert(stream.events.end(), append.events.begin(), append.events.end());
    stream.live = append.live;
    if (append.listing) stream.listing = append.listing;
    tell(append.stream, by);
    return stream.events.size();
}

void MemoryContent::erase(const std::string& stream) {
    if (streams_.erase(stream) > 0) tell(stream, nullptr);
}

std::vector<StoredEvent> MemoryContent::read(const std::string& stream, std::uint64_t after) const {
    std::vector<StoredEvent> events;
    const auto found = streams_.find(stream);
    if (found == streams_.end()) return events;
    for (std::uint64_t seq = after + 1; seq <= found->second.events.size(); ++seq) {
        events.push_back({.seq = seq, .bytes = found->second.events[seq - 1]});
    }
    return events;
}

std::vector<std::string> MemoryContent::live_streams(const std::string& prefix) const {
    std::vector<std::string> names;
    for (auto at = streams_.lower_bound(prefix); at != streams_.end(); ++at) {
        if (!at->first.starts_with(prefix)) break;
        if (at->second.live) names.push_back(at->first);
    }
    return names;
}

std::vector<ListEntry> MemoryContent::list(const ListQuery& query) const {
    std::map<ListPlace, const Listing*, std::greater<>> matching;
    for (const auto& [name, stream] : streams_) {
        if (!stream.listing) continue;
        const ListPlace place{.at_ms = stream.listing->at_ms, .stream = name};
        const auto& tags = stream.listing->tags;
        const bool has_all = std::all_of(query.tags.begin(), query.tags.end(), [&](auto& tag) {
            return std::find(tags.begin(), tags.end(), tag) != tags.end();
        });
        const bool is_in_time = (!query.from_ms || place.at_ms >= *query.from_ms) &&
                                (!query.until_ms || place.at_ms < *query.until_ms);
        const bool is_next = !query.after || place < *query.after;
        if (has_all && is_in_time && is_next) matching.emplace(place, &*stream.listing);
    }
    std::vector<ListEntry> entries;
    for (const auto& [place, listing] : matching) {
        if (entries.size() == query.limit) break;
        entries.push_back(
            {.stream = place.stream, .at_ms = place.at_ms, .summary = listing->summary});
    }
    return entries;
}

std::vector<std::string> MemoryContent::unlisted(const std::string& prefix,
                                                 std::size_t limit) const {
    std::vector<std::string> names;
    for (auto at = streams_.lower_bound(prefix); at != streams_.end(); ++at) {
        if (!at->first.starts_with(prefix) || names.size() == limit) break;
        if (!at->second.live && !at->second.listing) names.push_back(at->first);
    }
    return names;
}

void MemoryContent::enlist(const std::string& stream, const Listing& listing) {
    const auto found = streams_.find(stream);
    if (found == streams_.end() || found->second.live || found->second.listing) return;
    found->second.listing = listing;
}

void MemoryContent::drop_lists() {
    for (auto& [name, stream] : streams_) stream.listing.reset();
}

void MemoryContent::tell(const std::string& stream, const MemoryLog* by) {
    for (MemoryLog* log : logs_) {
        if (log != by) log->hear(stream);
    }
}

ServedLine::Line MemoryContent::begin(std::chrono::milliseconds steady_now, MemoryLog* by) {
    std::erase(serving_, by);
    const bool is_shared = mark_ && !serving_.empty();
    const bool is_new = !mark_ && streams_.empty();
    serving_.push_back(by);
    if (!mark_) mark_ = Mark{};
    if (!is_shared) mark_->offset = mark_->served - steady_now;
    return {.offset = mark_->offset, .interrupted = !is_shared && !is_new};
}

void MemoryContent::mark(std::chrono::milliseconds served) {
    mark_->served = std::max(mark_->served, served);
}

MemoryLog::MemoryLog(std::shared_ptr<MemoryContent> content) : content_(std::move(content)) {
    content_->logs_.push_back(this);
}

MemoryLog::~MemoryLog() {
    std::erase(content_->logs_, this);
    std::erase(content_->serving_, this);
}

void MemoryLog::append(Append append, Appended done) {
    assert(!append.events.empty());
    asked_.push_back([this, append = std::move(append), done = std::move(done)] {
        const auto answer = do_append(append);
        return Completion([answer, done] { done(answer); });
    });
}

void MemoryLog::read(std::string stream, std::uint64_t after, Read done) {
    asked_.push_back([this, stream = std::move(stream), after, done = std::move(done)] {
        Result<std::vector<StoredEvent>, ReadError> answer = failure(ReadError::unavailable);
        if (!down_) answer = content_->read(stream, after);
        return Completion([answer, done] { done(answer); });
    });
}

void MemoryLog::live_streams(std::string prefix, Names done) {
    asked_.push_back([this, prefix = std::move(prefix), done = std::move(done)] {
        Result<std::vector<std::string>, ReadError> answer = failure(ReadError::unavailable);
        if (!down_) answer = content_->live_streams(prefix);
        return Completion([answer, done] { done(answer); });
    });
}

void MemoryLog::list(ListQuery query, Entries done) {
    assert(!query.tags.empty());
    asked_.push_back([this, query = std::move(query), done = std::move(done)] {
        Result<std::vector<ListEntry>, ReadError> answer = failure(ReadError::unavailable);
        if (!down_) answer = content_->list(query);
        return Completion([answer, done] { done(answer); });
    });
}

void MemoryLog::unlisted(std::string prefix, std::size_t limit, Names done) {
    asked_.push_back([this, prefix = std::move(prefix), limit, done = std::move(done)] {
        Result<std::vector<std::string>, ReadError> answer = failure(ReadError::unavailable);
        if (!down_) answer = content_->unlisted(prefix, limit);
        return Completion([answer, done] { done(answer); });
    });
}

void MemoryLog::enlist(std::string stream, Listing listing, Enlisted done) {
    asked_.push_back(
        [this, stream = std::move(stream), listing = std::move(listing), done = std::move(done)] {
            if (!down_) content_->enlist(stream, listing);
            return Completion([kept = !down_, done] { done(kept); });
        });
}

void MemoryLog::on_news(std::function<void(std::string stream)> news) {
    news_ = std::move(news);
}

void MemoryLog::begin(std::chrono::milliseconds steady_now, Begun done) {
    asked_.push_back([this, steady_now, done = std::move(done)] {
        Result<Line, ReadError> answer = failure(ReadError::unavailable);
        if (!down_) answer = content_->begin(steady_now, this);
        return Completion([answer, done] { done(answer); });
    });
}

void MemoryLog::mark(std::chrono::milliseconds served) {
    if (waiting_mark_) {
        waiting_mark_ = std::max(*waiting_mark_, served);
        return;
    }
    waiting_mark_ = served;
    asked_.push_back([this] {
        const auto mark = *std::exchange(waiting_mark_, std::nullopt);
        const bool serves = std::count(content_->serving_.begin(), content_->serving_.end(), this);
        if (!down_ && serves) content_->mark(mark);
        return Completion([] {});
    });
}

std::size_t MemoryLog::run_pending() {
    std::size_t steps = 0;
    while (run_one()) ++steps;
    return steps;
}

bool MemoryLog::run_one() {
    if (!holding_ && !held_.empty()) {
        const Completion completion = std::move(held_.front());
        held_.pop_front();
        completion();
        return true;
    }
    if (asked_.empty()) return false;
    const Step step = std::move(asked_.front());
    asked_.pop_front();
    Completion completion = step();
    if (holding_) {
        held_.push_back(std::move(completion));
    } else {
        completion();
    }
    return true;
}

void MemoryLog::fail_next(std::size_t appends, Fault fault) {
    faults_.insert(faults_.end(), appends, fault);
}

void MemoryLog::crash() {
    asked_.clear();
    held_.clear();
    faults_.clear();
    waiting_mark_.reset();
    std::erase(content_->serving_, this);
}

Result<std::uint64_t, AppendError> MemoryLog::do_append(const Append& append) {
    if (down_) return failure(AppendError::unavailable);
    if (faults_.empty()) return content_->append(append, this);

    const Fault fault = faults_.front();
    faults_.pop_front();
    if (fault == Fault::conflict) return failure(AppendError::conflict);
    if (fault == Fault::unavailable) return failure(AppendError::unavailable);
    // Told to this log too, as the SQLite log does, since it was refused here.
    const auto kept = content_->append(append, nullptr);
    return kept ? failure(AppendError::unavailable) : kept;
}

void MemoryLog::hear(const std::string& stream) {
    asked_.push_back([this, stream] {
        return Completion([this, stream] {
            if (news_) news_(stream);
        });
    });
}

}  // namespace morris
