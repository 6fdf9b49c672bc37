#include "reference.hpp"
#include "tests/support/catch.hpp"

using namespace morris::test;

TEST_CASE("perft counts what the reference counts", "[rules][perft]") {
#ifdef MORRIS_RELEASE
    constexpr std::uint64_t largest = 2'000'000'000;
    constexpr std::size_t rows = 73;
#else
    constexpr std::uint64_t largest = 100'000'000;
    constexpr std::size_t rows = 70;
#endif
    const std::size_t counted = for_each_count(
        0, largest, [](const std::string& row, std::uint64_t expected, std::uint64_t count) {
            INFO(row);
            CHECK(count == expected);
        });
    CHECK(counted == rows);
}
