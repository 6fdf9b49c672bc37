#include "client-cli/core/input.hpp"

#include <algorithm>

#include "tests/client/tables.hpp"
#include "tests/support/catch.hpp"

using namespace morris;
using namespace morris::client;
using namespace morris::client::test;

namespace {

View view_after(const std::string& moves, std::optional<Color> seat, const Options& options = {}) {
    ServerTable table(options);
    for (const Move& move : moves_of(moves)) table.play(to_text(move));
    return view_of(table.snapshot(), seat);
}

std::string played(std::string_view line, const View& view) {
    const auto move = move_to_play(line, view);
    return move ? to_text(*move) : "refused " + move.error().code;
}

}  // namespace

TEST_CASE("command words are known in any case, with blanks around", "[client][input]") {
    CHECK(parse_command(" Resign ") == TypedCommand{Command::resign});
    CHECK(parse_command("?") == TypedCommand{Command::help});
    CHECK(parse_command("exit") == TypedCommand{Command::quit});
    CHECK(parse_command("q") == TypedCommand{Command::quit});
    CHECK_FALSE(parse_command(""));
    CHECK_FALSE(parse_command("d2"));
    CHECK_FALSE(parse_command("resign now"));
}

TEST_CASE("some command words have an object", "[client][input]") {
    using protocol::ClaimOutcome;
    using protocol::OfferKind;
    CHECK(parse_command("accept") == TypedCommand{Command::accept});
    CHECK(parse_command("Accept  draw") == TypedCommand{Command::accept, OfferKind::draw});
    CHECK(parse_command("withdraw takeback") ==
          TypedCommand{Command::withdraw, OfferKind::takeback});
    CHECK(parse_command("claim draw") == TypedCommand{Command::claim, {}, ClaimOutcome::draw});
    for (const char* line : {"claim takeback", "accept win", "draw draw", "claim win now"}) {
        CHECK_FALSE(parse_command(line));
    }
}

TEST_CASE("moves are read as people write them", "[client][input]") {
    const View placing = view_after("", Color::white);
    CHECK(played("d2", placing) == "d2");
    CHECK(played(" D2 ", placing) == "d2");
    const View closing = view_after("a7 d6 d7 f4", Color::white);
    CHECK(played("g7xd6", closing) == "g7xd6");
    CHECK(played("G7 X D6", closing) == "g7xd6");
    CHECK(played("g7 d6", closing) == "g7xd6");
    const View moving = view_after("e3 g1 a7 e5 c5 f4", Color::white, three_pieces());
    CHECK(played("e3-d3", moving) == "e3-d3");
    CHECK(played("e3 d3", moving) == "e3-d3");
    CHECK(played("E3D3", moving) == "e3-d3");
    const View taking = view_after("e3 g1 a7 e5 c5 f4 e3-a1 e5-b2", Color::white, three_pieces());
    CHECK(played("c5 a4 b2", taking) == "c5-a4xb2");
}

TEST_CASE("every legal move is accepted as it is listed", "[client][input]") {
    for (const std::string moves : {"", "a7 d6 d7 f4", "d2 d6 f4"}) {
        View view = view_after(moves, std::nullopt);
        view.seat = to_move(view);
        REQUIRE_FALSE(moves_now(view).empty());
        for (const Move& move : moves_now(view))
            CHECK(played(to_text(move), view) == to_text(move));
    }
}

TEST_CASE("a mill closed without a take asks for the take, R5", "[client][input][R5]") {
    const View view = view_after("a7 d6 d7 f4", Color::white);
    const auto move = move_to_play("g7", view);
    REQUIRE_FALSE(move);
    CHECK(move.error().code == "illegal_move");
    CHECK(move.error().message == "g7 closes a mill: take one of d6 or f4; type g7xd6.");
}

TEST_CASE("an illegal move is refused with what can be done instead", "[client][input]") {
    const View view = view_after("d2 d6", Color::white);
    CHECK(played("d2", view) == "refused illegal_move");
    const auto occupied = move_to_play("d6", view);
    REQUIRE_FALSE(occupied);
    CHECK(occupied.error().message.find("d6") != std::string::npos);
    CHECK(played("d2-d3", view) == "refused illegal_move");
    CHECK(played("b2xd6", view) == "refused illegal_move");
}

TEST_CASE("a point that the board does not have is named", "[client][input]") {
    const View view = view_after("", Color::white);
    for (const auto& [line, point] : std::vector<std::pair<std::string, std::string>>{
             {"d4", "d4"}, {"D4", "d4"}, {"d2xd4", "d4"}, {"a1-a2xb7", "a2"}, {"a1 e7", "e7"}}) {
        const auto move = move_to_play(line, view);
        REQUIRE_FALSE(move);
        CHECK(move.error().code == "not_understood");
        CHECK(move.error().message == point + " is no point of the board.");
    }
}

