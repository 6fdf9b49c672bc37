"""The terminal client in the hands of a program: lines in, lines or JSON out."""

import asyncio
import json
from random import Random

import pytest

import programs
from cli import JsonPlayer, LinePlayer, home, secrets_under
from model import OTHER
from play import GAMES, check_http, new_match, parse_game
from wire import Client, eventually

SEED = 47
PLAYERS = {"json": (JsonPlayer, ["--json"]), "lines": (LinePlayer, [])}


def folder_of(tmp_path, name):
    folder = tmp_path / name
    folder.mkdir()
    return folder


async def start(kind, server, folder, *arguments, **options):
    player, flags = PLAYERS[kind]
    return await player.start(server, folder, *flags, *arguments, **options)


async def play_on(player, random, turns=None):
    while turns != 0 and await player.turn(random):
        turns = None if turns is None else turns - 1


async def hosted_game(server, tmp_path, kinds=("json", "lines"), options=()):
    """White has made the table, Black has joined; each has a home of its own."""
    white = await start(kinds[0], server, folder_of(tmp_path, "white"), "host", "--color", "white",
                        *options, name="Anna")
    table_of = (lambda: white.view) if kinds[0] == "json" else (lambda: white.invite)
    await white.until(table_of)
    black = await start(kinds[1], server, folder_of(tmp_path, "black"), "join", white.invite,
                        name="Bob")
    table = white.view.table if kinds[0] == "json" else white.table
    return white, black, table


@pytest.mark.parametrize("kinds", [("json", "lines"), ("lines", "json")], ids=" and ".join)
async def test_two_play_a_whole_game_and_two_watch_it(server, tmp_path, kinds):
    white, black, table = await hosted_game(server, tmp_path, kinds, ["--no-mill", "50"])
    watchers = [await start(kind, server, folder_of(tmp_path, kind), "watch", table)
                for kind in PLAYERS]
    await asyncio.gather(play_on(white, Random(SEED)), play_on(black, Random(SEED + 1)))
    assert white.over == black.over
    for each in (white, black, *watchers):
        assert await each.ended() == (0, "")
        assert each.over == white.over
    shown = server.table(table)
    for line_player in (each for each in (white, black, *watchers)
                        if isinstance(each, LinePlayer)):
        assert line_player.moves == shown["moves"]
    for json_player in (each for each in (white, black, *watchers)
                        if isinstance(each, JsonPlayer)):
        check_http(server, table, json_player.view.facts())
    assert [shown["seats"][color]["name"] for color in OTHER] == ["Anna", "Bob"]


async def test_a_crash_of_the_server_in_mid_game_is_only_a_pause(serve, tmp_path):
    server = serve()
    white, black, table = await hosted_game(server, tmp_path)
    watcher = await start("json", server, folder_of(tmp_path, "watcher"), "watch", table)
    randoms = Random(SEED), Random(SEED + 1)
    for crash in range(2):
        await asyncio.gather(play_on(white, randoms[0], 3), play_on(black, randoms[1], 3))
        # In the middle of a turn: a move is under way.
        playing = asyncio.gather(play_on(white, randoms[0], 2), play_on(black, randoms[1], 2))
        await asyncio.sleep(0.02)
        server.restart()
        await playing
        for player in (white, black, watcher):
            await player.until(lambda p=player: p.states.count("back") == crash + 1)
    assert server.table(table)["turn"] == 20
    white.say("resign")
    for player in (white, black, watcher):
        await player.until(lambda p=player: p.view and p.view.result if hasattr(p, "view")
                           else p.over)
        assert await player.ended() == (0, "")
    check_http(server, table, watcher.view.facts())


@pytest.mark.parametrize("kind", PLAYERS)
async def test_a_game_against_the_computer_is_played_to_its_end(server, tmp_path, kind):
    player = await start(kind, server, tmp_path, "play", "--level", "casual", "--color", "black",
                         "--pieces", "3", "--no-mill", "50", "--no-flying")
    await play_on(player, Random(SEED))
    assert await player.ended() == (0, "")
    table = player.view.table if kind == "json" else player.table
    shown = server.table(table)
    assert shown["result"] == player.over
    assert shown["options"] == {"board": "nine", "pieces": 3, "flying": False, "threefold": True,
                                "no_mill": 50, "move_limit": None, "hand_counts": False}


