#include "server/journal/journal.hpp"

#include <fstream>
#include <sstream>

#include "tests/table/tables.hpp"

using namespace morris;
using namespace morris::table;

namespace {

// What format1.txt holds: one event of each kind that format 1 had, and each shape of it.
std::vector<Event> events_of_format_1() {
    Made made;
    made.options.pieces = 6;
    made.options.flying = false;
    made.options.threefold = false;
    made.options.no_mill.reset();
    made.listed = true;
    made.seats = {Holder(Computer{Level::strong}), Holder(person(9))};
    made.seed = 0x0123456789abcdefULL;
    Made open;
    open.options.no_mill = 200;
    open.seats[1] = person(3);
    open.invite = "K7Q2M9XWPA3D";
    const Instant later = noon + std::chrono::milliseconds(1234567891234);
    const std::vector<EventBody> bodies{
        made,
        open,
        Joined{Color::black, person(4), {}},
        Moved{Color::white, parse_move("d2").value(), {}, {}, 0},
        Moved{Color::black,
              parse_move("a1-a4xd7").value(),
              End{Winner::black, EndReason::reduced},
              {},
              0},
        Ended{Color::white, {Winner::black, EndReason::resigned}, 0, {}},
        Ended{std::nullopt, {Winner::nobody, EndReason::closed}, 0, {}},
        RematchOffered{Color::black},
        Rematched{"awkf974frtfr"}};
    std::vector<Event> events;
    for (const EventBody& body : bodies) events.push_back({noon, Served(0), body});
    events[1].at = later;
    return events;
}

// One event of each kind, and each shape of it.
std::vector<Event> every_event() {
    std::vector<Event> events = events_of_format_1();
    Made made;
    made.options.move_limit = 200;
    made.options.hand_counts = true;
    made.seats = {Holder(Computer{Level::master}), Holder(person(9))};
    made.clock = ClockTerms{Millis(180'000), Millis(2'000)};
    made.claims = usual_claims_with_clock;
    const ClockState running{{Millis(179'001), Millis(3)}, Served(5'000'000'000)};
    const ClockState waiting{{Millis(0), Millis(10'800'000)}, std::nullopt};
    const std::vector<EventBody> bodies{
        made,
        Joined{Color::black, person(4), running},
        Moved{Color::black, parse_move("d2").value(), {}, running, 19},
        Moved{Color::white, parse_move("a1-a4").value(), End{Winner::draw, EndReason::move_limit},
              waiting, 0},
        Ended{Color::black, {Winner::draw, EndReason::agreed}, 17, running},
        Ended{std::nullopt, {Winner::white, EndReason::timeout}, 0, waiting},
        Ended{Color::white, {Winner::nobody, EndReason::aborted}, 0, {}},
        Ended{Color::white, {Winner::white, EndReason::abandoned}, 0, {}},
        Ended{Color::black, {Winner::draw, EndReason::idle}, 0, {}},
        Offered{Color::white, OfferKind::takeback},
        OfferClosed{Color::black, OfferKind::takeback, 12, true},
        OfferClosed{Color::white, OfferKind::draw, 13, false},
        TakenBack{Color::white, 2, 12, running},
        TakenBack{Color::black, 1, 0, {}},
        ClockSet{waiting},
        Absent{Color::black},
        Returned{Color::white},
        Hinted{Color::black}};
    for (const EventBody& body : bodies) events.push_back({noon, Served(123'456'789), body});
    return events;
}

std::vector<std::string> lines_of(const char* name) {
    std::ifstream file(std::string(MORRIS_TEST_DATA "/") + name);
    REQUIRE(file);
    std::vector<std::string> lines;
    for (std::string line; std::getline(file, line);) lines.push_back(line);
    return lines;
}

std::string hex(std::string_view bytes) {
    constexpr std::string_view digits = "0123456789abcdef";
    std::string text;
    for (const char each : bytes) {
        const auto byte = static_cast<unsigned char>(each);
        text.push_back(digits[byte >> 4U]);
        text.push_back(digits[byte & 15U]);
    }
    return text;
}

std::string unhex(std::string_view text) {
    std::string bytes;
    for (std::size_t i = 0; i + 1 < text.size(); i += 2) {
        bytes.push_back(static_cast<char>(std::stoi(std::string(text.substr(i, 2)), nullptr, 16)));
    }
    return bytes;
}

}  // namespace

TEST_CASE("every event comes back from its bytes", "[journal]") {
    for (const Event& event : every_event()) {
        const auto again = journal::decode(journal::encode(event));
        REQUIRE(again);
        CHECK(*again == event);
    }
}

TEST_CASE("a name comes back from its bytes, and is no table event", "[journal]") {
    const journal::Named named{noon, "Ännchen 🌿"};
    const std::string bytes = journal::encode(named);
    CHECK(journal::decode_named(bytes).value() == named);
    CHECK_FALSE(journal::decode(bytes));
    CHECK_FALSE(journal::decode_named(journal::encode(every_event()[3])));
}

TEST_CASE("one flipped bit anywhere, or a byte too few or too many, is noticed", "[journal]") {
    for (const Event& event : every_event()) {
        const std::string bytes = journal::encode(event);
        for (std::size_t i = 0; i < bytes.size() * 8; ++i) {
            std::string flipped = bytes;
            flipped[i / 8] = static_cast<char>(flipped[i / 8] ^ (1 << (i % 8)));
            CHECK_FALSE(journal::decode(flipped));
        }
        for (std::size_t size = 0; size < bytes.size(); ++size) {
            CHECK_FALSE(journal::decode(std::string_view(bytes).substr(0, size)));
        }
        CHECK_FALSE(journal::decode(bytes + '\0'));
    }
}

TEST_CASE("a newer format is named, not guessed at", "[journal]") {
    std::string bytes = journal::encode(every_event()[3]);
    bytes[0] = journal::format_version + 1;
    const auto event = journal::decode(bytes);
    REQUIRE_FALSE(event);
    CHECK(event.error().find("format 3") != std::string::npos);
}

// The bytes of every released format stay readable: each formatN.txt was written by the program
// that introduced it, and is never written again.
TEST_CASE("events of format 1 are still read", "[journal]") {
    const auto lines = lines_of("format1.txt");
    const auto events = events_of_format_1();
    REQUIRE(lines.size() == events.size());
    for (std::size_t i = 0; i < events.size(); ++i) {
        INFO("line " << i + 1);
        const auto event = journal::decode(unhex(lines[i]));
        REQUIRE(event);
        CHECK(*event == events[i]);
    }
}

TEST_CASE("events of format 2 are still read, and still written the same", "[journal]") {
    const auto lines = lines_of("format2.txt");
    const auto events = every_event();
    REQUIRE(lines.size() == events.size());
    for (std::size_t i = 0; i < events.size(); ++i) {
        INFO("line " << i + 1);
        const auto event = journal::decode(unhex(lines[i]));
        REQUIRE(event);
        CHECK(*event == events[i]);
        CHECK(hex(journal::encode(events[i])) == lines[i]);
    }
}
