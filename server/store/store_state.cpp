#include "server/store/store_state.hpp"

#include <random>

#include "server/store/schema.hpp"
#include "server/store/trouble.hpp"

namespace morris {

StoreState::StoreState(SqliteLogConfig chosen) : config(std::move(chosen)), writer(draw_writer()) {}

std::int64_t draw_writer() {
    std::random_device random;
    std::uniform_int_distribution<std::int64_t> any(1);
    return any(random);
}

std::unique_ptr<OpenLog> reopen(const StoreState& state) {
    const std::string& path = state.config.path;
    expect_file(path, state.file);
    auto log =
        std::make_unique<OpenLog>(path, sqlite::Connection::Mode::existing, state.config.busy);
    if (instance_of(log->connection) == state.instance) return log;
    throw Trouble("The file " + path +
                  " now holds another game log. Nothing is stored there; stop the server, then "
                  "start it on the file that is wanted.");
}

Reporter::Reporter(std::shared_ptr<StoreState> state, std::string works_again)
    : state_(std::move(state)), works_again_(std::move(works_again)) {}

void Reporter::failed(const std::string& sentence) {
    if (sentence == last_) return;
    last_ = sentence;
    say(sentence);
}

void Reporter::works() {
    if (last_.empty()) return;
    last_.clear();
    say(works_again_);
}

void Reporter::say(std::string sentence) {
    state_->config.post([state = state_, sentence = std::move(sentence)] {
        if (!state->closed && state->config.report) state->config.report(sentence);
    });
}

}  // namespace morris
