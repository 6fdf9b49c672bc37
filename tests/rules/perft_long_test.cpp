#include <cstdlib>
#include <iostream>
#include <limits>
#include <string_view>

#include "reference.hpp"
#include "tests/support/catch.hpp"

using namespace morris::test;

TEST_CASE("perft counts what the reference counts, in every row", "[rules][perft]") {
    const char* wanted = std::getenv("MORRIS_LONG");
    if (wanted == nullptr || std::string_view(wanted) != "1") {
        std::cout << "needs MORRIS_LONG=1\n";
        return;
    }
    const std::size_t counted =
        for_each_count(0, std::numeric_limits<std::uint64_t>::max(),
                       [](const std::string& row, std::uint64_t expected, std::uint64_t count) {
                           INFO(row);
                           CHECK(count == expected);
                           std::cout << row << ": " << count << std::endl;
                       });
    std::cout << counted << " rows\n";
    CHECK(counted == 77);
}
