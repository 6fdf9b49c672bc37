"""The operator's commands, while the server runs."""

import asyncio
import sqlite3
import zlib
from random import Random

import pytest

import programs
import secret
from play import check_http, new_match
from servers import Server
from wire import Client, eventually

SEED = 41


def done(result):
    assert result.returncode == 0, result
    assert result.stdout.strip().endswith("."), result
    return result.stdout


def refused(result, *words):
    assert result.returncode == 1 and not result.stdout, result
    for word in words:
        assert word in result.stderr, result
    return result.stderr


async def test_a_closed_table_ends_for_all_who_follow_it(serve):
    server = serve()
    match = await new_match(server, spectators=1, listed=True)
    await match.play(Random(SEED), plies=3)
    done(server.administrate("close", match.table))
    for client in match.clients:
        view = client.views[match.table]
        await client.until(lambda view=view: view.result)
    assert match.view.result == {"winner": "nobody", "reason": "closed"}
    match.check_agreement()
    assert match.table not in server.get("/api/tables")[2]
    await match.seats["white"].client.refused("game_over", "resign", table=match.table)
    [listed] = server.get_json("/api/games")["games"]
    assert (listed["table"], listed["result"]) == (match.table, match.view.result)
    refused(server.administrate("close", match.table), "over already")
    refused(server.administrate("close", "0123456789ab"), "no table")


async def test_a_table_being_played_is_closed_between_two_moves(serve):
    server = serve()
    match = await new_match(server, options={"no_mill": 200, "threefold": False})

    async def play():
        while match.mover:
            seat = match.mover
            answer = await seat.send_move(Random(SEED + seat.view.turn).choice(seat.view.legal))
            if answer["type"] == "error":
                assert answer["code"] == "game_over", answer
                await seat.client.until(lambda: seat.view.result)
            await match.all_at(answer.get("seq", seat.view.seq))

    playing = asyncio.ensure_future(play())
    await match.seats["black"].client.until(lambda: match.view.turn >= 3)
    done(await asyncio.to_thread(server.administrate, "close", match.table))
    await playing
    match.check_agreement()


async def test_a_backup_made_in_mid_game_is_a_whole_log(serve, tmp_path):
    server = serve()
    match = await new_match(server, spectators=1)
    await match.play(Random(SEED), plies=7)
    known = match.view.facts()
    copy = tmp_path / "copy.db"
    done(server.administrate("backup", copy))
    refused(server.administrate("backup", copy), "copy.db")
    await match.play(Random(SEED), plies=5)
    assert secret.MARK.encode() not in copy.read_bytes()
    done(server.administrate("backup", tmp_path / "later.db"))
    done(server.administrate("backup", copy, "--overwrite"))

    # In another place it is the game as it was.
    folder = tmp_path / "elsewhere"
    folder.mkdir()
    other = Server(folder)
    done(programs.run("server", "backup", tmp_path / "first.db", "--data", server.data))
    done(other.administrate("restore", tmp_path / "later.db"))
    other.start()
    shown = other.table(match.table)
    assert shown["moves"][:7] == known["moves"] and len(shown["moves"]) == 12
    assert other.stop() == 0
    other.check()


async def test_a_backup_is_put_back_only_while_no_server_runs(serve, tmp_path):
    server = serve()
    match = await new_match(server, spectators=1)
    await match.play(Random(SEED), plies=4)
    known = match.view.facts()
    copy = tmp_path / "copy.db"
    done(server.administrate("backup", copy))
    await match.play(Random(SEED), plies=4)
    refused(server.administrate("restore", copy), "server")
    await match.play(Random(SEED), plies=1)
    for client in match.clients:
        await client.close()
    assert server.stop() == 0
    said = done(server.administrate("restore", copy))
    assert "kept as" in said
    server.start()
    check_http(server, match.table, known)
    # Whoever knew more is given what is so now, and the game goes on from there.
    seat = match.mover
    client = await Client.greet(server)
    answer = await client.ok("resume", table=match.table, secret=match.seats["white"].secret,
                             since=seat.view.seq)
    assert answer["snapshot"]["turn"] == 4


@pytest.mark.parametrize("content", [b"", b"no database", b"SQLite format 3\x00" + bytes(4096)])
def test_what_is_no_backup_is_not_put_in_place(serve, tmp_path, content):
    server = serve()
    assert server.stop() == 0
    before = server.kept_bytes()
    wrong = tmp_path / "wrong.db"
    wrong.write_bytes(content)
    refused(server.administrate("restore", wrong), "wrong.db")
    refused(server.administrate("restore", tmp_path / "missing.db"), "missing.db")
    assert server.kept_bytes() == before
    server.start()


@pytest.mark.parametrize("then", ["while it runs", "after a restart"])
async def test_a_forgotten_player_has_no_name_any_more(serve, then):
    server = serve()
    name = "Wanda Vergissmeinnicht"
    player = secret.draw()
    host = await Client.greet(server, name, player)
    open_table = await host.make(opponent={"kind": "person", "listed": True})
    game = await host.make(opponent={"kind": "computer", "level": "casual"})
    finished = await host.make(opponent={"kind": "computer", "level": "casual"})
    await host.ok("resign", table=finished["table"])
    tables = [made["table"] for made in (open_table, game, finished)]
    spectator = await Client.greet(server)
    for table in tables:
        await spectator.watch(table)
        assert name in server.get(f"/api/tables/{table}")[2]
    assert name.encode() in server.kept_bytes()
    public = open_table["snapshot"]["seats"]["white"]["player"]
    done(server.administrate("forget", public))
    if then == "after a restart":
        server.restart()

    def shown():
        return [server.get("/api/tables")[2]] + [
            server.get(f"/api/tables/{table}{end}")[2] for table in tables for end in ("", ".txt")]

    await eventually(lambda: not any(name in each for each in shown()))
    assert name.encode() not in server.kept_bytes()
    late = await Client.greet(server)
    for table in tables:
        await late.watch(table)
    assert name not in str(late.received)
    refused(server.administrate("forget", public), "no name")
    if then == "while it runs":
        assert name not in server.text_of_log()


def make_older(server, table, days=30):
    """Moves a game into the past, in its log: each event holds its time and a checksum."""
    with sqlite3.connect(server.data / "games.db") as log:
        rows = log.execute("SELECT position, bytes FROM events WHERE stream LIKE '%' || ?",
                           (table,)).fetchall()
        assert rows
        for position, event in rows:
            time = int.from_bytes(event[2:10], "little") - days * 24 * 3600 * 1000
            event = event[:2] + time.to_bytes(8, "little") + event[10:-4]
            event += zlib.crc32(event).to_bytes(4, "little")
            log.execute("UPDATE events SET bytes = ? WHERE position = ?", (event, position))
    log.close()


async def test_old_finished_games_are_pruned_and_others_kept(serve):
    server = serve()
    old, young, running = [await new_match(server) for _ in range(3)]
    for match in (old, young, running):
        await match.play(Random(SEED), plies=4)
    await old.resign()
    await young.resign()
    for client in old.clients:
        await client.close()
    known = [young.view.facts(), running.view.facts()]
    assert "0 finished" in done(server.administrate("prune", "--older-than", 1))
    make_older(server, old.table)
    assert "1 finished" in done(server.administrate("prune", "--older-than", 10))
    await eventually(lambda: server.get(f"/api/tables/{old.table}")[0] == 404)
    for match, facts in zip((young, running), known):
        check_http(server, match.table, facts)
    await running.play(Random(SEED), plies=3)
    running.check_agreement()
