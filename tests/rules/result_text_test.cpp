#include "shared/rules/result_text.hpp"

#include <algorithm>
#include <fstream>
#include <set>
#include <sstream>
#include <vector>

#include "tests/support/catch.hpp"

using namespace morris;

namespace {

// All that there are, and one that is not known.
const std::vector<std::string> reasons{
    "reduced", "blocked", "threefold",  "no-mill", "resigned", "withdrawn", "expired",  "closed",
    "timeout", "agreed",  "move-limit", "aborted", "idle",     "abandoned", "forfeited"};

std::string rules_page() {
    std::ifstream file(std::string(MORRIS_SOURCE_DIR) + "/shared/rules/RULES.md");
    std::ostringstream page;
    page << file.rdbuf();
    return page.str();
}

}  // namespace

TEST_CASE("a result says who has won and names the loser where it speaks of one",
          "[rules][game-text]") {
    CHECK(result_text("white resigned") == "White wins, Black resigned");
    CHECK(result_text("black reduced") == "Black wins, White has two pieces left");
    CHECK(result_text("white blocked") == "White wins, Black cannot move");
    CHECK(result_text("draw threefold") == "Draw, the same position for the third time");
    CHECK(result_text("draw no-mill") == "Draw, nothing taken for too many plies");
    CHECK(result_text("none withdrawn") == "No winner, the table was withdrawn");
    CHECK(result_text("draw move-limit") == "Draw, the move limit is reached");
    CHECK(result_text("black timeout") == "Black wins, White ran out of time");
    CHECK(result_text("draw timeout") == "Draw, time ran out against too few pieces");
    CHECK(result_text("draw agreed") == "Draw, agreed");
    CHECK(result_text("none aborted") == "No winner, the game was aborted");
    CHECK(result_text("white abandoned") == "White wins, Black left the game");
    CHECK(result_text("draw abandoned") == "Draw, a player left the game");
    CHECK(result_text("black idle") == "Black wins, White did not move");
    CHECK(result_text("draw idle") == "Draw, a player did not move");
    CHECK(result_text("black forfeited") == "Black wins, forfeited");
    CHECK(result_text("").empty());
}

TEST_CASE("every winner with every reason is read as it was written, and as older texts have it",
          "[rules][game-text]") {
    std::set<std::string> texts;
    for (const std::string winner : {"white", "black", "draw", "none"}) {
        for (const std::string& reason : reasons) {
            const std::string words = winner + " " + reason;
            const std::string text = result_text(words);
            INFO(text);
            CHECK(parse_result_text(text) == words);
            CHECK(parse_result_text(words) == words);
            CHECK(texts.insert(text).second);
        }
    }
}

TEST_CASE("what is no result is not read as one", "[rules][game-text]") {
    for (const char* text :
         {"", "White", "White wins", "White wins,", "White wins, ", "White wins, Black Resigned it",
          "White wins, White resigned", "White resigned", "white", "white ", "red resigned",
          "nobody expired", "Draw,threefold", "White wins, 1"}) {
        INFO(text);
        CHECK_FALSE(parse_result_text(text));
    }
    CHECK(parse_result_text("white wins, BLACK RESIGNED") == "white resigned");
}

TEST_CASE("RULES.md has the results as they are written", "[rules][game-text]") {
    const std::string page = rules_page();
    for (const char* words :
         {"white reduced", "white blocked", "draw threefold", "draw no-mill", "draw move-limit",
          "white resigned", "draw agreed", "white timeout", "draw timeout", "white abandoned",
          "draw abandoned", "white idle", "draw idle", "none aborted", "none withdrawn",
          "none expired", "none closed"}) {
        INFO(words);
        CHECK(page.find("| `" + result_text(words) + "` | `" +
                        std::string(words).substr(std::string(words).find(' ') + 1) + "`") !=
              std::string::npos);
    }
}
