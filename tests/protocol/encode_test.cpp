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
          R"("pieces":9,"flying":true,"threefold":true,"no_mill":100,)"
          R"("move_limit":null,"hand_counts":false},)"
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

TEST_CASE("requests about the clock, offers and other games are written so, too", "[protocol]") {
    const auto text = [](RequestBody body) { return encode(Request{7, std::move(body)}); };
    const std::string options =
        encode(Request{7, Pair{a_secret, a_secret, Options{}, ClockTerms{300'000, 3'000}}});
    CHECK_THAT(options,
               Catch::StartsWith(R"({"type":"pair","id":7,"key":"Zm9vYmFyYmF6cXV4-_0123",)"
                                 R"("secret":"Zm9vYmFyYmF6cXV4-_0123","options":{)") &&
                   Catch::EndsWith(R"(},"clock":{"base_ms":300000,"increment_ms":3000}})"));
    CHECK(text(Offer{"t", OfferKind::draw, 3}) ==
          R"({"type":"offer","id":7,"table":"t","kind":"draw","turn":3})");
    CHECK(text(Answer{"t", 12, OfferKind::takeback, false}) ==
          R"({"type":"answer","id":7,"table":"t","offer":12,"kind":"takeback","accept":false})");
    CHECK(text(WithdrawOffer{"t", 12, OfferKind::draw}) ==
          R"({"type":"withdraw","id":7,"table":"t","offer":12,"kind":"draw"})");
    CHECK(text(Claim{"t", ClaimOutcome::draw}) ==
          R"({"type":"claim","id":7,"table":"t","outcome":"draw"})");
    CHECK(text(Hint{"t", 4}) == R"({"type":"hint","id":7,"table":"t","turn":4})");
    CHECK(text(Lobby{true}) == R"({"type":"lobby","id":7,"follow":true})");
    CHECK(text(Games{}) == R"({"type":"games","id":7,"limit":20})");
    CHECK(text(Games{"p", GamesResult::lost, parse_date("2026-11-01"), parse_date("2026-11-30"),
                     "c", 5}) ==
          R"({"type":"games","id":7,"player":"p","result":"lost","from":"2026-11-01",)"
          R"("to":"2026-11-30","before":"c","limit":5})");
}

TEST_CASE("a snapshot is written as the page says", "[protocol]") {
    Snapshot snapshot;
    snapshot.table = "t";
    snapshot.seq = 4;
    snapshot.turn = 2;
    snapshot.made_at = *parse_instant("2026-11-30T11:22:33.444Z");
    snapshot.options.no_mill.reset();
    snapshot.options.move_limit = 200;
    snapshot.options.hand_counts = true;
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
          R"("no_mill":null,"move_limit":200,"hand_counts":true},"listed":false,"begun":true,)"
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

TEST_CASE("a snapshot says what is asked and what runs, where there is something to say",
          "[protocol]") {
    Snapshot snapshot;
    snapshot.table = "t";
    snapshot.seq = 4;
    const auto plain = nlohmann::json::parse(encode(snapshot));
    for (const char* field :
         {"clock", "offers", "claims", "absent", "taken_back", "hints", "undos", "idle_ms"}) {
        CHECK_FALSE(plain.contains(field));
    }
    snapshot.taken_back = {{7, Color::white, {*parse_move("a1-a4"), *parse_move("b2-b4")}, true}};
    snapshot.clock = Clock{{300'000, 3'000}, {299'000, 301'000}, Color::white, 1'500, {}, {}};
    snapshot.offers = {{12, OfferKind::draw, Color::white}};
    snapshot.claims = ClaimTerms{180'000, 600'000};
    snapshot.absent = {{Color::black, 42000}};
    snapshot.idle_ms = 0;
    snapshot.hints = 2;
    snapshot.undos = 1;
    CHECK_THAT(encode(snapshot),
               Catch::EndsWith(R"("moves":[],"taken_back":[{"turn":7,"color":"white",)"
                               R"("moves":["a1-a4","b2-b4"],"undo":true}],)"
                               R"("clock":{"base_ms":300000,"increment_ms":3000,"white_ms":299000,)"
                               R"("black_ms":301000,"runs":"white","starts_in_ms":1500},)"
                               R"("offers":[{"offer":12,"kind":"draw","color":"white"}],)"
                               R"("claims":{"away_ms":180000,"idle_ms":600000},"absent":)"
                               R"([{"color":"black","claim_in_ms":42000}],)"
                               R"("idle_ms":0,"hints":2,"undos":1})"));
}

TEST_CASE("what an offer is of is called what in events, and kind elsewhere", "[protocol]") {
    Event event;
    event.table = "t";
    event.seq = 6;
    event.body = OfferedEvent{Color::black, 6, OfferKind::takeback};
    CHECK_THAT(encode(ServerMessage(event)),
               Catch::Contains(R"("kind":"offered","color":"black","offer":6,"what":"takeback")"));
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
