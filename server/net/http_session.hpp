// A connection as long as it speaks HTTP: requests one after the other, each answered by the Front,
// until one of them asks for a WebSocket.
#pragma once

#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/parser.hpp>
#include <optional>

#include "server/net/core.hpp"
#include "server/net/http_message.hpp"

namespace morris::net {

class HttpSession final : public Session, public std::enable_shared_from_this<HttpSession> {
public:
    // Who called, and whether it is let in at all.
    struct Caller {
        Address peer;
        bool trusted_proxy = false;
        Admission::Place place;  // empty for a trusted proxy and for a refused peer
        std::optional<Refusal> refused;
    };

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

}  // namespace morris::net
