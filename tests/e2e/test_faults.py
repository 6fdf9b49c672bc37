"""What is wrong around the server: it says so clearly, and goes on where it can."""

import asyncio
import re
import resource
import sqlite3
from random import Random

import pytest

import programs
from play import check_http, new_game_with_computer, new_match
from servers import DidNotStart, Server
from wire import Client

SEED = 43


def does_not_start(server, *words):
    """It ends with status 1 and one clear error."""
    with pytest.raises(DidNotStart) as failure:
        server.start()
    said = str(failure.value)
    assert "status 1" in said and "[critical]" in said, said
    for word in words:
        assert str(word) in said, said
    server.faults_expected = True


def new_server(tmp_path, **options):
    folder = tmp_path / f"server{len(list(tmp_path.iterdir()))}"
    folder.mkdir()
    return Server(folder, **options)


def test_a_data_directory_that_cannot_be_made_is_named(tmp_path):
    (tmp_path / "file").write_text("in the way")
    server = new_server(tmp_path, data=tmp_path / "file" / "data")
    does_not_start(server, tmp_path / "file" / "data", "--data")


def test_a_log_that_cannot_be_opened_is_named(tmp_path):
    server = new_server(tmp_path)
    (server.data / "games.db").mkdir(parents=True)
    does_not_start(server, "games.db")


@pytest.mark.parametrize("content", [b"no database, but a letter to Aunt Wanda " * 100,
                                     b"SQLite format 3\x00" + b"\xff" * 4000])
def test_a_log_that_is_none_is_left_alone_and_named(tmp_path, content):
    server = new_server(tmp_path)
    server.data.mkdir()
    (server.data / "games.db").write_bytes(content)
    does_not_start(server, "games.db")
    assert (server.data / "games.db").read_bytes() == content


def test_a_log_of_a_later_version_is_left_alone(serve, tmp_path):
    server = serve()
    assert server.stop() == 0
    with sqlite3.connect(server.data / "games.db") as log:
        log.execute("UPDATE meta SET value = '999' WHERE key = 'format'")
    log.close()
    later = new_server(tmp_path, data=server.data)
    does_not_start(later, "games.db")


def test_a_data_directory_that_may_not_be_written_is_named(tmp_path):
    # Nobody makes a file there, not even root.
    does_not_start(new_server(tmp_path, data="/proc"), "/proc/games.db")


def test_a_port_that_is_taken_is_named(serve, tmp_path):
    server = serve()
    second = new_server(tmp_path)
    second.port = server.port
    does_not_start(second, f"port {server.port}", "another program")


@pytest.mark.parametrize("address", ["203.0.113.1", "nowhere", "1.2.3"])
def test_an_address_that_is_not_this_machines_is_named(tmp_path, address):
    does_not_start(new_server(tmp_path, listen=address), address)


@pytest.mark.parametrize("arguments", [
    ["--port", "99999"], ["--port", "x"], ["--log-level", "loud"], ["--nonsense"], ["dance"],
    ["--max-tables", "-1"], ["close"], ["prune"], ["backup"], ["backup", "a", "b"]])
def test_a_wrong_command_line_is_refused_and_explained(arguments):
    result = programs.run("server", *arguments)
    assert result.returncode not in (0, 1) and result.stderr.strip(), result


def test_version_help_and_health(server):
    assert programs.run("server", "--version").stdout.startswith("morris-server ")
    assert "--data" in programs.run("server", "--help").stdout
    assert programs.run("server", "healthcheck", "--port", server.port).returncode == 0
    assert programs.run("server", "healthcheck", "--port", 1).returncode == 1


def test_options_may_stand_in_a_file_and_in_the_environment(server, tmp_path):
    file = tmp_path / "morris.conf"

    def is_found(*arguments, port_in_file=None, **variables):
        file.write_text("" if port_in_file is None else f"port={port_in_file}\n")
        env = programs.environment(**variables)
        return programs.run("server", "healthcheck", *arguments, env=env).returncode == 0

    right, wrong = server.port, 1
    assert is_found(MORRIS_PORT=right)
    assert is_found("--config", file, port_in_file=right)
    assert is_found("--config", file, port_in_file=right, MORRIS_PORT=wrong)
    assert is_found(port_in_file=right, MORRIS_CONFIG=file)
    assert is_found("--config", file, "--port", right, port_in_file=wrong, MORRIS_PORT=wrong)
    assert not is_found("--port", wrong, MORRIS_PORT=right)


def test_every_option_has_a_variable_in_the_environment():
    numbers = re.findall(r"--([a-z-]+) (?:UINT|INT|FLOAT)",
                         programs.run("server", "--help").stdout)
    assert "max-tables" in numbers and "keep-idle-days" in numbers
    for name in numbers:
        env = programs.environment(**{"MORRIS_" + name.upper().replace("-", "_"): "many"})
        result = programs.run("server", "healthcheck", env=env)
        assert result.returncode > 1 and name in result.stderr, result


def test_an_option_that_does_not_exist_is_refused_in_a_file_too(tmp_path):
    file = tmp_path / "morris.conf"
    file.write_text("max-tabels=7\n")
    result = programs.run("server", "--config", file)
    assert result.returncode > 1 and "max-tabels" in result.stderr, result


