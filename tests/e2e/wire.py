"""A client that is strict: it holds every message against the schema and against all it knows.

Whatever the server sends is checked on arrival: form, numbering, answers one to one to requests,
who is shown what. The first fault ends the client, and the test that used it.
"""

import asyncio
import copy
import functools
import json

import jsonschema
import websockets

import programs
import secret
from model import View

SCHEMA = json.loads((programs.ROOT / "shared/protocol/schema.json").read_text(encoding="utf-8"))
ANSWERS = {"welcome", "attached", "tables", "done", "hint", "pairing", "lobby", "games", "pong",
           "error"}
NOTICES = {"event", "presence", "clock", "paired", "lobby_changed", "stopping"}

# Clients of the test that is running; the test's end closes them, and hears of their faults.
opened = []


def said_last():
    """For the report of a test that waits for ever."""
    return "\n".join(f"client {n}: {c.received[-1:]}" for n, c in enumerate(opened))


def validator(definition):
    return jsonschema.Draft202012Validator(
        {"$ref": f"#/$defs/{definition}", "$defs": SCHEMA["$defs"]})


SERVER_MESSAGE = {kind: validator(kind) for kind in ANSWERS | NOTICES}
SNAPSHOT = validator("snapshot")
TABLES = validator("tables_body")


def _no_float(text):
    raise ValueError(f"{text}: numbers are whole")


def _no_name_twice(pairs):
    assert len(dict(pairs)) == len(pairs), f"a name stands twice: {pairs}"
    return dict(pairs)


@functools.lru_cache(maxsize=10000)
def _check_form(text):
    assert secret.MARK not in text, f"a secret was sent: {text}"
    message = json.loads(text, parse_float=_no_float, parse_constant=_no_float,
                         object_pairs_hook=_no_name_twice)
    SERVER_MESSAGE[message["type"]].validate(message)


def read(text):
    """The message, if it is one of the protocol's."""
    assert isinstance(text, str), "a binary message"
    _check_form(text)  # what is broadcast is checked once
    return json.loads(text)


async def eventually(condition):
    """Waits for what only asking shows; the test's limit ends it."""
    while not condition():
        await asyncio.sleep(0.02)


class Gone(Exception):
    """The connection is closed; `code` says why (1006: without a word)."""

    def __init__(self, code):
        super().__init__(f"closed with {code}")
        self.code = code


