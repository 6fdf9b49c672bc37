#include "client-cli/core/usage_words.hpp"

#include "client-cli/core/text.hpp"
#include "tests/support/catch.hpp"

using namespace morris::client;

namespace {

using Words = std::vector<std::string>;

std::string words_of(std::string kind, std::string said, Words unexpected = {},
                     std::string command = "play") {
    return usage_words({std::move(kind),
                        std::move(said),
                        std::move(unexpected),
                        std::move(command),
                        {"play", "host", "join"}});
}

}  // namespace

TEST_CASE("a word that is no command is named, and the commands are", "[client][usage]") {
    CHECK(words_of("RequiredError", "A subcommand is required", {"--x", "bogus"}, "") ==
          "bogus is no command; there are play, host and join. See: morris --help");
    CHECK(words_of("RequiredError", "A subcommand is required", {}, "") ==
          "A command has to say what to do; there are play, host and join. See: morris --help");
    CHECK(words_of("RequiredError", "A subcommand is required", {"--x"}, "") ==
          "Not expected here: --x. See: morris --help");
}

TEST_CASE("every fault of a command line is a sentence and leads to the help", "[client][usage]") {
    CHECK(words_of("ExtrasError", "The following ...: 1 --prot", {"--prot", "1"}) ==
          "Not expected here: --prot 1. See: morris play --help");
    CHECK(words_of("ValidationError", "--level: easy not in {casual,club,strong}") ==
          "--level: easy is none of casual, club and strong. See: morris play --help");
    CHECK(words_of("ValidationError", "--ca: File does not exist: x") ==
          "--ca: File does not exist: x. See: morris play --help");
    CHECK(words_of("ArgumentMismatch", "--level: 1 required LEVEL missing") ==
          "--level has to have a value. See: morris play --help");
    CHECK(words_of("ArgumentMismatch", "--level: At Most 1 required but received 2") ==
          "--level is there more than once. See: morris play --help");
    CHECK(words_of("ValidationError", "--pieces: x") ==
          "--pieces cannot be x. See: morris play --help");
    CHECK(words_of("ConversionError", "Could not convert: --ply = q") ==
          "--ply cannot be q. See: morris play --help");
    CHECK(words_of("RequiresError", "--pieces requires --moves") ==
          "--pieces goes only with --moves. See: morris play --help");
    CHECK(words_of("ExcludesError", "--table excludes --level") ==
          "--table does not go together with --level. See: morris play --help");
    CHECK(words_of("RequiredError", "CODE is required", {}, "join") ==
          "CODE is required. See: morris join --help");
}

TEST_CASE("a typed word that steers the terminal is shown without that", "[client][usage]") {
    const std::string words = words_of("ExtrasError", "", {"\x1b[2J"});
    CHECK(clean(words, true) == words);
}

TEST_CASE("unexpected words come in the order typed", "[client][usage]") {
    CHECK(in_typed_order({"1", "--prot", "x"}, {"list", "x", "--prot", "1"}) ==
          Words{"x", "--prot", "1"});
    CHECK(in_typed_order({"a", "a"}, {"a", "b", "a"}) == Words{"a", "a"});
    CHECK(in_typed_order({"of another spelling"}, {"b"}) == Words{"of another spelling"});
}
