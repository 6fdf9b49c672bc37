#include "shared/protocol/name.hpp"

#include "shared/protocol/limits.hpp"
#include "tests/support/catch.hpp"

namespace morris::test {

namespace {

using namespace morris::protocol;

std::string of(std::size_t count, const std::string& text) {
    std::string all;
    for (; count > 0; --count) all += text;
    return all;
}

TEST_CASE("names of many kinds of people are taken as they are", "[protocol]") {
    for (const char* name :
         {"Ann", "x", "Anne-Marie O'Neill", "Ærøskøbing", "Зоя", "Νίκη", "مريم", "שרה", "さくら 花",
          "ทดสอบ", "हिन्दी", "C++ <b>&amp;</b>", "\"; --", "100%", "😀", "\U0001F0A1"}) {
        INFO(name);
        CHECK(checked_name(name) == name);
    }
}

TEST_CASE("spaces at the ends are dropped, those within are kept", "[protocol]") {
    CHECK(checked_name("  Ann  ") == "Ann");
    CHECK(checked_name("\u3000\u00A0Ann\u2003 ") == "Ann");
    CHECK(checked_name("Ann  of  G") == "Ann  of  G");
}

TEST_CASE("a name is put into normalisation form C", "[protocol]") {
    CHECK(checked_name("Zoe\u0308") == "Zo\u00EB");
    CHECK(checked_name("\u212B") == "\u00C5");
    CHECK(checked_name("\u1112\u1161\u11AB") == "\uD55C");
}

TEST_CASE("what asks for a coloured picture is left out", "[protocol]") {
    CHECK(checked_name("Ann \u2764\uFE0F") == "Ann \u2764");
    CHECK_FALSE(checked_name("\uFE0F"));
}

TEST_CASE("no name reads like the computer's, or like another player's with a mark", "[protocol]") {
    for (const char* name :
         {"Anna #7h3k", "Anna #7H3K", "Anna#7h3k", "#7h3k", "Anna \uFF037h3k", "computer",
          "Computer (Master)", "computer, casual", "COMPUTER  (x)", "\uFF23omputer"}) {
        INFO(name);
        CHECK_FALSE(checked_name(name));
    }
    for (const char* name : {"Anna #1", "C#", "#7h3kk", "Anna # 7h3", "Computers", "Computer Fan",
                             "my computer", "#\u00E9\u00E9\u00E9\u00E9"}) {
        INFO(name);
        CHECK(checked_name(name) == name);
    }
}

TEST_CASE("the length is counted in code points, after that", "[protocol]") {
    const std::size_t most = max_name_code_points;
    CHECK(checked_name(of(most, "n")));
    CHECK(checked_name(of(most, "\U0001F0A1")));
    CHECK(checked_name(of(most, "e\u0301")) == of(most, "\u00E9"));
    CHECK(checked_name("   " + of(most, "n") + "   "));
    CHECK_FALSE(checked_name(of(most + 1, "n")));
    CHECK_FALSE(checked_name(of(most + 1, "\u00E9")));
    // U+FB2C falls into three code points.
    CHECK_FALSE(checked_name(of(most / 2, "\uFB2C")));
}

TEST_CASE("nothing but spaces is no name", "[protocol]") {
    for (const char* name : {"", " ", "   ", "\u3000", "\u00A0\u2003"}) {
        CHECK_FALSE(checked_name(name));
    }
}

TEST_CASE("characters that hide, turn the line around or mean nothing are refused", "[protocol]") {
    const std::vector<std::string> characters{std::string(1, '\0'),
                                              "\x01",
                                              "\t",
                                              "\n",
                                              "\r",
                                              "\x1B",
                                              "\x7F",
                                              "\u0085",
                                              "\u00AD",
                                              "\u034F",
                                              "\u061C",
                                              "\u115F",
                                              "\u180E",
                                              "\u200B",
                                              "\u200C",
                                              "\u200D",
                                              "\u200E",
                                              "\u200F",
                                              "\u2028",
                                              "\u2029",
                                              "\u202A",
                                              "\u202D",
                                              "\u202E",
                                              "\u2060",
                                              "\u2066",
                                              "\u2069",
                                              "\u206F",
                                              "\u2800",
                                              "\u3164",
                                              "\uE000",
                                              "\uFFFC",
                                              "\U0001D159",
                                              "\uFEFF",
                                              "\uFFA0",
                                              "\uFFF9",
                                              "\uFFFE",
                                              "\U000E0001",
                                              "\U000E0041",
                                              "\U000F0000",
                                              "\U0010FFFF",
                                              "\u0378"};
    for (const std::string& character : characters) {
        for (const std::string& name :
             {character, "a" + character, character + "a", "a" + character + "b"}) {
            INFO(name);
            CHECK_FALSE(checked_name(name));
        }
    }
}

TEST_CASE("a name does not begin with a mark that sits on what is before it", "[protocol]") {
    CHECK_FALSE(checked_name("\u0308Ann"));
    CHECK_FALSE(checked_name(" \u20DDA"));
    CHECK(checked_name("A\u20DD"));
}

TEST_CASE("what is not UTF-8 is no name", "[protocol]") {
    for (const char* name : {"\xFF", "a\xC3", "\xC0\xAF", "\xED\xA0\x80", "\xF4\x90\x80\x80"}) {
        CHECK_FALSE(checked_name(name));
    }
}

TEST_CASE("a refusal says which character it is about", "[protocol]") {
    CHECK(checked_name("A\u200Bnn").error() ==
          "The name has U+200B in it, an invisible character; it has to be 1 to 32 visible "
          "characters, spaces at the ends not counted.");
    CHECK_THAT(checked_name("\n").error(), Catch::Contains("U+000A"));
    CHECK_THAT(checked_name("\U0010FFFF").error(), Catch::Contains("U+10FFFF"));
    CHECK_THAT(checked_name(of(40, "n")).error(), Catch::Contains("40 characters"));
}

}  // namespace

}  // namespace morris::test
