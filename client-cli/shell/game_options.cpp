#include "client-cli/shell/game_options.hpp"

#include <cassert>

#include "client-cli/core/text.hpp"
#include "shared/rules/presets.hpp"

namespace morris::client {
namespace {

std::vector<std::string> preset_names() {
    std::vector<std::string> names;
    for (const Preset& preset : presets()) names.emplace_back(preset.name);
    return names;
}

// A number or `never`, checked before.
std::optional<std::uint16_t> limit_of(const std::string& text) {
    if (text == "never") return std::nullopt;
    return static_cast<std::uint16_t>(std::stoul(text));
}

}  // namespace

std::vector<CLI::Option*> add_game_options(CLI::App& command, RawGameOptions& raw) {
    return {command
                .add_option("--preset", raw.preset,
                            "Rules to begin with: " + listed(preset_names(), "or") +
                                "\n(default usual); the options below change them")
                ->check(CLI::IsMember(preset_names()))
                ->type_name("NAME"),
            command.add_option("--pieces", raw.pieces, "Pieces each: 3, 6 or 9 (default 9)")
                ->check(CLI::IsMember(std::vector<int>{3, 6, 9}))
                ->type_name("N"),
            command.add_flag("--no-flying", raw.no_flying, "Three pieces may not fly"),
            command.add_flag("--no-threefold", raw.no_threefold,
                             "No draw by the same position for the third time"),
            command
                .add_option("--no-mill", raw.no_mill,
                            "A draw after so many plies in a row without a\n"
                            "take: 50, 100, 200 or never (default 100)")
                ->check(CLI::IsMember({"50", "100", "200", "never"}))
                ->type_name("N"),
            command
                .add_option("--move-limit", raw.move_limit,
                            "A draw after so many moves, a take counted as one\n"
                            "more: 200 or never (default never)")
                ->check(CLI::IsMember({"200", "never"}))
                ->type_name("N"),
            command.add_flag("--hand-counts", raw.hand_counts,
                             "Two pieces have lost, also with some in hand")};
}

Options options_of(const RawGameOptions& raw) {
    const Preset* preset = find_preset(raw.preset);
    assert(preset != nullptr);
    Options options = preset->options;
    if (raw.pieces) options.pieces = static_cast<std::uint8_t>(*raw.pieces);
    if (raw.no_flying) options.flying = false;
    if (raw.no_threefold) options.threefold = false;
    if (raw.no_mill) options.no_mill = limit_of(*raw.no_mill);
    if (raw.move_limit) options.move_limit = limit_of(*raw.move_limit);
    if (raw.hand_counts) options.hand_counts = true;
    return options;
}

}  // namespace morris::client
