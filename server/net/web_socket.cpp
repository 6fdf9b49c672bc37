#include "server/net/web_socket.hpp"

#include <array>
#include <boost/beast/websocket/stream.hpp>
#include <list>

#include "server/net/close_code.hpp"
#include "server/net/linger.hpp"
#include "server/net/utf8.hpp"
#include "server/net/wire.hpp"

namespace morris::net {

namespace {

namespace beast = boost::beast;
namespace websocket = beast::websocket;

// What a queued message costs besides its text: the list's node.
constexpr std::size_t queue_overhead = 64;

// Reads from the network that brought no part of a message. A frame's header takes 14 at most.
constexpr unsigned most_reads_in_vain = 100;

// Core::sessions owns it; what Beast holds of it while it waits are weak pointers. Beast 1.81 can
// stop waiting for the network altogether: a frame that breaks the protocol while our close frame
// is being written leaves its reading and closing waiting for each other. Destroying the session
// is then the only way out, and has to be possible at any time.
class WebSocket final : public Session, public std::enable_shared_from_this<WebSocket> {
public:
    WebSocket(std::shared_ptr<Core> core, ConnectionId id, Socket socket, Admission::Place place,
              std::string client);
    ~WebSocket() override { --core_->stats.open_sockets; }

    void start(const HttpRequest& request);

    void send(std::shared_ptr<const std::string> text) override;
    void close(CloseCode code, std::string_view reason) override;
    void measure() override;
    void tick(TimePoint now) override;
    void drain(std::string_view reason, TimePoint deadline) override;
    void kill() override;

private:
    // opening -> open -> closing -> gone; each may be left out.
    enum class State : std::uint8_t {
        opening,  // the upgrade is being answered
        open,
        closing,  // we said so: the queue is sent, then the closing handshake; input is dropped
        gone,     // the Front knows; at most the hanging up is left
    };

    // Calls `method` unless the session is gone by then.
    template <auto method>
    auto later() {
        return [weak = weak_from_this()](auto... arguments) {
            if (const auto self = weak.lock()) (self.get()->*method)(arguments...);
        };
    }

    void on_accepted(error_code error);
    void read();
    void on_read(error_code error, std::size_t size);
    void on_message(std::string_view text);
    void deliver(std::string_view text);
    void deliver_waiting(TimePoint now);
    void on_control(websocket::frame_type kind, beast::string_view payload);
    void on_pong(std::string_view payload);
    void write();
    void on_written(error_code error, std::size_t size);
    void begin_close(CloseCode code, std::string_view reason, TimePoint deadline);
    void close_too_slow(TimePoint now);
    void send_close();
    void on_closed(error_code error);
    void ping(std::string_view payload);
    void on_pinged(error_code error);
    void finish(error_code error);
    CloseCode code_of(error_code error) const;
    void tell_closed(CloseCode code);
    void forget() { core_->forget(id_); }

    const std::shared_ptr<Core> core_;
    const ConnectionId id_;
    websocket::stream<Wire, false> stream_;  // false: without compression, it is never negotiated
    const Admission::Place place_;
    std::string client_;

    State state_ = State::opening;
    bool pinged_ = false;   // and nothing heard since
    bool pinging_ = false;  // the ping is being written
    // When the way there and back was asked for; the epoch: it was not. What the ping carried, so
    // that a pong without it says nothing.
    TimePoint asked_{};
    std::uint32_t questions_ = 0;
    bool close_sent_ = false;  // from then on Beast does the reading
    TimePoint heard_;          // when the client last sent anything
    TimePoint deadline_{};     // of every state but open
    CloseCode code_{};         // that we close with
    std::string reason_;

    // Most messages come in one piece and are read where it lies.
    std::array<char, 256> piece_;
    std::string pieces_;  // what came of a longer one
    TokenBucket messages_;
    TokenBucket controls_;
    std::list<std::string> waiting_;  // messages beyond the rate

