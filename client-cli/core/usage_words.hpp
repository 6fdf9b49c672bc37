// What is wrong with a command line, in a sentence or two.
#pragma once

#include <string>
#include <vector>

namespace morris::client {

// As the parser of arguments tells it.
struct UsageFault {
    std::string kind;                     // the parser's name for it: "ValidationError" …
    std::string said;                     // its own words
    std::vector<std::string> unexpected;  // as typed, in that order
    std::string command;                  // "": none was understood
    std::vector<std::string> commands;    // all there are
};

std::string usage_words(const UsageFault& fault);

// The words of a command line that the parser could not place, in the order in which they were
// typed.
std::vector<std::string> in_typed_order(std::vector<std::string> words,
                                        const std::vector<std::string>& typed);

}  // namespace morris::client