class Client:
    def __init__(self, socket):
        self.socket = socket
        self.views = {}  # by table: of those followed, and those followed before
        self.followed = set()
        self.presence = {}  # by table
        self.stopping = None
        self.notices = []  # of the lobby and of pairing
        self.events = []  # all that came, in order
        self.received = []  # every message, in order
        self.stray_errors = []  # answers to what had no readable id
        self.sends_anything = False  # then its answers are held against the schema only
        self._raw = 0  # messages sent that may be answered so
        self._id = 0
        self._asked = {}  # id: (request, future)
        self._catching_up = {}  # table: whether an event has come since it was attached
        self._changed = asyncio.Event()
        self._fault = None
        self._reader = asyncio.ensure_future(self._read())
        opened.append(self)

    @classmethod
    async def connect(cls, server, **options):
        """A bare connection, which has not said hello."""
        # No limits and no pings of its own: what is tested is the server's.
        options = {"max_size": None, "max_queue": None, "ping_interval": None,
                   "open_timeout": programs.PATIENCE, "compression": None, **options}
        return cls(await websockets.connect(server.socket_url, **options))

    @classmethod
    async def greet(cls, server, name="Ann", player=None, **options):
        """A connection that has said hello; `player`: the player's secret, else a new one."""
        client = await cls.connect(server, **options)
        await client.ok("hello", name=name, secret=player or secret.draw(), client="e2e tests")
        return client

    # --- asking

    def send(self, type, **fields):
        """Sends a request and does not wait: a future of its answer."""
        self._id += 1
        request = {"type": type, "id": self._id, **fields}
        future = asyncio.get_running_loop().create_future()
        future.add_done_callback(lambda f: f.cancelled() or f.exception())  # may be of no interest
        self._asked[self._id] = (request, future)
        if self.socket.closed or self._reader.done():
            future.set_exception(self._fault or Gone(self.socket.close_code))
            return future
        # Into the kernel's buffer at once, so that a cut that follows finds it sent.
        self.socket.write_frame_sync(True, 1, json.dumps(request).encode())
        return future

    async def ask(self, type, **fields):
        try:
            return await self.send(type, **fields)
        finally:
            self._raise_fault()  # rather than what followed from it

    async def ok(self, type, **fields):
        answer = await self.ask(type, **fields)
        assert answer["type"] != "error", (type, answer)
        return answer

    async def refused(self, code, type, **fields):
        answer = await self.ask(type, **fields)
        assert answer["type"] == "error" and answer["code"] == code, (code, answer)
        return answer

    async def raw(self, data, id=None):
        """Sends what may be no request at all; with `id`, waits for the answer that has it."""
        if id is None:
            self._raw += 1
            await self.socket.send(data)
            return None
        future = asyncio.get_running_loop().create_future()
        self._asked[id] = ({}, future)
        await self.socket.send(data)
        return await future

    async def stray_error(self, code):
        """Waits for the answer to one raw message."""
        await self.until(lambda: self.stray_errors)
        error = self.stray_errors.pop(0)
        assert error["code"] == code, error
        return error

    # --- following

    async def make(self, key=None, seat=None, color="white", options=None, opponent=None,
                   clock=None):
        return await self.ok("make", key=key or secret.draw(), secret=seat or secret.draw(),
                             color=color, options=options or {}, clock=clock,
                             opponent=opponent or {"kind": "person"})

    async def resume(self, table, seat, view=None):
        """Comes back to a seat: with what `view` knows, or as if nothing were known."""
        return await self._return("resume", table, view, secret=seat)

    async def watch(self, table, view=None):
        return await self._return("watch", table, view)

    async def _return(self, type, table, view, **fields):
        if view is not None:
            self.views[table] = copy.deepcopy(view)  # its connection may go on with it
            fields["since"] = view.seq
        return await self.ok(type, table=table, **fields)

    async def leave(self, table):
        return await self.ok("leave", table=table)

    async def until(self, condition):
        """Waits until it holds; fails when the connection is lost first."""
        while not condition():
            self._raise_fault()
            if self._reader.done():
                raise Gone(self.socket.close_code)
            self._changed.clear()
            await self._changed.wait()
        self._raise_fault()

    async def until_seq(self, table, seq):
        await self.until(lambda: self.views[table].seq >= seq)

    async def until_closed(self):
        """Waits for the end of the connection: its close code."""
        await asyncio.wait([self._reader])
        self._raise_fault()
        return self.socket.close_code

    # --- ending

    def stop_reading(self):
        self.socket.transport.pause_reading()

    def cut(self):
        """As when the network goes away: no closing handshake, whatever is on its way is lost."""
        self.socket.transport.abort()

    async def close(self):
        if not self.socket.closed:
            await self.socket.close()
        await asyncio.wait([self._reader])
        self._raise_fault()

    # --- what comes in

    async def _read(self):
        try:
            async for text in self.socket:
                self._take(read(text))
                self._changed.set()
        except websockets.ConnectionClosed:
            pass
        except Exception as fault:
            self._fault = fault
            self.cut()
        finally:
            for _, future in self._asked.values():
                if not future.done():
                    future.set_exception(self._fault or Gone(self.socket.close_code))
            self._changed.set()

    def _raise_fault(self):
        if self._fault:
            raise AssertionError(f"the server broke the protocol: {self._fault!r}\n"
                                 f"{self.received[-3:]}") from self._fault

    def _take(self, message):
        self.received.append(message)
        if message["type"] in ANSWERS:
            return self._answer(message)
        if message["type"] == "stopping":
            self.stopping = message
            return
        if message["type"] in ("paired", "lobby_changed"):
            self.notices.append(message)
            return
        assert message["table"] in self.followed, f"of a table not followed: {message}"
        if message["type"] == "event":
            self._event(message)
        elif message["type"] == "clock":
            self.views[message["table"]].take_clock(message["clock"])
        else:
            self._presence(message)

    def _answer(self, message):
        if self.sends_anything and message.get("id") not in self._asked:
            assert message["type"] in ("error", "pong"), message
            return
        if "id" not in message:
            assert message["type"] == "error", message
            if "table" in message:
                assert message["table"] in self.followed, message
            else:
                self._raw -= 1
                assert self._raw >= 0, f"an answer to nothing: {message}"
            self.stray_errors.append(message)
            return
        assert message["id"] in self._asked, f"a second answer, or to nothing: {message}"
        request, future = self._asked.pop(message["id"])
        if message["type"] == "attached":
            self._attached(request, message)
        if message["type"] == "error" and "snapshot" in message:
            self.views[message["snapshot"]["table"]].check(message["snapshot"])
        if message["type"] == "done":
            assert message["table"] == request["table"], message
            if request["type"] == "leave":
                self.followed.discard(request["table"])
        if not future.done():
            future.set_result(message)

    def _attached(self, request, message):
        table = message["table"]
        assert request["type"] in ("make", "join", "resume", "watch"), message
        assert request.get("table", table) == table
        color = message.get("color")
        assert (color is None) == (request["type"] == "watch"), message
        self.followed.add(table)
        self._catching_up[table] = False
        view = self.views.get(table)
        if "since" in message:
            assert message["since"] == request["since"] == view.seq, message
            view.color = color
        elif view is None:
            self.views[table] = View(message["snapshot"], color)
        else:
            view.take_snapshot(message["snapshot"], color)

    def _event(self, event):
        view = self.views[event["table"]]
        view.take_event(event)
        if event["table"] in self._catching_up:
            self._catching_up[event["table"]] = True
        else:
            assert (view.legal is not None) == view.my_turn, event
        self.events.append(event)

    def _presence(self, notice):
        # The first one closes what had been missed; the one to move has been told its moves.
        view = self.views[notice["table"]]
        if self._catching_up.pop(notice["table"], False):
            assert (view.legal is not None) == view.my_turn, notice
        for color, seat in view.seats.items():
            assert (notice[color] is not None) == (seat["kind"] == "person"), notice
        self.presence[notice["table"]] = notice