@pytest.mark.parametrize("command", ["close", "forget", "prune", "backup"])
def test_a_command_on_no_log_says_so(tmp_path, command):
    argument = {"prune": ["--older-than", "1"], "close": ["0123456789ab"],
                "forget": ["0123456789ab"]}.get(command, [tmp_path / "x.db"])
    result = programs.run("server", command, *argument, "--data", tmp_path / "none")
    assert result.returncode == 1 and result.stderr.startswith("morris-server: "), result
    assert not (tmp_path / "none").exists()


async def test_a_table_whose_log_is_damaged_is_closed_alone(serve):
    server = serve()
    hurt, well = [await new_match(server, spectators=1) for _ in range(2)]
    for match in (hurt, well):
        await match.play(Random(SEED), plies=4)
    server.kill()
    with sqlite3.connect(server.data / "games.db") as log:
        log.execute("UPDATE events SET bytes = substr(bytes, 1, 10) || x'ff' || substr(bytes, 12) "
                    "WHERE seq = 4 AND stream LIKE '%' || ?", (hurt.table,))
    log.close()
    server.faults_expected = True
    server.start()
    client = await Client.greet(server)
    await client.refused("table_damaged", "watch", table=hurt.table)
    await client.refused("table_damaged", "resume", table=hurt.table,
                         secret=hurt.seats["white"].secret)
    assert server.get(f"/api/tables/{hurt.table}")[0] == 503
    assert hurt.table in server.text_of_log()
    for seat in well.seats.values():
        await seat.come_back(server)
    well.spectators.clear()
    await well.play(Random(SEED), plies=4)
    well.check_agreement()


# --- a log that cannot be written for a while ----------------------------------------------------

class Locked:
    """The log, locked by somebody who does not let go."""

    def __init__(self, server):
        self.log = sqlite3.connect(server.data / "games.db", isolation_level=None)

    def __enter__(self):
        self.log.execute("BEGIN IMMEDIATE")

    def __exit__(self, *exception):
        self.log.execute("ROLLBACK")
        self.log.close()


async def until_made(seat, move, turn):
    """Sends the move until the store takes it, as a client does that is told to come back."""
    while True:
        answer = await seat.send_move(move, turn)
        if answer["type"] == "done":
            return answer["seq"]
        assert answer["code"] == "store_unavailable" and answer["retry_ms"] > 0, answer
        await asyncio.sleep(answer["retry_ms"] / 1000)


async def a_trouble_comes_and_goes(server, trouble):
    """While the store fails, changes are refused and the rest goes on; then it is as if nothing
    had been."""
    server.faults_expected = True
    match = await new_match(server, spectators=1)
    await match.play(Random(SEED), plies=3)
    seat = match.mover
    turn, move = seat.view.turn, seat.view.legal[0]
    with trouble:
        answer = await seat.send_move(move, turn)
        assert answer["code"] == "store_unavailable" and answer["retry_ms"] > 0, answer
        await match.spectators[0].ok("ping")
        assert server.get("/healthz")[0] == 200
        assert match.view.turn == turn
    await match.all_at(await until_made(seat, move, turn))
    assert match.view.moves[turn] == move and match.view.turn == turn + 1
    await match.play(Random(SEED), plies=3)
    match.check_agreement()
    server.restart()
    check_http(server, match.table, match.view.facts())


async def test_a_locked_log_is_only_a_pause(serve):
    server = serve()
    await a_trouble_comes_and_goes(server, Locked(server))


class Full:
    """No file of the server's may grow any more, as on a full disk."""

    def __init__(self, server):
        self.server = server

    def __enter__(self):
        self._limit(1)

    def __exit__(self, *exception):
        self._limit(resource.RLIM_INFINITY)

    def _limit(self, size):
        pid = self.server.process.pid
        hard = resource.prlimit(pid, resource.RLIMIT_FSIZE)[1]
        resource.prlimit(pid, resource.RLIMIT_FSIZE, (size, hard))


async def test_a_full_disk_is_only_a_pause(serve):
    server = serve()
    await a_trouble_comes_and_goes(server, Full(server))


class Away:
    """Somebody has moved the log's file."""

    def __init__(self, server):
        self.file = server.data / "games.db"

    def __enter__(self):
        self.file.rename(self.file.with_name("moved"))

    def __exit__(self, *exception):
        self.file.with_name("moved").rename(self.file)


async def test_a_log_that_was_moved_away_and_back_is_only_a_pause(serve):
    server = serve()
    await a_trouble_comes_and_goes(server, Away(server))


async def test_the_computer_moves_when_the_log_is_back(serve):
    server = serve()
    server.faults_expected = True
    seat = await new_game_with_computer(server, "casual", "white")
    with Locked(server):
        answer = await seat.send_move("d2", 0)
        assert answer["code"] == "store_unavailable"
    await until_made(seat, "d2", 0)
    assert await seat.until_my_turn() and seat.view.turn == 2
    check_http(server, seat.table, seat.view.facts())
