"""Coming back after the connection was cut, at every stage of a turn."""

import asyncio
import itertools
from random import Random

import pytest

import secret
from model import OTHER
from play import new_match
from wire import Client

SEED = 11

# What the server keeps at hand of a table's events: those who missed more are sent a snapshot.
MORE_THAN_IT_KEEPS = 30


async def mover_is_cut(match, random, stage, since):
    """The side to move loses the connection in the middle of its turn, and makes the turn."""
    seat = match.mover
    turn, move = seat.view.turn, random.choice(seat.view.legal)
    if stage == "before sending":
        seat.client.cut()
    elif stage == "after sending":
        # It may have arrived or not.
        seat.send_move(move)
        seat.client.cut()
    elif stage == "before the answer":
        # It has certainly been made, and the answer has certainly not been read.
        seat.client.stop_reading()
        seat.send_move(move)
        await match.seats[OTHER[seat.color]].until_my_turn()
        seat.client.cut()
    elif stage == "after the answer":
        await seat.move(move)
        seat.client.cut()
    await seat.come_back(match.server, since)
    await match.all_at(await seat.move(move, turn))


async def other_is_cut(match, random, since):
    """The side that waits misses the move of the other, and is told of it."""
    seat = match.mover
    waiting = match.seats[OTHER[seat.color]]
    waiting.client.cut()
    seq = await seat.move(random.choice(seat.view.legal))
    before = waiting.view.seq
    answer = await waiting.come_back(match.server, since)
    await match.all_at(seq)
    if since:
        assert answer["since"] == before
        assert [event["seq"] for event in waiting.client.events] == [seq]
    else:
        assert answer["snapshot"]["seq"] == seq and not waiting.client.events


async def spectator_is_cut(match, random, since):
    gone = match.spectators.pop()
    gone.cut()
    await match.play_turn(random)
    back = await Client.greet(match.server, "Wil")
    await back.watch(match.table, gone.views[match.table] if since else None)
    match.spectators.append(back)
    await match.all_at(match.view.seq)


@pytest.mark.parametrize("since", [True, False], ids=["with since", "without since"])
async def test_a_cut_at_any_stage_of_a_turn_costs_nothing(server, since):
    async def game(number):
        random = Random(f"{SEED} {since} {number}")
        match = await new_match(server, options={"no_mill": 50}, spectators=1)
        stages = ["before sending", "after sending", "before the answer", "after the answer"]
        ways = [lambda s=stage: mover_is_cut(match, random, s, since) for stage in stages]
        ways += [lambda: other_is_cut(match, random, since),
                 lambda: spectator_is_cut(match, random, since)]
        for way in itertools.islice(itertools.cycle(ways), 40):
            # Each way falls on White's and on Black's turns.
            if random.random() < 0.3:
                await match.play(random, plies=1)
            if not match.mover:
                break
            await way()
        match.check_agreement()

    await asyncio.gather(*(game(number) for number in range(2)))


async def test_both_players_and_the_spectators_cut_at_once(server):
    random = Random(SEED)
    match = await new_match(server, spectators=2)
    for _ in range(8):
        await match.play(random, plies=2)
        for client in match.clients:
            client.cut()
        await asyncio.gather(*(seat.come_back(server) for seat in match.seats.values()))
        views = [client.views[match.table] for client in match.spectators]
        match.spectators = [await Client.greet(server) for _ in views]
        await asyncio.gather(*(client.watch(match.table, view)
                               for client, view in zip(match.spectators, views)))
    match.check_agreement()


async def test_whoever_missed_a_lot_is_sent_a_snapshot_and_told_so(server):
    match = await new_match(server, spectators=1)
    gone = match.spectators.pop()
    gone.cut()
    await match.play(Random(SEED), plies=MORE_THAN_IT_KEEPS)
    back = await Client.greet(server)
    answer = await back.watch(match.table, gone.views[match.table])
    assert answer["snapshot"]["seq"] == match.view.seq and not back.events
    assert back.views[match.table].facts() == match.view.facts()


async def test_a_since_that_has_not_come_is_answered_with_a_snapshot(server):
    match = await new_match(server)
    client = await Client.greet(server)
    answer = await client.ok("watch", table=match.table, since=match.view.seq + 5)
    assert answer["snapshot"]["seq"] == match.view.seq


