"""The same request again, after a lost reply: applied once and answered like the first time."""

import asyncio
from random import Random

import pytest

import secret
from model import OTHER
from play import new_match
from wire import Client

SEED = 13


async def second_connection(seat, server):
    client = await Client.greet(server, "Again")
    await client.resume(seat.table, seat.secret)
    return client


@pytest.mark.parametrize("times", [2, 3, 5])
async def test_a_move_sent_several_times_at_once_is_made_once(server, times):
    random = Random(f"{SEED} {times}")
    match = await new_match(server, spectators=1)
    for _ in range(6):
        seat = match.mover
        turn, move = seat.view.turn, random.choice(seat.view.legal)
        answers = await asyncio.gather(*(seat.send_move(move, turn) for _ in range(times)))
        assert {each["type"] for each in answers} == {"done"}
        [seq] = {each["seq"] for each in answers}
        await match.all_at(seq)
        assert match.view.seq == seq
    assert match.view.turn == 6
    match.check_agreement()


async def test_a_move_sent_again_on_another_connection_is_answered_like_the_first_time(server):
    random = Random(SEED)
    match = await new_match(server)
    made = []
    for _ in range(6):
        seat = match.mover
        move = random.choice(seat.view.legal)
        made.append((seat, move, await seat.move(move)))
        await match.all_at(made[-1][2])
    # Also long after, and with others' turns made since.
    for turn, (seat, move, seq) in enumerate(made):
        client = await second_connection(seat, server)
        answer = await client.ok("move", table=match.table, turn=turn, move=move)
        assert answer["seq"] == seq
    assert match.view.turn == 6
    match.check_agreement()


async def test_another_move_for_a_turn_that_has_passed_is_refused_with_the_present_state(server):
    random = Random(SEED)
    match = await new_match(server)
    seat = match.seats["white"]
    legal, turn = seat.view.legal, seat.view.turn
    first, second = random.sample(legal, 2)
    await match.play_moves([first])
    for refused_turn, move in ((turn, second), (turn, "g7-g4xd6")):
        answer = await seat.send_move(move, refused_turn)
        assert answer["code"] == "stale_turn", answer
        # The strict client has held it against what it knows.
        assert answer["snapshot"]["moves"] == [first]
    # The other side's move for that turn was not made either.
    answer = await match.seats["black"].send_move(first, turn)
    assert answer["code"] == "stale_turn", answer
    match.check_agreement()


async def test_a_move_for_a_turn_that_has_not_come_is_refused(server):
    match = await new_match(server)
    for turn in (1, 2, 1000, 2**53 - 1):
        answer = await match.seats["white"].send_move("d2", turn)
        assert answer["code"] == "future_turn" and answer["snapshot"]["turn"] == 0, answer
    assert match.view.turn == 0
    match.check_agreement()


@pytest.mark.parametrize("kinds", ["one move", "many moves"])
async def test_a_hundred_moves_at_once_for_one_turn_are_one_event(server, kinds):
    match = await new_match(server, spectators=1)
    seat = match.seats["white"]
    clients = [seat.client] + await asyncio.gather(
        *(second_connection(seat, server) for _ in range(9)))
    moves = seat.view.legal[:1] if kinds == "one move" else seat.view.legal
    sent = [(moves[i % len(moves)],
             clients[i % 10].send("move", table=match.table, turn=0, move=moves[i % len(moves)]))
            for i in range(100)]
    answers = [(move, await future) for move, future in sent]
    await match.all_at(3)
    played = match.view.moves[0]
    assert len(match.view.moves) == 1
    for move, answer in answers:
        if answer["type"] == "done":
            assert (move, answer["seq"]) == (played, 3)
        else:
            # Sixty-four requests may wait for one table.
            allowed = {"table_busy"} if move == played else {"table_busy", "stale_turn"}
            assert answer["code"] in allowed, answer
    assert any(answer["type"] == "done" for _, answer in answers)
    await match.play(Random(SEED), plies=4)
    match.check_agreement()


