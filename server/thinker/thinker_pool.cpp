#include "server/thinker/thinker_pool.hpp"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <deque>
#include <exception>
#include <map>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

#include "server/thinker/job.hpp"
#include "server/thinker/lent_table.hpp"

namespace morris {
namespace {

using Clock = Job::Clock;

constexpr std::uint64_t largest_share = 32;

unsigned threads_by_default() {
    return std::max(2U, std::thread::hardware_concurrency()) - 1;
}

// Jobs that wait, and how many threads take them.
struct Lane {
    unsigned threads;
    std::deque<JobPointer> queue = {};
    std::condition_variable work_came = {};
};

}  // namespace

std::uint64_t share_for(std::size_t queued, unsigned threads) {
    return std::min<std::uint64_t>(1 + queued / threads, largest_share);
}

// Outlives the pool while answers that were posted are on their way.
class ThinkerPool::Impl : public std::enable_shared_from_this<Impl> {
public:
    explicit Impl(ThinkerConfig config)
        : config_(std::move(config)),
          table_(config_.table_positions, config_.keep_table),
          moves_{config_.threads > 0 ? config_.threads : threads_by_default()},
          hints_{1} {}

    void start() {
        for (unsigned i = 0; i < moves_.threads; ++i) {
            threads_.emplace_back([this] { work(moves_); });
        }
        threads_.emplace_back([this] { work(hints_); });
        threads_.emplace_back([this] { watch(); });
    }

    Ticket think(ThinkJob request, std::function<void(const Thought&)> done) {
        const Ticket ticket = ++last_ticket_;
        if (request.game.legal_moves().empty()) {
            config_.report("the computer was asked for a move in a game that is over");
            return ticket;
        }
        auto job = std::make_shared<Job>(ticket, std::move(request), std::move(done));
        Lane& lane = job->request.hint ? hints_ : moves_;
        const std::lock_guard lock(mutex_);
        if (stopping_) return ticket;
        unanswered_.emplace(ticket, job);
        lane.queue.push_back(std::move(job));
        lane.work_came.notify_one();
        queue_changed();
        return ticket;
    }

    void cancel(Ticket ticket) {
        JobPointer job;
        {
            const std::lock_guard lock(mutex_);
            const auto found = unanswered_.find(ticket);
            if (found == unanswered_.end()) return;
            job = found->second;
            unanswered_.erase(found);
            std::erase(moves_.queue, job);
            std::erase(hints_.queue, job);
            job->cancelled = true;
            queue_changed();
            ++stats_.cancelled;
        }
        job->done = nullptr;
    }

    void stop() {
        std::map<Ticket, JobPointer> dropped;
        {
            const std::lock_guard lock(mutex_);
            stopping_ = true;
            moves_.queue.clear();
            hints_.queue.clear();
            dropped.swap(unanswered_);
            stats_.cancelled += dropped.size();
            moves_.work_came.notify_all();
            hints_.work_came.notify_all();
            watched_changed_.notify_all();
        }
        for (const auto& [ticket, job] : dropped) {
            job->cancelled = true;
            job->done = nullptr;
        }
        for (std::thread& thread : threads_) thread.join();
        threads_.clear();
    }

    ThinkerStats stats() const {
        const std::lock_guard lock(mutex_);
        ThinkerStats now = stats_;
        now.queued = moves_.queue.size() + hints_.queue.size();
        now.running = running_.size();
        now.helping = helping_;
        now.table_bytes = table_.bytes();
        return now;
    }

private:
    void work(Lane& lane) {
        std::unique_lock lock(mutex_);
        while (true) {
            JobPointer helped;
            lane.work_came.wait(lock, [&] {
                helped = &lane == &moves_ ? least_helped() : nullptr;
                return stopping_ || !lane.queue.empty() || helped;
            });
            if (stopping_) return;
            if (lane.queue.empty()) {
                help(helped, lock);
            } else {
                const JobPointer job = take_next(lane);
                lock.unlock();
                run(job);
                lock.lock();
            }
        }
    }

    JobPointer take_next(Lane& lane) {
        JobPointer job = std::move(lane.queue.front());
        lane.queue.pop_front();
        job->begin(share_for(lane.queue.size(), lane.threads), ++last_search_);
        running_.push_back(job);
        queue_changed();
        watched_changed_.notify_all();
        return job;
    }

    // Helpers leave as soon as something waits. Where more waits than threads will be free by that,
    // those searches are asked to end that may, the longest running first.
    void queue_changed() {
        waiting_ = moves_.queue.size();
        const auto held = std::count_if(running_.begin(), running_.end(), [](const auto& job) {
            return !job->request.hint && !job->cancelled && !job->awaited;
        });
        std::size_t coming = moves_.threads - static_cast<std::size_t>(held);
        for (const JobPointer& job : running_) {
            if (coming >= moves_.queue.size()) return;
            if (!job->part.gives_way_after || job->cancelled || job->awaited) continue;
            job->awaited = true;
            ++coming;
        }
    }

    void run(const JobPointer& job) {
        const Clock::time_point start = Clock::now();
        SearchResult result;
        Thought thought;
        std::string trouble;
        try {
            if (job->part.wants_helpers) open_to_helpers(*job);
            result = config_.choose(job->request.game, job->part, job->request.seed,
                                    control_of(*job, 0));
            if (job->request.game.refusal(result.move)) {
                trouble = "the search chose a move that is not legal";
            }
        } catch (const std::exception& exception) {
            trouble = std::string("the search failed: ") + exception.what();
        } catch (...) {
            trouble = "the search failed";
        }
        {
            const std::lock_guard lock(mutex_);
            job->over = true;
            std::erase(running_, job);
            count(result.nodes, start);
            thought = trouble.empty() ? job->answer_from(result) : job->fallback();
        }
        answer(job, thought, trouble);
    }