    // A list, since an empty one has no memory of its own; its front is being written.
    std::list<std::shared_ptr<const std::string>> queue_;
    std::size_t queue_bytes_ = 0;
    bool writing_ = false;
    TimePoint write_deadline_{};
};

WebSocket::WebSocket(std::shared_ptr<Core> core, ConnectionId id, Socket socket,
                     Admission::Place place, std::string client)
    : core_(std::move(core)),
      id_(id),
      stream_(std::move(socket)),
      place_(std::move(place)),
      client_(std::move(client)),
      heard_(Clock::now()),
      messages_(core_->config.messages, heard_),
      controls_(core_->config.messages, heard_) {
    ++core_->stats.open_sockets;
}

// --- opening

void WebSocket::start(const HttpRequest& request) {
    deadline_ = heard_ + core_->config.handshake_timeout;
    stream_.read_message_max(core_->config.max_message_bytes);
    stream_.auto_fragment(false);
    stream_.text(true);
    stream_.set_option(websocket::stream_base::decorator([](websocket::response_type& response) {
        response.set(http::field::server, server_name);
    }));
    stream_.async_accept(request, later<&WebSocket::on_accepted>());
}

void WebSocket::on_accepted(error_code error) {
    if (state_ != State::opening) return;
    if (error) {
        if (!is_lost(error)) core_->count(Refusal::bad_request);
        return finish(error);
    }
    ++core_->stats.opened;
    state_ = State::open;
    heard_ = Clock::now();
    stream_.control_callback([this](websocket::frame_type kind, beast::string_view payload) {
        on_control(kind, payload);
    });
    const bool told =
        core_->tell([&](Front& front) { front.on_open(id_, std::exchange(client_, {})); });
    if (!told) close(CloseCode::internal, "internal error");
    if (core_->draining) close(CloseCode::service_restart, "the server is restarting");
    read();
}

// --- reading

void WebSocket::read() {
    if (close_sent_) return;
    stream_.async_read_some(asio::buffer(piece_), later<&WebSocket::on_read>());
}

void WebSocket::on_read(error_code error, std::size_t size) {
    if (state_ == State::gone) return;
    if (error) return finish(error);
    heard_ = Clock::now();
    pinged_ = false;
    stream_.next_layer().reads_in_vain = 0;
    if (state_ == State::open && !stream_.got_text()) {
        close(close_unknown_data, "only text is understood here");
    }
    if (state_ != State::open) return read();

    const std::string_view piece(piece_.data(), size);
    if (!stream_.is_message_done()) {
        pieces_ += piece;
    } else if (pieces_.empty()) {
        on_message(piece);
    } else {
        pieces_ += piece;
        on_message(std::exchange(pieces_, {}));
    }
    read();
}

void WebSocket::on_message(std::string_view text) {
    // Beast checks too, but not the end of a message whose last frame is empty.
    if (!valid_utf8(text)) return close(close_bad_payload, "text must be UTF-8");
    ++core_->stats.messages_in;
    core_->stats.bytes_in += text.size();
    if (waiting_.empty() && messages_.take(core_->config.messages, heard_)) return deliver(text);

    // A client that waits for answers is only slowed down by this; one that does not, closed.
    ++core_->stats.messages_delayed;
    waiting_.emplace_back(text);
    if (waiting_.size() > core_->config.max_waiting_messages) {
        close(CloseCode::too_many_messages, "too many messages");
    }
}

void WebSocket::deliver(std::string_view text) {
    if (!core_->tell([&](Front& front) { front.on_text(id_, text); })) {
        close(CloseCode::internal, "internal error");
    }
}

void WebSocket::deliver_waiting(TimePoint now) {
    while (state_ == State::open && !waiting_.empty() &&
           messages_.take(core_->config.messages, now)) {
        const std::string text = std::move(waiting_.front());
        waiting_.pop_front();
        deliver(text);
    }
}

// Beast answers pings by itself, and calls this from inside a read.
void WebSocket::on_control(websocket::frame_type kind, beast::string_view payload) {
    if (kind == websocket::frame_type::close) return;
    heard_ = Clock::now();
    if (kind == websocket::frame_type::pong) on_pong({payload.data(), payload.size()});
    pinged_ = false;
    stream_.next_layer().reads_in_vain = 0;
    if (controls_.take(core_->config.messages, heard_)) return;
    asio::post(stream_.get_executor(), [weak = weak_from_this()] {
        if (const auto self = weak.lock()) {
            self->close(CloseCode::too_many_messages, "too many pings");
        }
    });
}

void WebSocket::on_pong(std::string_view payload) {
    if (asked_ == TimePoint{} || payload != std::to_string(questions_)) return;
    const auto time = std::chrono::floor<std::chrono::milliseconds>(heard_ - asked_);
    asked_ = {};
    asio::post(stream_.get_executor(), [weak = weak_from_this(), time] {
        const auto self = weak.lock();
        if (!self || self->state_ != State::open) return;
        self->core_->tell([&](Front& front) { front.on_round_trip(self->id_, time); });
    });
}

// --- writing

void WebSocket::send(std::shared_ptr<const std::string> text) {
    if (state_ != State::open) return;
    // One message always goes, however long: it alone says nothing about how fast the client reads.
    const std::size_t bytes = queue_bytes_ + text->size() + queue_overhead;
    if (!queue_.empty() && bytes > core_->config.max_queue_bytes) {
        return close_too_slow(Clock::now());
    }
    queue_bytes_ = bytes;
    queue_.push_back(std::move(text));
    if (!writing_) write();
}

void WebSocket::write() {
    writing_ = true;
    write_deadline_ = Clock::now() + core_->config.write_timeout;
    stream_.async_write(asio::buffer(*queue_.front()), later<&WebSocket::on_written>());
}

void WebSocket::on_written(error_code error, std::size_t size) {
    writing_ = false;
    if (state_ == State::gone) return;
    if (error == asio::error::operation_aborted) return;  // the read ends too, and with the reason
    if (error) return kill();
    ++core_->stats.messages_out;
    core_->stats.bytes_out += size;
    queue_bytes_ -= size + queue_overhead;
    queue_.pop_front();
    if (!queue_.empty()) return write();
    if (state_ == State::closing) send_close();
}

// --- closing

void WebSocket::close(CloseCode code, std::string_view reason) {
    begin_close(code, reason, Clock::now() + core_->config.close_timeout);
}

void WebSocket::drain(std::string_view reason, TimePoint deadline) {
    if (state_ == State::open) begin_close(CloseCode::service_restart, reason, deadline);
}

void WebSocket::close_too_slow(TimePoint now) {
    // The message that is under way has to be finished, the others are given up.
    while (queue_.size() > 1) queue_.pop_back();
    if (!queue_.empty()) queue_bytes_ = queue_.front()->size() + queue_overhead;
    begin_close(CloseCode::too_slow, "messages are not read fast enough",
                now + core_->config.slow_timeout);
}

void WebSocket::begin_close(CloseCode code, std::string_view reason, TimePoint deadline) {
    if (state_ != State::open) return;
    state_ = State::closing;
    code_ = code;
    reason_ = fit_reason(reason);
    deadline_ = deadline;
    waiting_.clear();
    pieces_ = {};
    if (!writing_) send_close();
}

void WebSocket::send_close() {
    const websocket::close_reason reason(static_cast<websocket::close_code>(code_),
                                         beast::string_view(reason_.data(), reason_.size()));
    close_sent_ = true;
    stream_.async_close(reason, later<&WebSocket::on_closed>());
}

// The read that was under way ends as well; whichever is heard of first.
void WebSocket::on_closed(error_code error) {
    if (state_ != State::gone) finish(error);
}

// The end of a connection that the peer knows of, or that broke.
void WebSocket::finish(error_code error) {
    tell_closed(code_of(error));
    Wire& wire = stream_.next_layer();
    if (writing_) reset(wire);
    if (!wire.is_open() || is_lost(error)) return forget();
    deadline_ = Clock::now() + core_->config.linger_timeout;
    hang_up(wire, hang_up_budget, [self = shared_from_this()] { self->forget(); });
}

void WebSocket::kill() {
    if (state_ != State::gone) tell_closed(state_ == State::closing ? code_ : close_lost);
    reset(stream_.next_layer());
    forget();
}

// Once for each connection. @pre state_ is not gone
void WebSocket::tell_closed(CloseCode code) {
    const bool known = state_ != State::opening;
    state_ = State::gone;
    waiting_.clear();
    if (!known) return;
    ++core_->stats.closed[static_cast<std::uint16_t>(code)];
    core_->tell([&](Front& front) { front.on_close(id_); });
}

CloseCode WebSocket::code_of(error_code error) const {
    if (state_ == State::closing) return code_;
    if (error == websocket::error::message_too_big) return CloseCode::too_big;
    if (error == websocket::error::bad_frame_payload) return close_bad_payload;
    if (error == websocket::error::closed) {
        const auto code = static_cast<std::uint16_t>(stream_.reason().code);
        return code == 0 ? close_no_code : counted(code);
    }
    const bool lost = is_lost(error) || error == asio::error::operation_aborted;
    return lost ? close_lost : close_protocol_error;
}

// --- waiting

void WebSocket::tick(TimePoint now) {
    if (state_ != State::open) {
        if (now >= deadline_) kill();
        return;
    }
    if (writing_ && now >= write_deadline_) {
        close_too_slow(now);
        return kill();
    }
    // Beast passes over empty fragments of a message by itself, however many there are.
    if (stream_.next_layer().reads_in_vain > most_reads_in_vain) {
        return close(CloseCode::too_many_messages, "too many empty frames");
    }
    const auto silent = now - heard_;
    if (silent >= core_->config.ping_interval + core_->config.pong_timeout) return kill();
    if (silent >= core_->config.ping_interval && !pinged_) {
        pinged_ = true;
        ping({});
    }
    deliver_waiting(now);
}

void WebSocket::measure() {
    if (state_ != State::open || pinging_ || asked_ != TimePoint{}) return;
    asked_ = Clock::now();
    ping(std::to_string(++questions_));
}

void WebSocket::ping(std::string_view payload) {
    if (std::exchange(pinging_, true)) return;
    stream_.async_ping({payload.data(), payload.size()}, later<&WebSocket::on_pinged>());
}

void WebSocket::on_pinged(error_code /*error*/) {
    pinging_ = false;
}

}  // namespace

void accept_web_socket(const std::shared_ptr<Core>& core, Socket socket, Admission::Place place,
                       std::string client, const HttpRequest& request) {
    const ConnectionId id = ++core->last_id;
    auto session = std::make_shared<WebSocket>(core, id, std::move(socket), std::move(place),
                                               std::move(client));
    core->sessions.emplace(id, session);
    session->start(request);
}

}  // namespace morris::net
