#include "client-cli/shell/arguments.hpp"

#include <pwd.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <utility>

#include "client-cli/core/clock_text.hpp"
#include "client-cli/core/facts.hpp"
#include "client-cli/core/session.hpp"
#include "client-cli/core/text.hpp"
#include "client-cli/core/usage_words.hpp"
#include "client-cli/shell/argument_commands.hpp"
#include "client-cli/shell/plain_formatter.hpp"
#include "shared/protocol/instant.hpp"
#include "shared/protocol/name.hpp"
#include "shared/protocol/words.hpp"

namespace morris::client {
namespace {

void add_general(CLI::App& app, Raw& raw) {
    app.add_option("--server", raw.server,
                   "The server: ws, wss, http or https URL, or host:port\n"
                   "(default ws://localhost:8080, or MORRIS_SERVER)")
        ->envname("MORRIS_SERVER")
        ->type_name("URL");
    app.add_option("--name", raw.name,
                   "What others see you called, or MORRIS_NAME (default\n"
                   "the name given last; at first your user name)")
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

std::string footer() {
    return "\nA game begins with `morris play`, or with `morris host` and, on the other side,\n"
           "`morris join CODE`; `morris pair` finds an opponent. At a table, type help. How to "
           "play: `morris rules`.\n"
           "Options of all commands stand before or after the command.\n"
           "Your seats' secrets and your name are kept in $XDG_STATE_HOME/morris\n"
           "(~/.local/state/morris).\n"
           "\nExit codes: 0 done, or the game has ended; 1 refused, or an illegal game;\n"
           "2 wrong usage; 3 the server cannot be reached.\n\n" +
           fact_help() +
           "\nWith --json every message of the server is one line, as PROTOCOL.md describes it;\n"
           "lines of the program itself have \"type\":\"client\" and a \"state\"; check and show\n"
           "of a file print one report a line. Names there and in plain lines stay as they are,\n"
           "with --ascii too; show, rules and check print the same with --lines as without.\n";
}

// nullopt: not given. The failure is a sentence.
Result<std::optional<protocol::Date>, std::string> day_of(const std::string& option,
                                                          const std::string& text) {
    if (text.empty()) return std::optional<protocol::Date>();
    const auto day = protocol::parse_date(text);
    if (!day) {
        return Failure<std::string>(option + ": " + text + " is no day such as 2026-11-30 (UTC).");
    }
    return std::optional(*day);
}

// As servers make them.
bool is_player_id(const std::string& text) {
    return text.size() == 12 && std::all_of(text.begin(), text.end(), [](char letter) {
               return (letter >= 'a' && letter <= 'z') || (letter >= '0' && letter <= '9');
           });
}

Result<GamesCommand, std::string> games_of(const Raw& raw) {
    GamesCommand command;
    command.own = raw.player == "me";
    if (!raw.player.empty() && !command.own && !is_player_id(raw.player)) {
        return Failure<std::string>(
            "--player: " + clean(raw.player, true) +
            " is no player's id, which has 12 characters of a-z and 0-9 and stands in what morris "
            "show TABLE --json prints; me is yourself.");
    }
    if (!raw.player.empty() && !command.own) command.request.player = raw.player;
    command.request.result = protocol::value_of(protocol::games_result_words, raw.result);
    const bool of_player = command.request.result == protocol::GamesResult::won ||
                           command.request.result == protocol::GamesResult::lost;
    if (of_player && raw.player.empty()) {
        return Failure<std::string>("--result " + raw.result +
                                    " is of a player: it goes only with --player.");
    }
    const auto from = day_of("--from", raw.from);
    if (!from) return Failure<std::string>(from.error());
    const auto to = day_of("--to", raw.to);
    if (!to) return Failure<std::string>(to.error());
    if (*from && *to && **from > **to) {
        return Failure<std::string>("--from " + raw.from + " is later than --to " + raw.to + ".");
    }
    command.request.from = *from;
    command.request.to = *to;
    if (!raw.before.empty()) command.request.before = raw.before;
    command.request.limit = raw.limit;
    return command;
}

void set_clock(ClientCommand& command, const std::optional<protocol::ClockTerms>& clock) {
    if (auto* play = std::get_if<PlayCommand>(&command)) play->clock = clock;
    if (auto* host = std::get_if<HostCommand>(&command)) host->clock = clock;
    if (auto* pair = std::get_if<PairCommand>(&command)) pair->clock = clock;
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
    if (!raw.name.empty()) {
        const auto name = protocol::checked_name(raw.name);
        if (!name) return Failure<std::string>("--name: " + name.error());
        arguments.name = *name;
    }
    if (arguments.json && !raw.save.empty()) {
        return Failure<std::string>("--save does not go together with --json.");
    }
    const auto clock = parse_clock(raw.clock);
    if (!clock) return Failure<std::string>("--clock " + raw.clock + ": " + clock.error());
    set_clock(arguments.command, *clock);
    if (std::holds_alternative<GamesCommand>(arguments.command)) {
        const auto games = games_of(raw);
        if (!games) return Failure<std::string>(games.error());
        arguments.command = *games;
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

std::string login_name() {
    const passwd* user = ::getpwuid(::getuid());
    if (user != nullptr && protocol::checked_name(user->pw_name)) return user->pw_name;
    return "Player";
}

Parsed parse_arguments(int argc, const char* const* argv) {
    Raw raw;
    CLI::App app("Play Nine Men's Morris over a network.", "morris");
    // All this is inherited by the commands, but for what is set after them.
    app.fallthrough();
    app.formatter(std::make_shared<PlainFormatter>());
    app.get_formatter()->column_width(24);
    app.footer("\nOptions such as --server, --name and --json: morris --help");
    add_general(app, raw);
    add_players(app, raw);
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
