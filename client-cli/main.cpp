// morris: the terminal client. Turns what was asked for into a run, and picks the form in which
// it is shown.
#include <fcntl.h>
#include <langinfo.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <clocale>
#include <cstdio>
#include <cstring>
#include <iostream>

#include "client-cli/core/invite.hpp"
#include "client-cli/core/rules_text.hpp"
#include "client-cli/shell/app.hpp"
#include "client-cli/shell/arguments.hpp"
#include "client-cli/shell/documents.hpp"
#include "client-cli/shell/random.hpp"

namespace morris::client {
namespace {

constexpr std::int64_t ended_seats_kept_ms = std::int64_t{30} * 24 * 60 * 60 * 1000;

std::int64_t now_ms() {
    const auto now = std::chrono::system_clock::now().time_since_epoch();
    return std::chrono::duration_cast<std::chrono::milliseconds>(now).count();
}

// A standard stream that the caller closed would otherwise become our next socket or file.
void open_missing_streams() {
    while (true) {
        const int fd = ::open("/dev/null", O_RDWR);
        if (fd < 0 || fd > STDERR_FILENO) {
            if (fd >= 0) ::close(fd);
            return;
        }
    }
}

Style style_of(const Arguments& arguments) {
    const bool utf8 = std::strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
    const char* term = std::getenv("TERM");
    const bool colours = term != nullptr && std::strcmp(term, "dumb") != 0;
    return {.unicode = utf8 && !arguments.ascii,
            .colour = arguments.colour && colours && ::isatty(STDOUT_FILENO) != 0};
}

Form form_of(const Arguments& arguments) {
    if (arguments.json) return Form::json;
    const bool terminal = ::isatty(STDIN_FILENO) != 0 && ::isatty(STDOUT_FILENO) != 0;
    return terminal && !arguments.lines ? Form::screen : Form::lines;
}

int fail(const std::string& message) {
    std::cerr << message << "\n";
    return exit_code::refused;
}

int wrong_usage(const std::string& message) {
    std::cerr << message << "\n";
    return exit_code::usage;
}

AppSetup setup_for(const Arguments& arguments, Goal goal) {
    AppSetup setup;
    setup.form = form_of(arguments);
    setup.style = style_of(arguments);
    setup.server = arguments.server;
    setup.ca_file = arguments.ca_file;
    setup.session.goal = std::move(goal);
    setup.session.hello.name = arguments.name.empty() ? login_name() : arguments.name;
    setup.session.hello.client = "morris " MORRIS_VERSION;
    setup.session.line_mode = setup.form != Form::screen;
    setup.session.seed = draw_seed();
    return setup;
}

// Greets as the player that we are to the server each time, by the name given now or last.
Result<void, std::string> greet_as_player(SessionSetup& session, const std::string& name,
                                          const Keys& keys, const std::string& server) {
    const auto secret = keys.player_secret(server, draw_secret());
    if (!secret) return Failure<std::string>(secret.error());
    session.hello.secret = *secret;
    if (!name.empty()) return keys.keep_name(name);
    session.hello.name = keys.name().value_or(session.hello.name);
    return {};
}

int run_without_seat(const Arguments& arguments, Goal goal) {
    App app(setup_for(arguments, std::move(goal)));
    return app.run();
}

int run_at_seat(const Arguments& arguments, const Keys& keys, const TakeSeat& seat) {
    AppSetup setup = setup_for(arguments, seat);
    const auto ready = greet_as_player(setup.session, arguments.name, keys, seat.record.server);
    if (!ready) return fail(ready.error());
    setup.keys = keys;
    App app(std::move(setup));
    return app.run();
}

// The table that is asked for, if a seat of ours there is kept; else "".
std::string table_of_ours(const Keys& keys, const SeatRecord& wanted) {
    const auto* join = std::get_if<protocol::Join>(&*wanted.request);
    if (join == nullptr) return "";
    for (const SeatRecord& seat : keys.seats()) {
        if (seat.server != wanted.server || seat.table.empty()) continue;
        const auto* joined = seat.request ? std::get_if<protocol::Join>(&*seat.request) : nullptr;
        const bool invited =
            join->invite &&
            (seat.invite == *join->invite || (joined != nullptr && joined->invite == join->invite));
        if (invited || seat.table == join->table) return seat.table;
    }
    return "";
}

int take_new_seat(const Arguments& arguments, protocol::RequestBody request,
                  const std::string& secret) {
    const auto keys = Keys::open(default_keys_folder());
    if (!keys) return fail(keys.error());
    keys->forget_ended_before(now_ms() - ended_seats_kept_ms);
    SeatRecord record;
    record.id = draw_secret();
    record.server = url_of(arguments.server);
    record.secret = secret;
    record.made_ms = now_ms();
    record.request = std::move(request);
    const std::string own_table = table_of_ours(*keys, record);
    return run_at_seat(arguments, *keys, {.record = record, .fresh = true, .own_table = own_table});
}

int make_table(const Arguments& arguments, const Options& options, protocol::SeatWish color,
               std::variant<protocol::PersonWanted, protocol::ComputerWanted> opponent,
               const std::optional<protocol::ClockTerms>& clock) {
    const std::string secret = draw_secret();
    return take_new_seat(
        arguments, protocol::Make{draw_secret(), secret, color, options, opponent, clock}, secret);
}

int run(const Arguments& arguments, const PlayCommand& command) {
    if (const auto* level = std::get_if<Level>(&command.opponent)) {
        return make_table(arguments, command.options, command.color,
                          protocol::ComputerWanted{*level}, command.clock);
    }
    const std::string secret = draw_secret();
    const auto& table = std::get<std::string>(command.opponent);
    return take_new_seat(arguments, protocol::Join{std::nullopt, table, secret}, secret);
}

int run(const Arguments& arguments, const HostCommand& command) {
    return make_table(arguments, command.options, command.color,
                      protocol::PersonWanted{command.listed}, command.clock);
}

int run(const Arguments& arguments, const PairCommand& command) {
    const std::string secret = draw_secret();
    return take_new_seat(
        arguments, protocol::Pair{draw_secret(), secret, command.options, command.clock}, secret);
}

int run(const Arguments& arguments, const JoinCommand& command) {
    const auto invite = parse_invite(command.invite);
    if (!invite) return wrong_usage(invite.error());
    Arguments there = arguments;
    if (invite->server && !arguments.server_named) {
        const auto server = parse_address(*invite->server);
        if (!server) return wrong_usage(server.error());
        there.server = *server;
    }
    const std::string secret = draw_secret();
    return take_new_seat(there, protocol::Join{invite->code, std::nullopt, secret}, secret);
}

int run(const Arguments& arguments, const WatchCommand& command) {
    return run_without_seat(arguments, WatchTable{command.table});
}

int run(const Arguments& arguments, const ListCommand& command) {
    return run_without_seat(arguments, ListTables{command.follow});
}

int run(const Arguments& arguments, const GamesCommand& command) {
    const ListGames goal{command.request, command.own};
    if (!command.own) return run_without_seat(arguments, goal);
    const auto keys = Keys::open(default_keys_folder());
    if (!keys) return fail(keys.error());
    AppSetup setup = setup_for(arguments, goal);
    const auto ready =
        greet_as_player(setup.session, arguments.name, *keys, url_of(arguments.server));
    if (!ready) return fail(ready.error());
    App app(std::move(setup));
    return app.run();
}

void print_seats(const std::vector<SeatRecord>& seats) {
    for (const SeatRecord& seat : seats) std::cout << seat_line(seat) << "\n";
}

std::string no_seat_words(const std::string& table) {
    if (table.empty()) return "There is no unfinished table to go on with.";
    return "No seat at table " + clean(table, true) + " is kept on this computer.";
}

int run(const Arguments& arguments, const ResumeCommand& command) {
    const auto keys = Keys::open(default_keys_folder());
    if (!keys) return fail(keys.error());
    std::vector<SeatRecord> found;
    for (const SeatRecord& seat : keys->seats()) {
        // A seat's secret is for its own server, unless its table is named: that may have moved.
        const bool ours = !arguments.server_named || seat.server == url_of(arguments.server);
        if (command.table.empty() ? !seat.ended && ours : seat.table == lower(command.table)) {
            found.push_back(seat);
        }
    }
    if (command.list) {
        if (found.empty()) std::cout << no_seat_words(command.table) << "\n";
        print_seats(found);
        return exit_code::done;
    }
    if (found.empty()) return fail(no_seat_words(command.table));
    if (found.size() > 1) {
        std::cerr << found.size() - 1 << " more to go on with: morris resume --list\n";
    }
    TakeSeat seat{.record = found.front()};
    Arguments there = arguments;
    if (arguments.server_named) {
        seat.elsewhere = seat.record.server != url_of(arguments.server);
        seat.record.server = url_of(arguments.server);
    } else {
        const auto server = parse_address(seat.record.server);
        if (!server) return fail(server.error());
        there.server = *server;
    }
    return run_at_seat(there, *keys, seat);
}

int run(const Arguments& arguments, const ShowCommand& command) {
    const Style style = style_of(arguments);
    ShowCommand shown = command;
    shown.step = form_of(arguments) == Form::screen && !command.ply && command.save.empty();
    if (names_a_file(command.game)) return run_show_file(shown, arguments.json, style);
    AppSetup setup = setup_for(arguments, ShowTable{lower(command.game)});
    setup.silent = !arguments.json;
    App app(std::move(setup));
    const int code = app.run();
    if (code != exit_code::done || arguments.json || app.view() == nullptr) return code;
    return show_view(shown, *app.view(), style);
}

int run(const Arguments& arguments, const RulesCommand&) {
    std::cout << rules_text(style_of(arguments));
    return exit_code::done;
}

int run(const Arguments& arguments, const CheckCommand& command) {
    return run_check(command, arguments.json);
}

// A full disk, say, behind a redirected output.
int written(int code) {
    const bool failed = !std::cout.flush() || std::fflush(stdout) != 0 || std::ferror(stdout) != 0;
    if (!failed || code != exit_code::done) return code;
    return fail(std::string("The output cannot be written: ") + std::strerror(errno) + ".");
}

}  // namespace
}  // namespace morris::client

int main(int argc, char** argv) {
    using namespace morris::client;
    open_missing_streams();
    std::setlocale(LC_CTYPE, "");
    const Parsed parsed = parse_arguments(argc, argv);
    if (!parsed.arguments) return parsed.exit_code;
    const Arguments& arguments = *parsed.arguments;
    return written(std::visit([&](const auto& command) { return run(arguments, command); },
                              arguments.command));
}
