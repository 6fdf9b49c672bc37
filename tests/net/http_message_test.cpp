#include "server/net/http_message.hpp"

#include "tests/support/catch.hpp"

using namespace morris;
using namespace morris::net;

namespace {

HttpRequest request(http::verb method, const std::string& target) {
    HttpRequest made;
    made.method(method);
    made.target(target);
    made.version(11);
    made.set(http::field::host, "localhost");
    return made;
}

unsigned status(const HttpRequest& made) {
    const auto refusal = check_request(made);
    return refusal ? refusal->status : 0;
}

}  // namespace

TEST_CASE("only GET and HEAD without a body are answered", "[net]") {
    CHECK(status(request(http::verb::get, "/")) == 0);
    CHECK(status(request(http::verb::head, "/")) == 0);
    for (const auto method : {http::verb::post, http::verb::put, http::verb::delete_,
                              http::verb::options, http::verb::trace, http::verb::connect}) {
        CHECK(status(request(method, "/")) == 405);
    }
    auto with_body = request(http::verb::get, "/");
    with_body.set(http::field::content_length, "0");
    CHECK(status(with_body) == 0);
    with_body.set(http::field::content_length, "1");
    CHECK(status(with_body) == 413);
    auto chunked = request(http::verb::get, "/");
    chunked.set(http::field::transfer_encoding, "chunked");
    CHECK(status(chunked) == 413);
}

TEST_CASE("a request names one host", "[net]") {
    auto made = request(http::verb::get, "/");
    made.insert(http::field::host, "other");
    CHECK(status(made) == 400);
    made.erase(http::field::host);
    CHECK(status(made) == 400);
    made.version(10);
    CHECK(status(made) == 0);
    made.version(20);
    CHECK(status(made) == 505);
}

TEST_CASE("the target is a path with its query, also when sent as a whole URL", "[net]") {
    const auto target = [](const std::string& text) {
        const auto made = request(http::verb::get, text);
        return status(made) == 0 ? target_of(made) : std::to_string(status(made));
    };
    CHECK(target("/a/b?c=d") == "/a/b?c=d");
    CHECK(target("/?u=http://x/y") == "/?u=http://x/y");
    CHECK(target("http://localhost:80/a?b") == "/a?b");
    CHECK(target("http://localhost") == "/");
    CHECK(target("http://localhost?a") == "400");
    CHECK(target("*") == "400");
    CHECK(target("a/b") == "400");
    CHECK(target("/" + std::string(2047, 'a')) == "/" + std::string(2047, 'a'));
    CHECK(target("/" + std::string(2048, 'a')) == "414");
}

TEST_CASE("an answer to HEAD tells the length of the body it leaves out", "[net]") {
    const auto answer = make_answer({200, "text/plain", "12345"}, {11, true, true}, {});
    CHECK(answer.body().empty());
    CHECK(answer[http::field::content_length] == "5");
}

TEST_CASE("dates are written as HTTP wants them", "[net]") {
    using namespace std::chrono;
    CHECK(http_date(sys_seconds(seconds(784111777))) == "Sun, 06 Nov 1994 08:49:37 GMT");
    CHECK(http_date(sys_days(2024y / February / 29)) == "Thu, 29 Feb 2024 00:00:00 GMT");
    CHECK(http_date(sys_days(2026y / December / 31) + hours(23) + minutes(59) + seconds(59)) ==
          "Thu, 31 Dec 2026 23:59:59 GMT");
}
