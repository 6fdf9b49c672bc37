#include "client-cli/shell/link.hpp"

#include <openssl/x509_vfy.h>

#include <boost/asio/connect.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/ssl.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/ssl.hpp>
#include <boost/beast/websocket.hpp>
#include <boost/beast/websocket/ssl.hpp>
#include <chrono>
#include <deque>
#include <type_traits>
#include <utility>
#include <vector>

#include "shared/protocol/limits.hpp"

namespace morris::client {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace websocket = beast::websocket;
using asio::ip::tcp;
using beast::error_code;
using namespace std::chrono_literals;

using PlainStream = websocket::stream<beast::tcp_stream>;
using TlsStream = websocket::stream<beast::ssl_stream<beast::tcp_stream>>;

// @pre `port` is a port in digits, as addresses have it
std::vector<tcp::endpoint> loopback(const std::string& port) {
    const auto number = static_cast<std::uint16_t>(std::stoul(port));
    return {{asio::ip::address_v4::loopback(), number}, {asio::ip::address_v6::loopback(), number}};
}

constexpr auto opening_limit = 10s;  // for each of connecting, TLS and WebSocket handshakes
constexpr auto closing_limit = 1s;

// Which of a machine's names is meant (SNI); an IP address is none.
void set_server_name(SSL* ssl, std::string host) {
    error_code not_an_address;
    asio::ip::make_address(host, not_an_address);
    if (!not_an_address) return;
    SSL_ctrl(ssl, SSL_CTRL_SET_TLSEXT_HOSTNAME, TLSEXT_NAMETYPE_host_name, host.data());
}

template <class Stream>
class WebSocketLink final : public Link,
                            public std::enable_shared_from_this<WebSocketLink<Stream>> {
public:
    static constexpr bool is_tls = std::is_same_v<Stream, TlsStream>;

    template <class... StreamArguments>
    WebSocketLink(asio::io_context& context, Address address, LinkHandlers handlers,
                  std::shared_ptr<asio::ssl::context> tls, StreamArguments&&... arguments)
        : tls_(std::move(tls)),
          stream_(context, std::forward<StreamArguments>(arguments)...),
          resolver_(context),
          closing_timer_(context),
          address_(std::move(address)),
          handlers_(std::move(handlers)) {}

    void open() {
        // That name is this machine whatever the system's files say, or if there are none (RFC
        // 6761).
        if (address_.host == "localhost") return connect(loopback(address_.port));
        resolver_.async_resolve(address_.host, address_.port,
                                beast::bind_front_handler(&WebSocketLink::on_resolved, self()));
    }

    void send(std::string text) override {
        if (over_) return;
        queue_.push_back(std::move(text));
        if (opened_ && queue_.size() == 1) write();
    }

    void close(std::function<void()> closed) override {
        if (over_ || !opened_) {
            drop();
            return asio::post(stream_.get_executor(), std::move(closed));
        }
        closed_ = std::move(closed);
        closing_timer_.expires_after(closing_limit);
        closing_timer_.async_wait([self = self()](error_code) { self->finish_close(); });
        if (queue_.empty()) say_goodbye();
    }

    void drop() override {
        over_ = true;
        resolver_.cancel();
        closing_timer_.cancel();
        beast::get_lowest_layer(stream_).cancel();
        beast::get_lowest_layer(stream_).close();
    }

private:
    std::shared_ptr<WebSocketLink> self() { return this->shared_from_this(); }

    void on_resolved(error_code error, tcp::resolver::results_type results) {
        if (over_) return;
        if (error) return fail("no such host: " + address_.host);
        connect({results.begin(), results.end()});
    }

    void connect(const std::vector<tcp::endpoint>& endpoints) {
        beast::get_lowest_layer(stream_).expires_after(opening_limit);
        beast::get_lowest_layer(stream_).async_connect(
            endpoints, beast::bind_front_handler(&WebSocketLink::on_connected, self()));
    }

    void on_connected(error_code error, const tcp::endpoint&) {
        if (over_) return;
        if (error) return fail(words(error));
        error_code ignored;
        beast::get_lowest_layer(stream_).socket().set_option(tcp::no_delay(true), ignored);
        if constexpr (is_tls) {
            begin_tls();
        } else {
            greet();
        }
    }

    void begin_tls() {
        beast::get_lowest_layer(stream_).expires_after(opening_limit);
        auto& tls_stream = stream_.next_layer();
        set_server_name(tls_stream.native_handle(), address_.host);
        tls_stream.set_verify_mode(asio::ssl::verify_peer);
        tls_stream.set_verify_callback(asio::ssl::host_name_verification(address_.host));
        tls_stream.async_handshake(asio::ssl::stream_base::client,
                                   [self = self()](error_code error) { self->on_tls(error); });
    }

    void on_tls(error_code error) {
        if (over_) return;
        if (error) return fail(tls_words(error));
        greet();
    }

    void greet() {
        beast::get_lowest_layer(stream_).expires_never();
        websocket::stream_base::timeout limits{};
        limits.handshake_timeout = opening_limit;
        limits.idle_timeout = websocket::stream_base::none();  // the session's pings watch over it
        stream_.set_option(limits);
        stream_.read_message_max(protocol::max_server_message_bytes);
        stream_.set_option(websocket::stream_base::decorator([](websocket::request_type& request) {
            request.set(beast::http::field::user_agent, "morris/" MORRIS_VERSION);
        }));
        stream_.async_handshake(response_, host_header(address_), address_.target,
                                beast::bind_front_handler(&WebSocketLink::on_greeted, self()));
    }

    void on_greeted(error_code error) {
        if (over_) return;
        if (error == websocket::error::upgrade_declined) {
            return fail("the server at " + url_of(address_) + " answered HTTP " +
                        std::to_string(response_.result_int()) + " to the WebSocket");
        }
        if (error) return fail(words(error));
        opened_ = true;
        stream_.text(true);
        read();
        handlers_.opened();
        if (!over_ && !queue_.empty() && !writing_) write();
    }

    void read() {
        stream_.async_read(buffer_, beast::bind_front_handler(&WebSocketLink::on_read, self()));
    }

    void on_read(error_code error, std::size_t) {
        if (over_) return;
        if (error) return fail(words(error));
        std::string text = beast::buffers_to_string(buffer_.data());
        buffer_.consume(buffer_.size());
        if (!closed_) handlers_.received(std::move(text));
        if (!over_) read();
    }

    void write() {
        writing_ = true;
        stream_.async_write(asio::buffer(queue_.front()),
                            beast::bind_front_handler(&WebSocketLink::on_written, self()));
    }

    void on_written(error_code error, std::size_t) {
        writing_ = false;
        if (over_) return;
        if (error) return fail(words(error));
        queue_.pop_front();
        if (!queue_.empty()) return write();
        if (closed_) say_goodbye();
    }

    void say_goodbye() {
        stream_.async_close(websocket::close_code::going_away,
                            [self = self()](error_code) { self->finish_close(); });
    }

    void finish_close() {
        if (!closed_) return;
        const auto closed = std::exchange(closed_, nullptr);
        drop();
        closed();
    }

    void fail(std::string why) {
        if (closed_) return finish_close();
        std::optional<std::uint16_t> code;
        if (stream_.reason().code != websocket::close_code::none) code = stream_.reason().code;
        drop();
        handlers_.lost(std::move(why), code);
    }

    std::string words(error_code error) {
        if (error == websocket::error::closed) {
            const auto& reason = stream_.reason();
            if (!reason.reason.empty()) return std::string(reason.reason.data());
            return "the server closed it, code " + std::to_string(reason.code);
        }
        if (error == beast::error::timeout) return "no answer from " + host_header(address_);
        if (error == asio::error::eof) return "the server closed it";
        return error.message();
    }

    std::string tls_words(error_code error) {
        if constexpr (is_tls) {
            const long verified = SSL_get_verify_result(stream_.next_layer().native_handle());
            if (verified != X509_V_OK) {
                return "the server's certificate is not good: " +
                       std::string(X509_verify_cert_error_string(verified));
            }
        }
        return "no TLS connection: " + words(error);
    }

    std::shared_ptr<asio::ssl::context> tls_;  // outlives the stream
    Stream stream_;
    tcp::resolver resolver_;
    asio::steady_timer closing_timer_;
    Address address_;
    LinkHandlers handlers_;
    beast::flat_buffer buffer_;
    websocket::response_type response_;
    std::deque<std::string> queue_;
    std::function<void()> closed_;  // set: close() has been asked for
    bool opened_ = false;
    bool writing_ = false;
    bool over_ = false;
};

// The link that cannot be: its `lost` says why.
class FailedLink final : public Link {
public:
    void send(std::string) override {}
    void close(std::function<void()> closed) override { closed(); }
    void drop() override {}
};

std::shared_ptr<Link> open_tls(asio::io_context& context, const Address& address,
                               const std::string& ca_file, LinkHandlers handlers) {
    auto tls = std::make_shared<asio::ssl::context>(asio::ssl::context::tls_client);
    error_code error;
    tls->set_default_verify_paths(error);
    if (!ca_file.empty()) tls->load_verify_file(ca_file, error);
    if (error) {
        const std::string why = "cannot read certificates from " +
                                (ca_file.empty() ? std::string("the system") : ca_file) + ": " +
                                error.message();
        asio::post(context, [handlers, why] { handlers.lost(why, std::nullopt); });
        return std::make_shared<FailedLink>();
    }
    SSL_CTX_set_min_proto_version(tls->native_handle(), TLS1_2_VERSION);
    auto link = std::make_shared<WebSocketLink<TlsStream>>(context, address, std::move(handlers),
                                                           tls, *tls);
    link->open();
    return link;
}

}  // namespace

std::shared_ptr<Link> open_link(asio::io_context& context, const Address& address,
                                const std::string& ca_file, LinkHandlers handlers) {
    if (address.tls) return open_tls(context, address, ca_file, std::move(handlers));
    auto link = std::make_shared<WebSocketLink<PlainStream>>(context, address, std::move(handlers),
                                                             nullptr);
    link->open();
    return link;
}

}  // namespace morris::client