async def test_who_killed_the_client_resumes_the_game(server, tmp_path):
    first = await start("json", server, tmp_path, "play", "--color", "white", "--level", "casual")
    await play_on(first, Random(SEED), 3)
    table, turn = first.view.table, first.view.turn
    first.kill()
    second = await start("json", server, tmp_path, "resume")
    await second.until(lambda: second.view)
    assert second.view.table == table and second.view.turn >= turn
    await play_on(second, Random(SEED), 2)
    second.kill()
    third = await start("lines", server, tmp_path, "resume", table)
    await play_on(third, Random(SEED), 2)
    assert third.moves[:turn] == second.view.moves[:turn] and third.color == "white"
    third.say("resign")
    await third.until(lambda: third.over)
    assert await third.ended() == (0, "")
    # Nothing is left to resume.
    last = await start("lines", server, tmp_path, "resume")
    assert (await last.ended())[0] == 1


async def test_a_client_killed_right_after_asking_for_a_table_gets_the_same_one(serve, tmp_path):
    server = serve()
    first = await start("json", server, tmp_path, "host", "--color", "black", "--listed")
    await eventually(lambda: server.figure("morris_tables_unfinished") == 1)
    first.kill()
    again = await start("json", server, tmp_path, "resume")
    await again.until(lambda: again.view)
    assert again.view.color == "black" and again.invite
    assert server.figure("morris_tables_unfinished") == 1
    again.say("leave")
    assert await again.ended() == (0, "")
    assert server.table(again.view.table)["result"]["reason"] == "withdrawn"


async def test_both_play_again(server, tmp_path):
    white, black, table = await hosted_game(server, tmp_path)
    await asyncio.gather(play_on(white, Random(SEED), 2), play_on(black, Random(SEED + 1), 2))
    white.say("resign")
    await black.until(lambda: black.over)
    black.say("rematch")
    white.say("rematch")
    await white.until(lambda: white.view.table != table and not white.over)
    await black.until(lambda: black.table == white.view.table)
    await asyncio.gather(play_on(white, Random(SEED), 2), play_on(black, Random(SEED + 1), 2))
    assert (white.view.color, black.color) == ("black", "white")
    for player in (white, black):
        player.kill()


async def test_what_is_listed_can_be_joined_and_watched(server, tmp_path):
    host = await start("json", server, folder_of(tmp_path, "host"), "host", "--listed", "--color",
                       "white", "--pieces", "6", name="Gustav")
    await host.until(lambda: host.view)
    table = host.view.table

    def listed():
        result = programs.run("client", "list", "--server", server.url, env=home(tmp_path))
        assert result.returncode == 0, result
        return [line for line in result.stdout.splitlines() if table in line]

    [line] = listed()
    assert line.startswith(f"open {table} ") and "pieces=6" in line
    assert 'white=person "Gustav"' in line and line.endswith("black=open")
    guest = await start("json", server, folder_of(tmp_path, "guest"), "play", "--table", table)
    await host.until(lambda: host.view.begun)
    [line] = listed()
    assert line.startswith(f"live {table} ")
    both = programs.run("client", "list", "--json", "--server", server.url, env=home(tmp_path))
    tables = [m for m in programs.json_lines(both.stdout) if m["type"] == "tables"][0]
    assert table in [each["table"] for each in tables["live"]]
    for player in (host, guest):
        player.kill()


async def test_a_game_is_shown_saved_and_checked(server, tmp_path):
    match = await new_match(server, options={"pieces": 6})
    await match.play(Random(SEED), plies=9)
    await match.resign()

    def show(*arguments):
        result = programs.run("client", "show", *arguments, "--server", server.url,
                              env=home(tmp_path))
        assert result.returncode == 0, result
        return result.stdout

    file = tmp_path / "game.txt"
    text = show(match.table, "--save", file)
    assert "White" in text and match.view.moves[0] in text
    assert parse_game(file.read_text()) == parse_game(server.game_text(match.table))
    assert show(file) == show(match.table)
    assert show(match.table, "--ply", 3) != text
    checked = programs.run("client", "check", "--json", file)
    [report] = programs.json_lines(checked.stdout)
    assert report["ok"] and report["plies"] == 9
    assert report["result"] == {"winner": "black", "reason": "resigned"}
    missing = programs.run("client", "show", "0123456789ab", "--server", server.url,
                           env=home(tmp_path))
    assert missing.returncode == 1 and "no table" in missing.stderr, missing


