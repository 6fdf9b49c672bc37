"""Matches between two strict clients, and playing them."""

import asyncio
import json

import programs
import secret
from model import ABSENT, OTHER, move_object
from wire import SNAPSHOT, Client

GAMES = [json.loads(line) for line in
         (programs.ROOT / "tests/rules/data/games.jsonl").read_text().splitlines()]


class Seat:
    """A player's part: what proves the seat, and the connection it is played on now."""

    def __init__(self, client, table, color, key):
        self.client = client
        self.table = table
        self.color = color
        self.secret = key

    @property
    def view(self):
        return self.client.views[self.table]

    def send_move(self, move, turn=None):
        return self.client.send("move", table=self.table, move=move,
                                turn=self.view.turn if turn is None else turn)

    async def move(self, move, turn=None):
        """Plays it and returns the seq of its event."""
        answer = await self.send_move(move, turn)
        assert answer["type"] == "done", answer
        return answer["seq"]

    async def until_my_turn(self):
        """False: the game has ended instead."""
        await self.client.until(lambda: self.view.my_turn or self.view.result)
        return not self.view.result

    async def resign(self):
        return (await self.client.ok("resign", table=self.table))["seq"]

    async def come_back(self, server, since=True):
        """On a new connection: as a client that has kept its view, or has lost it."""
        view = self.view if since else None
        self.client = await Client.greet(server, self.color.title())
        return await self.client.resume(self.table, self.secret, view)


class Match:
    """A table with two persons at it, and those who watch."""

    def __init__(self, server, white, black):
        self.server = server
        self.seats = {"white": white, "black": black}
        self.spectators = []

    @property
    def table(self):
        return self.seats["white"].table

    @property
    def clients(self):
        return [seat.client for seat in self.seats.values()] + self.spectators

    @property
    def view(self):
        return self.seats["white"].view

    @property
    def mover(self):
        """The seat to move; None when the game is over."""
        return self.seats.get(self.view.to_move)

    async def add_spectator(self):
        client = await Client.greet(self.server, "Wil")
        await client.watch(self.table)
        self.spectators.append(client)
        return client

    async def all_at(self, seq):
        await asyncio.gather(*(c.until_seq(self.table, seq) for c in self.clients))

    async def play_turn(self, random):
        """A random legal move, told in one of its two forms; everybody has seen it afterwards."""
        seat = self.mover
        text = random.choice(seat.view.legal)
        seq = await seat.move(text if random.random() < 0.5 else move_object(text))
        await self.all_at(seq)

    async def play(self, random, plies=None):
        """So many turns, or up to the end."""
        while self.mover and plies != 0:
            await self.play_turn(random)
            plies = None if plies is None else plies - 1

    async def play_moves(self, moves):
        for move in moves:
            await self.all_at(await self.mover.move(move))

    async def resign(self, color="white"):
        await self.all_at(await self.seats[color].resign())

    def check_agreement(self):
        """The players, the spectators and the plain HTTP side say the same."""
        facts = self.view.facts()
        for client in self.clients:
            assert client.views[self.table].facts() == facts
        check_http(self.server, self.table, facts)


def check_http(server, table, facts):
    shown = server.table(table)
    SNAPSHOT.validate(shown)
    for name, value in facts.items():
        if name == "position":
            for color in OTHER:
                shown[name][color].sort()
        assert shown.get(name, ABSENT.get(name)) == value, name
    assert "legal" not in shown and "invite" not in shown
    headers, moves = parse_game(server.game_text(table))
    assert moves == facts["moves"]
    assert headers["Date"] == facts["made_at"][:10]
    for color, seat in facts["seats"].items():
        assert headers.get(color.title(), "") == seat.get("name", "")
    result = facts["result"] or {}
    assert headers.get("Result") == (stated(**result) if result else None)


WINNER_TEXTS = {"white": "White wins", "black": "Black wins", "draw": "Draw", "nobody": "No winner"}
REASON_TEXTS = {"reduced": "{} has two pieces left", "blocked": "{} cannot move",
                "resigned": "{} resigned", "threefold": "the same position for the third time",
                "no-mill": "nothing taken for too many plies",
                "withdrawn": "the table was withdrawn", "expired": "the table expired",
                "closed": "the table was closed",
                "move-limit": "the move limit is reached", "timeout": "{} ran out of time",
                "agreed": "agreed", "aborted": "the game was aborted",
                "abandoned": "{} left the game", "idle": "{} did not move"}
DRAW_TEXTS = {"timeout": "time ran out against too few pieces",
              "abandoned": "a player left the game", "idle": "a player did not move"}


def stated(winner, reason):
    """A result as the text of a game has it."""
    loser = OTHER.get(winner, "").title()
    if winner == "draw" and reason in DRAW_TEXTS:
        return f"Draw, {DRAW_TEXTS[reason]}"
    return f"{WINNER_TEXTS[winner]}, {REASON_TEXTS[reason].format(loser)}"


def parse_game(text):
    """The headers and moves of a game's text."""
    title, *lines = text.splitlines()
    assert title == "Morris game"
    blank = lines.index("")
    headers = dict(line.split(": ", 1) for line in lines[:blank])
    moves = []
    for number, line in enumerate(lines[blank + 1:], 1):
        start, *pair = line.split()
        assert start == f"{number}.", line
        moves += pair
    return headers, moves


async def new_match(server, maker="white", options=None, listed=False, spectators=0, clock=None):
    """Two new players at a new table; `maker` has made it, the other has joined by its invite, or
    by its id if it is listed."""
    host = await Client.greet(server, maker.title())
    host_key, guest_key = secret.draw(), secret.draw()
    made = await host.make(seat=host_key, color=maker, options=options, clock=clock,
                           opponent={"kind": "person", "listed": listed})
    table = made["table"]
    guest = await Client.greet(server, OTHER[maker].title())
    way = {"table": table} if listed else {"invite": made["snapshot"]["invite"]}
    joined = await guest.ok("join", secret=guest_key, **way)
    assert (joined["table"], joined["color"]) == (table, OTHER[maker])
    await host.until(lambda: host.views[table].begun)
    seats = {maker: Seat(host, table, maker, host_key),
             OTHER[maker]: Seat(guest, table, OTHER[maker], guest_key)}
    match = Match(server, seats["white"], seats["black"])
    for _ in range(spectators):
        await match.add_spectator()
    return match


async def new_game_with_computer(server, level="casual", color="white", options=None, clock=None):
    client = await Client.greet(server, "Ann")
    key = secret.draw()
    made = await client.make(seat=key, color=color, options=options, clock=clock,
                             opponent={"kind": "computer", "level": level})
    assert made["color"] == color
    return Seat(client, made["table"], color, key)


def options_of(game):
    """The wire's options of a game of the reference data."""
    return {"pieces": game["pieces"], "flying": game["flying"], "threefold": game["threefold"],
            "no_mill": game["no_mill"] or None}
