// Texts that no honest client sends.
#include "shared/protocol/codec.hpp"
#include "shared/protocol/limits.hpp"
#include "tests/protocol/random_messages.hpp"
#include "tests/support/catch.hpp"

namespace morris::test {

namespace {

using namespace morris::protocol;
using namespace std::string_view_literals;

DecodeError error_of(const std::string& text) {
    INFO(text);
    const auto request = decode_request(text);
    REQUIRE_FALSE(request);
    return request.error();
}

std::string repeated(const std::string& text, std::size_t times) {
    std::string all;
    for (; times > 0; --times) all += text;
    return all;
}

TEST_CASE("what is not one JSON object is bad JSON", "[protocol]") {
    const std::vector<std::string> texts{"",
                                         " ",
                                         "\n",
                                         "x",
                                         "null",
                                         "7",
                                         "\"ping\"",
                                         "[]",
                                         R"([{"type":"ping","id":1}])",
                                         "{",
                                         "}",
                                         "{}{}",
                                         R"({"type":"ping","id":1} x)",
                                         R"({"type":"ping","id":1}{"type":"ping","id":2})",
                                         R"({"type":"ping","id":1,})",
                                         R"({'type':'ping','id':1})",
                                         R"({type:"ping","id":1})",
                                         R"({"type":"ping","id":01})",
                                         R"({"type":"ping","id":+1})",
                                         R"({"type":"ping","id":0x1})",
                                         R"({"type":"ping","id":NaN})",
                                         R"({"type":"ping","id":-Infinity})",
                                         R"({"type":"ping","id":1e400})",
                                         R"({"type":"ping","id":1,"x":-1e999})",
                                         R"({"type":"ping","id":1/*?*/})",
                                         "{\"type\":\"ping\",\"id\":1} // ?",
                                         "{\"type\":\"pi\nng\",\"id\":1}",
                                         std::string("{\"type\":\"ping\",\"id\":1}\0 x", 25),
                                         std::string(64, '\0')};
    for (const std::string& text : texts) {
        const DecodeError error = error_of(text);
        CHECK(error.code == ErrorCode::bad_json);
        CHECK(error.field.empty());
        CHECK_FALSE(error.message.empty());
    }
}

TEST_CASE("text that is not UTF-8, and half surrogates, are bad JSON", "[protocol]") {
    const std::vector<std::string> bytes{"\xFF",           "\xC0\xAF",
                                         "\x80",           "\xE2\x28\xA1",
                                         "\xED\xA0\x80",   "\xF4\x90\x80\x80",
                                         "\xC3",           "\xF8\x88\x80\x80\x80",
                                         "\\ud800",        "\\udc00",
                                         "\\ud800\\ud800", "\\ud83d x",
                                         "\\u12",          "\\x41"};
    for (const std::string& each : bytes) {
        CHECK(error_of(R"({"type":"hello","id":1,"name":")" + each + R"("})").code ==
              ErrorCode::bad_json);
        CHECK(error_of(R"({"type":"ping","id":1,"later":{")" + each + R"(":0}})").code ==
              ErrorCode::bad_json);
    }
    CHECK(decode_request(R"({"type":"hello","id":1,"name":"\ud83d\ude00"})"));
}

TEST_CASE("an id that was read is reported with bad JSON, too", "[protocol]") {
    CHECK(error_of(R"({"id":5,"type":"ping")").id == 5);
    CHECK(error_of(R"({"type":"ping","id":5} x)").id == 5);
    CHECK(error_of(R"({"type":"ping","id":5})" + std::string(1, '\0')).id == 5);
    CHECK(error_of(R"({"id":5,"x":[[[[[[[[[1]]]]]]]]]})").id == 5);
    CHECK(error_of(R"({"type":"ping","x":{"id":5})").id == std::nullopt);
    CHECK(error_of(R"({"type":"ping","id":"5")").id == std::nullopt);
    CHECK(error_of(R"({"type":"ping","id":9007199254740992,)").id == std::nullopt);
}

TEST_CASE("the largest id is taken, the next one not", "[protocol]") {
    CHECK(decode_request(R"({"type":"ping","id":9007199254740991})")->id == max_integer);
    for (const char* id : {"9007199254740992", "18446744073709551615", "18446744073709551616",
                           "99999999999999999999999999", "-1", "-0", "0.0", "1e0", "1E2"}) {
        const DecodeError error = error_of(std::string(R"({"type":"ping","id":)") + id + "}");
        CHECK(error.code == ErrorCode::bad_message);
        CHECK(error.field == "id");
        CHECK(error.id == std::nullopt);
    }
}

TEST_CASE("a text of max_request_bytes is read, one byte more is not", "[protocol]") {
    const std::string ping = R"({"type":"ping","id":1})";
    const std::string full = ping + std::string(max_request_bytes - ping.size(), ' ');
    CHECK(decode_request(full));
    CHECK(error_of(full + ' ').code == ErrorCode::bad_json);
    CHECK(error_of(full + ' ').id == std::nullopt);
}

TEST_CASE("nesting ends at max_json_depth", "[protocol]") {
    const auto nested = [](std::size_t depth, const std::string& open, const std::string& close) {
        // The request itself is the first level.
        return R"({"type":"ping","id":1,"x":)" + repeated(open, depth - 1) + "0" +
               repeated(close, depth - 1) + "}";
    };
    CHECK(decode_request(nested(max_json_depth, "[", "]")));
    CHECK(decode_request(nested(max_json_depth, "{\"x\":", "}")));
    CHECK(error_of(nested(max_json_depth + 1, "[", "]")).code == ErrorCode::bad_json);
    CHECK(error_of(nested(max_json_depth + 1, "{\"x\":", "}")).code == ErrorCode::bad_json);
    CHECK(error_of(repeated("[", max_request_bytes)).code == ErrorCode::bad_json);
    CHECK(error_of(repeated("{\"x\":", max_request_bytes / 5)).code == ErrorCode::bad_json);
    const std::string deep =
        "{\"type\":\"pong\",\"x\":" + repeated("[", max_server_message_bytes / 2);
    CHECK_FALSE(decode_server_message(deep));
}

TEST_CASE("a name that stands twice in one object is refused, wherever it is", "[protocol]") {
    const auto field = [](const std::string& text) {
        const DecodeError error = error_of(text);
        CHECK(error.code == ErrorCode::bad_message);
        CHECK_THAT(error.message, Catch::Contains(error.field));
        return error.field;
    };
    CHECK(field(R"({"type":"leave","id":1,"table":"a","table":"a"})") == "table");
    CHECK(field(R"({"type":"leave","id":1,"table":"a","t\u0061ble":"b"})") == "table");
    CHECK(field(R"({"type":"ping","id":1,"x":{"y":[0,{"z":1,"z":2}]}})") == "x.y[1].z");
    CHECK(field(R"({"type":"move","id":1,"table":"a","turn":0,"move":{"to":"a1","to":"a4"}})") ==
          "move.to");
    CHECK(error_of(R"({"type":"leave","table":"a","table":"b","id":4})").id == 4);
    CHECK(error_of(R"({"type":"ping","id":4,"id":4})").id == std::nullopt);
    CHECK(error_of(R"({"id":4,"type":"ping","id":5,"type":"list"})").id == std::nullopt);
    // The same name in two objects is nothing special.
    CHECK(decode_request(R"({"type":"ping","id":1,"x":{"id":2},"y":[{"id":3},{"id":3}]})"));
}

// A valid text with some bytes changed, dropped, doubled or put in, or two texts in one.
std::string broken(Random& random, std::string text) {
    constexpr auto bytes = "{}[]\",:\\eE.-+0123456789ntfu\x00\x7F\x80\xC3\xFF d"sv;
    for (std::size_t times = 1 + random.below(4); times > 0 && !text.empty(); --times) {
        const std::size_t at = random.below(text.size());
        switch (random.below(5)) {
            case 0:
                text[at] = random.pick(bytes);
                break;
            case 1:
                text.erase(at, 1 + random.below(5));
                break;
            case 2:
                text.insert(at, text.substr(at, random.below(30)));
                break;
            case 3:
                text.insert(at, 1, random.pick(bytes));
                break;
            default:
                text[at] = static_cast<char>(random.next());
        }
    }
    return text;
}

TEST_CASE("broken texts are refused with a reason, or mean something", "[protocol]") {
    std::size_t refused = 0;
    for (std::uint64_t seed = 0; seed < 4000; ++seed) {
        Random random(seed);
        const std::size_t type = random.below(std::variant_size_v<RequestBody>);
        const std::string text = broken(random, encode(random_request(random, type)));
        INFO("seed " << seed << ": " << text);
        const auto request = decode_request(text);
        if (request) {
            REQUIRE(decode_request(encode(*request)) == *request);
        } else {
            ++refused;
            REQUIRE_FALSE(request.error().message.empty());
            const bool bad_json = request.error().code == ErrorCode::bad_json;
            REQUIRE(request.error().field.empty() == bad_json);
        }
    }
    CHECK(refused > 2000);
}

TEST_CASE("broken messages of a server are refused with a reason, or mean something",
          "[protocol]") {
    for (std::uint64_t seed = 0; seed < 2000; ++seed) {
        Random random(seed);
        const std::size_t type = random.below(std::variant_size_v<ServerMessage>);
        const std::string text = broken(random, encode(random_server_message(random, type)));
        INFO("seed " << seed << ": " << text);
        const auto message = decode_server_message(text);
        if (message) {
            REQUIRE(decode_server_message(encode(*message)) == *message);
        } else {
            REQUIRE_FALSE(message.error().message.empty());
        }
    }
}

}  // namespace

}  // namespace morris::test
