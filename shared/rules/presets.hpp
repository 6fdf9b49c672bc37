// Options that go together, under a name for people to choose. A preset is only a set of values:
// once chosen, those are what is played, sent and kept, never the name.
#pragma once

#include <span>
#include <string_view>

#include "shared/rules/options.hpp"

namespace morris {

struct Preset {
    std::string_view name;   // small letters and dashes
    std::string_view about;  // a sentence
    Options options;
};

// The usual rules first.
std::span<const Preset> presets();

// nullptr: there is none of that name.
const Preset* find_preset(std::string_view name);

}  // namespace morris
