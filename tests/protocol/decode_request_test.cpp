// One valid example of each request, then one fault at a time in each of its fields.
#include <algorithm>

#include "shared/protocol/codec.hpp"
#include "shared/protocol/limits.hpp"
#include "shared/rules/notation.hpp"
#include "tests/protocol/json_paths.hpp"
#include "tests/support/catch.hpp"

namespace morris::test {

namespace {

using namespace morris::protocol;

constexpr std::uint64_t example_id = 7;

// What a field may not be. The kinds of JSON that it is not, then values out of range.
const std::vector<Json> no_integer{
    nullptr, true, "7", 1.0, 1.5, -1, -0.0, 1e20, max_integer + 1, Json::array(), Json::object()};
const std::vector<Json> no_boolean{nullptr, 0, 1, "true", Json::array(), Json::object()};
const std::vector<Json> no_object{nullptr, true, 7, 1.5, "", "person", Json::array()};
const std::vector<Json> no_word{nullptr,       true,          7, "", "White", "club ",
                                Json::array(), Json::object()};
const std::vector<Json> no_secret{nullptr,
                                  true,
                                  1234567890123456789012.0,
                                  "",
                                  "tooShortByOneCharacte",
                                  std::string(max_secret_length + 1, 'a'),
                                  "has a space in its middle",
                                  "has+a/plus=and_more_of_it",
                                  "has_an_\xC3\xA4_in_the_middle_of_it",
                                  std::string(30, '\0'),
                                  Json::array(),
                                  Json::object()};
const std::vector<Json> no_id{nullptr,
                              true,
                              7,
                              "",
                              "a b",
                              "a_b",
                              "\xC3\xA4",
                              std::string(max_id_length + 1, 'a'),
                              "a\n",
                              "../",
                              Json::array(),
                              Json::object()};
const std::vector<Json> no_name{nullptr,
                                true,
                                7,
                                "",
                                "  ",
                                std::string(33, 'n'),
                                "a\nb",
                                "a\u200Bb",
                                "\u202Ename",
                                Json::array(),
                                Json::object()};
const std::vector<Json> no_client{
    nullptr,       true,          7, "", std::string(65, 'c'), "a\nb", "\x7F", "\u00E4",
    Json::array(), Json::object()};
const std::vector<Json> no_pieces{nullptr, true, "9", 0, 4, -3, 9.0, 12, 259, Json::array()};
const std::vector<Json> no_no_mill{true,          "100",         0, 99, -50, 100.0, 65636,
                                   Json::array(), Json::object()};
const std::vector<Json> no_clock{true, 300, "5+3", Json::array()};
const std::vector<Json> no_base{nullptr, true,          "300000",      0, 999, 10'800'001, 300000.0,
                                -1,      Json::array(), Json::object()};
const std::vector<Json> no_increment{nullptr, true, "0",           10'800'001,    0.0,
                                     -1,      -0.0, Json::array(), Json::object()};
const std::vector<Json> no_date{nullptr,
                                true,
                                20261130,
                                "",
                                "2026-11-31",
                                "2026-02-29",
                                "2026-13-01",
                                "2026-00-01",
                                "2026-11-00",
                                "2026-11-3",
                                "26-11-30",
                                "2026/11/30",
                                "2026-11-30T00:00:00.000Z",
                                " 2026-11-30",
                                Json::array(),
                                Json::object()};
const std::vector<Json> no_cursor{nullptr, true,          7,
                                  "",      "a b",         "a/b",
                                  "a+b",   "\xC3\xA4",    std::string(max_cursor_length + 1, 'a'),
                                  "a\n",   Json::array(), Json::object()};
const std::vector<Json> no_limit{nullptr, true,          "20",          0, 101, 20.0,
                                 -1,      Json::array(), Json::object()};
const std::vector<Json> no_move_limit{true,  "200",         "never",       0, 100, 201, -200, 200.0,
                                      65736, Json::array(), Json::object()};
const std::vector<Json> no_move{nullptr, true,  7,      "",       "d4",  "a1-",
                                "A1",    "a1 ", "a1xx", "a1-a4x", "xa1", Json::array()};
const std::vector<Json> no_point{nullptr, true, 7,     "",  "d4",          "A1",
                                 "a8",    "h1", "a1 ", "a", Json::array(), Json::object()};

struct Field {
    std::string path;
    bool required;
    std::vector<Json> bad;
};

struct Example {
    Json json;
    std::vector<Field> fields;  // besides type and id
};

const std::string a_secret = "Zm9vYmFyYmF6cXV4-_0123";
const std::string a_key = "a-key-that-nobody-guesses-42";

const std::vector<Example>& examples() {
    static const std::vector<Example> all{
        {{{"type", "hello"}, {"name", "Ann"}, {"secret", a_secret}, {"client", "bot/1.0"}},
         {{"name", true, no_name}, {"secret", false, no_secret}, {"client", false, no_client}}},
        {{{"type", "make"},
          {"key", a_key},
          {"secret", a_secret},
          {"color", "white"},
          {"options",
           {{"board", "nine"},
            {"pieces", 9},
            {"flying", true},
            {"threefold", true},
            {"no_mill", 100},
            {"move_limit", 200},
            {"hand_counts", false}}},
          {"opponent", {{"kind", "person"}, {"listed", true}}},
          {"clock", {{"base_ms", 300'000}, {"increment_ms", 3'000}}}},
         {{"key", true, no_secret},
          {"secret", true, no_secret},
          {"color", false, no_word},
          {"options", false, no_object},
          {"options.board", false, no_word},
          {"options.pieces", false, no_pieces},
          {"options.flying", false, no_boolean},
          {"options.threefold", false, no_boolean},
          {"options.no_mill", false, no_no_mill},
          {"options.move_limit", false, no_move_limit},
          {"options.hand_counts", false, no_boolean},
          {"opponent", true, no_object},
          {"opponent.kind", true, no_word},
          {"opponent.listed", false, no_boolean},
          {"clock", false, no_clock},
          {"clock.base_ms", true, no_base},
          {"clock.increment_ms", true, no_increment}}},
        {{{"type", "make"},
          {"key", a_key},
          {"secret", a_secret},
          {"opponent", {{"kind", "computer"}, {"level", "club"}}}},
         {{"key", true, no_secret},
          {"secret", true, no_secret},
          {"opponent", true, no_object},
          {"opponent.kind", true, no_word},
          {"opponent.level", true, no_word}}},
        {{{"type", "join"}, {"invite", "K7Q2-M9XW-PA3D"}, {"secret", a_secret}},
         {{"invite", true, no_id}, {"secret", true, no_secret}}},
        {{{"type", "resume"}, {"table", "abc"}, {"secret", a_secret}, {"since", 12}},
         {{"table", true, no_id}, {"secret", true, no_secret}, {"since", false, no_integer}}},
        {{{"type", "watch"}, {"table", "abc"}, {"since", 12}},
         {{"table", true, no_id}, {"since", false, no_integer}}},
        {{{"type", "leave"}, {"table", "abc"}}, {{"table", true, no_id}}},
        {{{"type", "list"}}, {}},
        {{{"type", "move"},
          {"table", "abc"},
          {"turn", 12},
          {"move", {{"from", "a1"}, {"to", "a4"}, {"take", "d7"}}}},
         {{"table", true, no_id},
          {"turn", true, no_integer},
          {"move", true, no_move},
          {"move.from", false, no_point},
          {"move.to", true, no_point},
          {"move.take", false, no_point}}},
        {{{"type", "move"}, {"table", "abc"}, {"turn", 0}, {"move", "a1-a4xd7"}},
         {{"table", true, no_id}, {"turn", true, no_integer}, {"move", true, no_move}}},
        {{{"type", "offer"}, {"table", "abc"}, {"kind", "draw"}, {"turn", 12}},
         {{"table", true, no_id}, {"kind", true, no_word}, {"turn", true, no_integer}}},
        {{{"type", "answer"},
          {"table", "abc"},
          {"offer", 12},
          {"kind", "takeback"},
          {"accept", false}},
         {{"table", true, no_id},
          {"offer", true, no_integer},
          {"kind", true, no_word},
          {"accept", true, no_boolean}}},
        {{{"type", "withdraw"}, {"table", "abc"}, {"offer", 12}, {"kind", "draw"}},
         {{"table", true, no_id}, {"offer", true, no_integer}, {"kind", true, no_word}}},
        {{{"type", "abort"}, {"table", "abc"}}, {{"table", true, no_id}}},
        {{{"type", "claim"}, {"table", "abc"}, {"outcome", "win"}},
         {{"table", true, no_id}, {"outcome", true, no_word}}},
        {{{"type", "undo"}, {"table", "abc"}, {"turn", 12}},
         {{"table", true, no_id}, {"turn", true, no_integer}}},
        {{{"type", "hint"}, {"table", "abc"}, {"turn", 12}},
         {{"table", true, no_id}, {"turn", true, no_integer}}},
        {{{"type", "pair"},
          {"key", a_key},
          {"secret", a_secret},
          {"options", {{"pieces", 9}}},
          {"clock", {{"base_ms", 1'000}, {"increment_ms", 0}}}},
         {{"key", true, no_secret},
          {"secret", true, no_secret},
          {"options", false, no_object},
          {"options.pieces", false, no_pieces},
          {"clock", false, no_clock},
          {"clock.base_ms", true, no_base},
          {"clock.increment_ms", true, no_increment}}},
        {{{"type", "unpair"}}, {}},
        {{{"type", "lobby"}, {"follow", true}}, {{"follow", true, no_boolean}}},
        {{{"type", "games"},
          {"player", "abc"},
          {"result", "white"},
          {"from", "2026-11-29"},
          {"to", "2028-02-29"},
          {"before", "20261130T112233.444-8q2w4e6r1t3y"},
          {"limit", 100}},
         {{"player", false, no_id},
          {"result", false, no_word},
          {"from", false, no_date},
          {"to", false, no_date},
          {"before", false, no_cursor},
          {"limit", false, no_limit}}},
        {{{"type", "resign"}, {"table", "abc"}}, {{"table", true, no_id}}},
        {{{"type", "rematch"}, {"table", "abc"}}, {{"table", true, no_id}}},
        {{{"type", "ping"}}, {}}};
    return all;
}

Json with_id(Json json) {
    json["id"] = example_id;
    return json;
}

std::size_t pair_example() {
    std::size_t index = 0;
    while (examples().at(index).json["type"] != "pair") ++index;
    return index;
}

Place place_of(const Json& json, const std::string& path) {
    for (const Place& place : places(json)) {
        if (place.path == path) return place;
    }
    FAIL("the example has no " << path);
    return Place();
}

void require_error(const Json& json, const std::string& field, std::optional<RequestId> id) {
    INFO(json.dump());
    const auto request = decode_request(json.dump());
    REQUIRE_FALSE(request);
    CHECK(request.error().code == ErrorCode::bad_message);
    CHECK(request.error().field == field);
    CHECK(request.error().id == id);
    CHECK_THAT(request.error().message, Catch::Contains(field));
}

TEST_CASE("the examples are read, and there is one of every request", "[protocol]") {
    std::vector<bool> seen(std::variant_size_v<RequestBody>);
    for (const Example& example : examples()) {
        const auto request = decode_request(with_id(example.json).dump());
        INFO(example.json.dump());
        REQUIRE(request);
        CHECK(request->id == example_id);
        seen[request->body.index()] = true;
    }
    CHECK(std::count(seen.begin(), seen.end(), false) == 0);
}

TEST_CASE("the lists of fields leave out none of an example's", "[protocol]") {
    for (const Example& example : examples()) {
        for (const Place& place : places(example.json)) {
            const bool listed =
                std::any_of(example.fields.begin(), example.fields.end(),
                            [&](const Field& field) { return field.path == place.path; });
            INFO(example.json.dump() << ": " << place.path);
            CHECK((listed || place.path == "type"));
        }
    }
}

TEST_CASE("a request without a field that it needs is refused, and the field named", "[protocol]") {
    for (const Example& example : examples()) {
        const Json json = with_id(example.json);
        for (const Field& field : example.fields) {
            const Json less = without(json, place_of(json, field.path));
            if (field.required) {
                require_error(less, field.path, example_id);
            } else {
                INFO(less.dump());
                CHECK(decode_request(less.dump()));
            }
        }
        require_error(without(json, place_of(json, "type")), "type", example_id);
        require_error(without(json, place_of(json, "id")), "id", std::nullopt);
    }
}

TEST_CASE("a field of the wrong kind or out of range is refused by its name", "[protocol]") {
    for (const Example& example : examples()) {
        const Json json = with_id(example.json);
        for (const Field& field : example.fields) {
            for (const Json& bad : field.bad) {
                require_error(with(json, place_of(json, field.path), bad), field.path, example_id);
            }
        }
        for (const Json& bad : no_integer) {
            require_error(with(json, place_of(json, "id"), bad), "id", std::nullopt);
        }
        for (const Json& bad : no_word) {
            require_error(with(json, place_of(json, "type"), bad), "type", example_id);
        }
    }
}

TEST_CASE("a refusal says what was found and what it has to be", "[protocol]") {
    const auto message = [](const std::string& text) {
        return decode_request(text).error().message;
    };
    CHECK(message(R"({"type":"move","id":1,"table":"a","turn":"x","move":"a1"})") ==
          R"("turn" is "x"; it has to be a whole number from 0 to 9007199254740991.)");
    CHECK(message(R"({"type":"leave","id":1})") ==
          R"("table" is missing; it has to be 1 to 32 characters out of A-Z a-z 0-9 -.)");
    CHECK(message(R"({"type":"move","id":1,"table":"a","turn":-0,"move":"a1"})") ==
          R"("turn" is -0; it has to be a whole number from 0 to 9007199254740991.)");
}

TEST_CASE("a refusal is short, and never repeats a secret", "[protocol]") {
    const std::string wrong = "not/a/secret/but/nearly";
    for (const char* field : {"secret", "key"}) {
        Json json = with_id(examples()[1].json);
        json[field] = wrong;
        const auto request = decode_request(json.dump());
        REQUIRE_FALSE(request);
        CHECK_THAT(request.error().message, !Catch::Contains(wrong));
    }
    Json json = with_id(examples()[1].json);
    json["color"] = std::string(2000, 'x');
    CHECK(decode_request(json.dump()).error().message.size() < 150);
}

TEST_CASE("fields left out have their defaults", "[protocol]") {
    const Json json{{"type", "make"},
                    {"id", 1},
                    {"key", a_key},
                    {"secret", a_secret},
                    {"options", Json::object()},
                    {"opponent", {{"kind", "person"}}}};
    const auto request = decode_request(json.dump());
    REQUIRE(request);
    const Make make = std::get<Make>(request->body);
    CHECK(make.color == SeatWish::random);
    CHECK(make.options == Options{});
    CHECK(std::get<PersonWanted>(make.opponent).listed == false);
    CHECK(make.clock == std::nullopt);

    const auto games = decode_request(R"({"type":"games","id":1})");
    REQUIRE(games);
    CHECK(std::get<Games>(games->body) == Games{});
    CHECK(std::get<Games>(games->body).limit == 20);
}

TEST_CASE("a clock that is null is no clock", "[protocol]") {
    for (const std::size_t example : {std::size_t{1}, pair_example()}) {
        Json json = with_id(examples()[example].json);
        json["clock"] = nullptr;
        const auto with_null = decode_request(json.dump());
        json.erase("clock");
        const auto without = decode_request(json.dump());
        REQUIRE(with_null);
        REQUIRE(without);
        CHECK(*with_null == *without);
    }
}

TEST_CASE("what a player won or lost is asked for with the player", "[protocol]") {
    for (const char* result : {"white", "black", "draw", "nobody", "won", "lost"}) {
        Json json = with_id({{"type", "games"}, {"result", result}});
        const bool of_one = result == std::string("won") || result == std::string("lost");
        if (of_one) {
            require_error(json, "result", example_id);
        } else {
            CHECK(decode_request(json.dump()));
        }
        json["player"] = "7h3k9m2qxwpa";
        CHECK(decode_request(json.dump()));
    }
}

TEST_CASE("exactly the options that the rules allow are allowed", "[protocol]") {
    Json json = with_id(examples()[1].json);
    for (std::uint8_t pieces = 0; pieces < 100; ++pieces) {
        json["options"]["pieces"] = pieces;
        Options options;
        options.pieces = pieces;
        CHECK(decode_request(json.dump()).has_value() == checked(options).has_value());
    }
    json = with_id(examples()[1].json);
    for (std::uint16_t plies = 0; plies < 300; ++plies) {
        json["options"]["no_mill"] = plies;
        Options options;
        options.no_mill = plies;
        CHECK(decode_request(json.dump()).has_value() == checked(options).has_value());
    }
    json["options"]["no_mill"] = nullptr;
    const auto never = decode_request(json.dump());
    REQUIRE(never);
    CHECK(std::get<Make>(never->body).options.no_mill == std::nullopt);
    for (std::uint16_t moves = 0; moves < 300; ++moves) {
        json["options"]["move_limit"] = moves;
        Options options;
        options.move_limit = moves;
        CHECK(decode_request(json.dump()).has_value() == checked(options).has_value());
    }
    json["options"]["move_limit"] = nullptr;
    CHECK(decode_request(json.dump()).has_value());
}

TEST_CASE("a move is an object or a text, and means the same", "[protocol]") {
    const auto move_in = [](const std::string& move) {
        const auto request =
            decode_request(R"({"type":"move","id":1,"table":"a","turn":0,"move":)" + move + "}");
        INFO(move);
        REQUIRE(request);
        return std::get<Play>(request->body).move;
    };
    CHECK(move_in(R"({"from":"a1","to":"a4","take":"d7"})") == *parse_move("a1-a4xd7"));
    CHECK(move_in(R"("a1-a4xd7")") == *parse_move("a1-a4xd7"));
    CHECK(move_in(R"({"to":"d2"})") == *parse_move("d2"));
    CHECK(move_in(R"({"to":"d2","take":"a7","why":"not"})") == *parse_move("d2xa7"));
    CHECK(move_in(R"("d2xa7")") == *parse_move("d2xa7"));
}

TEST_CASE("a join names its table in one way", "[protocol]") {
    Json json = with_id({{"type", "join"}, {"table", "abc"}, {"secret", a_secret}});
    const auto request = decode_request(json.dump());
    REQUIRE(request);
    CHECK(std::get<Join>(request->body).table == "abc");
    CHECK(std::get<Join>(request->body).invite == std::nullopt);
    json["invite"] = "K7Q2M9XWPA3D";
    require_error(json, "table", example_id);
    for (const Json& bad : no_id) {
        json.erase("invite");
        json["table"] = bad;
        require_error(json, "table", example_id);
    }
}

TEST_CASE("fields that are not known are ignored, whatever they hold", "[protocol]") {
    const std::vector<Json> anything{nullptr, -0.5, "x", Json::array({1, {{"a", "b"}}}),
                                     Json::object()};
    for (const Example& example : examples()) {
        const auto plain = decode_request(with_id(example.json).dump());
        REQUIRE(plain);
        for (const Json& extra : anything) {
            Json json = with_id(example.json);
            json["a_later_field"] = extra;
            for (const char* inner : {"options", "opponent", "move", "clock"}) {
                if (json.contains(inner) && json[inner].is_object()) {
                    json[inner]["a_later_field"] = extra;
                }
            }
            const auto request = decode_request(json.dump());
            INFO(json.dump());
            REQUIRE(request);
            CHECK(*request == *plain);
        }
    }
}

}  // namespace

}  // namespace morris::test
