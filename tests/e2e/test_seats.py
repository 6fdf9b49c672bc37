"""Who may do what at a table: only the holder of a seat's secret plays it."""

import asyncio
from random import Random

import pytest

import secret
from model import OTHER
from play import new_match
from wire import Client

SEED = 17


async def nothing_came_but(client, count):
    """The connection is answered still, and has been told no more than `count` messages."""
    await client.ok("ping")
    assert len(client.received) == count + 1, client.received


@pytest.mark.parametrize("with_since", [False, True])
async def test_a_wrong_secret_opens_no_seat_and_shows_nothing(server, with_since):
    match = await new_match(server)
    other = await new_match(server)
    strangers = [secret.draw(), other.seats["white"].secret, other.seats["black"].secret]
    for number, wrong in enumerate(strangers):
        client = await Client.greet(server)
        since = {"since": 0} if with_since else {}
        await client.refused("wrong_secret", "resume", table=match.table, secret=wrong, **since)
        await client.refused("not_seated", "move", table=match.table, turn=match.view.turn,
                             move=match.mover.view.legal[0])
        await match.play(Random(SEED + number), plies=2)
        await nothing_came_but(client, 3)
    match.check_agreement()


async def test_nobody_but_the_seats_holder_acts(server):
    match = await new_match(server, spectators=1)
    other = await new_match(server)
    outsider = other.seats["white"].client
    greeted = await Client.greet(server)
    for client in (match.spectators[0], outsider, greeted):
        for kind in ("move", "resign", "rematch"):
            fields = {"turn": 0, "move": "d2"} if kind == "move" else {}
            await client.refused("not_seated", kind, table=match.table, **fields)
    await match.play(Random(SEED), plies=3)
    assert match.view.turn == 3
    match.check_agreement()


async def test_a_spectator_who_leaves_only_leaves(server):
    match = await new_match(server, spectators=2)
    gone = match.spectators.pop()
    assert (await gone.leave(match.table))["seq"] == 0
    await match.play(Random(SEED), plies=4)
    await gone.ok("ping")
    assert not gone.events
    match.check_agreement()


async def test_a_player_who_leaves_keeps_the_seat(server):
    match = await new_match(server)
    await match.play(Random(SEED), plies=2)
    seat = match.seats["white"]
    await seat.client.leave(match.table)
    await seat.client.refused("not_seated", "resign", table=match.table)
    await seat.come_back(server)
    await match.play(Random(SEED), plies=2)
    match.check_agreement()


async def test_a_watcher_becomes_the_player_and_back_on_one_connection(server):
    match = await new_match(server)
    seat = match.seats["white"]
    client = await Client.greet(server)
    await client.watch(match.table)
    await client.refused("not_seated", "resign", table=match.table)
    await client.resume(match.table, seat.secret)
    seat.client, old = client, seat.client
    await old.close()
    await match.play(Random(SEED), plies=4)
    await client.watch(match.table)
    await client.refused("not_seated", "resign", table=match.table)
    match.check_agreement()


async def test_fields_that_are_not_the_requests_change_nothing(server):
    match = await new_match(server)
    white, black = match.seats["white"], match.seats["black"]
    # Black pretends to be White in every way that a message has room for.
    answer = await black.client.ask(
        "move", table=match.table, turn=0, move="d2", color="white", seat="white", seq=99,
        secret=white.secret, player="white", result={"winner": "black"}, legal=["d2"], admin=True)
    assert answer["code"] == "not_your_turn"
    answer = await black.client.ask("resign", table=match.table, color="white")
    assert answer["type"] == "done"
    await match.all_at(answer["seq"])
    assert match.view.result == {"winner": "white", "reason": "resigned"}
    match.check_agreement()


async def test_three_who_join_at_once_get_one_seat_between_them(server):
    for way in ("invite", "table"):
        host = await Client.greet(server)
        made = await host.make(opponent={"kind": "person", "listed": way == "table"})
        table = made["table"]
        which = {"invite": made["snapshot"]["invite"]} if way == "invite" else {"table": table}
        guests = [await Client.greet(server, f"Guest {n}") for n in range(3)]
        answers = await asyncio.gather(*(g.ask("join", secret=secret.draw(), **which)
                                         for g in guests))
        seated = [a for a in answers if a["type"] == "attached"]
        assert len(seated) == 1 and seated[0]["color"] == OTHER[made["color"]]
        assert [a["code"] for a in answers if a["type"] == "error"] == ["seat_taken"] * 2
        await host.until(lambda: host.views[table].begun)
        assert host.views[table].seq == 2
        for guest, answer in zip(guests, answers):
            if answer["type"] == "error":
                await nothing_came_but(guest, 2)


