"""Playing again: colours swapped, the same secrets, and those who watch go along."""

import asyncio
from random import Random

import pytest

from model import OTHER
from play import Match, Seat, check_http, new_game_with_computer, new_match
from wire import Client

SEED = 37


async def finished_match(server, **options):
    match = await new_match(server, **options)
    await match.play(Random(SEED), plies=4)
    await match.resign()
    return match


async def until_rematched(match):
    for client in match.clients:
        view = client.views[match.table]
        await client.until(lambda view=view: "table" in view.rematch)
    return match.view.rematch["table"]


async def next_match(match):
    """The new table, entered with the secrets of the old one."""
    table = await until_rematched(match)
    seats = {}
    for color, seat in match.seats.items():
        answer = await seat.client.resume(table, seat.secret)
        assert answer["color"] == OTHER[color]
        seats[OTHER[color]] = Seat(seat.client, table, OTHER[color], seat.secret)
    after = Match(match.server, seats["white"], seats["black"])
    for client in match.spectators:
        await client.watch(table)
        after.spectators.append(client)
    return after


@pytest.mark.parametrize("first", ["white", "black"])
@pytest.mark.parametrize("options", [{}, {"pieces": 3, "flying": False, "no_mill": 50}],
                         ids=["nine", "three"])
async def test_when_both_want_it_they_play_again_with_colours_swapped(server, first, options):
    match = await finished_match(server, options=options, spectators=2)
    offer = await match.seats[first].client.ok("rematch", table=match.table)
    await match.all_at(offer["seq"])
    assert match.seats[OTHER[first]].client.views[match.table].rematch == {"offered_by": first}
    await match.seats[OTHER[first]].client.ok("rematch", table=match.table)
    after = await next_match(match)
    assert after.table != match.table
    assert after.view.options == match.view.options
    assert after.view.seats == {c: match.view.seats[OTHER[c]] for c in OTHER}
    await after.play(Random(SEED), plies=6)
    after.check_agreement()
    match.check_agreement()


async def test_several_rematches_follow_each_other(server):
    match = await finished_match(server, spectators=1)
    tables = {match.table}
    for number in range(4):
        for seat in match.seats.values():
            await seat.client.ok("rematch", table=match.table)
        match = await next_match(match)
        await match.play(Random(SEED + number), plies=3)
        await match.resign("black")
        tables.add(match.table)
    assert len(tables) == 5


async def test_asked_for_again_by_the_same_seat_it_is_one_offer(server):
    match = await finished_match(server, spectators=1)
    seat = match.seats["white"]
    answers = await asyncio.gather(*(seat.client.ok("rematch", table=match.table)
                                     for _ in range(4)))
    again = await Client.greet(server)
    await again.resume(match.table, seat.secret)
    answers.append(await again.ok("rematch", table=match.table))
    assert len({answer["seq"] for answer in answers}) == 1
    await match.all_at(answers[0]["seq"])
    assert match.view.rematch == {"offered_by": "white"}
    # After it has begun, either seat is told the same again.
    began = await match.seats["black"].client.ok("rematch", table=match.table)
    for client in (seat.client, again, match.seats["black"].client):
        assert (await client.ok("rematch", table=match.table))["seq"] == began["seq"]
    await until_rematched(match)
    match.check_agreement()


async def test_both_who_ask_at_the_same_time_get_one_new_table(serve):
    server = serve()
    matches = await asyncio.gather(*(finished_match(server) for _ in range(10)))
    await asyncio.gather(*(seat.client.ok("rematch", table=match.table)
                           for match in matches for seat in match.seats.values()))
    after = await asyncio.gather(*(next_match(match) for match in matches))
    assert len({match.table for match in after}) == 10
    assert server.figure("morris_tables_unfinished") == 10
    # Made, offered, begun: and nothing else.
    assert all(match.view.seq == 2 + 4 + 1 + 2 for match in matches)


async def test_a_rematch_is_there_for_those_who_come_later(serve):
    server = serve()
    match = await finished_match(server, spectators=1)
    await match.seats["white"].client.ok("rematch", table=match.table)
    match.spectators[0].cut()
    match.seats["white"].client.cut()
    server.restart()
    await match.seats["black"].client.until_closed()
    await match.seats["black"].come_back(server)
    await match.seats["black"].client.ok("rematch", table=match.table)
    await match.seats["white"].come_back(server)
    match.spectators = [await Client.greet(server)]
    await match.spectators[0].watch(match.table)
    after = await next_match(match)
    await after.play(Random(SEED), plies=4)
    after.check_agreement()


async def test_there_is_no_rematch_before_the_end(server):
    match = await new_match(server)
    for seat in match.seats.values():
        await seat.client.refused("not_over", "rematch", table=match.table)
    await match.play(Random(SEED), plies=2)
    await match.seats["white"].client.refused("not_over", "rematch", table=match.table)
    match.check_agreement()


async def test_there_is_no_rematch_of_a_game_that_nobody_joined(server):
    host = await Client.greet(server)
    made = await host.make()
    await host.refused("not_over", "rematch", table=made["table"])
    other = await Client.greet(server)
    await other.watch(made["table"])
    await host.leave(made["table"])
    await other.until(lambda: other.views[made["table"]].result)
    await host.refused("not_seated", "rematch", table=made["table"])


async def test_a_spectator_or_another_player_cannot_ask_for_it(server):
    match = await finished_match(server, spectators=1)
    other = await finished_match(server)
    for client in (match.spectators[0], other.seats["white"].client):
        await client.refused("not_seated", "rematch", table=match.table)
    assert match.view.rematch == {}


async def test_the_computer_plays_again_at_once(server):
    seat = await new_game_with_computer(server, "casual", "white", {"pieces": 3})
    for color in ("black", "white", "black"):
        await seat.resign()
        await seat.client.ok("rematch", table=seat.table)
        await seat.client.until(lambda: "table" in seat.view.rematch)
        table = seat.view.rematch["table"]
        answer = await seat.client.resume(table, seat.secret)
        assert answer["color"] == color
        seat = Seat(seat.client, table, color, seat.secret)
        assert await seat.until_my_turn()
        await seat.move(Random(SEED).choice(seat.view.legal))
        assert seat.view.seats[OTHER[color]]["level"] == "casual"
    await seat.until_my_turn()
    check_http(server, seat.table, seat.view.facts())
