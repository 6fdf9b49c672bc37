#include "tests/net/running_server.hpp"

#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/post.hpp>
#include <future>
#include <stdexcept>

namespace morris::test {

namespace {

constexpr std::chrono::seconds patience{20};

}  // namespace

void NotingFront::on_open(ConnectionId connection, std::string address) {
    note(connection, "open " + address);
    if (opened) opened(connection);
}

void NotingFront::on_text(ConnectionId connection, std::string_view text) {
    note(connection, "text " + std::string(text));
    if (texted) texted(connection, std::string(text));
}

void NotingFront::on_round_trip(ConnectionId connection, std::chrono::milliseconds time) {
    note(connection, "trip " + std::to_string(time.count()));
}

void NotingFront::on_close(ConnectionId connection) {
    note(connection, "close");
}

void NotingFront::on_get(std::string target, std::function<void(HttpResponse)> reply) {
    if (got) return got(target, std::move(reply));
    reply(HttpResponse{200, "text/plain", "you asked for " + target});
}

bool NotingFront::wait(const std::function<bool(const AllNotes&)>& enough) {
    std::unique_lock lock(mutex_);
    return changed_.wait_for(lock, patience, [&] { return enough(notes_); });
}

bool NotingFront::wait_closed(std::size_t count) {
    return wait([count](const AllNotes& all) {
        std::size_t closed = 0;
        for (const auto& [id, notes] : all) closed += notes.back() == "close" ? 1U : 0U;
        return closed == count;
    });
}

NotingFront::AllNotes NotingFront::notes() {
    const std::lock_guard lock(mutex_);
    return notes_;
}

void NotingFront::forget_texts() {
    const std::lock_guard lock(mutex_);
    for (auto& [id, notes] : notes_) {
        std::erase_if(notes, [](const std::string& note) { return note.starts_with("text"); });
        notes.shrink_to_fit();
    }
}

void NotingFront::note(ConnectionId connection, std::string what) {
    const std::lock_guard lock(mutex_);
    notes_[connection].push_back(std::move(what));
    changed_.notify_all();
}

RunningServer::RunningServer(NetConfig config)
    : server_(std::make_unique<NetServer>(io_, front, std::move(config))) {}

RunningServer::~RunningServer() {
    if (started_) {
        run([this](NetServer&) { server_.reset(); });
        io_.stop();
        thread_.join();
    }
}

NetConfig RunningServer::quick() {
    NetConfig config;
    config.tick = std::chrono::milliseconds(5);
    return config;
}

std::uint16_t RunningServer::start() {
    const auto port = server_->start();
    if (!port) throw std::runtime_error(port.error());
    started_ = true;
    thread_ = std::thread([this] {
        const auto guard = boost::asio::make_work_guard(io_);
        io_.run();
    });
    return *port;
}

void RunningServer::run(const std::function<void(NetServer&)>& call) {
    std::promise<void> done;
    boost::asio::post(io_, [&] {
        call(*server_);
        done.set_value();
    });
    done.get_future().wait();
}

NetStats RunningServer::stats() {
    NetStats stats;
    run([&](NetServer& server) { stats = server.stats(); });
    return stats;
}

bool RunningServer::stop(const std::string& reason, std::chrono::milliseconds grace) {
    const auto done = std::make_shared<std::promise<void>>();
    auto stopped = done->get_future();
    run([&](NetServer& server) { server.stop(reason, grace, [done] { done->set_value(); }); });
    return stopped.wait_for(patience) == std::future_status::ready;
}

}  // namespace morris::test
