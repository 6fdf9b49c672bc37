#include "server/net/http_session.hpp"

#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/error.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/http/write.hpp>
#include <boost/beast/websocket/rfc6455.hpp>

#include "server/net/http_message.hpp"
#include "server/net/linger.hpp"
#include "server/net/web_socket.hpp"

namespace morris::net {

namespace {

class HttpSession final : public Session, public std::enable_shared_from_this<HttpSession> {
public:
    HttpSession(std::shared_ptr<Core> core, std::uint64_t id, Socket socket, Caller caller);
    ~HttpSession() override;

    void start();

    void tick(TimePoint now) override;
    void drain(std::string_view reason, TimePoint deadline) override;
    void kill() override;

private:
    enum class State : std::uint8_t { reading, waiting, writing, leaving };

    void read(NetConfig::Millis timeout);
    void on_read(error_code error);
    void on_request(const HttpRequest& request);
    void on_reply(std::uint64_t serial, HttpResponse response);
    void ask_front(std::string target);
    void upgrade(const HttpRequest& request, const Address& client);
    void answer(HttpResponse response);
    void refuse_and_leave(Refusal refusal, HttpResponse response);
    void on_written(error_code error);
    void leave();
    void forget();

    const std::shared_ptr<Core> core_;
    const std::uint64_t id_;
    Socket socket_;
    Caller caller_;
    State state_ = State::reading;
    TimePoint deadline_{};
    std::uint64_t serial_ = 0;  // of the request that is being answered
    AnswerForm form_;
    boost::beast::flat_buffer buffer_;
    std::optional<http::request_parser<http::empty_body>> parser_;
    std::optional<HttpAnswer> answer_;
};

bool wants_socket(std::string_view target) {
    return target.substr(0, target.find('?')) == "/ws";
}

HttpResponse refusal_answer(Refusal refusal) {
    switch (refusal) {
        case Refusal::server_full:
            return refuse(503, "The server is full. Please try again in a moment.");
        case Refusal::address_full:
            return refuse(429,
                          "Too many connections from your address. Close some, then try again.");
        case Refusal::too_fast:
            return refuse(429, "Too many requests from your address. Please wait a moment.");
        case Refusal::origin:
            return refuse(403, "Pages of other sites may not connect to this server.");
        case Refusal::bad_request:
            break;
    }
    return refuse(400, "That was not a request this server understands.");
}

HttpSession::HttpSession(std::shared_ptr<Core> core, std::uint64_t id, Socket socket, Caller caller)
    : core_(std::move(core)),
      id_(id),
      socket_(std::move(socket)),
      caller_(std::move(caller)),
      buffer_(core_->config.max_request_bytes) {
    ++core_->stats.open_http;
    if (caller_.refused) ++core_->turned_away;
}

HttpSession::~HttpSession() {
    --core_->stats.open_http;
    if (caller_.refused) --core_->turned_away;
}

void HttpSession::start() {
    read(caller_.refused ? core_->config.linger_timeout : core_->config.handshake_timeout);
}

void HttpSession::read(NetConfig::Millis timeout) {
    state_ = State::reading;
    deadline_ = Clock::now() + timeout;
    parser_.emplace();
    parser_->header_limit(static_cast<std::uint32_t>(core_->config.max_request_bytes));
    http::async_read_header(
        socket_, buffer_, *parser_,
        [self = shared_from_this()](error_code error, std::size_t) { self->on_read(error); });
}

void HttpSession::on_read(error_code error) {
    if (state_ != State::reading) return error ? forget() : leave();  // drained or killed meanwhile
    ++serial_;
    if (!error) return on_request(parser_->get());

    form_ = AnswerForm{11, false, false};
    if (error == http::error::header_limit || error == http::error::buffer_overflow) {
        const auto sentence = "The header of that request is too large.";
        return refuse_and_leave(Refusal::bad_request, refuse(431, sentence));
    }
    const bool theirs = error.category() == make_error_code(http::error::bad_method).category();
    if (!theirs || error == http::error::end_of_stream || error == http::error::partial_message) {
        return forget();
    }
    refuse_and_leave(Refusal::bad_request, refusal_answer(Refusal::bad_request));
}

void HttpSession::on_request(const HttpRequest& request) {
    form_.version = request.version() == 10 ? 10 : 11;
    form_.keep_alive = request.keep_alive() && !core_->draining;
    form_.head = request.method() == http::verb::head;
    if (caller_.refused)
        return refuse_and_leave(*caller_.refused, refusal_answer(*caller_.refused));
    if (auto refusal = check_request(request)) {
        return refuse_and_leave(Refusal::bad_request, *std::move(refusal));
    }
    const Address client =
        client_address(caller_.peer, values_of(request, "X-Forwarded-For"), core_->trusted_proxies);
    std::string target = target_of(request);
    if (wants_socket(target)) return upgrade(request, client);

    if (!core_->admission.may_request(client, Clock::now())) {
        return refuse_and_leave(Refusal::too_fast, refusal_answer(Refusal::too_fast));
    }
    ask_front(std::move(target));
}

void HttpSession::ask_front(std::string target) {
    parser_.reset();
    state_ = State::waiting;
    deadline_ = Clock::now() + core_->config.reply_timeout;
    auto reply = [weak = weak_from_this(), serial = serial_](HttpResponse response) {
        if (const auto self = weak.lock()) self->on_reply(serial, std::move(response));
    };
    const bool told =
        core_->tell([&](Front& front) { front.on_get(std::move(target), std::move(reply)); });
    if (!told) on_reply(serial_, refuse(500, "Something went wrong on the server."));
}

void HttpSession::on_reply(std::uint64_t serial, HttpResponse response) {
    if (state_ == State::waiting && serial == serial_) answer(std::move(response));
}

// @pre the request is one that check_request() has nothing against
void HttpSession::upgrade(const HttpRequest& request, const Address& client) {
    if (!boost::beast::websocket::is_upgrade(request)) {
        return refuse_and_leave(Refusal::bad_request,
                                refuse(426, "Here is a WebSocket; this was a plain request."));
    }
    const auto origins = values_of(request, "Origin");
    const auto hosts = values_of(request, "Host");
    std::optional<std::string_view> origin;
    if (!origins.empty()) origin = origins.front();
    if (origins.size() > 1 || !origin_allowed(origin, hosts.front(), core_->allowed_origins)) {
        return refuse_and_leave(Refusal::origin, refusal_answer(Refusal::origin));
    }
    if (core_->draining) {
        return answer(refuse(503, "The server is restarting. Please try again in a moment."));
    }
    const TimePoint now = Clock::now();
    if (!core_->admission.may_upgrade(client, now)) {
        return refuse_and_leave(Refusal::too_fast, refusal_answer(Refusal::too_fast));
    }
    if (caller_.trusted_proxy) {
        auto place = core_->admission.enter(client, now);
        if (!place) {
            return refuse_and_leave(Refusal::address_full, refusal_answer(Refusal::address_full));
        }
        caller_.place = *std::move(place);
    }
    if (buffer_.size() > 0) {
        return refuse_and_leave(Refusal::bad_request,
                                refuse(400, "A client waits for the upgrade before it sends."));
    }
    state_ = State::leaving;
    accept_web_socket(core_, std::move(socket_), std::move(caller_.place), household_text(client),
                      request);
    forget();
}

void HttpSession::refuse_and_leave(Refusal refusal, HttpResponse response) {
    core_->count(refusal);
    form_.keep_alive = false;
    answer(std::move(response));
}

void HttpSession::answer(HttpResponse response) {
    ++core_->stats.answers[response.status];
    state_ = State::writing;
    deadline_ = Clock::now() + core_->config.write_timeout;
    parser_.reset();
    const auto now = std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now());
    answer_ = make_answer(std::move(response), form_, now);
    http::async_write(
        socket_, *answer_,
        [self = shared_from_this()](error_code error, std::size_t) { self->on_written(error); });
}

void HttpSession::on_written(error_code error) {
    if (state_ != State::writing) return;
    if (error) return kill();
    const bool last = answer_->need_eof() || !answer_->keep_alive() || core_->draining;
    answer_.reset();
    if (last) return leave();
    read(core_->config.http_idle_timeout);
}

void HttpSession::leave() {
    state_ = State::leaving;
    deadline_ = Clock::now() + core_->config.linger_timeout;
    hang_up(socket_, hang_up_budget, [self = shared_from_this()] { self->forget(); });
}

void HttpSession::tick(TimePoint now) {
    if (now < deadline_) return;
    if (state_ == State::waiting) {
        form_.keep_alive = false;
        return on_reply(serial_, refuse(503, "The answer took too long. Please try again."));
    }
    kill();
}

void HttpSession::drain(std::string_view /*reason*/, TimePoint deadline) {
    form_.keep_alive = false;
    deadline_ = std::min(deadline_, deadline);
    if (state_ != State::reading) return;
    // The read that is under way takes the part of hanging up: of two at a time, Asio leaves one
    // waiting when the peer resets.
    state_ = State::leaving;
    deadline_ = std::min(deadline_, Clock::now() + core_->config.linger_timeout);
    error_code ignored;
    socket_.shutdown(Socket::shutdown_send, ignored);
}

void HttpSession::kill() {
    state_ = State::leaving;
    reset(socket_);
    forget();
}

void HttpSession::forget() {
    [[maybe_unused]] const auto self = shared_from_this();  // outlives its last owner
    core_->forget(id_);
}

}  // namespace

void serve_http(const std::shared_ptr<Core>& core, Socket socket, Caller caller) {
    const std::uint64_t id = ++core->last_id;
    auto session = std::make_shared<HttpSession>(core, id, std::move(socket), std::move(caller));
    core->sessions.emplace(id, session);
    session->start();
}

}  // namespace morris::net
