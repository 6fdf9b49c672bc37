#include "server/journal/journal.hpp"

#include <fstream>
#include <sstream>

#include "tests/table/tables.hpp"

using namespace morris;
using namespace morris::table;

namespace {

// One event of each kind, and each shape of it.
std::vector<Event> every_event() {
    Made made;
    made.options = {Board::nine, 6, false, false, std::nullopt};
    made.listed = true;
    made.seats = {Holder(Computer{Level::strong}), Holder(person(9))};
    made.seed = 0x0123456789abcdefULL;
    Made open;
    open.options.no_mill = 200;
    open.seats[1] = person(3);
    open.invite = "K7Q2M9XWPA3D";
    const Instant later = noon + std::chrono::milliseconds(1234567891234);
    return {{noon, made},
            {later, open},
            {noon, Joined{Color::black, person(4)}},
            {noon, Moved{Color::white, parse_move("d2").value(), std::nullopt}},
            {noon, Moved{Color::black, parse_move("a1-a4xd7").value(),
                         End{Winner::black, EndReason::reduced}}},
            {noon, Ended{Color::white, {Winner::black, EndReason::resigned}}},
            {noon, Ended{std::nullopt, {Winner::nobody, EndReason::closed}}},
            {noon, RematchOffered{Color::black}},
            {noon, Rematched{"awkf974frtfr"}}};
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
    bytes[0] = 2;
    const auto event = journal::decode(bytes);
    REQUIRE_FALSE(event);
    CHECK(event.error().find("format 2") != std::string::npos);
}

// The bytes of every released format stay readable: format1.txt was written by the program that
// introduced it, and is never written again.
TEST_CASE("events of format 1 are still read, and still written the same", "[journal]") {
    std::ifstream file(MORRIS_TEST_DATA "/format1.txt");
    REQUIRE(file);
    std::vector<std::string> lines;
    for (std::string line; std::getline(file, line);) lines.push_back(line);
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
