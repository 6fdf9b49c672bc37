#include "shared/rules/presets.hpp"

#include <algorithm>
#include <array>

namespace morris {

namespace {

constexpr std::array<Preset, 3> all{
    {{"usual", "Nine pieces each, three fly, and 100 plies without a take are a draw.", {}},
     {"lusalos",
      "As usual, but nobody flies: three pieces step like any others.",
      {.flying = false}},
     {"two-hundred",
      "A draw after 200 moves and takes in all, and a side down to two pieces, its hand counted, "
      "has lost.",
      {.no_mill = std::nullopt, .move_limit = 200, .hand_counts = true}}}};

}  // namespace

std::span<const Preset> presets() {
    return all;
}

const Preset* find_preset(std::string_view name) {
    const auto found = std::find_if(all.begin(), all.end(),
                                    [&](const Preset& preset) { return preset.name == name; });
    return found == all.end() ? nullptr : &*found;
}

}  // namespace morris
