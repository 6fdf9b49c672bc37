"""Games against the computer, at every level."""

import asyncio
from random import Random

import pytest

from model import OTHER
from play import check_http, new_game_with_computer
from test_games import check_by_client

SEED = 7


async def play_against(seat, random, plies=None):
    """Random moves against the computer's, to the end or for so many of ours."""
    while plies != 0 and await seat.until_my_turn():
        await seat.move(random.choice(seat.view.legal))
        plies = None if plies is None else plies - 1


@pytest.mark.parametrize("color", ["white", "black"])
@pytest.mark.parametrize("options", [
    {}, {"pieces": 3, "no_mill": 50}, {"pieces": 6, "flying": False, "no_mill": 50}],
    ids=["nine", "three", "six without flying"])
async def test_a_game_against_the_casual_computer_comes_to_its_end(server, tmp_path, color,
                                                                   options):
    seat = await new_game_with_computer(server, "casual", color, options)
    assert seat.view.begun
    assert seat.view.seats[OTHER[color]] == {
        "kind": "computer", "level": "casual", "name": "Computer (Casual)"}
    await play_against(seat, Random(f"{SEED}{color}{options}"))
    assert seat.view.result["reason"] in ("reduced", "blocked", "threefold", "no-mill")
    check_http(server, seat.table, seat.view.facts())
    check_by_client(tmp_path, server.game_text(seat.table), seat.view)


@pytest.mark.parametrize("color", ["white", "black"])
@pytest.mark.parametrize("level,options", [
    ("club", {}), ("club", {"pieces": 3, "flying": False}), ("strong", {"pieces": 6}),
    ("strong", {"pieces": 3, "threefold": False, "no_mill": None})],
    ids=["club, nine", "club, three", "strong, six", "strong, three"])
async def test_the_stronger_levels_answer_every_move(server, level, options, color):
    seat = await new_game_with_computer(server, level, color, options)
    assert seat.view.seats[OTHER[color]]["level"] == level
    await play_against(seat, Random(f"{SEED}{color}{options}"), plies=4)
    if await seat.until_my_turn():
        await seat.resign()
        await seat.client.until(lambda: seat.view.result)
        assert seat.view.result == {"winner": OTHER[color], "reason": "resigned"}
    check_http(server, seat.table, seat.view.facts())


async def test_the_computer_plays_many_tables_at_once(server):
    seats = await asyncio.gather(*(
        new_game_with_computer(server, "casual", color, {"pieces": 3, "no_mill": 50})
        for color in ("white", "black") * 6))
    await asyncio.gather(*(play_against(seat, Random(f"{SEED}{number}"))
                           for number, seat in enumerate(seats)))
    assert all(seat.view.result for seat in seats)


async def test_the_computer_goes_on_while_nobody_is_there(server):
    seat = await new_game_with_computer(server, "club", "white")
    seat.send_move("d2")
    seat.client.cut()
    # Whether the move arrived is not known: it is sent again, and the answer to it comes.
    await seat.come_back(server)
    await seat.move("d2", turn=0)
    assert await seat.until_my_turn() and seat.view.turn == 2


async def test_a_game_against_the_computer_is_listed_while_it_is_played(server):
    seat = await new_game_with_computer(server, "casual", "white")

    def listed():
        return [each["table"] for each in server.get_json("/api/tables")["live"]]

    assert seat.table in listed()
    await seat.resign()
    await seat.client.until(lambda: seat.view.result)
    assert seat.table not in listed()
