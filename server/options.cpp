#include "server/options.hpp"

#include <CLI/CLI.hpp>
#include <cctype>
#include <cstdlib>
#include <iostream>
#include <string>
#include <vector>

namespace morris {
namespace {

constexpr std::uint16_t default_port = 8080;
constexpr int wrong_usage = 2;

constexpr const char* about =
    "Serves Nine Men's Morris: tables for two players, a computer opponent, and spectators.\n"
    "Without a command it serves until it is told to stop (Ctrl-C or SIGTERM); every game is kept\n"
    "and goes on after a restart. Every option may also stand in the file given with --config\n"
    "(name=value lines) or in the environment; the command line goes before the file, and the "
    "file\n"
    "before the environment.";

const CLI::Validator above_zero(
    [](const std::string& text) {
        const bool good = std::strtod(text.c_str(), nullptr) > 0;
        return good ? std::string() : "has to be more than 0, not " + text;
    },
    "ABOVE 0");

void add_serving(CLI::App& app, ServerOptions& options) {
    app.add_option("--listen", options.net.address, "Address to listen on; 0.0.0.0 or :: for all")
        ->capture_default_str();
    app.add_option("--port", options.net.port, "Port to listen on; 0 for any free one")
        ->capture_default_str();
    app.add_option("--log-level", options.log_level, "How much to log")
        ->check(CLI::IsMember({"debug", "info", "warn", "error", "off"}))
        ->capture_default_str();
    app.add_option("--think-threads", options.think_threads,
                   "Threads the computer player searches on; 0: all cores but one")
        ->check(CLI::Range(0, 256))
        ->capture_default_str();
    app.add_option("--trusted-proxy", options.net.trusted_proxies,
                   "Address or network of a proxy whose X-Forwarded-For is believed; repeatable")
        ->delimiter(',');
    app.add_option("--allowed-origin", options.net.allowed_origins,
                   "Another site whose pages may connect, like https://example.org; repeatable")
        ->delimiter(',');
    app.add_option("--stop-grace", options.stop_grace_seconds,
                   "Seconds that clients are given to hang up when the server stops")
        ->check(CLI::Range(0, 600))
        ->capture_default_str();
}

void add_limits(CLI::App& app, ServerOptions& options) {
    const auto limit = [&app](const char* name, std::size_t& value, const char* help) {
        app.add_option(name, value, help)
            ->check(above_zero)
            ->capture_default_str()
            ->group("Limits");
    };
    const auto rate = [&app](const char* name, double& value, const char* help) {
        app.add_option(name, value, help)
            ->check(above_zero)
            ->capture_default_str()
            ->group("Limits");
    };
    NetConfig& net = options.net;
    HubConfig& hub = options.hub;
    limit("--max-connections", net.max_connections, "Connections in all");
    limit("--max-connections-per-address", net.max_connections_per_address,
          "Connections from one address (an IPv6 /64 is one)");
    rate("--connects-per-second", net.upgrades.per_second, "WebSockets opened from one address");
    rate("--connects-burst", net.upgrades.burst, "As many at once before that rate holds");
    rate("--messages-per-second", net.messages.per_second, "Messages of one connection");
    rate("--messages-burst", net.messages.burst, "As many at once before that rate holds");
    limit("--max-message-bytes", net.max_message_bytes, "Size of one message");
    limit("--max-queue-bytes", net.max_queue_bytes, "What may wait to be sent to one connection");
    limit("--max-tables", hub.max_tables, "Unfinished tables in all");
    limit("--max-tables-per-player", hub.max_tables_per_player, "Unfinished tables of one player");
    rate("--tables-burst", hub.makes.burst, "Tables made at once from one address");
    rate("--guesses-burst", hub.guesses.burst, "Wrong invite codes at once from one address");
}

void add_keeping(CLI::App& app, ServerOptions& options) {
    using Hours = std::chrono::duration<double, std::ratio<3600>>;
    using Days = std::chrono::duration<double, std::ratio<86400>>;
    const auto in_ms = [](auto time) {
        return std::chrono::duration_cast<std::chrono::milliseconds>(time);
    };
    constexpr double shortest = 0.0001;  // for those who try out what becomes of old tables
    app.add_option_function<double>(
           "--keep-open-hours",
           [&options, in_ms](double hours) { options.hub.keep_open = in_ms(Hours(hours)); },
           "A table without a joiner or a move ends after this time with nobody there [24]")
        ->check(CLI::Range(shortest, 24.0 * 365))
        ->group("Keeping");
    app.add_option_function<double>(
           "--keep-idle-days",
           [&options, in_ms](double days) { options.hub.keep_idle = in_ms(Days(days)); },
           "A game that both players left ends after this time without a move [30]")
        ->check(CLI::Range(shortest, 3650.0))
        ->group("Keeping");
}

std::string joined(const std::vector<std::string>& words) {
    std::string line;
    for (const std::string& word : words) line.append(line.empty() ? "" : " ").append(word);
    return line;
}

int refused(const std::string& why) {
    std::cerr << "morris-server: " << why
              << ".\nmorris-server --help lists the options and commands.\n";
    return wrong_usage;
}

// --log-level is MORRIS_LOG_LEVEL, and so on.
void name_variables(CLI::App& app) {
    for (CLI::Option* option : app.get_options()) {
        std::string variable = "MORRIS_" + option->get_single_name();
        for (char& c : variable) c = c == '-' ? '_' : static_cast<char>(std::toupper(c));
        const bool is_value = option->get_items_expected_max() > 0;
        if (is_value && option != app.get_config_ptr()) option->envname(variable);
    }
}

void add_commands(CLI::App& app, ServerOptions& options) {
    const auto command = [&](const char* name, ServerCommand value, const char* help) {
        CLI::App* sub = app.add_subcommand(name, help);
        sub->callback([&options, value] { options.command = value; });
        sub->fallthrough();  // --data may stand after the command too
        return sub;
    };
    CLI::App* backup = command("backup", ServerCommand::backup,
                               "Copy the game log to FILE, while the server runs or not");
    backup->add_option("FILE", options.argument, "Where the copy goes")->required();
    backup->add_flag("--overwrite", options.overwrite, "Replace FILE if it exists");
    command("restore", ServerCommand::restore,
            "Put a copy in place of the game log; the old one is kept beside it. Stop the server "
            "first")
        ->add_option("FILE", options.argument, "The copy")
        ->required();
    command("forget", ServerCommand::forget, "Remove a player's name, also from finished games")
        ->add_option("PLAYER", options.argument, "The player's id, as shown in table data")
        ->required();
    command("close", ServerCommand::close, "End a table's game, won by nobody")
        ->add_option("TABLE", options.argument, "The table's id")
        ->required();
    command("prune", ServerCommand::prune, "Delete finished games that are old enough")
        ->add_option("--older-than", options.older_than_days, "Days since the game ended")
        ->check(CLI::Range(1U, 36500U))
        ->required();
    command("healthcheck", ServerCommand::healthcheck,
            "Ask the server on --port whether it is well; for service managers");
}

}  // namespace

std::optional<int> parse_options(int argc, char** argv, ServerOptions& options) {
    CLI::App app{about, "morris-server"};
    options.net.port = default_port;
    app.set_version_flag("--version", std::string("morris-server ") + MORRIS_VERSION);
    // CLI11 does not look into the environment for this one.
    const char* file = std::getenv("MORRIS_CONFIG");
    const bool named = file != nullptr && *file != '\0';
    app.set_config("--config", named ? file : "", "Read options from this file (Env:MORRIS_CONFIG)",
                   named);
    app.allow_config_extras(CLI::config_extras_mode::error);
    app.add_option("--data", options.data, "Directory the games are kept in; made if missing")
        ->capture_default_str();
    add_serving(app, options);
    add_limits(app, options);
    add_keeping(app, options);
    add_commands(app, options);
    name_variables(app);
    app.require_subcommand(0, 1);
    try {
        app.parse(argc, argv);
    } catch (const CLI::ExtrasError&) {
        return refused("not expected here: " + joined(app.remaining(true)));
    } catch (const CLI::ConfigError& error) {
        const std::string what = error.what();  // ends with the name
        return refused("the config file says " + what.substr(what.rfind(' ') + 1) +
                       ", which is no option");
    } catch (const CLI::Success& asked) {
        return app.exit(asked);
    } catch (const CLI::ParseError& error) {
        return refused(error.what());
    }
    return std::nullopt;
}

}  // namespace morris
