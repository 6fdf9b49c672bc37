#include "client-cli/shell/arguments.hpp"

#include <pwd.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <cstdlib>
#include <iostream>
#include <map>
#include <utility>

#include "client-cli/core/facts.hpp"
#include "client-cli/core/session.hpp"
#include "client-cli/core/usage_words.hpp"
#include "client-cli/shell/game_options.hpp"
#include "client-cli/shell/plain_formatter.hpp"
#include "shared/protocol/name.hpp"

namespace morris::client {
namespace {

using protocol::SeatWish;

const std::map<std::string, Level> levels = {{"casual", Level::casual},
                                             {"club", Level::club},
                                             {"strong", Level::strong},
                                             {"master", Level::master}};
const std::map<std::string, SeatWish> colors = {
    {"white", SeatWish::white}, {"black", SeatWish::black}, {"random", SeatWish::random}};

// What the options of all commands are read into.
struct Raw {
    Arguments arguments;
    std::string server = "ws://localhost:8080";
    std::string name;
    bool no_color = false;

    RawGameOptions options;
    std::string level = "club";
    std::string color = "random";
    std::string table;
    bool listed = false;
    std::string invite;
    std::string game;
    std::string save;
    bool overwrite = false;
    std::size_t ply = 0;
    std::vector<std::string> files;
    std::string moves;
    bool list = false;
};

std::string user_name() {
    const passwd* user = ::getpwuid(::getuid());
    if (user != nullptr && protocol::checked_name(user->pw_name)) return user->pw_name;
    return "Player";
}

CLI::Option* add_color(CLI::App& command, Raw& raw) {
    return command
        .add_option("--color,--colour", raw.color, "Your colour: white, black or random (default)")
        ->check(CLI::IsMember({"white", "black", "random"}))
        ->type_name("COLOR");
}

void add_general(CLI::App& app, Raw& raw) {
    app.add_option("--server", raw.server,
                   "The server: ws, wss, http or https URL, or host:port\n"
                   "(default ws://localhost:8080, or MORRIS_SERVER)")
        ->envname("MORRIS_SERVER")
        ->type_name("URL");
    app.add_option("--name", raw.name,
                   "What others see you called (default your user name,\nor MORRIS_NAME)")
        ->envname("MORRIS_NAME")
        ->type_name("NAME");
    app.add_option("--ca", raw.arguments.ca_file,
                   "For wss: trust the certificates in this PEM file too\n(or MORRIS_CA)")
        ->envname("MORRIS_CA")
        ->check(CLI::Validator(CLI::ExistingFile).description(""))
        ->type_name("FILE");
    app.add_flag("--json", raw.arguments.json,
                 "Print the server's messages as JSON lines, for programs");
    app.add_flag("--lines", raw.arguments.lines,
                 "Print plain lines, one fact each, also on a terminal");
    app.add_flag("--no-color,--no-colour", raw.no_color, "No colours; so does a variable NO_COLOR");
    app.add_flag("--ascii", raw.arguments.ascii, "ASCII only: boards with W and B, and ? in names");
    app.set_version_flag("--version", "morris " MORRIS_VERSION, "Print the version");
}

void add_play(CLI::App& app, Raw& raw) {
    CLI::App* play =
        app.add_subcommand("play", "Play against the computer, or at an open table of the list");
    play->add_option("--level", raw.level, "How strong: casual, club (default), strong or master")
        ->check(CLI::IsMember({"casual", "club", "strong", "master"}))
        ->type_name("LEVEL");
    auto options = add_game_options(*play, raw.options);
    options.push_back(add_color(*play, raw));
    CLI::Option* table =
        play->add_option("--table", raw.table,
                         "An open table that `morris list` shows; without\nthe options above")
            ->type_name("ID");
    for (CLI::Option* option : options) table->excludes(option);
    table->excludes(play->get_option("--level"));
    play->callback([&raw] {
        PlayCommand command{levels.at(raw.level), colors.at(raw.color), options_of(raw.options)};
        if (!raw.table.empty()) command.opponent = raw.table;
        raw.arguments.command = command;
    });
}

void add_host_and_join(CLI::App& app, Raw& raw) {
    CLI::App* host =
        app.add_subcommand("host", "Make a table and get the invite code for your opponent");
    add_game_options(*host, raw.options);
    add_color(*host, raw);
    host->add_flag("--listed", raw.listed, "Show it in the list: anyone may take the seat");
    host->callback([&raw] {
        raw.arguments.command =
            HostCommand{options_of(raw.options), colors.at(raw.color), raw.listed};
    });
    CLI::App* join = app.add_subcommand("join", "Join a table with its invite code");
    join->add_option("CODE", raw.invite, "The code, in capitals or not, with dashes or without")
        ->required();
    join->callback([&raw] { raw.arguments.command = JoinCommand{raw.invite}; });
}

void add_lookers(CLI::App& app, Raw& raw) {
    CLI::App* watch = app.add_subcommand("watch", "Watch a game as it is played");
    watch->add_option("ID", raw.table, "The table's id")->required();
    watch->callback([&raw] { raw.arguments.command = WatchCommand{raw.table}; });

    CLI::App* list = app.add_subcommand("list", "List open tables and games being played");
    list->callback([&raw] { raw.arguments.command = ListCommand{}; });

    CLI::App* resume =
        app.add_subcommand("resume", "Go on with an unfinished game: the newest, or the one named");
    resume->add_option("ID", raw.table, "The table's id");
    resume->add_flag("--list", raw.list, "List the tables that can be resumed");
    resume->callback([&raw] { raw.arguments.command = ResumeCommand{raw.table, raw.list}; });
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

std::string footer() {
    return "\nA game begins with `morris play`, or with `morris host` and, on the other side,\n"
           "`morris join CODE`. At a table, type help. How to play: `morris rules`.\n"
           "Options of all commands stand before or after the command.\n"
           "Your seats' secrets are kept in $XDG_STATE_HOME/morris (~/.local/state/morris).\n"
           "\nExit codes: 0 done, or the game has ended; 1 refused, or an illegal game;\n"
           "2 wrong usage; 3 the server cannot be reached.\n\n" +
           fact_help() +
           "\nWith --json every message of the server is one line, as PROTOCOL.md describes it;\n"
           "lines of the program itself have \"type\":\"client\" and a \"state\"; check and show\n"
           "of a file print one report a line. Names there and in plain lines stay as they are,\n"
           "with --ascii too; show, rules and check print the same with --lines as without.\n";
}

// Fills in what depends on several options. The failure is a sentence.
Result<Arguments, std::string> finished(const Raw& raw, const CLI::App& app) {
    Arguments arguments = raw.arguments;
    const auto server = parse_address(raw.server);
    if (!server) return Failure<std::string>(server.error());
    arguments.server = *server;
    const char* variable = std::getenv("MORRIS_SERVER");
    const bool from_environment = variable != nullptr && raw.server == variable;
    arguments.server_named = app.get_option("--server")->count() > 0 && !from_environment;
    const auto name = protocol::checked_name(raw.name.empty() ? user_name() : raw.name);
    if (!name) return Failure<std::string>("--name: " + name.error());
    arguments.name = *name;
    if (arguments.json && !raw.save.empty()) {
        return Failure<std::string>("--save does not go together with --json.");
    }
    const char* no_color = std::getenv("NO_COLOR");
    arguments.colour = !raw.no_color && (no_color == nullptr || *no_color == '\0');
    return arguments;
}

UsageFault fault_of(const CLI::ParseError& error, const CLI::App& app,
                    const std::vector<std::string>& typed) {
    UsageFault fault{
        error.get_name(), error.what(), in_typed_order(app.remaining(true), typed), {}, {}};
    // The parser puts the command's name in the place of this one's.
    if (dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr) fault.kind = "ExtrasError";
    const auto given = app.get_subcommands();
    if (!given.empty()) fault.command = given.front()->get_name();
    for (const CLI::App* command : app.get_subcommands({})) {
        fault.commands.push_back(command->get_name());
    }
    return fault;
}

}  // namespace

Parsed parse_arguments(int argc, const char* const* argv) {
    Raw raw;
    CLI::App app("Play Nine Men's Morris over a network.", "morris");
    // All this is inherited by the commands, but for what is set after them.
    app.fallthrough();
    app.formatter(std::make_shared<PlainFormatter>());
    app.get_formatter()->column_width(24);
    app.footer("\nOptions such as --server, --name and --json: morris --help");
    add_general(app, raw);
    add_play(app, raw);
    add_host_and_join(app, raw);
    add_lookers(app, raw);
    add_readers(app, raw);
    app.require_subcommand(1);
    app.footer(footer());
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        if (error.get_exit_code() != 0) {
            std::cerr << usage_words(fault_of(error, app, {argv + 1, argv + argc})) << "\n";
            return {std::nullopt, exit_code::usage};
        }
        app.exit(error, std::cout, std::cerr);
        return {std::nullopt, exit_code::done};
    }
    const auto arguments = finished(raw, app);
    if (!arguments) {
        std::cerr << arguments.error() << "\n";
        return {std::nullopt, exit_code::usage};
    }
    return {*arguments, exit_code::done};
}

}  // namespace morris::client
