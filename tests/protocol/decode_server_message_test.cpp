// One fault at a time in every field of many messages of the server.
#include <map>
#include <set>

#include "shared/protocol/codec.hpp"
#include "shared/protocol/limits.hpp"
#include "tests/protocol/json_paths.hpp"
#include "tests/protocol/random_messages.hpp"
#include "tests/support/catch.hpp"

namespace morris::test {

namespace {

using namespace morris::protocol;

constexpr std::uint64_t rounds = 12;

// Fields that may be missing, by the field that they lie in, `[]` being any element of a list, or
// at the top by the message's type, and by an event's kind.
const std::map<std::string, std::set<std::string>> may_be_missing_in{
    {"options", {"board", "pieces", "flying", "threefold", "no_mill", "move_limit", "hand_counts"}},
    {"snapshot",
     {"result", "rematch", "clock", "offers", "claims", "absent", "taken_back", "hints", "undos",
      "idle_ms", "invite", "legal"}},
    {"clock", {"starts_in_ms", "first_move_ms", "waits_for"}},
    {"claims", {"idle_ms"}},
    {"taken_back[]", {"undo"}},
    {"rematch", {"offered_by", "table"}},
    {"move", {"from", "take"}},
    {"attached", {"color"}},
    {"open[]", {"clock"}},
    {"live[]", {"clock"}},
    {"games", {"next"}},
    {"presence", {"idle_ms"}},
    {"games[]", {"clock", "hints", "undos"}},
    {"error", {"id", "field", "retry_ms", "table", "snapshot"}},
    {"event", {"result", "clock", "legal"}},
    {"event moved", {"depth"}},
    {"event ended", {"offer"}},
    {"event taken_back", {"offer", "undo"}},
    // Seats and presences. A seat whose level is newer than this program is still the computer's.
    {"white", {"mark", "level", "claim_in_ms"}},
    {"black", {"mark", "level", "claim_in_ms"}},
    {"seat", {"mark", "level"}}};

bool is_listed(const std::string& outer, const std::string& name) {
    const auto fields = may_be_missing_in.find(outer);
    return fields != may_be_missing_in.end() && fields->second.count(name) > 0;
}

bool may_be_missing(const Json& json, const Place& place) {
    if (place.path.back() == ']') return true;  // an element of a list
    const std::string name = place.pointer.back();
    const auto parent = place.pointer.parent_pointer();
    if (parent.empty()) {
        const std::string type = json["type"];
        return is_listed(type, name) ||
               (type == "event" && is_listed("event " + json["kind"].get<std::string>(), name));
    }
    const auto list = parent.parent_pointer();
    if (json.at(list).is_array()) return is_listed(list.back() + "[]", name);
    return is_listed(parent.back(), name);
}

void each_place(const ServerMessage& message, const auto& check) {
    const Json json = Json::parse(encode(message));
    for (const Place& place : places(json)) check(json, place);
}

template <class Check>
void for_each_place(const Check& check) {
    for (std::size_t type = 0; type < std::variant_size_v<ServerMessage>; ++type) {
        for (std::uint64_t seed = 0; seed < rounds; ++seed) {
            Random random(seed);
            each_place(random_server_message(random, type), check);
        }
    }
    for (std::size_t kind = 0; kind < event_kinds; ++kind) {
        for (std::uint64_t seed = 0; seed < rounds; ++seed) {
            Random random(seed);
            each_place(random_event(random, kind), check);
        }
    }
}

TEST_CASE("a server's message without a field that it needs is refused by its name", "[protocol]") {
    for_each_place([](const Json& json, const Place& place) {
        const std::string text = without(json, place).dump();
        const auto message = decode_server_message(text);
        INFO(place.path << " taken out of " << json.dump());
        if (may_be_missing(json, place)) {
            // But for a move of the list, whose number is in the snapshot too.
            const bool moves = place.path.starts_with("snapshot.moves[");
            CHECK(message.has_value() == !moves);
        } else {
            REQUIRE_FALSE(message);
            CHECK(message.error().code == ErrorCode::bad_message);
            // Without `since`, an answer to make, join, resume or watch needs a snapshot.
            CHECK(message.error().field == (place.path == "since" ? "snapshot" : place.path));
        }
    });
}

TEST_CASE("a server's message with a field of another kind is refused by its name", "[protocol]") {
    for_each_place([](const Json& json, const Place& place) {
        const Json& value = json.at(place.pointer);
        const Json wrong = value.is_number() ? Json{{"x", 1}} : Json(7.5);
        const auto message = decode_server_message(with(json, place, wrong).dump());
        INFO(place.path << " of " << json.dump());
        REQUIRE_FALSE(message);
        CHECK(message.error().field == place.path);
        CHECK_THAT(message.error().message, Catch::Contains('"' + place.path + '"'));
    });
}

TEST_CASE("codes and events that came later are read as far as they can be", "[protocol]") {
    const auto error = decode_server_message(
        R"({"type":"error","id":3,"code":"moon_phase","message":"Not tonight."})");
    REQUIRE(error);
    CHECK(std::get<Error>(*error).code == ErrorCode::internal);
    CHECK(std::get<Error>(*error).message == "Not tonight.");

    const auto event = decode_server_message(
        R"({"type":"event","table":"t","seq":9,"at":"2026-11-30T11:22:33.444Z","turn":4,)"
        R"("to_move":null,"kind":"draw_offered","color":7})");
    REQUIRE(event);
    CHECK(std::get<Event>(*event).seq == 9);
    CHECK(std::get<OtherEvent>(std::get<Event>(*event).body).kind == "draw_offered");
}

// The one value of a message, replaced by a word that nobody knows yet.
ServerMessage with_word(const ServerMessage& message, const std::string& pointer,
                        const std::string& word) {
    Json json = Json::parse(encode(message));
    json.at(Json::json_pointer(pointer)) = word;
    const auto read = decode_server_message(json.dump());
    INFO(json.dump());
    REQUIRE(read);
    return *read;
}

TEST_CASE("a result that came later is kept by its word, and won by nobody known", "[protocol]") {
    Event event;
    event.table = "t";
    event.seq = 9;
    event.body = EndedEvent{};
    event.result = GameResult{Winner::white, GameEnd::resigned};
    const auto ended = std::get<Event>(with_word(event, "/result/reason", "eclipse"));
    CHECK(ended.result == GameResult{Winner::white, GameEnd::other, "eclipse"});
    CHECK(decode_server_message(encode(ServerMessage(ended))) == ServerMessage(ended));
    const auto both = std::get<Event>(with_word(event, "/result/winner", "both"));
    CHECK(both.result == GameResult{Winner::nobody, GameEnd::resigned});
}

TEST_CASE("a seat that came later keeps the name it is known by", "[protocol]") {
    Event event;
    event.table = "t";
    event.seq = 2;
    event.body =
        JoinedEvent{Color::black, Seat{SeatKind::computer, "", "Computer (Oracle)", Level::strong}};
    const auto seat = [](const ServerMessage& message) {
        return std::get<JoinedEvent>(std::get<Event>(message).body).seat;
    };
    const Seat oracle = seat(with_word(event, "/seat/level", "oracle"));
    CHECK(oracle == Seat{SeatKind::computer, "", "Computer (Oracle)", std::nullopt});
    const Seat team = seat(with_word(event, "/seat/kind", "team"));
    CHECK(team.kind == SeatKind::person);
    CHECK(team.name == "Computer (Oracle)");
    const auto bare = decode_server_message(
        R"({"type":"event","table":"t","seq":2,"at":"2026-11-30T11:22:33.444Z","turn":0,)"
        R"("to_move":"white","kind":"joined","color":"black","seat":{"kind":"team"}})");
    REQUIRE(bare);
    CHECK(seat(*bare) == Seat{SeatKind::person, "", "", std::nullopt});
}

TEST_CASE("an offer of a kind that came later is passed over, and its events count", "[protocol]") {
    Snapshot snapshot;
    snapshot.table = "t";
    snapshot.seq = 9;
    snapshot.offers = {{5, OfferKind::takeback, Color::white}, {7, OfferKind::draw, Color::black}};
    const ServerMessage attached = Attached{1, "t", {}, snapshot};
    const auto read = std::get<Attached>(with_word(attached, "/snapshot/offers/0/kind", "swap"));
    CHECK(std::get<Snapshot>(read.sync).offers ==
          std::vector<OpenOffer>{{7, OfferKind::draw, Color::black}});

    const std::vector<EventBody> about{OfferedEvent{Color::white, 5, OfferKind::draw},
                                       WithdrawnEvent{Color::white, 5, OfferKind::draw},
                                       DeclinedEvent{Color::black, 5, OfferKind::draw}};
    for (const EventBody& body : about) {
        Event event;
        event.table = "t";
        event.seq = 5;
        event.body = body;
        const auto later = std::get<Event>(with_word(event, "/what", "swap"));
        CHECK(later.seq == 5);
        CHECK(std::holds_alternative<OtherEvent>(later.body));
    }
}

TEST_CASE("pieces on one point, and a number of moves that is not theirs, are refused",
          "[protocol]") {
    Random random(1);
    Snapshot snapshot = random_snapshot(random);
    snapshot.position.pieces = {0b0011, 0b1100};
    const Json json = Json::parse(encode(ServerMessage(Attached{1, "t", {}, snapshot})));
    const auto field = [](const Json& broken) {
        const auto message = decode_server_message(broken.dump());
        REQUIRE_FALSE(message);
        return message.error().field;
    };
    Json twice = json;
    twice["snapshot"]["position"]["white"][1] = "a7";
    CHECK(field(twice) == "snapshot.position.white[1]");
    Json both = json;
    both["snapshot"]["position"]["black"][0] = "a7";
    CHECK(field(both) == "snapshot.position.black[0]");
    Json count = json;
    count["snapshot"]["ply"] = snapshot.moves.size() + 1;
    CHECK(field(count) == "snapshot.ply");
    Json either = json;
    either["since"] = 4;
    CHECK(field(either) == "since");
}

TEST_CASE("a server may say more at once than a client, but not without end", "[protocol]") {
    Random random(1);
    Snapshot snapshot = random_snapshot(random);
    snapshot.moves.assign(50'000, Move{0, 1, 2});
    const std::string text = encode(ServerMessage(Attached{1, "t", {}, snapshot}));
    CHECK(text.size() > max_request_bytes);
    CHECK(decode_server_message(text));
    const std::string padding(max_server_message_bytes - text.size(), ' ');
    CHECK(decode_server_message(text + padding));
    const auto too_long = decode_server_message(text + padding + ' ');
    REQUIRE_FALSE(too_long);
    CHECK(too_long.error().code == ErrorCode::bad_json);
}

}  // namespace

}  // namespace morris::test
