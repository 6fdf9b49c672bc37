"""The server is killed, or told to stop, in the middle of everything."""

import asyncio
from random import Random

import pytest

import secret
from play import check_http, new_game_with_computer, new_match
from wire import Client, Gone

SEED = 19


def wreck(server, match):
    """A kill -9; what everybody knew of the table is what they come back with."""
    server.kill()
    return [client.views[match.table] for client in match.spectators]


async def all_back(server, match, spectators_views):
    """Everybody comes back with what they have, and is given exactly what they miss."""
    await asyncio.gather(*(client.until_closed() for client in match.clients))
    await asyncio.gather(*(seat.come_back(server) for seat in match.seats.values()))
    match.spectators = [await Client.greet(server, "Wil") for _ in spectators_views]
    await asyncio.gather(*(client.watch(match.table, view)
                           for client, view in zip(match.spectators, spectators_views)))
    last = max(client.views[match.table].seq for client in match.clients)
    await match.all_at(last)


async def test_a_game_goes_on_after_a_crash_for_everybody(serve):
    server = serve()
    random = Random(SEED)
    match = await new_match(server, spectators=1)
    for _ in range(3):
        await match.play(random, plies=4)
        known = match.view.facts()
        views = wreck(server, match)
        server.start()
        await all_back(server, match, views)
        assert match.view.facts() == known
        match.check_agreement()
    await match.play(random)
    match.check_agreement()


async def test_no_confirmed_move_is_lost_by_a_crash_at_any_instant(serve):
    """Many tables at once are played as fast as they go, and the server is killed at random
    instants. What was confirmed to a player or shown to anybody is there afterwards."""
    server = serve()
    random = Random(SEED)
    matches = [await new_match(server, spectators=1, options={"no_mill": 50}) for _ in range(6)]
    moves_in_flight = 0
    for _ in range(6):
        sent = [asyncio.ensure_future(play_until_cut(match, Random(random.random())))
                for match in matches]
        await asyncio.sleep(random.uniform(0.0, 0.25))
        server.kill()
        hopes = await asyncio.gather(*sent)
        server.start()
        for match, (confirmed, in_flight) in zip(matches, hopes):
            views = [client.views[match.table] for client in match.spectators]
            shown = max((client.views[match.table] for client in match.clients),
                        key=lambda view: view.seq)
            await all_back(server, match, views)
            # The strict clients have seen to it that nothing came twice and nothing is missing.
            assert match.view.moves[:len(shown.moves)] == shown.moves
            assert match.view.turn >= confirmed
            if in_flight:
                # Kept or not: sent again it is made once.
                moves_in_flight += 1
                seat, turn, move = in_flight
                await match.all_at(await seat.move(move, turn))
                assert match.view.moves[turn] == move
            match.check_agreement()
    assert moves_in_flight > 0
    for match in matches:
        if match.mover:
            await match.resign()


async def play_until_cut(match, random):
    """How many turns were confirmed, and the move that was being made when the server went."""
    confirmed, in_flight = 0, None
    try:
        while match.mover:
            seat = match.mover
            in_flight = (seat, seat.view.turn, random.choice(seat.view.legal))
            seq = await seat.move(in_flight[2])
            confirmed, in_flight = in_flight[1] + 1, None
            await match.all_at(seq)
    except Gone:
        pass
    return confirmed, in_flight


@pytest.mark.parametrize("level", ["casual", "strong"])
async def test_the_computer_moves_after_a_crash_in_the_middle_of_its_thinking(serve, level):
    server = serve()
    seat = await new_game_with_computer(server, level, "white")
    random = Random(SEED)
    for _ in range(3):
        await seat.until_my_turn()
        move, turn = random.choice(seat.view.legal), seat.view.turn
        await seat.move(move)
        server.restart()
        # Nobody is back yet: it thinks all the same.
        await seat.come_back(server)
        await seat.until_my_turn()
        assert seat.view.turn == turn + 2
    check_http(server, seat.table, seat.view.facts())


async def test_the_computer_that_begins_moves_after_a_crash(serve):
    server = serve()
    seat = await new_game_with_computer(server, "strong", "black")
    server.restart()
    await seat.come_back(server, since=False)
    await seat.until_my_turn()
    assert seat.view.turn == 1


