"""The strict client finds what it is there to find: a real game, told wrongly in one place."""

import asyncio
import copy
import json
from random import Random

import pytest

import secret
import wire
from play import new_match

SEED = 59


class Recording:
    """A connection that plays back what a server is said to have sent."""

    closed = True
    close_code = 1000

    def __init__(self, messages):
        self.messages = [json.dumps(message) for message in messages]

    def __aiter__(self):
        return self

    async def __anext__(self):
        if not self.messages:
            raise StopAsyncIteration
        return self.messages.pop(0)

    @property
    def transport(self):
        return self

    def abort(self):
        pass


async def play_back(messages, requests):
    """Whether the strict client takes it all."""
    client = wire.Client(Recording(messages))
    wire.opened.remove(client)
    for request in requests:
        future = asyncio.get_running_loop().create_future()
        client._asked[request["id"]] = (request, future)
        future.add_done_callback(lambda f: f.exception())
    try:
        await client.until_closed()
        return True
    except AssertionError:
        return False


@pytest.fixture(scope="module")
def record(server):
    """White's side of a whole game, and of the rematch offered after it; played once."""
    kept = []

    async def played():
        if not kept:
            kept.append(await play_a_game(server))
        return copy.deepcopy(kept[0])

    return played


async def play_a_game(server):
    match = await new_match(server, options={"pieces": 3, "no_mill": 50})
    await match.play(Random(SEED))
    white = match.seats["white"].client
    await white.ok("rematch", table=match.table)
    requests = [{"id": message["id"], "type": "make" if message["type"] == "attached"
                 else "hello", "table": match.table}
                for message in white.received if "id" in message]
    return white.received, requests


def first(messages, **what):
    return next(i for i, message in enumerate(messages)
                if all(message.get(name) == value for name, value in what.items()))


def change(edit, **what):
    """A fault: the first message that is like this, edited."""
    def fault(messages):
        edit(messages[first(messages, **what)])
    return fault


def twice(**what):
    def fault(messages):
        messages.insert(first(messages, **what), messages[first(messages, **what)])
    return fault


def without(**what):
    def fault(messages):
        del messages[first(messages, **what)]
    return fault


def exchange(messages):
    at = first(messages, type="event", seq=5)
    after = next(i for i in range(at + 1, len(messages)) if messages[i]["type"] == "event")
    messages[at], messages[after] = messages[after], messages[at]


def snapshot(edit):
    return change(lambda message: edit(message["snapshot"]), type="attached")


def event(edit, **what):
    return change(edit, type="event", **what)


FAULTS = {
    "an event twice": twice(type="event", seq=4),
    "an event left out": without(type="event", seq=4),
    "two events exchanged": exchange,
    "an answer twice": twice(type="done"),
    "an answer to nothing": change(lambda m: m.update(id=12345), type="done"),
    "an event of another table": event(lambda m: m.update(table="other"), seq=4),
    "a wrong turn": event(lambda m: m.update(turn=9), seq=4),
    "a wrong side to move": event(lambda m: m.update(to_move=m["color"]), seq=4, kind="moved"),
    "a move of the wrong side": event(lambda m: m.update(color="black"), kind="moved",
                                      color="white"),
    "a move to a point that is taken": lambda messages: messages[
        first(messages, type="event", seq=4)]["move"].update(
            to=messages[first(messages, type="event", seq=3)]["move"]["to"]),
    "legal moves of the other side's turn": event(lambda m: m.update(legal=["a1"]), kind="moved",
                                                  to_move="black"),
    "no legal moves of one's own turn": event(lambda m: m.pop("legal"), kind="moved",
                                              to_move="white"),
    "a legal move twice": event(lambda m: m["legal"].append(m["legal"][0]), kind="moved",
                                to_move="white"),
    "a kind that is not known": event(lambda m: m.update(kind="took_back"), seq=4),
    "a field missing": event(lambda m: m.pop("at"), seq=4),
    "a fraction": event(lambda m: m.update(turn=2.0), seq=4),
    "a time of another form": event(lambda m: m.update(at="2026-11-30 12:00"), seq=4),
    "a result too soon": event(lambda m: m.update(result={"winner": "white",
                                                          "reason": "reduced"}), seq=4),
    "a snapshot without the invite": snapshot(lambda s: s.pop("invite")),
    "a snapshot with legal moves": snapshot(lambda s: s.update(legal=["a1"])),
    "a snapshot with a piece on the board": snapshot(lambda s: s["position"]["white"].append("a1")),
    "a snapshot with another hand": snapshot(lambda s: s["position"]["hands"].update(white=2)),
    "a snapshot of a later turn": snapshot(lambda s: s.update(turn=1)),
    "the presence of nobody": change(lambda m: m.update(white=None), type="presence"),
    "a secret": change(lambda m: m.update(message=secret.draw()), type="done"),
}


async def test_a_game_as_it_was_told_is_taken(record):
    messages, requests = await record()
    assert await play_back(messages, requests)


@pytest.mark.parametrize("fault", FAULTS)
async def test_a_game_told_wrongly_is_refused(record, fault):
    messages, requests = await record()
    FAULTS[fault](messages)
    assert not await play_back(messages, requests)
