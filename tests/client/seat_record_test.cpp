#include "client-cli/core/seat_record.hpp"

#include "tests/client/tables.hpp"
#include "tests/support/catch.hpp"

using namespace morris;
using namespace morris::client;
using namespace morris::client::test;

namespace {

const std::string secret = "abcdefghijklmnopqrstuv";
const std::string key = "ABCDEFGHIJKLMNOPQRSTUV";

SeatRecord made() {
    SeatRecord record;
    record.id = "seat1";
    record.server = "ws://localhost:8080/ws";
    record.secret = secret;
    record.made_ms = 1'796'000'000'123;
    record.request = protocol::Make{key, secret, protocol::SeatWish::black, three_pieces(),
                                    protocol::PersonWanted{true}};
    return record;
}

}  // namespace

TEST_CASE("a seat's record is read as it was written, at every stage", "[client][keys]") {
    SeatRecord record = made();
    CHECK(parse_record(record_text(record)) == record);
    record.table = "abc123";
    record.color = Color::black;
    record.invite = "K7Q2-M9XW-PA3D";
    CHECK(parse_record(record_text(record)) == record);
    record.ended = true;
    CHECK(parse_record(record_text(record)) == record);
    record.request.reset();
    CHECK(parse_record(record_text(record)) == record);
    SeatRecord joined = made();
    joined.request = protocol::Join{"K7Q2-M9XW-PA3D", std::nullopt, secret};
    CHECK(parse_record(record_text(joined)) == joined);
}

TEST_CASE("a damaged or newer record is not taken for a seat", "[client][keys]") {
    const std::string text = record_text(made());
    CHECK_FALSE(parse_record(""));
    CHECK_FALSE(parse_record("morris-seat 2\n" + text.substr(text.find('\n') + 1)));
    // Cut off at any line: never a record that could not be used.
    for (std::size_t end = text.find('\n'); end != std::string::npos;
         end = text.find('\n', end + 1)) {
        const auto record = parse_record(text.substr(0, end + 1));
        if (!record) continue;
        CHECK(record->secret == secret);
        CHECK(record->request);
    }
    CHECK_FALSE(parse_record(text + "color blue\n"));
}

TEST_CASE("names that are not known yet are left out", "[client][keys]") {
    CHECK(parse_record(record_text(made()) + "clock 5\n") == made());
}

TEST_CASE("a seat's line says where and since when, and who was wanted", "[client][keys]") {
    SeatRecord record = made();
    CHECK(seat_line(record) == "(not answered yet)  ?  2026-11-30  localhost:8080");
    record.table = "abc123";
    record.color = Color::black;
    CHECK(seat_line(record) == "abc123  black  2026-11-30  localhost:8080");
    std::get<protocol::Make>(*record.request).opponent = protocol::ComputerWanted{Level::strong};
    record.server = "wss://example.org:443/ws";
    CHECK(seat_line(record) == "abc123  black  2026-11-30  https://example.org  computer, strong");
}
