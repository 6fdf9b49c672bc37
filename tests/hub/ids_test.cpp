#include "server/hub/ids.hpp"

#include <set>

#include "tests/support/catch.hpp"

using namespace morris;

TEST_CASE("an invite code is read as people type it", "[hub]") {
    const std::string invite = ids::invite_of_key("a key of the maker's own drawing");
    CHECK(invite.size() == 12);
    const std::string shown = ids::grouped(invite);
    CHECK(shown.size() == 14);
    CHECK(ids::normalised_invite(shown) == invite);
    std::string lower = shown;
    for (char& each : lower) each = static_cast<char>(std::tolower(each));
    CHECK(ids::normalised_invite("  " + lower + " ") == invite);
    CHECK(ids::normalised_invite("OIL0-1234-5678") == "011012345678");
}

TEST_CASE("what cannot be an invite code is none", "[hub]") {
    for (const char* text : {"", "K7Q2", "K7Q2-M9XW-PA3", "K7Q2-M9XW-PA3DD", "K7Q2-M9XW-PA3U",
                             "K7Q2-M9XW-PA3\xc3\xa4", "K7Q2/M9XW/PA3D"}) {
        INFO(text);
        CHECK_FALSE(ids::normalised_invite(text));
    }
}

TEST_CASE("ids of different things never meet, and do not show what they are made from", "[hub]") {
    std::set<std::string> seen;
    for (int i = 0; i < 1000; ++i) {
        const std::string secret = "secret number " + std::to_string(i);
        const std::string invite = ids::invite_of_key(secret);
        seen.insert(ids::table_of_invite(invite));
        seen.insert(ids::table_of_invite(secret));
        seen.insert(ids::player_of_secret(secret));
        CHECK(ids::is_table_id(ids::table_of_invite(invite)));
    }
    CHECK(seen.size() == 3000);
    CHECK_FALSE(ids::is_table_id("K7Q2M9XWPA3D"));
    CHECK_FALSE(ids::is_table_id("k7q2m9xwpa3"));
    CHECK_FALSE(ids::is_table_id("../../secret"));
}

TEST_CASE("a rematch's id is the same whichever seat is named first", "[hub]") {
    const auto one = ids::hash_of_secret("one");
    const auto two = ids::hash_of_secret("two");
    CHECK(ids::table_of_rematch("t", one, two) == ids::table_of_rematch("t", two, one));
    CHECK(ids::table_of_rematch("t", one, two) != ids::table_of_rematch("u", one, two));
}