    void count(std::uint64_t nodes, Clock::time_point start) {
        stats_.nodes += nodes;
        stats_.busy += std::chrono::duration_cast<std::chrono::microseconds>(Clock::now() - start);
    }

    void open_to_helpers(Job& job) {
        job.table = table_.lend();
        const std::lock_guard lock(mutex_);
        job.open_to_helpers = true;
        ++openings_;
        moves_.work_came.notify_all();
        watched_changed_.notify_all();
    }

    JobPointer least_helped() const {
        JobPointer least;
        for (const JobPointer& job : running_) {
            if (!job->takes_helpers()) continue;
            if (!least || job->helpers < least->helpers) least = job;
        }
        return least;
    }

    // Searches along for a job until something waits for the thread, or another search could do
    // with a helper as well: then they are dealt anew.
    void help(const JobPointer& job, std::unique_lock<std::mutex>& lock) {
        const unsigned number = ++job->helpers;
        ++helping_;
        const Control control = control_of(*job, number);
        lock.unlock();
        const Clock::time_point start = Clock::now();
        bool told_to_stop = false;
        std::uint64_t nodes = 0;
        try {
            nodes = config_.choose(job->request.game, job->part, job->request.seed, control).nodes;
            told_to_stop = control.stopped();
        } catch (...) {
            // The one in charge goes on, and would say so if it failed as well.
        }
        lock.lock();
        count(nodes, start);
        --helping_;
        --job->helpers;
        // There is nothing in it for a helper that came to an end by itself.
        if (!told_to_stop) job->open_to_helpers = false;
    }

    Control control_of(Job& job, unsigned helper) {
        const auto stopped = [this, &job, helper, openings = openings_.load()] {
            if (job.cancelled || job.over || Clock::now() >= job.time_up) return true;
            if (helper > 0) return waiting_ > 0 || openings_ != openings;
            return job.awaited && Clock::now() >= job.gives_way_at;
        };
        const auto progress = [this, &job](const SearchResult& so_far) {
            const std::lock_guard lock(mutex_);
            job.note(so_far);
        };
        return {stopped, progress, {job.table.get(), job.search, helper}};
    }

    // Answers once; where it is a fallback, says what the trouble was.
    void answer(const JobPointer& job, const Thought& thought, const std::string& trouble) {
        {
            const std::lock_guard lock(mutex_);
            if (job->cancelled || job->answered) return;
            job->answered = true;
            if (!trouble.empty()) ++stats_.fallbacks;
        }
        if (!trouble.empty()) config_.report(trouble);
        config_.post([self = shared_from_this(), ticket = job->ticket, thought] {
            self->deliver(ticket, thought);
        });
    }

    void deliver(Ticket ticket, const Thought& thought) {
        JobPointer job;
        {
            const std::lock_guard lock(mutex_);
            const auto found = unanswered_.find(ticket);
            if (found == unanswered_.end()) return;  // cancelled since it was posted
            job = std::move(found->second);
            unanswered_.erase(found);
            ++stats_.searched;
        }
        const auto done = std::exchange(job->done, nullptr);
        done(thought);
    }

    // The watchdog: a search that does not end when its time is up is answered for, and a table
    // that was not used for a while is given back.
    void watch() {
        std::unique_lock lock(mutex_);
        while (true) {
            lock.unlock();
            std::optional<Clock::time_point> next = table_.drop_if_unused();
            lock.lock();
            if (stopping_) return;
            JobPointer overdue;
            for (const JobPointer& job : running_) {
                if (job->answered || job->cancelled) continue;
                const Clock::time_point due = job->time_up + config_.grace;
                if (due <= Clock::now()) overdue = job;
                if (!next || due < *next) next = due;
            }
            if (overdue) {
                const Thought thought = overdue->fallback();
                lock.unlock();
                answer(overdue, thought, "the search did not end in time");
                lock.lock();
            } else if (next) {
                watched_changed_.wait_until(lock, *next);
            } else {
                watched_changed_.wait(lock);
            }
        }
    }

    const ThinkerConfig config_;
    Ticket last_ticket_ = 0;  // the hub's thread only
    std::vector<std::thread> threads_;
    LentTable table_;  // of all searches with helpers
    // What helpers look at every moment.
    std::atomic<std::size_t> waiting_ = 0;   // moves_.queue's length
    std::atomic<std::size_t> openings_ = 0;  // searches that took helpers, so far

    mutable std::mutex mutex_;  // guards what follows
    std::condition_variable watched_changed_;
    bool stopping_ = false;
    Lane moves_;
    Lane hints_;  // with a thread of its own: over in a moment, and a person waits for it
    std::vector<JobPointer> running_;
    std::uint32_t last_search_ = 0;
    std::size_t helping_ = 0;
    std::map<Ticket, JobPointer> unanswered_;
    ThinkerStats stats_;
};

ThinkerPool::ThinkerPool(ThinkerConfig config) : impl_(std::make_shared<Impl>(std::move(config))) {
    impl_->start();
}

ThinkerPool::~ThinkerPool() {
    stop();
}

Thinker::Ticket ThinkerPool::think(ThinkJob job, std::function<void(const Thought&)> done) {
    return impl_->think(std::move(job), std::move(done));
}

void ThinkerPool::cancel(Ticket ticket) {
    impl_->cancel(ticket);
}

void ThinkerPool::stop() {
    impl_->stop();
}

ThinkerStats ThinkerPool::stats() const {
    return impl_->stats();
}

}  // namespace morris