async def test_what_is_saved_is_the_text_that_the_server_has(server, tmp_path):
    player = await start("lines", server, tmp_path, "play", "--level", "casual", "--color", "white",
                         "--clock", "5+3", "--pieces", "6")
    for line in ("hint", "d2"):
        player.say(line)
    await player.until(lambda: len(player.moves) == 2)  # the computer has answered
    for line in ("undo", "f4", "resign"):
        player.say(line)
    await player.until(lambda: player.over)
    file = tmp_path / "game.txt"
    programs.run("client", "show", player.table, "--save", file, "--server", server.url,
                 env=home(tmp_path))
    text = file.read_text()
    assert text == server.game_text(player.table)
    assert "\nClock: 300+3\n" in text and "\nHelp: hints=1 undos=1\n" in text


async def test_a_wrong_invite_is_refused_with_a_sentence(server, tmp_path):
    wrong = await start("lines", server, tmp_path, "join", "0000-0000-0000")
    code, error = await wrong.ended()
    assert code == 1 and "invite code" in wrong.lines[-1] + error
    as_json = await start("json", server, tmp_path, "join", "0000-0000-0000")
    assert (await as_json.ended())[0] == 1
    assert "no_such_invite" in [json.loads(line).get("code") for line in as_json.lines]
    unreadable = await start("lines", server, tmp_path, "join", "what?")
    code, error = await unreadable.ended()
    assert code == 2 and error.strip()


async def test_a_server_that_is_not_there_is_named(serve, tmp_path):
    server = serve()
    assert server.stop() == 0
    for kind in PLAYERS:
        lost = await start(kind, server, tmp_path, "play")
        code, error = await lost.ended()
        assert code == 3
        assert str(server.port) in error or "unreachable" in lost.states


@pytest.mark.parametrize("arguments", [
    [], ["dance"], ["join"], ["play", "--level", "easy"], ["host", "--pieces", "4"],
    ["play", "--no-mill", "60"], ["watch"], ["check"], ["check", "--pieces", "3", "x.txt"],
    ["list", "--server", "ftp://x"], ["play", "--name", ""], ["list", "--nonsense"]])
def test_a_wrong_command_line_is_refused_and_explained(tmp_path, arguments):
    if "--name" in arguments:
        arguments = [*arguments[:-1], "x" * 33]
    result = programs.run("client", *arguments, env=home(tmp_path))
    assert result.returncode == 2 and result.stderr.strip(), result


async def test_illegal_lines_are_explained_and_the_game_goes_on(server, tmp_path):
    player = await start("lines", server, tmp_path, "play", "--color", "white", "--level", "casual")
    await player.until(lambda: player.to_move == "white")
    for line in ("d4", "a1-a4", "hello", "d2xa7", "rematchx"):
        before = len(player.lines)
        player.say(line)
        await player.until(lambda: any(each.startswith("refused ")
                                       for each in player.lines[before:]))
    assert await player.turn(Random(SEED))
    player.kill()


async def test_lines_may_come_all_at_once_and_are_played_in_their_turns(server, tmp_path):
    """What is piped in is what one would type, each line when its time has come."""
    white, black, table = await hosted_game(server, tmp_path, ("lines", "lines"))
    for player, moves in ((white, ["d2", "f4", "b4"]), (black, ["d6", "a1", "g7"])):
        for move in moves:
            player.say(move)
    for player in (white, black):
        await player.until(lambda p=player: len(p.moves) == 6)
    assert server.table(table)["moves"] == ["d2", "d6", "f4", "a1", "b4", "g7"]
    black.say("resign")
    for player in (white, black):
        await player.until(lambda p=player: p.over)
        assert await player.ended() == (0, "")