async def test_a_table_by_invite_is_in_no_list_and_not_joined_by_its_id(server):
    host = await Client.greet(server)
    made = await host.make()
    table = made["table"]
    guest = await Client.greet(server)

    def lists():
        return server.get("/api/tables")[2]

    assert table not in lists() and table not in str(await guest.ok("list"))
    await guest.refused("no_such_invite", "join", table=table, secret=secret.draw())
    seat = secret.draw()
    await guest.ok("join", invite=made["snapshot"]["invite"], secret=seat)
    assert table not in lists() and table not in str(await guest.ok("list"))


async def test_an_invite_is_read_as_people_type_it(server):
    host = await Client.greet(server)
    invite = (await host.make())["snapshot"]["invite"]
    typed = "-".join([invite[:4], invite[4:8], invite[8:]]).lower()
    typed = typed.replace("0", "o").replace("1", "l")
    guest = await Client.greet(server)
    assert (await guest.ok("join", invite=typed, secret=secret.draw()))["color"] == "black"


async def test_the_invite_is_shown_to_nobody_but_the_host(server):
    host = await Client.greet(server)
    made = await host.make(opponent={"kind": "person", "listed": True})
    table, invite = made["table"], made["snapshot"]["invite"]
    spectator = await Client.greet(server)
    await spectator.watch(table)
    await spectator.ok("list")
    assert invite not in str(spectator.received)
    for path in ("/api/tables", f"/api/tables/{table}", f"/api/tables/{table}.txt", "/metrics"):
        assert invite not in server.get(path)[2]


async def test_who_leaves_a_table_that_nobody_joined_takes_it_back(server):
    host = await Client.greet(server)
    made = await host.make(opponent={"kind": "person", "listed": True})
    table, invite = made["table"], made["snapshot"]["invite"]
    spectator = await Client.greet(server)
    await spectator.watch(table)
    await host.leave(table)
    await spectator.until(lambda: spectator.views[table].result)
    assert spectator.views[table].result == {"winner": "nobody", "reason": "withdrawn"}
    assert table not in server.get("/api/tables")[2]
    await spectator.refused("game_over", "join", invite=invite, secret=secret.draw())


async def test_nothing_but_ping_is_answered_before_hello(server):
    match = await new_match(server)
    client = await Client.connect(server)
    await client.ok("ping")
    requests = {
        "list": {}, "watch": {"table": match.table}, "leave": {"table": match.table},
        "resume": {"table": match.table, "secret": match.seats["white"].secret},
        "make": {"key": secret.draw(), "secret": secret.draw(), "opponent": {"kind": "person"}},
        "join": {"table": match.table, "secret": secret.draw()},
        "move": {"table": match.table, "turn": 0, "move": "d2"},
        "resign": {"table": match.table}, "rematch": {"table": match.table}}
    for kind, fields in requests.items():
        await client.refused("hello_first", kind, **fields)
    await match.play(Random(SEED), plies=2)
    await nothing_came_but(client, 10)
    await client.ok("hello", name="Late")
    await client.refused("already_greeted", "hello", name="Later")


async def test_wrong_invites_are_limited_per_address_and_cost_others_nothing(serve):
    server = serve(guesses_burst=5)
    host = await Client.greet(server)
    made = await host.make()
    invite = made["snapshot"]["invite"]
    guesser = await Client.greet(server)
    for number in range(5):
        await guesser.refused("no_such_invite", "join", invite=f"0000000000{number:02}",
                              secret=secret.draw())
    error = await guesser.refused("too_many_guesses", "join", invite="000000000000",
                                  secret=secret.draw())
    assert 0 < error["retry_ms"] <= 6000
    # Not even the right one now, from that address: or guessing would go on at full speed.
    await guesser.refused("too_many_guesses", "join", invite=invite, secret=secret.draw())
    await guesser.refused("too_many_guesses", "resume", table=made["table"],
                          secret=secret.draw())
    honest = await Client.greet(server, local_addr=("127.0.0.2", 0))
    await honest.ok("join", invite=invite, secret=secret.draw())


async def test_wrong_secrets_are_limited_like_wrong_invites(serve):
    server = serve(guesses_burst=3)
    match = await new_match(server)
    guesser = await Client.greet(server)
    for _ in range(3):
        await guesser.refused("wrong_secret", "resume", table=match.table, secret=secret.draw())
    error = await guesser.refused("too_many_guesses", "resume", table=match.table,
                                  secret=secret.draw())
    assert error["retry_ms"] > 0
    # Who has a seat plays on and comes back, also from the guesser's address.
    await match.play(Random(SEED), plies=4)
    back = await Client.greet(server)
    await back.ok("resume", table=match.table, secret=match.seats["white"].secret)
