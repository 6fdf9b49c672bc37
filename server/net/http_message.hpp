// The HTTP messages we read and write, without the code that moves them.
#pragma once

#include <boost/beast/http/empty_body.hpp>
#include <boost/beast/http/message.hpp>
#include <boost/beast/http/string_body.hpp>
#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "server/hub/ports/connections.hpp"

namespace morris::net {

namespace http = boost::beast::http;

using HttpRequest = http::request<http::empty_body>;
using HttpAnswer = http::response<http::string_body>;

// What of the request decides how an answer is written.
struct AnswerForm {
    unsigned version = 11;  // 10 or 11
    bool keep_alive = true;
    bool head = false;  // the body's length is told, the body is not sent
};

// The answer as it goes out, with the headers that every answer of ours has.
HttpAnswer make_answer(HttpResponse response, AnswerForm form, std::chrono::sys_seconds now);

// A refusal: a status and a sentence for people.
HttpResponse refuse(unsigned status, std::string_view sentence);

// Why a request is not one that we answer; none if it is.
std::optional<HttpResponse> check_request(const HttpRequest& request);

// Path and query of the request's target, which may be a whole URL. @pre check_request() is none.
std::string target_of(const HttpRequest& request);

// Values of all header lines with this name, in order.
std::vector<std::string> values_of(const HttpRequest& request, std::string_view name);

// "Sun, 06 Nov 1994 08:49:37 GMT"
std::string http_date(std::chrono::sys_seconds now);

inline constexpr std::string_view server_name = "morris-server";

}  // namespace morris::net
