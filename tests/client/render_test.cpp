#include "client-cli/core/render.hpp"

#include <regex>
#include <sstream>

#include "client-cli/core/rules_text.hpp"
#include "client-cli/core/screen.hpp"
#include "tests/client/tables.hpp"
#include "tests/support/catch.hpp"

using namespace morris;
using namespace morris::client;
using namespace morris::client::test;

namespace {

constexpr Style unicode{.unicode = true, .colour = false};
constexpr Style ascii{.unicode = false, .colour = false};
constexpr Style coloured{.unicode = true, .colour = true};

Position position_of(std::string_view text) {
    const auto parsed = parse_position(text, Options{});
    REQUIRE(parsed);
    return parsed->position;
}

std::string without_colours(const std::string& text) {
    return std::regex_replace(text, std::regex("\x1b\\[[0-9;]*m"), "");
}

View view_after(const std::string& moves, std::optional<Color> seat, const Options& options = {}) {
    ServerTable table(options);
    for (const Move& move : moves_of(moves)) table.play(to_text(move));
    return view_of(table.snapshot(), seat);
}

void check_fits(const std::string& text, std::size_t width = screen_columns) {
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
        INFO(line);
        CHECK(columns(line) <= width);
        CHECK((line.empty() || line.back() != ' '));
    }
}

}  // namespace

TEST_CASE("the empty board is drawn with its 24 points and their names", "[client][render]") {
    CHECK(draw_board(start_position({}), {}, unicode) == R"(7  ┌───────────┬───────────┐
   │           │           │
6  │   ┌───────┼───────┐   │
   │   │       │       │   │
5  │   │   ┌───┴───┐   │   │
   │   │   │       │   │   │
4  ├───┼───┤       ├───┼───┤
   │   │   │       │   │   │
3  │   │   └───┬───┘   │   │
   │   │       │       │   │
2  │   └───────┼───────┘   │
   │           │           │
1  └───────────┴───────────┘
   a   b   c   d   e   f   g
)");
}

TEST_CASE("without Unicode the board is drawn in ASCII", "[client][render]") {
    const Position position = position_of("white W:a7,d6,e4+5 B:g1,b2,d3+6");
    CHECK(draw_board(position, {}, ascii) == R"(7  W-----------.-----------.
   |           |           |
6  |   .-------W-------.   |
   |   |       |       |   |
5  |   |   .---.---.   |   |
   |   |   |       |   |   |
4  .---.---.       W---.---.
   |   |   |       |   |   |
3  |   |   .---B---.   |   |
   |   |       |       |   |
2  |   B-------.-------.   |
   |           |           |
1  .-----------.-----------B
   a   b   c   d   e   f   g
)");
}

TEST_CASE("the last move and the pieces that can be taken are marked", "[client][render]") {
    const Position position = position_of("black W:a7,d6,a1+5 B:g1,b2,d3+5");
    const Marks marks{move_of("a4-a7xd7"), bit(*parse_point("a1")) | bit(*parse_point("d6"))};
    CHECK(draw_board(position, marks, unicode) == R"(7 [○]──────────x───────────┐
   │           │           │
6  │   ┌──────<○>──────┐   │
   │   │       │       │   │
5  │   │   ┌───┴───┐   │   │
   │   │   │       │   │   │
4 (├)──┼───┤       ├───┼───┤
   │   │   │       │   │   │
3  │   │   └───●───┘   │   │
   │   │       │       │   │
2  │   ●───────┼───────┘   │
   │           │           │
1 <○>──────────┴───────────●
   a   b   c   d   e   f   g
)");
}

TEST_CASE("colours add nothing but colour", "[client][render]") {
    const Position position = position_of("black W:a7,d6,a1+5 B:g1,b2,d3+5");
    const Marks marks{move_of("a4-a7xd7"), bit(*parse_point("a1"))};
    const std::string painted = draw_board(position, marks, coloured);
    CHECK(painted.find('\x1b') != std::string::npos);
    CHECK(without_colours(painted) == draw_board(position, marks, unicode));
    std::istringstream lines(painted);
    for (std::string line; std::getline(lines, line);) {
        // No colour leaks into the next line.
        const std::size_t last = line.rfind('\x1b');
        CHECK((last == std::string::npos || line.substr(last, 4) == "\x1b[0m"));
    }
}

TEST_CASE("a table shows both sides, the last move and whose turn it is", "[client][render]") {
    const View view = view_after("d2 d6 f4", Color::black);
    CHECK(draw_table(view, ascii) == R"(7  .-----------.-----------.
   |           |           |
6  |   .-------B-------.   |
   |   |       |       |   |
5  |   |   .---.---.   |   |
   |   |   |       |   |   |
4  .---.---.       .--[W]--.
   |   |   |       |   |   |
3  |   |   .---.---.   |   |
   |   |       |       |   |
2  |   .-------W-------.   |
   |           |           |
1  .-----------.-----------.
   a   b   c   d   e   f   g

White W  7 in hand, 2 on the board  Anna
Black B  8 in hand, 1 on the board  Ben (you)
Last move: White f4 (placed)
Your turn, Black: place a piece.
)");
}

