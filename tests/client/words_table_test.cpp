#include "client-cli/core/words_table.hpp"

#include "client-cli/core/clock_text.hpp"
#include "client-cli/core/screen.hpp"
#include "client-cli/core/words.hpp"
#include "client-cli/core/words_news.hpp"
#include "tests/client/tables.hpp"
#include "tests/support/catch.hpp"

using namespace morris;
using namespace morris::client;
using namespace morris::client::test;
using namespace std::chrono_literals;
using protocol::GameEnd;
using protocol::OfferKind;
using protocol::Winner;

namespace {

constexpr Style unicode{.unicode = true, .colour = false};
constexpr Style wide{.unicode = true, .colour = false, .width = 100};

ServerTable after(const std::string& moves) {
    ServerTable table;
    for (const Move& move : moves_of(moves)) table.play(to_text(move));
    return table;
}

// What the screen says of an event to who sits there; the event is folded in.
std::string said(View& view, const protocol::Event& event) {
    REQUIRE(fold(view, event) == Folded::applied);
    return screen_lines(EventReport{event}, &view, wide);
}

View seen_by(const ServerTable& table, std::optional<Color> seat) {
    return view_of(table.snapshot(), seat);
}

}  // namespace

TEST_CASE("an offer is said to who looks", "[client][words]") {
    ServerTable table = after("d2 d6");
    View black = seen_by(table, Color::black);
    View white = seen_by(table, Color::white);
    View nobody = seen_by(table, std::nullopt);
    const auto draw = table.offer(Color::black, OfferKind::draw);
    CHECK(said(white, draw) == "Black (Ben) offers a draw: type accept or decline.\n");
    CHECK(said(black, draw) == "You have offered a draw; withdraw takes the offer back.\n");
    CHECK(said(nobody, draw) == "Black (Ben) offers a draw.\n");
    const auto no = table.close_offer(true);
    CHECK(said(white, no) == "You have declined the draw.\n");
    CHECK(said(black, no) == "White (Anna) declines the draw.\n");
    const auto back = table.offer(Color::white, OfferKind::takeback);
    CHECK(said(black, back) ==
          "White (Anna) asks to take back White d2, Black d6: type accept or decline.\n");
    const auto withdrawn = table.close_offer(false);
    CHECK(said(black, withdrawn) == "White (Anna) no longer asks to take back the move.\n");
}

TEST_CASE("what is taken back is said with its moves, and the board drawn anew",
          "[client][words]") {
    ServerTable table = after("d2 d6");
    View white = seen_by(table, Color::white);
    View black = seen_by(table, Color::black);
    const auto event = table.take_back(Color::white, false);
    CHECK(said(white, event).starts_with("Taken back, as you asked: White d2, Black d6.\n"));
    const std::string other = said(black, event);
    CHECK(other.starts_with("Taken back, as White (Anna) asked: White d2, Black d6.\n"));
    CHECK(other.find("9 in hand") != std::string::npos);
    table.seats[1] = computer(Level::club);
    table.play("d2");
    table.play("d6");
    View undone = seen_by(table, Color::white);
    CHECK(said(undone, table.take_back(Color::white, true))
              .starts_with("You took back White d2, Black d6.\n"));
}

TEST_CASE("an open offer is said again at every look at the table", "[client][words]") {
    ServerTable table = after("d2 d6");
    table.offer(Color::black, OfferKind::draw);
    const View white = seen_by(table, Color::white);
    CHECK(screen_lines(BoardReport{}, &white, wide)
              .find("Black (Ben) offers a draw: type accept or decline.") != std::string::npos);
}

TEST_CASE("every end is said, and none of them with a word of the wire", "[client][words]") {
    const Game game(Options{});
    const auto words = [&](Winner winner, GameEnd reason) {
        return result_words(game, {winner, reason});
    };
    CHECK(words(Winner::white, GameEnd::timeout) == "White wins: Black ran out of time.");
    CHECK(words(Winner::draw, GameEnd::timeout) == "Draw: time ran out against too few pieces.");
    CHECK(words(Winner::draw, GameEnd::agreed) == "Draw: both sides agreed to it.");
    CHECK(words(Winner::nobody, GameEnd::aborted) ==
          "The game was aborted before both sides had moved; nobody has won.");
    CHECK(words(Winner::black, GameEnd::abandoned) == "Black wins: White left the game.");
    CHECK(words(Winner::draw, GameEnd::abandoned) == "Draw: a player left the game.");
    CHECK(words(Winner::black, GameEnd::idle) == "Black wins: White did not move.");
    CHECK(words(Winner::draw, GameEnd::idle) == "Draw: a player did not move.");
    CHECK(words(Winner::draw, GameEnd::move_limit) ==
          "Draw: the move limit is reached, with 0 moves and 0 takes.");
    CHECK(result_words(game, {Winner::white, GameEnd::other, "by\nmagic"}) ==
          "White wins: by?magic.");
}

