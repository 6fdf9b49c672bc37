#include "client-cli/core/text.hpp"

#include "tests/support/catch.hpp"

using namespace morris::client;

TEST_CASE("text from others cannot steer the terminal", "[client][text]") {
    CHECK(clean("Anna", true) == "Anna");
    CHECK(clean("J\u00f6rg \u732b", true) == "J\u00f6rg \u732b");
    CHECK(clean("a\x1b[2Jb", true) == "a?[2Jb");
    CHECK(clean("a\nb\tc\x7f", true) == "a?b?c?");
    CHECK(clean("a\xc2\x9b"
                "b",
                true) == "a?b");  // a control character beyond ASCII
    CHECK(clean("a\u202e"
                "b\u2066"
                "c",
                true) == "a?b?c");  // turns the line around
    CHECK(clean(std::string("a\0b", 3), true) == "a?b");
}

TEST_CASE("bytes that are not UTF-8 are shown as question marks", "[client][text]") {
    CHECK(clean("\xff"
                "a\xc3",
                true) == "?a?");
    CHECK(clean("\xc0\x80", true) == "??");            // too long a form
    CHECK(clean("\xed\xa0\x80", true) == "???");       // half of a pair
    CHECK(clean("\xf4\x90\x80\x80", true) == "????");  // beyond the last code point
    CHECK(clean("\xe2\x82", true) == "??");
}

TEST_CASE("without Unicode nothing but ASCII is shown", "[client][text]") {
    CHECK(clean("J\u00f6rg \u732b", false) == "J?rg ?");
}

TEST_CASE("columns count what a terminal shows", "[client][text]") {
    CHECK(columns("") == 0);
    CHECK(columns("J\u00f6rg") == 4);
    CHECK(columns("\u732b\u732b") == 4);
    CHECK(columns("e\u0301") == 1);
}

TEST_CASE("fitted text is never wider than allowed", "[client][text]") {
    CHECK(fit("Anna", 4) == "Anna");
    CHECK(fit("Annabelle", 7) == "Anna...");
    CHECK(fit("\u732b\u732b\u732b\u732b", 7) == "\u732b\u732b...");
    for (std::size_t width = 3; width < 12; ++width) {
        CHECK(columns(fit("a\u732b\u00f6\u732bbc\u732b", width)) <= width);
    }
}

TEST_CASE("wrapped text keeps its words and its width", "[client][text]") {
    CHECK(wrap("one two  three", 7) == std::vector<std::string>{"one two", "three"});
    CHECK(wrap("", 7) == std::vector<std::string>{""});
    CHECK(wrap("a-very-long-word b", 7) == std::vector<std::string>{"a-very-long-word", "b"});
}

TEST_CASE("lists of words read as a sentence does", "[client][text]") {
    CHECK(listed({}, "or").empty());
    CHECK(listed({"a7"}, "or") == "a7");
    CHECK(listed({"a7", "b4"}, "or") == "a7 or b4");
    CHECK(listed({"a7", "b4", "c3"}, "and") == "a7, b4 and c3");
}

TEST_CASE("trimming takes blanks from both ends only", "[client][text]") {
    CHECK(trimmed(" \t d2 xa7\r\n") == "d2 xa7");
    CHECK(trimmed(" \n").empty());
    CHECK(lower("A1-D7X") == "a1-d7x");
}