async def test_the_clients_secrets_are_nobody_elses(serve, tmp_path):
    server = serve(log_level="debug")
    white, black, table = await hosted_game(server, tmp_path)
    await asyncio.gather(play_on(white, Random(SEED), 2), play_on(black, Random(SEED + 1), 2))
    spectator = await Client.greet(server)
    await spectator.watch(table)
    kept = server.kept_bytes()
    seen = "\n".join([server.text_of_log(), server.get("/metrics")[2], str(spectator.received),
                      *(server.get(path)[2] for path in
                        ("/api/tables", f"/api/tables/{table}", f"/api/tables/{table}.txt")),
                      *white.lines, *black.lines])
    for name in ("white", "black"):
        folder = tmp_path / name
        for found in secrets_under(folder):
            assert found not in seen and found.encode() not in kept
        for file in (folder / "state" / "morris").iterdir():
            assert file.stat().st_mode & 0o077 == 0, file
    for player in (white, black):
        player.kill()


# --- check ---------------------------------------------------------------------------------------

def options_of(game):
    words = ["--pieces", game["pieces"], "--no-mill", game["no_mill"] or "never"]
    words += [] if game["flying"] else ["--no-flying"]
    return words + ([] if game["threefold"] else ["--no-threefold"])


def test_the_games_of_the_reference_are_judged_the_same():
    for game in GAMES[::8]:
        result = programs.run("client", "check", "--json", "--moves", game["moves"],
                              *options_of(game))
        [report] = programs.json_lines(result.stdout)
        assert result.returncode == 0 and report["ok"], (game["id"], report)
        assert report["legal"] == game["legal"], game["id"]
        stated = game["result"] and {"winner": game["result"][0], "reason": game["result"][1]}
        assert report["result"] == stated, game["id"]


def game_text(game, moves, result):
    yes = {True: "yes", False: "no"}
    headers = [f"Options: board=nine pieces={game['pieces']} flying={yes[game['flying']]} "
               f"threefold={yes[game['threefold']]} no-mill={game['no_mill'] or 'never'}"]
    headers += [f"Result: {' '.join(result)}"] if result else []
    pairs = [f"{n // 2 + 1}. {' '.join(moves[n:n + 2])}" for n in range(0, len(moves), 2)]
    return "\n".join(["Morris game", *headers, "", *pairs, ""])


def test_many_files_are_checked_in_one_run(tmp_path):
    files = []
    for game in GAMES[::4]:
        file = tmp_path / f"{game['id']}.txt"
        file.write_text(game_text(game, game["moves"].split(), game["result"]))
        files.append(file)
    result = programs.run("client", "check", "--json", *files)
    reports = programs.json_lines(result.stdout)
    assert result.returncode == 0 and len(reports) == len(files)
    for game, report in zip(GAMES[::4], reports):
        assert report["ok"] and report["legal"] == game["legal"], game["id"]


def test_a_game_gone_wrong_is_found_at_the_move(tmp_path):
    for game in [game for game in GAMES if len(game["legal"]) > 20][:20]:
        moves = game["moves"].split()
        wrong = [*moves[:12], moves[0], *moves[12:]]
        file = tmp_path / "wrong.txt"
        file.write_text(game_text(game, wrong, game["result"]))
        result = programs.run("client", "check", "--json", file)
        [report] = programs.json_lines(result.stdout)
        assert result.returncode == 1 and not report["ok"]
        assert report["fault"]["ply"] == 13 and report["fault"]["move"] == moves[0], report
        said = programs.run("client", "check", file)
        assert said.returncode == 1 and "ply 13" in said.stdout, said


def test_a_result_that_does_not_follow_from_the_moves_is_a_fault(tmp_path):
    game = next(g for g in GAMES if g["result"] and g["result"][1] == "reduced")
    winner, loser = game["result"][0], OTHER[game["result"][0]]
    for stated in ([loser, "reduced"], ["draw", "threefold"], [winner, "blocked"]):
        file = tmp_path / "stated.txt"
        file.write_text(game_text(game, game["moves"].split(), stated))
        result = programs.run("client", "check", "--json", file)
        assert result.returncode == 1
        assert programs.json_lines(result.stdout)[0]["fault"]["code"] == "wrong_result"


def test_standard_input_is_checked_too():
    game = GAMES[0]
    text = game_text(game, game["moves"].split(), game["result"])
    result = programs.run("client", "check", "-", text=text)
    assert result.returncode == 0 and f"{len(game['legal'])} plies" in result.stdout