async def test_a_resignation_sent_again_is_one_resignation(server):
    match = await new_match(server, spectators=1)
    seat = match.seats["black"]
    answers = await asyncio.gather(*(seat.client.ok("resign", table=match.table)
                                     for _ in range(3)))
    assert len({answer["seq"] for answer in answers}) == 1
    again = await second_connection(seat, server)
    assert (await again.ok("resign", table=match.table))["seq"] == answers[0]["seq"]
    await match.seats["white"].client.refused("game_over", "resign", table=match.table)
    await match.all_at(answers[0]["seq"])
    match.check_agreement()


# --- making and joining --------------------------------------------------------------------------

async def lost_reply(server, type, **fields):
    """Sends a request and is cut before the answer can be read."""
    client = await Client.greet(server)
    client.stop_reading()
    client.send(type, **fields)
    client.cut()


@pytest.mark.parametrize("then", ["nothing", "a crash"])
async def test_a_table_whose_making_was_not_answered_is_made_once(serve, then):
    server = serve()
    asked = {"key": secret.draw(), "secret": secret.draw(), "color": "random",
             "opponent": {"kind": "person", "listed": True}}
    await lost_reply(server, "make", **asked)
    if then == "a crash":
        server.restart()
    client = await Client.greet(server)
    made = await client.ok("make", **asked)
    again = await (await Client.greet(server)).ok("make", **asked)
    assert (made["table"], made["color"]) == (again["table"], again["color"])
    assert made["snapshot"] == again["snapshot"]
    assert [each["table"] for each in server.get_json("/api/tables")["open"]] == [made["table"]]
    assert server.figure("morris_tables_unfinished") == 1
    # Who has the key but not the seat's secret gets nothing of it.
    await client.refused("key_used", "make", **{**asked, "secret": secret.draw()})


async def test_a_table_is_made_once_however_often_it_is_asked_for_at_once(serve):
    server = serve()
    asked = {"key": secret.draw(), "secret": secret.draw(),
             "opponent": {"kind": "person", "listed": True}}
    clients = [await Client.greet(server) for _ in range(5)]
    answers = await asyncio.gather(*(client.ok("make", **asked) for client in clients * 4))
    assert len({(answer["table"], answer["color"]) for answer in answers}) == 1
    assert server.figure("morris_tables_unfinished") == 1


async def test_one_key_with_two_seat_secrets_at_once_makes_one_table(serve):
    server = serve()
    key = secret.draw()
    clients = [await Client.greet(server) for _ in range(6)]
    answers = await asyncio.gather(*(
        client.ask("make", key=key, secret=secret.draw(), opponent={"kind": "person"})
        for client in clients))
    made = [answer for answer in answers if answer["type"] == "attached"]
    assert len(made) == 1
    assert {answer["code"] for answer in answers if answer["type"] == "error"} == {"key_used"}
    assert server.figure("morris_tables_unfinished") == 1


@pytest.mark.parametrize("way", ["invite", "table"])
@pytest.mark.parametrize("then", ["nothing", "a crash"])
async def test_a_seat_whose_taking_was_not_answered_is_taken_once(serve, then, way):
    server = serve()
    host = await Client.greet(server)
    made = await host.make(opponent={"kind": "person", "listed": way == "table"})
    table = made["table"]
    which = {"invite": made["snapshot"]["invite"]} if way == "invite" else {"table": table}
    seat = secret.draw()
    await lost_reply(server, "join", secret=seat, **which)
    if then == "a crash":
        server.restart()
    guest = await Client.greet(server)
    first = await guest.ok("join", secret=seat, **which)
    second = await (await Client.greet(server)).ok("join", secret=seat, **which)
    resumed = await (await Client.greet(server)).resume(table, seat)
    for answer in (first, second, resumed):
        assert (answer["table"], answer["color"]) == (table, OTHER[made["color"]])
    stranger = await Client.greet(server)
    await stranger.refused("seat_taken", "join", secret=secret.draw(), **which)
    # One event took the seat.
    assert guest.views[table].seq == 2


async def test_the_host_who_joins_his_own_table_is_back_at_his_seat(server):
    host = await Client.greet(server)
    seat = secret.draw()
    made = await host.make(seat=seat, color="black")
    answer = await host.ok("join", invite=made["snapshot"]["invite"], secret=seat)
    assert answer["color"] == "black" and not host.views[made["table"]].begun
