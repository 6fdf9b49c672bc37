#include "server/thinker/thinker_pool.hpp"

#include <algorithm>
#include <atomic>
#include <cassert>
#include <condition_variable>
#include <deque>
#include <exception>
#include <map>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

namespace morris {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::uint64_t largest_share = 32;

unsigned threads_by_default() {
    return std::max(2U, std::thread::hardware_concurrency()) - 1;
}

struct Job {
    Job(Thinker::Ticket number, ThinkJob asked, std::function<void(Move)> call)
        : ticket(number), request(std::move(asked)), done(std::move(call)) {}

    const Thinker::Ticket ticket;
    const ThinkJob request;
    std::function<void(Move)> done;  // the hub's thread only, also its destruction
    std::atomic<bool> cancelled = false;
    // Guarded by the pool's mutex from here on.
    bool answered = false;
    Clock::time_point time_up;
    std::optional<Move> best_so_far;
};
using JobPointer = std::shared_ptr<Job>;

}  // namespace

std::uint64_t share_for(std::size_t queued, unsigned threads) {
    return std::min<std::uint64_t>(1 + queued / threads, largest_share);
}

// Outlives the pool while answers that were posted are on their way.
class ThinkerPool::Impl : public std::enable_shared_from_this<Impl> {
public:
    explicit Impl(ThinkerConfig config)
        : config_(std::move(config)),
          thread_count_(config_.threads > 0 ? config_.threads : threads_by_default()) {}

    void start() {
        for (unsigned i = 0; i < thread_count_; ++i) {
            threads_.emplace_back([this] { work(); });
        }
        threads_.emplace_back([this] { watch(); });
    }

    Ticket think(ThinkJob request, std::function<void(Move)> done) {
        const Ticket ticket = ++last_ticket_;
        if (request.game.legal_moves().empty()) {
            config_.report("the computer was asked for a move in a game that is over");
            return ticket;
        }
        auto job = std::make_shared<Job>(ticket, std::move(request), std::move(done));
        const std::lock_guard lock(mutex_);
        if (stopping_) return ticket;
        unanswered_.emplace(ticket, job);
        queue_.push_back(std::move(job));
        work_came_.notify_one();
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
            std::erase(queue_, job);
            ++stats_.cancelled;
        }
        job->cancelled = true;
        job->done = nullptr;
    }

    void stop() {
        std::map<Ticket, JobPointer> dropped;
        {
            const std::lock_guard lock(mutex_);
            stopping_ = true;
            queue_.clear();
            dropped.swap(unanswered_);
            stats_.cancelled += dropped.size();
            work_came_.notify_all();
            running_changed_.notify_all();
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
        now.queued = queue_.size();
        now.running = running_.size();
        return now;
    }

private:
    void work() {
        while (true) {
            JobPointer job;
            LevelSettings part;
            {
                std::unique_lock lock(mutex_);
                work_came_.wait(lock, [&] { return stopping_ || !queue_.empty(); });
                if (stopping_) return;
                job = std::move(queue_.front());
                queue_.pop_front();
                part =
                    divided(settings(job->request.level), share_for(queue_.size(), thread_count_));
                job->time_up = Clock::now() + part.time;
                running_.push_back(job);
                running_changed_.notify_all();
            }
            run(job, part);
        }
    }

    void run(const JobPointer& job, const LevelSettings& part) {
        const Clock::time_point start = Clock::now();
        SearchResult result;
        std::string trouble;
        try {
            result = config_.choose(job->request.game, part, job->request.seed, control_of(*job));
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
            std::erase(running_, job);
            stats_.nodes += result.nodes;
            stats_.busy +=
                std::chrono::duration_cast<std::chrono::microseconds>(Clock::now() - start);
        }
        answer(job, trouble.empty() ? std::optional(result.move) : std::nullopt, trouble);
    }

    Control control_of(Job& job) {
        return {
            .stopped = [&job,
                        time_up = job.time_up] { return job.cancelled || Clock::now() >= time_up; },
            .progress =
                [this, &job](const SearchResult& so_far) {
                    if (job.request.game.refusal(so_far.move)) return;
                    const std::lock_guard lock(mutex_);
                    job.best_so_far = so_far.move;
                }};
    }

    // Answers once; with the best move known where the search gave none, and then says so.
    void answer(const JobPointer& job, std::optional<Move> move, const std::string& trouble) {
        {
            const std::lock_guard lock(mutex_);
            if (job->cancelled || job->answered) return;
            job->answered = true;
            if (!move) {
                ++stats_.fallbacks;
                move = job->best_so_far ? *job->best_so_far : job->request.game.legal_moves()[0];
            }
        }
        if (!trouble.empty()) config_.report(trouble);
        config_.post([self = shared_from_this(), ticket = job->ticket, move = *move] {
            self->deliver(ticket, move);
        });
    }

    void deliver(Ticket ticket, Move move) {
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
        done(move);
    }

    // The watchdog: a search that does not end when its time is up is answered for.
    void watch() {
        std::unique_lock lock(mutex_);
        while (!stopping_) {
            std::optional<Clock::time_point> next;
            JobPointer overdue;
            for (const JobPointer& job : running_) {
                if (job->answered || job->cancelled) continue;
                const Clock::time_point due = job->time_up + config_.grace;
                if (due <= Clock::now()) overdue = job;
                if (!next || due < *next) next = due;
            }
            if (overdue) {
                lock.unlock();
                answer(overdue, std::nullopt, "the search did not end in time");
                lock.lock();
            } else if (next) {
                running_changed_.wait_until(lock, *next);
            } else {
                running_changed_.wait(lock);
            }
        }
    }

    const ThinkerConfig config_;
    const unsigned thread_count_;
    Ticket last_ticket_ = 0;  // the hub's thread only
    std::vector<std::thread> threads_;

    mutable std::mutex mutex_;  // guards what follows
    std::condition_variable work_came_;
    std::condition_variable running_changed_;
    bool stopping_ = false;
    std::deque<JobPointer> queue_;
    std::vector<JobPointer> running_;
    std::map<Ticket, JobPointer> unanswered_;
    ThinkerStats stats_;
};

ThinkerPool::ThinkerPool(ThinkerConfig config) : impl_(std::make_shared<Impl>(std::move(config))) {
    impl_->start();
}

ThinkerPool::~ThinkerPool() {
    stop();
}

Thinker::Ticket ThinkerPool::think(ThinkJob job, std::function<void(Move)> done) {
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