TEST_CASE("what is neither move nor command is said so", "[client][input]") {
    const View view = view_after("", Color::white);
    for (const std::string_view line :
         {"hello", "d9", "a1-", "-", "a1a4d7d4", "a1a4d7b2", "d2xa7 please"}) {
        INFO(line);
        const auto move = move_to_play(line, view);
        REQUIRE_FALSE(move);
        CHECK(move.error().code == "not_understood");
        CHECK(move.error().message.find("help") != std::string::npos);
    }
    CHECK(move_to_play("\x1b[2J", view).error().message.find('\x1b') == std::string::npos);
}

TEST_CASE("only the one whose turn it is can move", "[client][input]") {
    CHECK(played("d2", view_after("", Color::black)) == "refused not_your_turn");
    CHECK(played("d2", view_after("", std::nullopt)) == "refused not_seated");
    CHECK(played("d2", view_after(short_win, Color::black, three_pieces())) == "refused game_over");
    ServerTable table;
    table.seats[1] = {};
    CHECK(played("d2", view_of(table.snapshot(), Color::white)) == "refused not_begun");
}

TEST_CASE("completion offers what begins as typed, moves only in our turn", "[client][input]") {
    const View ours = view_after("", Color::white);
    CHECK(completions("d", &ours) ==
          std::vector<std::string>{"d1", "d2", "d3", "d5", "d6", "d7", "draw"});
    CHECK(completions("res", &ours) == std::vector<std::string>{"resign"});
    CHECK(completions("", &ours).size() == point_count + 10);
    const View theirs = view_after("", Color::black);
    CHECK(completions("d", &theirs) == std::vector<std::string>{"draw"});
    CHECK(completions("q", nullptr) == std::vector<std::string>{"quit"});
    CHECK(completions("D2", &ours) == std::vector<std::string>{"d2"});
}

TEST_CASE("completion and help fit the situation", "[client][input]") {
    using Words = std::vector<std::string>;
    ServerTable table;
    table.seats[1] = {};
    const View waiting = view_of(table.snapshot(), Color::white);
    const View theirs = view_after("", Color::black);
    ServerTable against;
    against.seats[1] = test::computer(Level::club);
    against.play("d2");
    against.play("d6");
    View computer = view_of(against.snapshot(), Color::white);
    computer.legal = std::vector<Move>();  // only the words are of interest here
    ServerTable with_offers;
    with_offers.play("d2");
    with_offers.play("d6");
    with_offers.offer(Color::white, protocol::OfferKind::draw);
    with_offers.offer(Color::black, protocol::OfferKind::takeback);
    const View asked = view_of(with_offers.snapshot(), Color::black);
    const View over = view_after(short_win, Color::black, three_pieces());
    const View watching = view_after("", std::nullopt);
    const View watched = view_after(short_win, std::nullopt, three_pieces());
    table.end(protocol::Winner::nobody, protocol::GameEnd::expired);
    const View expired = view_of(table.snapshot(), Color::white);
    const std::vector<std::pair<const View*, Words>> cases = {
        {nullptr, {"help", "quit"}},
        {&waiting, {"board", "help", "invite", "leave", "quit", "rules"}},
        {&theirs,
         {"abort", "board", "draw", "help", "leave", "moves", "quit", "resign", "rules",
          "takeback"}},
        {&computer, {"board", "help", "hint", "leave", "moves", "quit", "resign", "rules", "undo"}},
        {&asked,
         {"accept", "board", "decline", "draw", "help", "leave", "moves", "quit", "resign", "rules",
          "takeback", "withdraw"}},
        {&over, {"board", "help", "quit", "rematch", "rules"}},
        {&watching, {"board", "help", "moves", "quit", "rules"}},
        {&watched, {"board", "help", "quit", "rules"}},
        {&expired, {"help", "quit"}}};
    for (const auto& [view, words] : cases) {
        CHECK(completions("", view) == words);
        const std::string help = help_text(view);
        for (const std::string word :
             {"abort", "accept", "board", "decline", "draw", "help", "hint", "invite", "leave",
              "moves", "quit", "rematch", "resign", "rules", "takeback", "undo", "withdraw"}) {
            INFO(word);
            const bool offered = std::count(words.begin(), words.end(), word) != 0;
            CHECK((help.find("\n  " + word + " ") != std::string::npos) == offered);
        }
        const bool plays = std::count(words.begin(), words.end(), "resign") != 0;
        CHECK((help.find("d2xa7") != std::string::npos) == plays);
    }
}
