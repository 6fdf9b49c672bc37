"""A WebSocket server that does exactly what a test tells it: accepts, reads, answers, hangs up."""

import asyncio
import json
import queue
import threading

import websockets

PATIENCE = 20  # seconds; nothing is timed, this only ends what hangs

TABLE = "8q2w4e6r1t3y"
INVITE = "K7Q2-M9XW-PA3D"
INSTANT = "2026-11-30T12:00:00.000Z"


class Connection:
    """One client's connection, for the test's thread."""

    def __init__(self, server, socket):
        self._server = server
        self._socket = socket
        self.over = asyncio.Event()

    def receive(self):
        """The next message, as an object; pings are answered on the way."""
        while True:
            message = json.loads(self._server.wait_for(self._socket.recv()))
            if message["type"] != "ping":
                return message
            self.send({"type": "pong", "id": message["id"], "time": INSTANT})

    def send(self, message):
        self.send_text(json.dumps(message))

    def send_text(self, text):
        self._server.wait_for(self._socket.send(text))

    def close(self, code=1000, reason=""):
        self._server.wait_for(self._socket.close(code, reason))

    def cut(self):
        """Breaks the connection off without a word."""
        self._server.call(self._socket.transport.abort)

    def wait_closed(self):
        self._server.wait_for(self._socket.wait_closed())

    # What a server does at the beginning.

    def greet(self):
        hello = self.receive()
        assert hello["type"] == "hello"
        self.send({"type": "welcome", "id": hello["id"], "player": "7h3k9m2qxwpa",
                   "name": hello["name"], "protocol": 1, "server": "fake/1"})
        return hello

    def attach(self, request, color="white", since=None, **snapshot):
        answer = {"type": "attached", "id": request["id"], "table": TABLE}
        if color:
            answer["color"] = color
        if since is None:
            answer["snapshot"] = table(**snapshot)
        else:
            answer["since"] = since
        self.send(answer)

    def moved(self, seq, turn, color, move, **more):
        """The event of a move; seq 2 is the first one of a game that has begun."""
        other = "black" if color == "white" else "white"
        self.send({"type": "event", "table": TABLE, "seq": seq, "at": INSTANT, "turn": turn,
                   "to_move": other, "kind": "moved", "color": color, "move": move, **more})

    def ended(self, seq, winner):
        self.send({"type": "event", "table": TABLE, "seq": seq, "at": INSTANT, "turn": seq - 2,
                   "to_move": None, "kind": "ended",
                   "result": {"winner": winner, "reason": "resigned"}})

    def event(self, seq, kind, turn=0, to_move="white", **more):
        self.send({"type": "event", "table": TABLE, "seq": seq, "at": INSTANT, "turn": turn,
                   "to_move": to_move, "kind": kind, **more})

    def done(self, request, seq):
        self.send({"type": "done", "id": request["id"], "table": TABLE, "seq": seq})


def table(open_seat=None, **more):
    """The snapshot of a table whose game is at its start; `more` replaces or adds fields."""
    seats = {color: {"kind": "person", "player": "p" + color, "name": color.title()}
             for color in ("white", "black")}
    snapshot = {"table": TABLE, "seq": 1, "turn": 0, "ply": 0, "made_at": INSTANT,
                "options": {"board": "nine", "pieces": 9, "flying": True, "threefold": True,
                            "no_mill": 100},
                "listed": False, "begun": open_seat is None, "seats": seats,
                "position": {"white": [], "black": [], "hands": {"white": 9, "black": 9},
                             "to_move": "white", "phase": "placing"},
                "plies_without_take": 0, "moves": []}
    if open_seat:
        seats[open_seat] = {"kind": "open"}
        snapshot["invite"] = INVITE
    return {**snapshot, **more}


def clock(white_ms, black_ms, runs="white", **more):
    return {"base_ms": 300000, "increment_ms": 0, "white_ms": white_ms, "black_ms": black_ms,
            "runs": runs, **more}


class FakeServer:
    """Runs on a thread of its own; its methods are for the test's thread."""

    def __init__(self, tls=None):
        self._connections = queue.Queue()
        self._loop = asyncio.new_event_loop()
        threading.Thread(target=self._loop.run_forever, daemon=True).start()
        self._server = self.wait_for(self._listen(tls))
        self.port = self._server.sockets[0].getsockname()[1]

    async def _listen(self, tls):
        return await websockets.serve(self._serve, "127.0.0.1", 0, ssl=tls, ping_interval=None,
                                      compression=None, close_timeout=1)

    async def _serve(self, socket, path):
        assert path == "/ws"
        connection = Connection(self, socket)
        self._connections.put(connection)
        await socket.wait_closed()

    def accept(self):
        return self._connections.get(timeout=PATIENCE)

    def stop(self):
        self._server.close()
        self.wait_for(self._server.wait_closed())
        self._loop.call_soon_threadsafe(self._loop.stop)

    def wait_for(self, coroutine):
        return asyncio.run_coroutine_threadsafe(coroutine, self._loop).result(PATIENCE)

    def call(self, function):
        self._loop.call_soon_threadsafe(function)
