"""Two servers share one log: each is as good as the other."""

import asyncio
import json
from random import Random

import pytest

import secret
from play import Match, Seat, check_http, new_game_with_computer, new_match
from wire import Client, eventually

SEED = 61


@pytest.fixture
def two_servers(serve):
    first = serve()
    second = serve(data=first.data)
    return first, second


async def test_a_game_is_played_across_two_servers(two_servers):
    first, second = two_servers
    host, guest = await Client.greet(first, "White"), await Client.greet(second, "Black")
    keys = secret.draw(), secret.draw()
    made = await host.make(seat=keys[0])
    joined = await guest.ok("join", invite=made["snapshot"]["invite"], secret=keys[1])
    assert joined["color"] == "black"
    table = made["table"]
    match = Match(first, Seat(host, table, "white", keys[0]), Seat(guest, table, "black", keys[1]))
    for server in two_servers:
        watcher = await Client.greet(server, "Wil")
        await watcher.watch(table)
        match.spectators.append(watcher)
    await host.until(lambda: match.view.begun)
    await match.play(Random(SEED), plies=16)
    for server in two_servers:
        check_http(server, table, match.view.facts())
    match.check_agreement()
    # A player who changes over to the other server goes on there.
    await match.seats["white"].come_back(second)
    await match.play(Random(SEED), plies=4)
    await match.resign()
    match.check_agreement()


async def test_the_same_turn_played_on_two_servers_at_once_is_made_once(two_servers):
    first, second = two_servers
    match = await new_match(first)
    seat = match.seats["white"]
    twin = Seat(await Client.greet(second), match.table, "white", seat.secret)
    await twin.client.resume(match.table, seat.secret)
    for number in range(8):
        random = Random(f"{SEED} {number}")
        await seat.until_my_turn()
        await twin.until_my_turn()
        turn = seat.view.turn
        moves = random.sample(seat.view.legal, 2)
        answers = await asyncio.gather(seat.send_move(moves[0], turn),
                                       twin.send_move(moves[1], turn))
        done = [n for n, answer in enumerate(answers) if answer["type"] == "done"]
        assert len(done) == 1 and answers[1 - done[0]]["code"] == "stale_turn", answers
        for each in (seat, twin):
            await each.client.until(lambda each=each: each.view.turn > turn)
            assert each.view.moves[turn] == moves[done[0]]
        black = match.seats["black"]
        await black.until_my_turn()
        await black.move(black.view.legal[0])
    match.check_agreement()


async def test_the_computer_answers_once_though_two_servers_think(two_servers):
    first, second = two_servers
    seat = await new_game_with_computer(first, "casual", "white")
    watcher = await Client.greet(second)
    await watcher.watch(seat.table)
    for number in range(6):
        assert await seat.until_my_turn()
        assert seat.view.turn == 2 * number
        await seat.move(seat.view.legal[number])
    await seat.until_my_turn()
    await watcher.until_seq(seat.table, seat.view.seq)
    assert watcher.views[seat.table].facts() == seat.view.facts()


async def test_when_one_of_two_servers_dies_the_other_goes_on(two_servers):
    first, second = two_servers
    match = await new_match(first, spectators=1)
    await match.play(Random(SEED), plies=5)
    first.kill()
    views = [client.views[match.table] for client in match.spectators]
    for seat in match.seats.values():
        await seat.come_back(second)
    match.spectators = [await Client.greet(second)]
    await match.spectators[0].watch(match.table, views[0])
    match.server = second
    await match.play(Random(SEED), plies=5)
    match.check_agreement()
    first.start()
    check_http(first, match.table, match.view.facts())


async def test_both_servers_list_the_same_tables(two_servers):
    first, second = two_servers
    host = await Client.greet(first)
    made = await host.make(opponent={"kind": "person", "listed": True})
    game = await new_game_with_computer(second, "casual", "white")

    def lists():
        return [json.dumps(server.get_json("/api/tables")) for server in two_servers]

    await eventually(lambda: all(made["table"] in each and game.table in each for each in lists()))


