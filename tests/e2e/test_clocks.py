"""Games with clocks, on a real server's real time."""

import asyncio
import time
from random import Random

from play import new_game_with_computer, new_match

SEED = 31
MINUTE = {"base_ms": 60000, "increment_ms": 0}


async def both_move(match, random):
    """Each side's first move, which is not charged."""
    await match.play(random, plies=2)


async def test_the_flag_falls_by_itself_and_everybody_hears_of_it(server):
    random = Random(SEED)
    match = await new_match(server, clock={"base_ms": 1000, "increment_ms": 0}, spectators=1)
    await both_move(match, random)
    began = time.monotonic()
    await asyncio.gather(*(c.until(lambda c=c: c.views[match.table].result)
                           for c in match.clients))
    took = time.monotonic() - began
    assert match.view.result == {"winner": "black", "reason": "timeout"}
    assert match.view.clock["white_ms"] == 0 and match.view.clock["black_ms"] == 1000
    # Never early. How late it is on a machine that does other things is not for a test to say.
    assert took >= 0.99
    match.check_agreement()


async def test_each_move_costs_its_time_and_earns_the_increment(server):
    random = Random(SEED)
    match = await new_match(server, clock={"base_ms": 60000, "increment_ms": 2000})
    await both_move(match, random)
    spent = {"white": 0.0, "black": 0.0}
    for _ in range(4):
        color = match.view.to_move
        began = time.monotonic()
        await asyncio.sleep(random.uniform(0.1, 0.4))
        await match.play_turn(random)
        spent[color] += time.monotonic() - began
    for color, seconds in spent.items():
        left = match.view.clock[f"{color}_ms"]
        assert 60000 + 4000 - 1000 * seconds - 100 <= left <= 60000 + 4000 - 200
    assert match.view.clock["runs"] == match.view.to_move
    match.check_agreement()


async def test_a_clock_runs_on_while_its_player_is_away_and_is_shown_on_return(server):
    random = Random(SEED)
    match = await new_match(server, clock=MINUTE)
    await both_move(match, random)
    seat = match.seats["white"]
    await seat.client.close()
    await asyncio.sleep(0.5)
    # With what it had, it is told what the clock says now; anew, it finds it in the snapshot.
    for since in (True, False):
        await seat.come_back(server, since=since)
        await seat.client.until(lambda: seat.view.clock["white_ms"] <= 59500)
        assert seat.view.clock["runs"] == "white"


async def test_the_computer_s_time_is_not_counted(server):
    random = Random(SEED)
    seat = await new_game_with_computer(server, "club", "white",
                                        clock={"base_ms": 5000, "increment_ms": 0})
    for _ in range(4):
        assert await seat.until_my_turn()
        await seat.move(random.choice(seat.view.legal))
    assert await seat.until_my_turn()
    assert seat.view.clock["black_ms"] == 5000
    assert seat.view.clock["runs"] == "white"
    assert seat.view.clock["white_ms"] <= 5000


async def test_the_time_without_a_server_is_charged_to_nobody(serve):
    server = serve()
    random = Random(SEED)
    match = await new_match(server, clock=MINUTE)
    await both_move(match, random)
    await asyncio.sleep(0.5)
    server.kill()
    await asyncio.sleep(2)
    server.start()
    await match.seats["black"].come_back(server)
    black = match.seats["black"]
    await black.client.until(lambda: black.view.clock.get("waits_for") == "white")
    left = black.view.clock["white_ms"]
    # Charged up to the last mark, which is 100 ms old at most, as far as the machine keeps time.
    assert 58500 <= left <= 59700
    await match.seats["white"].come_back(server)
    white = match.seats["white"]
    await white.client.until(lambda: white.view.clock["runs"] == "white")
    assert white.view.clock["white_ms"] == left
    assert 0 < white.view.clock["starts_in_ms"] <= 3000
    await match.play_turn(random)
    assert match.view.clock["white_ms"] == left
    match.check_agreement()


async def test_a_game_ends_by_the_flag_after_a_restart_too(serve):
    server = serve()
    random = Random(SEED)
    match = await new_match(server, clock={"base_ms": 1500, "increment_ms": 0})
    await both_move(match, random)
    server.restart()
    await asyncio.gather(*(seat.come_back(server) for seat in match.seats.values()))
    black = match.seats["black"]
    await black.client.until(lambda: black.view.result)
    assert black.view.result == {"winner": "black", "reason": "timeout"}


async def test_wrong_clocks_are_refused_by_name(server):
    match = await new_match(server)
    client = match.seats["white"].client
    for clock, field in (({"base_ms": 999, "increment_ms": 0}, "clock.base_ms"),
                         ({"base_ms": 10800001, "increment_ms": 0}, "clock.base_ms"),
                         ({"base_ms": 1000, "increment_ms": -1}, "clock.increment_ms"),
                         ({"base_ms": 1000}, "clock.increment_ms"), ("5+3", "clock")):
        answer = await client.refused("bad_message", "make", key="k" * 22, secret="s" * 22,
                                      opponent={"kind": "person"}, clock=clock)
        assert answer["field"] == field