TEST_CASE("clocks stand beside the names, and say which runs and which is low",
          "[client][words][clock]") {
    ServerTable table = after("d2 d6");
    table.clock = protocol::Clock{{300'000, 0}, {272'000, 19'000}, Color::black, {}, {}, {}};
    View view = seen_by(table, Color::white);
    view.now += 1s;
    CHECK(side_clock_words(view, Color::white) == "4:32");
    CHECK(side_clock_words(view, Color::black) == "0:18 low running");
    const std::string shown = screen_lines(BoardReport{}, &view, wide);
    CHECK(shown.find("Anna (you)  4:32\n") != std::string::npos);
    CHECK(shown.find("Ben  0:18 low running\n") != std::string::npos);
    CHECK(side_clock_words(seen_by(after("d2"), Color::white), Color::white).empty());
}

TEST_CASE("what holds a clock is said", "[client][words][clock]") {
    ServerTable table = after("d2 d6 f4");
    protocol::Clock clock{{300'000, 0}, {300'000, 300'000}, {}, {}, {}, Color::black};
    table.clock = clock;
    View view = seen_by(table, Color::white);
    CHECK(clock_sentences(view, unicode) ==
          std::vector<std::string>{
              "The clock waits for Black (Ben) to come back after the restart."});
    clock.waits_for.reset();
    clock.runs = Color::black;
    clock.starts_in_ms = 2'500;
    fold(view, protocol::ClockNotice{table.id, clock});
    CHECK(clock_sentences(view, unicode) ==
          std::vector<std::string>{"The clock of Black (Ben) starts in 3 s."});
    CHECK(prompt(&view) == "Black to move 5:00, starts in 3 s (you are White 5:00)> ");
    ServerTable fresh;
    fresh.clock = protocol::Clock{{300'000, 0}, {300'000, 300'000}, {}, {}, 52'000, {}};
    const View first = seen_by(fresh, Color::white);
    CHECK(clock_sentences(first, unicode) ==
          std::vector<std::string>{
              "Your first move has to come within 0:52, or the game is aborted."});
    CHECK(prompt(&first) == "White to move 5:00, within 0:52 (Black 5:00)> ");
}

TEST_CASE("what the clock does while a side is away is said as it is", "[client][words][clock]") {
    ServerTable table = after("d2 d6 f4");
    protocol::Clock clock{{300'000, 0}, {300'000, 300'000}, {}, {}, {}, Color::black};
    table.clock = clock;
    View view = seen_by(table, Color::white);
    const auto news = [&] {
        const protocol::SeatPresence away{false, {}, std::nullopt};
        return screen_lines(PresenceReport{Color::black, away}, &view, wide);
    };
    const std::string start = "Black (Ben) is away since 00:00 UTC; ";
    CHECK(news() == start + "the clock waits, but not for long.\n");
    clock.waits_for.reset();
    clock.runs = Color::black;
    fold(view, protocol::ClockNotice{table.id, clock});
    CHECK(news() == start + "the clock runs on.\n");
    ServerTable fresh;
    fresh.clock = protocol::Clock{{300'000, 0}, {300'000, 300'000}, {}, {}, 52'000, {}};
    const View black = seen_by(fresh, Color::black);
    CHECK(clock_sentences(black, unicode) ==
          std::vector<std::string>{"White's first move has to come within 0:52, and yours soon "
                                   "after it, or the game is aborted."});
}

TEST_CASE("who may claim is told when", "[client][words]") {
    ServerTable table = after("d2 d6 f4");
    table.claims = protocol::ClaimTerms{60'000, 600'000};
    View view = seen_by(table, Color::white);
    CHECK(claim_words(view).empty());
    CHECK(said(view, table.leave(Color::black)) ==
          "Black (Ben) is away; if that lasts 1:00, you may claim the game.\n");
    protocol::Presence presence{table.id, {}, 0};
    presence.seats[1] = protocol::SeatPresence{false, {}, 31'000};
    fold(view, presence);
    CHECK(claim_words(view) == "You may claim the game in 0:31.");
    CHECK(prompt(&view) == "Black to move (you are White; claim in 0:31)> ");
    view.now += 31s;
    CHECK(claim_news_words(view, unicode) ==
          "Black (Ben) is away. You may claim now: type claim win or claim draw.");
    CHECK(prompt(&view) == "Black to move (you are White; claim now)> ");
    CHECK(leaving_words(view, "Type leave again", unicode)
              .find("Black (Ben) may claim the game once you have been away for 1:00, or have not "
                    "moved "
                    "for 10:00.") != std::string::npos);
}

TEST_CASE("where there is little room the prompt keeps the clock", "[client][words][clock]") {
    ServerTable table = after("d2 d6 f4");
    using Words = std::vector<std::string>;
    View view = seen_by(table, Color::white);
    CHECK(prompts(&view) == Words{"Black to move (you are White)> "});
    view.away_due[1] = view.now + 31s;
    CHECK(prompts(&view) == Words{"Black to move (you are White; claim in 0:31)> ",
                                  "Black to move (you are White)> "});
    table.clock = protocol::Clock{{300'000, 0}, {272'000, 99'000}, Color::black, {}, {}, {}};
    view = seen_by(table, Color::white);
    view.away_due[1] = view.now + 31s;
    CHECK(prompts(&view) == Words{"Black to move 1:39 (you are White 4:32; claim in 0:31)> ",
                                  "Black to move 1:39 (you are White 4:32)> ", "Black 1:39> "});
    CHECK(prompts(nullptr) == Words{"> "});
}

TEST_CASE("a side that is there and thinks is counted down only in the last minute",
          "[client][words]") {
    ServerTable table = after("d2 d6");
    table.claims = protocol::ClaimTerms{60'000, 600'000};
    View view = seen_by(table, Color::white);
    fold(view, table.play("f4"));
    CHECK(prompt(&view) == "Black to move (you are White)> ");
    CHECK(next_change(view) == 540s);
    view.now += 540s;
    CHECK(prompt(&view) == "Black to move (you are White; claim in 1:00)> ");
    CHECK(next_change(view) == 1ms);
}

TEST_CASE("a hint is told with what it expects", "[client][words]") {
    CHECK(hint_words({1, "abc123", 2, move_of("f4"), {move_of("f4"), move_of("b4")}, 9}) ==
          "Hint: f4 (looked 9 plies ahead). It expects f4 b4.");
    CHECK(hint_words({1, "abc123", 2, move_of("f4"), {move_of("f4")}, 0}) == "Hint: f4.");
    CHECK(hint_words({1, "abc123", 2, move_of("f4"), {move_of("f4")}, 1}) ==
          "Hint: f4 (looked 1 ply ahead).");
}

TEST_CASE("how deep it looked is said of Master alone", "[client][words]") {
    for (const Level level : {Level::strong, Level::master}) {
        ServerTable table = after("d2");
        table.seats[1] = computer(level);
        View view = seen_by(table, Color::white);
        auto event = table.play("d6");
        std::get<protocol::MovedEvent>(event.body).depth = 14;
        const std::string text = said(view, event);
        CHECK((text.find("Last move: Black d6 (placed), looked 14 plies ahead\n") !=
               std::string::npos) == (level == Level::master));
    }
}

TEST_CASE("two players of one name have their marks, and nobody else", "[client][words]") {
    ServerTable table = after("d2 d6");
    table.seats = {person("Anna"), person("Anna")};
    table.seats[0].mark = "7h3k";
    table.seats[1].mark = "x2ab";
    CHECK(named(seen_by(table, Color::white), Color::black, unicode) == "Black (Anna #x2ab)");
    protocol::Tables tables;
    protocol::ListedTable listed;
    listed.table = "abc123";
    listed.seats = table.seats;
    tables.live = {listed};
    CHECK(screen_lines(TablesReport{tables}, nullptr, wide).find("Anna #7h3k - Anna #x2ab") !=
          std::string::npos);
    table.seats[1].name = "Ben";
    CHECK(named(seen_by(table, Color::white), Color::black, unicode) == "Black (Ben)");
    table.seats[1] = table.seats[0];
    CHECK(named(seen_by(table, Color::white), Color::black, unicode) == "Black (Anna)");
}

TEST_CASE("moves taken back while we were away are no fault of the server's", "[client][words]") {
    ServerTable table = after("d2 d6");
    const View before = seen_by(table, Color::white);
    table.take_back(Color::white, false);
    CHECK(undone_words(before, table.snapshot()).empty());
}

TEST_CASE("past games are listed with their ends and what help was used", "[client][screen]") {
    protocol::Finished game;
    game.table = "abc123";
    game.seats = {person("Anna"), computer(Level::club)};
    game.ply = 9;
    game.clock = protocol::ClockTerms{300'000, 3'000};
    game.result = {Winner::white, GameEnd::resigned};
    game.hints = 1;
    game.undos = 2;
    protocol::GamesPage page{1, {game}, "older"};
    CHECK(screen_lines(GamesReport{page}, nullptr, wide) ==
          "Finished games, the newest first (morris show ID):\n"
          "  abc123  Anna - computer, club\n"
          "      1970-01-01, 9 plies, clock 5+3. White wins, Black resigned. Help used: 1 hint "
          "and 2 undos.\n"
          "more: --before older\n");
    page.games.front().ply = 1;
    CHECK(screen_lines(GamesReport{page}, nullptr, wide).find(", 1 ply, ") != std::string::npos);
    CHECK(screen_lines(GamesReport{}, nullptr, wide) == "No such games.\n");
}
