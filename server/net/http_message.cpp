#include "server/net/http_message.hpp"

#include <array>
#include <boost/beast/http/fields.hpp>
#include <cstdio>

namespace morris::net {

namespace {

// The page needs nothing from elsewhere, and nobody needs to frame it.
constexpr std::string_view content_policy =
    "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; "
    "form-action 'self'; frame-ancestors 'none'";

std::string_view view(boost::beast::string_view text) {
    return {text.data(), text.size()};
}

// The part of a target after scheme and host, if it has these; otherwise all of it.
std::string_view after_authority(std::string_view target) {
    const auto colon = target.find("://");
    if (target.starts_with('/') || colon == std::string_view::npos) return target;
    const auto rest = target.find_first_of("/?", colon + 3);
    return rest == std::string_view::npos ? std::string_view("/") : target.substr(rest);
}

bool has_body(const HttpRequest& request) {
    if (request.count(http::field::transfer_encoding) > 0) return true;
    const auto length = view(request[http::field::content_length]);
    return length.find_first_not_of('0') != std::string_view::npos;
}

}  // namespace

std::optional<HttpResponse> check_request(const HttpRequest& request) {
    constexpr std::size_t max_target = 2048;
    if (request.version() != 10 && request.version() != 11) {
        return refuse(505, "This server speaks HTTP/1.1.");
    }
    if (request.method() != http::verb::get && request.method() != http::verb::head) {
        return refuse(405, "Only GET and HEAD are understood here.");
    }
    if (has_body(request)) return refuse(413, "A request with a body is not accepted here.");
    const auto hosts = request.count(http::field::host);
    if (hosts > 1 || (hosts == 0 && request.version() == 11)) {
        return refuse(400, "A request must name one Host.");
    }
    const auto target = view(request.target());
    if (target.size() > max_target) return refuse(414, "That address is too long.");
    if (!after_authority(target).starts_with('/')) {
        return refuse(400, "The address of a request must be a path.");
    }
    return std::nullopt;
}

std::string target_of(const HttpRequest& request) {
    return std::string(after_authority(view(request.target())));
}

HttpResponse refuse(unsigned status, std::string_view sentence) {
    return HttpResponse{status, "text/plain; charset=utf-8", std::string(sentence) + "\n"};
}

HttpAnswer make_answer(HttpResponse response, AnswerForm form, std::chrono::sys_seconds now) {
    HttpAnswer answer;
    answer.version(form.version);
    answer.result(response.status);
    answer.set(http::field::server, server_name);
    answer.set(http::field::date, http_date(now));
    if (!response.content_type.empty()) {
        answer.set(http::field::content_type, response.content_type);
    }
    // Pages and lists change with the server and its tables; asked again each time, they are right.
    answer.set(http::field::cache_control, "no-cache");
    answer.set("X-Content-Type-Options", "nosniff");
    answer.set("Content-Security-Policy", content_policy);
    answer.set("Referrer-Policy", "no-referrer");
    if (response.status == 405) answer.set(http::field::allow, "GET, HEAD");
    if (response.status == 429 || response.status == 503) {
        answer.set(http::field::retry_after, "5");
    }
    answer.keep_alive(form.keep_alive);
    if (response.status == 426) {
        answer.set(http::field::upgrade, "websocket");
        answer.set(http::field::connection, form.keep_alive ? "upgrade" : "upgrade, close");
    }
    answer.content_length(response.body.size());
    if (!form.head) answer.body() = std::move(response.body);
    return answer;
}

std::vector<std::string> values_of(const HttpRequest& request, std::string_view name) {
    std::vector<std::string> values;
    const auto [first, last] =
        request.equal_range(boost::beast::string_view(name.data(), name.size()));
    for (auto line = first; line != last; ++line) values.emplace_back(view(line->value()));
    return values;
}

std::string http_date(std::chrono::sys_seconds now) {
    constexpr std::array weekdays{"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"};
    constexpr std::array months{"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
    const auto day = std::chrono::floor<std::chrono::days>(now);
    const std::chrono::year_month_day date(day);
    const std::chrono::hh_mm_ss time(now - day);
    std::array<char, 64> text{};
    const int length = std::snprintf(
        text.data(), text.size(), "%s, %02u %s %04d %02d:%02d:%02d GMT",
        weekdays[std::chrono::weekday(day).c_encoding()], static_cast<unsigned>(date.day()),
        months[static_cast<unsigned>(date.month()) - 1], static_cast<int>(date.year()),
        static_cast<int>(time.hours().count()), static_cast<int>(time.minutes().count()),
        static_cast<int>(time.seconds().count()));
    return std::string(text.data(), static_cast<std::size_t>(length));
}

}  // namespace morris::net
