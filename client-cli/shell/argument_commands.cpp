#include "client-cli/shell/argument_commands.hpp"

#include <CLI/CLI.hpp>
#include <map>

namespace morris::client {
namespace {

using protocol::SeatWish;

const std::map<std::string, Level> levels = {{"casual", Level::casual},
                                             {"club", Level::club},
                                             {"strong", Level::strong},
                                             {"master", Level::master}};
const std::map<std::string, SeatWish> colors = {
    {"white", SeatWish::white}, {"black", SeatWish::black}, {"random", SeatWish::random}};

CLI::Option* add_clock(CLI::App& command, Raw& raw) {
    return command
        .add_option("--clock", raw.clock,
                    "Minutes each, and seconds more after each move:\n"
                    "5+3; or 90s+0, 0:30+0; none (default)")
        ->type_name("BASE+INC");
}

CLI::Option* add_color(CLI::App& command, Raw& raw) {
    return command
        .add_option("--color,--colour", raw.color, "Your colour: white, black or random (default)")
        ->check(CLI::IsMember({"white", "black", "random"}))
        ->type_name("COLOR");
}

void add_play(CLI::App& app, Raw& raw) {
    CLI::App* play =
        app.add_subcommand("play", "Play against the computer, or at an open table of the list");
    play->add_option("--level", raw.level, "How strong: casual, club (default), strong or master")
        ->check(CLI::IsMember({"casual", "club", "strong", "master"}))
        ->type_name("LEVEL");
    auto options = add_game_options(*play, raw.options);
    options.push_back(add_color(*play, raw));
    options.push_back(add_clock(*play, raw));
    CLI::Option* table =
        play->add_option("--table", raw.table,
                         "An open table that `morris list` shows; without\nthe options above")
            ->type_name("ID");
    for (CLI::Option* option : options) table->excludes(option);
    table->excludes(play->get_option("--level"));
    play->callback([&raw] {
        PlayCommand command{
            levels.at(raw.level), colors.at(raw.color), options_of(raw.options), {}};
        if (!raw.table.empty()) command.opponent = raw.table;
        raw.arguments.command = command;
    });
}

void add_host_join_and_pair(CLI::App& app, Raw& raw) {
    CLI::App* host =
        app.add_subcommand("host", "Make a table and get the invite code for your opponent");
    add_game_options(*host, raw.options);
    add_color(*host, raw);
    add_clock(*host, raw);
    host->add_flag("--listed", raw.listed, "Show it in the list: anyone may take the seat");
    host->callback([&raw] {
        raw.arguments.command =
            HostCommand{options_of(raw.options), colors.at(raw.color), raw.listed, {}};
    });
    CLI::App* join = app.add_subcommand("join", "Join a table with its invite code");
    join->add_option("CODE", raw.invite, "The code, in capitals or not, with dashes or without")
        ->required();
    join->callback([&raw] { raw.arguments.command = JoinCommand{raw.invite}; });
    CLI::App* pair =
        app.add_subcommand("pair", "Wait for anybody who wants the same game, and play");
    add_game_options(*pair, raw.options);
    add_clock(*pair, raw);
    pair->callback([&raw] { raw.arguments.command = PairCommand{options_of(raw.options), {}}; });
}

void add_resume(CLI::App& app, Raw& raw) {
    CLI::App* resume =
        app.add_subcommand("resume", "Go on with an unfinished game: the newest, or the one named");
    resume->add_option("ID", raw.table, "The table's id");
    resume->add_flag("--list", raw.list, "List the tables that can be resumed");
    resume->callback([&raw] { raw.arguments.command = ResumeCommand{raw.table, raw.list}; });
}

}  // namespace

void add_players(CLI::App& app, Raw& raw) {
    add_play(app, raw);
    add_host_join_and_pair(app, raw);
    add_resume(app, raw);
}

void add_lookers(CLI::App& app, Raw& raw) {
    CLI::App* watch = app.add_subcommand("watch", "Watch a game as it is played");
    watch->add_option("ID", raw.table, "The table's id")->required();
    watch->callback([&raw] { raw.arguments.command = WatchCommand{raw.table}; });

    CLI::App* list = app.add_subcommand("list", "List open tables and games being played");
    list->add_flag("--follow", raw.follow, "Stay, and print what changes");
    list->callback([&raw] { raw.arguments.command = ListCommand{raw.follow}; });

    CLI::App* games = app.add_subcommand("games", "List finished games, the newest first");
    games->add_option("--player", raw.player, "Of this player: a public id, or me")
        ->type_name("ID");
    games
        ->add_option("--result", raw.result,
                     "white, black, draw or nobody; with --player also\nwon or lost")
        ->check(CLI::IsMember({"white", "black", "draw", "nobody", "won", "lost"}))
        ->type_name("RESULT");
    games->add_option("--from", raw.from, "Ended on this day (UTC) or later: 2026-11-30")
        ->type_name("DAY");
    games->add_option("--to", raw.to, "Ended on this day (UTC) or before")->type_name("DAY");
    games->add_option("--limit", raw.limit, "So many at once, 1 to 100 (default 20)")
        ->check(CLI::Range(1U, protocol::max_games).description(""))
        ->type_name("N");
    games->add_option("--before", raw.before, "Older ones than this list: what it says under more")
        ->type_name("CURSOR");
    games->callback([&raw] { raw.arguments.command = GamesCommand{}; });
}

void add_readers(CLI::App& app, Raw& raw) {
    CLI::App* show =
        app.add_subcommand("show", "Print the board and the moves of a table, or of a game's file");
    show->add_option("GAME", raw.game,
                     "A table's id, or a file with a game's text;\n- is standard input")
        ->required();
    CLI::Option* save = show->add_option("--save", raw.save, "Write the game's text to this file")
                            ->type_name("FILE");
    show->add_flag("--overwrite", raw.overwrite, "Replace that file if it exists")->needs(save);
    CLI::Option* ply =
        show->add_option("--ply", raw.ply, "The board after so many plies, 0 on")->type_name("N");
    show->callback([&raw, ply] {
        ShowCommand command{raw.game, raw.save, raw.overwrite, std::nullopt};
        if (ply->count() > 0) command.ply = raw.ply;
        raw.arguments.command = command;
    });

    CLI::App* rules = app.add_subcommand("rules", "How the game is played, with pictures");
    rules->callback([&raw] { raw.arguments.command = RulesCommand{}; });

    CLI::App* check =
        app.add_subcommand("check", "Replay games' files by the rules and say what is wrong");
    CLI::Option* files =
        check->add_option("FILE", raw.files, "Files with games' texts; - is standard input");
    CLI::Option* moves = check
                             ->add_option("--moves", raw.moves,
                                          "Check these moves instead of a file, such as\n\"d2 d6 "
                                          "f4\"; with the options below")
                             ->type_name("MOVES");
    moves->excludes(files);
    for (CLI::Option* option : add_game_options(*check, raw.options)) option->needs(moves);
    check->callback([&raw, files, moves] {
        if (files->count() + moves->count() == 0) throw CLI::RequiredError("FILE or --moves");
        CheckCommand command{raw.files, std::nullopt, options_of(raw.options)};
        if (moves->count() > 0) command.moves = raw.moves;
        raw.arguments.command = command;
    });
}

}  // namespace morris::client