TEST_CASE("pieces that our moves can take are marked for us only", "[client][render]") {
    const std::string moves = "a7 d6 d7 f4";
    const std::string ours = draw_table(view_after(moves, Color::white), unicode);
    CHECK(ours.find("<●>") != std::string::npos);
    CHECK(ours.find("can be taken") != std::string::npos);
    for (const auto& other : {std::optional<Color>(Color::black), std::optional<Color>()}) {
        const std::string theirs = draw_table(view_after(moves, other), unicode);
        CHECK(theirs.find("<●>") == std::string::npos);
        CHECK(theirs.find("can be taken") == std::string::npos);
    }
}

TEST_CASE("a finished table says who won and why", "[client][render]") {
    const View view = view_after(short_win, Color::black, three_pieces());
    const std::string text = draw_table(view, ascii);
    CHECK(text.find("You lose. White wins: Black has only two pieces left.") != std::string::npos);
    CHECK(text.find("turn") == std::string::npos);
}

TEST_CASE("the board is never turned round", "[client][render]") {
    const std::string white = draw_table(view_after("d2 d6", Color::white), unicode);
    const std::string black = draw_table(view_after("d2 d6", Color::black), unicode);
    CHECK(white.substr(0, white.find("White")) == black.substr(0, black.find("White")));
}

TEST_CASE("every picture fits a small terminal", "[client][render]") {
    ServerTable table(three_pieces());
    table.seats = {person("A name of thirty-two characters!"),
                   person("\u732b\u732b\u732b\u732b\u732b\u732b\u732b\u732b\u732b\u732b"
                          "\u732b\u732b\u732b\u732b\u732b\u732b\u732b\u732b\u732b\u732b")};
    for (const std::string move :
         {"", "e3", "g1", "a7", "e5", "c5", "f4", "e3-a1", "e5-b2", "c5-a4xb2"}) {
        if (!move.empty()) table.play(move);
        for (const auto seat : {std::optional<Color>(Color::white), std::optional<Color>()}) {
            const std::string text = draw_table(view_of(table.snapshot(), seat), unicode);
            check_fits(text);
            // A blank line before, the prompt after, and one line to spare.
            CHECK(std::count(text.begin(), text.end(), '\n') <= 21);
        }
    }
}

TEST_CASE("the name is cut to the terminal's width, and never whose side is ours",
          "[client][render]") {
    ServerTable table(three_pieces());
    table.seats = {person("Christopher Columbus the Younger"), person("Ben")};
    for (const char* move : {"e3", "g1", "a7", "e5", "c5", "f4"}) table.play(move);
    const View view = view_of(table.snapshot(), Color::white);
    const auto drawn = [&](std::size_t width) {
        Style style = unicode;
        style.width = width;
        const std::string text = draw_table(view, style);
        check_fits(text, width);
        return text;
    };
    CHECK(drawn(90).find("flying  Christopher Columbus the Younger (you)\n") != std::string::npos);
    CHECK(drawn(60).find("flying  Christo... (you)\n") != std::string::npos);
    CHECK(drawn(40).find("flying\n  Christopher Columbus the Younger (you)\n") !=
          std::string::npos);
    for (std::size_t width = 30; width <= 100; ++width) {
        CHECK(drawn(width).find(" (you)\n") != std::string::npos);
    }
}

TEST_CASE("everything said breaks between words at the terminal's width", "[client][render]") {
    ServerTable table;
    table.seats[1] = {};
    View view = view_of(table.snapshot(), Color::white);
    for (std::size_t width = 30; width <= 90; width += 7) {
        Style style = unicode;
        style.width = width;
        const std::string why =
            "The certificate of the server ends at last, in the night from Sunday to Monday";
        for (const Report& report : std::vector<Report>{
                 LinkReport{LinkState::lost, why}, NoteReport{why}, RefusalReport{"no", why},
                 StatedReport{}, HelpReport{}, MovesReport{}, BoardReport{}, RulesReport{}}) {
            view.begun = std::holds_alternative<MovesReport>(report);
            check_fits(screen_lines(report, &view, style), width);
        }
    }
}

TEST_CASE("the host is told how others watch", "[client][render]") {
    ServerTable table;
    table.seats[1] = {};
    const View view = view_of(table.snapshot(), Color::white);
    CHECK(screen_lines(StatedReport{}, &view, unicode).find("morris watch abc123\n") !=
          std::string::npos);
}

TEST_CASE("a reason that is a sentence does not end twice", "[client][render]") {
    CHECK(screen_lines(LinkReport{LinkState::lost, "It is late."}, nullptr, unicode) ==
          "Connection lost (It is late); trying again...\n");
}

TEST_CASE("the prompt says whose turn it is, and who we are while we wait", "[client][render]") {
    const View white = view_after("", Color::white);
    const View black = view_after("", Color::black);
    const View watching = view_after("", std::nullopt);
    CHECK(prompt(&white) == "White to move> ");
    CHECK(prompt(&black) == "White to move (you are Black)> ");
    CHECK(prompt(&watching) == "White to move> ");
}

TEST_CASE("the rules are told within the width, in Unicode and in ASCII", "[client][render]") {
    check_fits(rules_text(unicode));
    check_fits(rules_text(ascii));
    for (const char letter : rules_text(ascii)) CHECK(static_cast<unsigned char>(letter) < 0x80);
    CHECK(without_colours(rules_text(coloured)) == rules_text(unicode));
}