async def test_what_nobody_was_told_may_be_lost_but_nothing_is_half_there(serve):
    """Tables are made, joined, given up and played again while the server is killed."""
    server = serve()
    random = Random(SEED)
    for _ in range(4):
        seats = [(secret.draw(), secret.draw()) for _ in range(10)]
        clients = [await Client.greet(server) for _ in seats]
        futures = [client.send("make", key=key, secret=seat, opponent={"kind": "person"})
                   for client, (key, seat) in zip(clients, seats)]
        await asyncio.sleep(random.uniform(0, 0.03))
        server.kill()
        answers = await asyncio.gather(*futures, return_exceptions=True)
        server.start()
        back = await Client.greet(server)
        for (key, seat), answer in zip(seats, answers):
            made = await back.make(key=key, seat=seat)
            if not isinstance(answer, Gone):
                assert (made["table"], made["color"]) == (answer["table"], answer["color"])
            assert made["snapshot"]["seq"] == 1


# --- stopping in order ---------------------------------------------------------------------------

async def test_told_to_stop_it_says_so_and_keeps_everything(serve):
    server = serve()
    random = Random(SEED)
    match = await new_match(server, spectators=1)
    await match.play(random, plies=5)
    idle = await Client.greet(server)
    bare = await Client.connect(server)
    known = match.view.facts()
    views = [client.views[match.table] for client in match.spectators]
    server.ask_to_stop()
    for client in [*match.clients, idle, bare]:
        assert await client.until_closed() == 1012
        assert client.stopping["retry_ms"] > 0
    assert await asyncio.to_thread(server.wait) == 0
    server.start()
    await all_back(server, match, views)
    assert match.view.facts() == known
    await match.play(random, plies=5)
    match.check_agreement()


async def test_moves_made_while_it_stops_are_kept_or_not_confirmed(serve):
    server = serve()
    matches = [await new_match(server, spectators=1) for _ in range(6)]
    playing = [asyncio.ensure_future(play_until_cut(match, Random(f"{SEED} {n}")))
               for n, match in enumerate(matches)]
    await asyncio.sleep(0.2)
    server.ask_to_stop()
    hopes = await asyncio.gather(*playing)
    assert await asyncio.to_thread(server.wait) == 0
    server.start()
    for match, (confirmed, _) in zip(matches, hopes):
        views = [client.views[match.table] for client in match.spectators]
        await all_back(server, match, views)
        assert match.view.turn >= confirmed > 0
        match.check_agreement()


async def test_no_table_is_begun_while_it_stops(serve):
    server = serve()
    host = await Client.greet(server)
    invite = (await host.make())["snapshot"]["invite"]
    guest = await Client.greet(server)
    server.ask_to_stop()
    await guest.until(lambda: guest.stopping)
    # The close follows soon: an answer need not come, but no table may.
    asked = [guest.send("make", key=secret.draw(), secret=secret.draw(),
                        opponent={"kind": "person"}),
             guest.send("join", invite=invite, secret=secret.draw())]
    for answer in await asyncio.gather(*asked, return_exceptions=True):
        if not isinstance(answer, Gone):
            assert answer["code"] == "stopping" and answer["retry_ms"] > 0, answer
    assert await asyncio.to_thread(server.wait) == 0
    server.start()
    assert server.figure("morris_tables_unfinished") == 1


async def test_it_stops_while_the_computer_thinks(serve):
    server = serve()
    seats = [await new_game_with_computer(server, "strong", "black") for _ in range(4)]
    server.ask_to_stop()
    for seat in seats:
        assert await seat.client.until_closed() == 1012
    assert await asyncio.to_thread(server.wait) == 0
    server.start()
    for seat in seats:
        await seat.come_back(server)
    await asyncio.gather(*(seat.until_my_turn() for seat in seats))


async def test_it_stops_though_a_client_does_not_hang_up(serve):
    server = serve(stop_grace=1)
    client = await Client.greet(server)
    client.stop_reading()
    assert await asyncio.to_thread(server.stop) == 0
    client.cut()


async def test_the_players_names_and_the_lists_are_back_after_a_crash(serve):
    server = serve()
    host = await Client.greet(server, "Zoë")
    seat = secret.draw()
    listed = await host.make(seat=seat, opponent={"kind": "person", "listed": True})
    match = await new_match(server)
    await match.play(Random(SEED), plies=3)

    def shown():
        table = server.table(match.table)
        del table["idle_ms"]  # goes on while a server runs
        return [server.get_json("/api/tables"), server.table(listed["table"]), table]
    before = shown()
    server.restart()
    # An open table is shown again once its maker is back.
    assert server.get_json("/api/tables")["open"] == []
    await (await Client.greet(server)).resume(listed["table"], seat)
    after = shown()
    assert after == before and "Zoë" in str(after)
