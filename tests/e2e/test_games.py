"""Whole games between two people, with people watching."""

import asyncio
from random import Random

import pytest

import programs
import secret
from play import GAMES, new_match, options_of, parse_game
from wire import Client

OPTIONS = [
    {},
    {"pieces": 3, "no_mill": 50},
    {"pieces": 6, "flying": False, "no_mill": 50},
    {"pieces": 9, "threefold": False, "no_mill": 50},
    {"pieces": 3, "flying": False, "threefold": False, "no_mill": 100},
    {"board": "nine", "pieces": 9, "flying": False, "threefold": True, "no_mill": 200},
]
SEED = 20


def check_by_client(folder, text, view):
    """`morris check` replays the game's text to the same end."""
    file = folder / f"{view.table}.txt"
    file.write_text(text, encoding="utf-8")
    checked = programs.run("client", "check", "--json", file)
    assert checked.returncode == 0, checked
    report = programs.json_lines(checked.stdout)[0]
    assert report["ok"] and report["plies"] == view.turn, report
    assert report["options"] == view.options
    result = view.result or {}
    assert (report["result"] or {}) == result, report


@pytest.mark.parametrize("listed", [False, True], ids=["by invite", "listed"])
@pytest.mark.parametrize("maker", ["white", "black"])
async def test_whole_games_are_the_same_for_all_who_see_them(server, tmp_path, maker, listed):
    async def whole_game(number, options):
        match = await new_match(server, maker, options, listed, spectators=2)
        assert {**match.view.options, **options} == match.view.options
        await match.play(Random(f"{SEED} {maker} {listed} {number}"))
        late = await match.add_spectator()
        assert late.views[match.table].facts() == match.view.facts()
        match.check_agreement()
        check_by_client(tmp_path, server.game_text(match.table), match.view)

    await asyncio.gather(*(whole_game(*each) for each in enumerate(OPTIONS)))


def reference_games():
    """Short ones, with every kind of result under as many options as there are."""
    chosen = {}
    for game in GAMES:
        kind = (game["pieces"], game["flying"], game["threefold"], game["no_mill"],
                game["result"] and game["result"][1])
        if kind not in chosen or len(game["legal"]) < len(chosen[kind]["legal"]):
            chosen[kind] = game
    return [game for game in chosen.values() if game["result"] and len(game["legal"]) <= 80]


async def test_games_that_somebody_else_worked_out_go_the_same_way_here(server):
    async def replay(game):
        match = await new_match(server, options=options_of(game))
        for move, legal in zip(game["moves"].split(), game["legal"]):
            assert len(match.mover.view.legal) == legal, (game["id"], match.view.turn)
            await match.play_moves([move])
        winner, reason = game["result"]
        assert match.view.result == {"winner": winner, "reason": reason}, game["id"]

    games = reference_games()
    assert {game["result"][1] for game in games} == {"reduced", "blocked", "threefold", "no-mill"}
    await asyncio.gather(*(replay(game) for game in games))


async def test_a_game_that_is_given_up_is_won_by_the_other(server, tmp_path):
    for color, winner in (("white", "black"), ("black", "white")):
        match = await new_match(server, spectators=1)
        await match.play(Random(SEED), plies=3)
        await match.resign(color)
        assert match.view.result == {"winner": winner, "reason": "resigned"}
        match.check_agreement()
        check_by_client(tmp_path, server.game_text(match.table), match.view)


async def test_an_illegal_move_is_explained_and_changes_nothing(server):
    match = await new_match(server, spectators=1)
    await match.play_moves(["d2", "d6"])
    for move in ("d2", "d6", "a1-a4", "a4xd6", {"from": "d2", "to": "d1"}):
        answer = await match.seats["white"].send_move(move)
        assert answer["code"] == "illegal_move" and len(answer["message"]) > 10, answer
    answer = await match.seats["black"].send_move("a1")
    assert answer["code"] == "not_your_turn", answer
    await match.play_moves(["a1"])
    assert match.view.moves == ["d2", "d6", "a1"]
    match.check_agreement()


async def test_requests_need_not_wait_for_the_answers_to_those_before(server):
    """They are taken in the order in which they were sent."""
    host = await Client.greet(server)
    made = await host.make(color="black", opponent={"kind": "person", "listed": True})
    table, seat = made["table"], secret.draw()
    guest = await Client.connect(server)
    sent = [guest.send("hello", name="Hasty"), guest.send("join", table=table, secret=seat),
            guest.send("move", table=table, turn=0, move="d2"),
            guest.send("move", table=table, turn=0, move="d2"), guest.send("ping"),
            guest.send("leave", table=table), guest.send("resign", table=table),
            guest.send("resume", table=table, secret=seat)]
    answers = await asyncio.gather(*sent)
    assert [answer["type"] for answer in answers] == [
        "welcome", "attached", "done", "done", "pong", "done", "error", "attached"]
    assert answers[6]["code"] == "not_seated"
    await host.until(lambda: host.views[table].my_turn)
    assert host.views[table].facts() == guest.views[table].facts()


async def test_an_unfinished_game_has_a_text_too(server):
    match = await new_match(server)
    assert parse_game(server.game_text(match.table))[1] == []
    await match.play(Random(SEED), plies=5)
    headers, moves = parse_game(server.game_text(match.table))
    assert moves == match.view.moves and "Result" not in headers
    match.check_agreement()