async def test_a_name_forgotten_is_forgotten_by_both(two_servers):
    first, second = two_servers
    host = await Client.greet(first, "Nobody Knows")
    made = await host.make(opponent={"kind": "person", "listed": True})
    table = made["table"]
    await eventually(lambda: second.get(f"/api/tables/{table}")[0] == 200)
    done = first.administrate("forget", made["snapshot"]["seats"]["white"]["player"])
    assert done.returncode == 0, done

    def shown():
        return [server.get(path)[2] for server in two_servers
                for path in ("/api/tables", f"/api/tables/{table}")]

    await eventually(lambda: not any("Nobody Knows" in each for each in shown()))


async def test_a_table_made_again_on_the_other_server_is_the_same_table(two_servers):
    asked = {"key": secret.draw(), "secret": secret.draw(), "opponent": {"kind": "person"}}
    for _ in range(5):
        asked["key"] = secret.draw()
        clients = [await Client.greet(server) for server in two_servers]
        answers = await asyncio.gather(*(client.ok("make", **asked) for client in clients))
        assert len({(a["table"], a["color"], a["snapshot"]["made_at"]) for a in answers}) == 1


async def test_one_seat_is_taken_once_on_two_servers(two_servers):
    host = await Client.greet(two_servers[0])
    for _ in range(5):
        made = await host.make()
        guests = [await Client.greet(server) for server in two_servers]
        answers = await asyncio.gather(*(
            guest.ask("join", invite=made["snapshot"]["invite"], secret=secret.draw())
            for guest in guests))
        assert sorted(a.get("code", "attached") for a in answers) == ["attached", "seat_taken"]


async def test_both_want_a_rematch_on_two_servers(two_servers):
    first, second = two_servers
    for _ in range(4):
        match = await new_match(first)
        black = match.seats["black"]
        await black.come_back(second)
        await match.resign()
        await asyncio.gather(*(seat.client.ok("rematch", table=match.table)
                               for seat in match.seats.values()))
        tables = set()
        for seat in match.seats.values():
            await seat.client.until(lambda s=seat: "table" in s.view.rematch)
            answer = await seat.client.resume(seat.view.rematch["table"], seat.secret)
            tables.add((answer["table"], answer["snapshot"]["made_at"]))
        assert len(tables) == 1


async def clocked_game(first, second):
    """White at the first server, Black at the second; both have moved."""
    host, guest = await Client.greet(first, "White"), await Client.greet(second, "Black")
    keys = secret.draw(), secret.draw()
    made = await host.make(seat=keys[0], clock={"base_ms": 120000, "increment_ms": 0})
    table = made["table"]
    await guest.ok("join", invite=made["snapshot"]["invite"], secret=keys[1])
    seats = Seat(host, table, "white", keys[0]), Seat(guest, table, "black", keys[1])
    for seat in seats:
        await seat.until_my_turn()
        await seat.move(seat.view.legal[0])
    return seats


async def test_who_is_at_the_other_server_is_not_away(two_servers):
    white, black = await clocked_game(*two_servers)
    # As long as it takes until an absence counts, and a return; then nothing more is said of it.
    await asyncio.sleep(10)
    seqs = [white.view.seq, black.view.seq]
    await asyncio.sleep(8)
    assert [white.view.seq, black.view.seq] == seqs
    for seat in (white, black):
        assert not seat.view.absent
        refused = await seat.client.ask("claim", table=seat.table, outcome="win")
        assert refused["code"] == "not_claimable", refused
    # Who really goes is away at both.
    black.client.cut()
    await white.client.until(lambda: white.view.absent == ["black"])


async def test_after_both_servers_have_died_the_clock_waits_at_both(two_servers):
    white, _ = await clocked_game(*two_servers)
    for server in two_servers:
        server.kill()
    for server in two_servers:
        server.start()

    def clocks():
        return [server.get_json(f"/api/tables/{white.table}")["clock"] for server in two_servers]

    await eventually(lambda: all(clock.get("waits_for") == "white" for clock in clocks()))
    await asyncio.sleep(2)
    assert all(clock.get("waits_for") == "white" for clock in clocks())
    await white.come_back(two_servers[1])
    await eventually(lambda: all(clock["runs"] == "white" for clock in clocks()))
    assert white.view.clock["white_ms"] > 115000
