// How --help looks.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace morris::client {

// Leaves out what the descriptions say already: choices, what excludes what, defaults; and second
// spellings of a name.
class PlainFormatter : public CLI::Formatter {
public:
    std::string make_option_name(const CLI::Option* option, bool positional) const override {
        if (positional || option->get_lnames().size() < 2) {
            return CLI::Formatter::make_option_name(option, positional);
        }
        return "--" + option->get_lnames().front();
    }

    std::string make_option_opts(const CLI::Option* option) const override {
        const std::string type = option->get_type_name();
        const std::string name = type.substr(0, type.find(':'));
        return option->get_positional() || name.empty() ? "" : " " + name;
    }
};

}  // namespace morris::client