async def test_nothing_missed_is_nothing_sent(server):
    match = await new_match(server)
    await match.play(Random(SEED), plies=3)
    seat = match.seats["white"]
    seat.client.cut()
    answer = await seat.come_back(server)
    await seat.client.until(lambda: match.table in seat.client.presence)
    assert answer["since"] == match.view.seq and not seat.client.events


async def test_resuming_and_watching_again_on_one_connection_is_safe(server):
    match = await new_match(server, spectators=1)
    await match.play(Random(SEED), plies=3)
    seat, spectator = match.seats["white"], match.spectators[0]
    for _ in range(3):
        await seat.client.resume(match.table, seat.secret, seat.view)
        await spectator.watch(match.table, spectator.views[match.table])
    # Once each, however often it was asked for: the strict client would see a second.
    await match.play(Random(SEED), plies=3)
    match.check_agreement()


async def test_a_seat_is_held_by_several_connections_at_once(server):
    """Another tab, or another device: each is the player, and all see the same."""
    random = Random(SEED)
    match = await new_match(server)
    seat = match.seats["white"]
    others = [await Client.greet(server, "White") for _ in range(3)]
    for other in others:
        await other.resume(match.table, seat.secret)
    match.spectators += others  # they follow along
    devices = [seat.client, *others]
    for number in range(12):
        seat.client = devices[number % len(devices)]
        await match.play(random, plies=1)
    match.check_agreement()


async def test_the_others_see_who_is_away_and_who_is_back(server):
    match = await new_match(server, spectators=1)
    white, black = match.seats["white"], match.seats["black"]

    def shown(client):
        return client.presence.get(match.table, {"white": None, "black": None, "spectators": None})

    async def until_shown(present, spectators=1):
        for client in (white.client, match.spectators[0]):
            await client.until(lambda: (shown(client)["black"] or {}).get("present") == present and
                               shown(client)["spectators"] == spectators)

    await until_shown(True)
    black.client.cut()
    await until_shown(False)
    gone_since = shown(white.client)["black"]["since"]
    await match.spectators[0].ok("ping")
    assert shown(match.spectators[0])["black"]["since"] == gone_since
    await black.come_back(server)
    await until_shown(True)
    second = await match.add_spectator()
    await until_shown(True, spectators=2)
    await second.leave(match.table)
    await until_shown(True, spectators=1)


async def test_one_connection_plays_and_watches_many_tables(server):
    """Seats at some, a spectator at others, and only what it follows reaches it."""
    random = Random(SEED)
    matches = [await new_match(server) for _ in range(5)]
    client = await Client.greet(server)
    for match in matches[:4]:
        seat = match.seats["white"]
        seat.client.cut()
        seat.client = client
        await client.resume(match.table, seat.secret)
    await client.watch(matches[4].table)
    matches[4].spectators.append(client)
    await asyncio.gather(*(match.play(random, plies=8) for match in matches))
    for match in matches:
        match.check_agreement()
    for match in matches:
        await client.leave(match.table)
    before = len(client.events)
    await asyncio.gather(*(match.seats["white"].come_back(server) for match in matches))
    matches[4].spectators.clear()
    await asyncio.gather(*(match.play(random, plies=2) for match in matches))
    await client.ok("ping")
    assert len(client.events) == before


async def test_a_finished_game_is_watched_and_resumed_too(server):
    match = await new_match(server)
    await match.play(Random(SEED), plies=2)
    await match.resign()
    for client in match.clients:
        await client.close()
    late = await Client.greet(server)
    answer = await late.watch(match.table)
    assert answer["snapshot"]["result"]["reason"] == "resigned"
    seat = match.seats["black"]
    answer = await seat.come_back(server, since=False)
    assert answer["color"] == "black" and answer["snapshot"]["result"]["winner"] == "black"


async def test_a_table_that_never_was_is_refused(server):
    client = await Client.greet(server)
    await client.refused("no_such_table", "watch", table="0123456789ab")
    await client.refused("no_such_table", "resume", table="0123456789ab", secret=secret.draw())
    for kind in ("resign", "rematch"):
        await client.refused("not_seated", kind, table="0123456789ab")
