#include "server/journal/summary.hpp"

#include "server/journal/journal.hpp"
#include "tests/table/tables.hpp"

using namespace morris;
using namespace morris::table;
using journal::Summary;

namespace {

std::vector<Summary> summaries() {
    Summary people;
    people.options.pieces = 6;
    people.options.no_mill.reset();
    people.options.move_limit = 200;
    people.options.hand_counts = true;
    people.clock = ClockTerms{Millis(180'000), Millis(2'000)};
    people.seats = {std::string("7h3k9m2qxwpa"), std::string("b4t8c1v6nzer")};
    people.made_at = noon;
    people.ended_at = noon + Millis(1234567891234);
    people.plies = 10'000;
    people.end = {Winner::draw, EndReason::agreed};
    Summary computer;
    computer.seats = {Level::master, std::string("7h3k9m2qxwpa")};
    computer.end = {Winner::white, EndReason::reduced};
    computer.hints = 7;
    computer.undos = 1;
    return {people, computer, Summary{}};
}

}  // namespace

TEST_CASE("every summary comes back from its bytes, and is no event", "[journal]") {
    for (const Summary& summary : summaries()) {
        const std::string bytes = journal::encode(summary);
        const auto again = journal::decode_summary(bytes);
        REQUIRE(again);
        CHECK(*again == summary);
        CHECK_FALSE(journal::decode(bytes));
        CHECK_FALSE(journal::decode_named(bytes));
    }
    CHECK_FALSE(journal::decode_summary(journal::encode(journal::Named{noon, "Ann"})));
}

TEST_CASE("a damaged summary is noticed", "[journal]") {
    for (const Summary& summary : summaries()) {
        const std::string bytes = journal::encode(summary);
        for (std::size_t i = 0; i < bytes.size() * 8; ++i) {
            std::string flipped = bytes;
            flipped[i / 8] = static_cast<char>(flipped[i / 8] ^ (1 << (i % 8)));
            CHECK_FALSE(journal::decode_summary(flipped));
        }
        for (std::size_t size = 0; size < bytes.size(); ++size) {
            CHECK_FALSE(journal::decode_summary(std::string_view(bytes).substr(0, size)));
        }
    }
}
