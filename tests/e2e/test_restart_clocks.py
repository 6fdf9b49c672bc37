"""A server that is killed again and again, and games with clocks that go on across it all.

The players are scripts that know for themselves how long they have thought: from when they were
told that their clock runs, to their move or to the loss of the connection. What the server says is
held against that.
"""

import asyncio
import json
import os
import time
from random import Random

import websockets

import secret

SEED = 41
LONG = "MORRIS_LONG" in os.environ

# Whole games of a minute each, or what a regular run has time for.
GAMES, BASE_MS, THINK = (50, 60000, (0.3, 1.6)) if LONG else (8, 9000, (0.1, 0.5))
UP_FOR = 5.0 if LONG else 3.5
# The mark is 100 ms old at most. The rest is for a machine on which a hundred players, the server
# and other tests share two cores: for the messages' way, and the script's own waking.
MARK, NOISE = 0.1, 0.15


class Player:
    """One seat. `spent`: what it has thought while its clock ran, in seconds."""

    def __init__(self, name, slow, random):
        self.name, self.slow, self.random = name, slow, random
        self.secret = secret.draw()
        self.table = self.color = self.result = None
        self.spent = 0.0
        self.cuts = 0  # connections lost while its clock ran
        self.runs_from = None
        self.left = None  # the server's last word, in seconds, where nobody's thinking is under way
        self.errors = []  # per turn: what the server charged beyond what was thought

    def note_clock(self, clock, now):
        if clock.get("runs") != self.color:
            self.stop_thinking(now)
        elif self.runs_from is None:
            self.runs_from = now + clock.get("starts_in_ms", 0) / 1000

    def stop_thinking(self, now):
        if self.runs_from is not None:
            self.spent += max(0.0, now - self.runs_from)
        self.runs_from = None


async def attach(player, socket):
    await socket.send(json.dumps({"type": "hello", "id": 1, "name": player.name}))
    await socket.send(json.dumps({"type": "resume", "id": 2, "table": player.table,
                                  "secret": player.secret}))


async def play(player, server, done):
    """Comes back as often as it has to, until the game is over."""
    while player.result is None and not done.is_set():
        try:
            async with websockets.connect(server.socket_url, ping_interval=None, max_size=None,
                                          compression=None, open_timeout=5) as socket:
                await attach(player, socket)
                await sit(player, socket)
        except (OSError, asyncio.TimeoutError, websockets.WebSocketException):
            pass
        if player.runs_from is not None:
            player.cuts += 1
        player.stop_thinking(time.monotonic())
        await asyncio.sleep(0.05)


async def sit(player, socket):
    thinking = None
    try:
        async for text in socket:
            now = time.monotonic()
            message = json.loads(text)
            state = message.get("snapshot", message)
            if "clock" in state and message["type"] in ("attached", "event", "clock"):
                take_word(player, state, now)
            if "result" in state:
                player.result = state["result"]
                return
            if "legal" in state:
                if thinking:
                    thinking.cancel()
                thinking = asyncio.ensure_future(move_after_a_while(player, socket, state))
    finally:
        if thinking:
            thinking.cancel()


def take_word(player, state, now):
    """What the server says of our time, held against what we know, once a turn of ours is over."""
    left = state["clock"][f"{player.color}_ms"] / 1000
    if state.get("kind") == "moved" and state["color"] == player.color:
        player.stop_thinking(now)
        expected = player.left - player.spent
        player.errors.append((expected - left, player.cuts))
        player.left, player.spent, player.cuts = left, 0.0, 0
    elif player.left is None:
        player.left = left
    player.note_clock(state["clock"], now)


async def move_after_a_while(player, socket, state):
    low, high = THINK
    await asyncio.sleep(player.random.uniform(low, high) * (4 if player.slow else 1))
    player.stop_thinking(time.monotonic())
    move = player.random.choice(state["legal"])
    await socket.send(json.dumps({"type": "move", "id": 100 + state["turn"], "turn": state["turn"],
                                  "table": player.table, "move": move}))


async def new_game(server, number):
    """Two players at a table that has begun."""
    random = Random(f"{SEED} {number}")
    slow = number % 5 == 4  # so slow that a flag may well fall
    players = [Player(f"{name} {number}", slow, random) for name in ("Wim", "Bas")]
    async with websockets.connect(server.socket_url, compression=None) as socket:
        async def ask(**request):
            await socket.send(json.dumps(request))
            while True:
                answer = json.loads(await socket.recv())
                if answer.get("id") == request["id"]:
                    assert answer["type"] != "error", answer
                    return answer
        await ask(type="hello", id=1, name="Host")
        made = await ask(type="make", id=2, key=secret.draw(), secret=players[0].secret,
                         color="white", opponent={"kind": "person"},
                         clock={"base_ms": BASE_MS, "increment_ms": 0})
        joined = await ask(type="join", id=3, invite=made["snapshot"]["invite"],
                           secret=players[1].secret)
        for player, color in zip(players, ("white", "black")):
            player.table, player.color = joined["table"], color
    return players


async def keep_killing(server, done):
    kills = 0
    while not done.is_set():
        await asyncio.sleep(UP_FOR)
        server.kill()
        await asyncio.sleep(0.3)
        server.start()
        kills += 1
    return kills


async def test_no_clock_runs_wrong_however_often_the_server_is_killed(serve):
    server = serve()
    games = [await new_game(server, number) for number in range(GAMES)]
    done = asyncio.Event()
    killing = asyncio.ensure_future(keep_killing(server, done))
    players = [player for game in games for player in game]
    playing = [asyncio.ensure_future(play(player, server, done)) for player in players]
    time_limit = 900 if LONG else 60
    finished, _ = await asyncio.wait(playing, timeout=time_limit)
    done.set()
    kills = await killing
    await asyncio.gather(*playing)
    assert kills >= 3

    errors = [(error, cuts) for player in players for error, cuts in player.errors]
    assert errors
    worst_whole = max((abs(error) for error, cuts in errors if cuts == 0), default=0.0)
    worst_cut = max((abs(error) / cuts for error, cuts in errors if cuts > 0), default=0.0)
    reasons = [game[0].result["reason"] for game in games if game[0].result]
    print(f"{len(reasons)} of {GAMES} games over, {kills} kills, {len(errors)} turns; worst error "
          f"of a turn {worst_whole * 1000:.0f} ms, of one with a kill in it {worst_cut * 1000:.0f} "
          f"ms; ended by {dict((r, reasons.count(r)) for r in set(reasons))}")
    # Somebody is told the same as everybody.
    for white, black in games:
        assert white.result == black.result or None in (white.result, black.result)
        if white.result and white.result["reason"] == "timeout":
            loser = black if white.result["winner"] == "white" else white
            if white.result["winner"] == "draw":
                continue
            # It really had thought for as long as it had time.
            assert loser.spent >= loser.left - MARK * (loser.cuts + 1) - NOISE, vars(loser)
    for error, cuts in errors:
        assert -NOISE - MARK * cuts <= error <= NOISE + MARK * cuts, (error, cuts)
