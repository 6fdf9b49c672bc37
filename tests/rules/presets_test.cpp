#include "shared/rules/presets.hpp"

#include <fstream>
#include <set>
#include <sstream>

#include "tests/support/catch.hpp"

using namespace morris;

TEST_CASE("every preset has a name of its own, a sentence, and options that can be played",
          "[rules][presets]") {
    std::set<std::string> names;
    for (const Preset& preset : presets()) {
        INFO(preset.name);
        CHECK(names.insert(std::string(preset.name)).second);
        CHECK(preset.about.ends_with('.'));
        CHECK(checked(preset.options));
        CHECK(find_preset(preset.name) == &preset);
    }
    CHECK(names == std::set<std::string>{"usual", "lusalos", "two-hundred"});
    CHECK(find_preset("") == nullptr);
    CHECK(find_preset("Usual") == nullptr);
}

TEST_CASE("a preset differs from the usual options in what RULES.md says", "[rules][presets]") {
    CHECK(find_preset("usual")->options == Options{});
    Options lusalos;
    lusalos.flying = false;
    CHECK(find_preset("lusalos")->options == lusalos);
    Options two_hundred;
    two_hundred.no_mill.reset();
    two_hundred.move_limit = 200;
    two_hundred.hand_counts = true;
    CHECK(find_preset("two-hundred")->options == two_hundred);

    std::ifstream file(std::string(MORRIS_SOURCE_DIR) + "/shared/rules/RULES.md");
    std::ostringstream page;
    page << file.rdbuf();
    for (const char* row : {"| `usual` | nothing |", "| `lusalos` | flying no |",
                            "| `two-hundred` | no-mill never, move-limit 200, hand-counts yes |"}) {
        CHECK(page.str().find(row) != std::string::npos);
    }
}
