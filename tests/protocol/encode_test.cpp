// The texts that the server and our own client send, to the letter.
#include <nlohmann/json.hpp>

#include "shared/protocol/codec.hpp"
#include "shared/protocol/instant.hpp"
#include "shared/rules/notation.hpp"
#include "tests/protocol/random_messages.hpp"
#include "tests/support/catch.hpp"

namespace morris::test {

namespace {

using namespace morris::protocol;

const std::string a_secret = "Zm9vYmFyYmF6cXV4-_0123";

TEST_CASE("requests are written with everything that they say", "[protocol]") {
    const auto text = [](RequestBody body) { return encode(Request{7, std::move(body)}); };
    CHECK(text(Hello{"Ann", a_secret, "bot/1"}) ==
          R"({"type":"hello","id":7,"name":"Ann","secret":"Zm9vYmFyYmF6cXV4-_0123",)"
          R"("client":"bot/1"})");
    CHECK(text(Hello{"Ann", {}, {}}) == R"({"type":"hello","id":7,"name":"Ann"})");
    CHECK(text(Make{a_secret, a_secret, SeatWish::black, Options{}, ComputerWanted{Level::club}}) ==
          R"({"type":"make","id":7,"key":"Zm9vYmFyYmF6cXV4-_0123",)"
          R"("secret":"Zm9vYmFyYmF6cXV4-_0123","color":"black","options":{"board":"nine",)"
          R"("pieces":9,"flying":true,"threefold":true,"no_mill":100},)"
          R"("opponent":{"kind":"computer","level":"club"}})");
    CHECK(text(Join{"K7Q2", {}, a_secret}) ==
          R"({"type":"join","id":7,"invite":"K7Q2","secret":"Zm9vYmFyYmF6cXV4-_0123"})");
    CHECK(text(Play{"t", 3, *parse_move("a1-a4xd7")}) ==
          R"({"type":"move","id":7,"table":"t","turn":3,)"
          R"("move":{"from":"a1","to":"a4","take":"d7"}})");
    CHECK(text(Play{"t", 0, *parse_move("d2")}) ==
          R"({"type":"move","id":7,"table":"t","turn":0,"move":{"to":"d2"}})");
    CHECK(text(List{}) == R"({"type":"list","id":7})");
}

TEST_CASE("a snapshot is written as the page says", "[protocol]") {
    Snapshot snapshot;
    snapshot.table = "t";
    snapshot.seq = 4;
    snapshot.turn = 2;
    snapshot.made_at = *parse_instant("2026-11-30T11:22:33.444Z");
    snapshot.options.no_mill.reset();
    snapshot.seats = {Seat{SeatKind::person, "p", "Ann", {}},
                      Seat{SeatKind::computer, "", "Computer", Level::club}};
    snapshot.begun = true;
    Game game(snapshot.options);
    REQUIRE(game.play(*parse_move("d2")));
    REQUIRE(game.play(*parse_move("a7")));
    snapshot.position = game.position();
    snapshot.moves = game.moves();
    snapshot.plies_without_take = game.plies_without_take();
    snapshot.result = GameResult{Winner::black, GameEnd::resigned};
    snapshot.rematch.offered_by = Color::white;
    snapshot.legal = std::vector<Move>{*parse_move("g1")};
    CHECK(encode(snapshot) ==
          R"({"table":"t","seq":4,"turn":2,"ply":2,"made_at":"2026-11-30T11:22:33.444Z",)"
          R"("options":{"board":"nine","pieces":9,"flying":true,"threefold":true,)"
          R"("no_mill":null},"listed":false,"begun":true,)"
          R"("seats":{"white":{"kind":"person","player":"p","name":"Ann"},)"
          R"("black":{"kind":"computer","name":"Computer","level":"club"}},)"
          R"("position":{"white":["d2"],"black":["a7"],"hands":{"white":8,"black":8},)"
          R"("to_move":"white","phase":"placing"},"plies_without_take":2,"moves":["d2","a7"],)"
          R"("result":{"winner":"black","reason":"resigned"},"rematch":{"offered_by":"white"},)"
          R"("legal":["g1"]})");
    const std::string attached = encode(ServerMessage(Attached{5, "t", Color::white, snapshot}));
    CHECK(attached == R"({"type":"attached","id":5,"table":"t","color":"white","snapshot":)" +
                          encode(snapshot) + "}");
}

TEST_CASE("the phase in a snapshot is the side's to move", "[protocol]") {
    const auto phase = [](const std::string& position, const Options& options) {
        Snapshot snapshot;
        snapshot.options = options;
        snapshot.position = parse_position(position, options)->position;
        return nlohmann::json::parse(encode(snapshot))["position"]["phase"].get<std::string>();
    };
    const Options options;
    Options grounded;
    grounded.flying = false;
    CHECK(phase("white W:a7,d7,g1+0 B:a1,d1,g4,b2+1", options) == "flying");
    CHECK(phase("white W:a7,d7,g1+0 B:a1,d1,g4,b2+1", grounded) == "moving");
    CHECK(phase("black W:a7,d7,g1+0 B:a1,d1,g4,b2+1", options) == "placing");
}

TEST_CASE("events are flat, and null says that nobody is to move", "[protocol]") {
    Event event;
    event.table = "t";
    event.seq = 6;
    event.at = *parse_instant("2026-11-30T11:22:33.444Z");
    event.turn = 5;
    event.body = MovedEvent{Color::white, *parse_move("a1-a4xd7")};
    event.result = GameResult{Winner::white, GameEnd::reduced};
    CHECK(encode(ServerMessage(event)) ==
          R"({"type":"event","table":"t","seq":6,"at":"2026-11-30T11:22:33.444Z","turn":5,)"
          R"("to_move":null,"kind":"moved","color":"white",)"
          R"("move":{"from":"a1","to":"a4","take":"d7"},)"
          R"("result":{"winner":"white","reason":"reduced"}})");
}

TEST_CASE("an open seat's presence is null", "[protocol]") {
    Presence presence;
    presence.table = "t";
    presence.seats[0] = SeatPresence{true, *parse_instant("2026-11-30T11:22:33.444Z")};
    CHECK(encode(ServerMessage(presence)) ==
          R"({"type":"presence","table":"t",)"
          R"("white":{"present":true,"since":"2026-11-30T11:22:33.444Z"},"black":null,)"
          R"("spectators":0})");
}

TEST_CASE("the bodies of the HTTP side are the messages without their envelope", "[protocol]") {
    Random random(3);
    const Tables tables = random_tables(random);
    auto message = nlohmann::json::parse(encode(ServerMessage(tables)));
    message.erase("type");
    message.erase("id");
    CHECK(nlohmann::json::parse(encode_tables(tables)) == message);
}

TEST_CASE("bytes that are no UTF-8 are replaced, since a text has to go out", "[protocol]") {
    Error error;
    error.code = ErrorCode::internal;
    error.message = "bad \xFF byte";
    const auto back = decode_server_message(encode(ServerMessage(error)));
    REQUIRE(back);
    CHECK(std::get<Error>(*back).message == "bad \uFFFD byte");
}

TEST_CASE("nothing that the server sends has a place for a secret", "[protocol]") {
    for (std::size_t type = 0; type < std::variant_size_v<ServerMessage>; ++type) {
        for (std::uint64_t seed = 0; seed < 50; ++seed) {
            Random random(seed);
            const std::string text = encode(random_server_message(random, type));
            CHECK_THAT(text, !Catch::Contains("\"secret\"") && !Catch::Contains("\"key\""));
        }
    }
}

}  // namespace

}  // namespace morris::test
