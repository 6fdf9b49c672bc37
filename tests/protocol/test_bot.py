"""The bot that PROTOCOL.md shows, against a server that knows just enough to play it."""

import asyncio
import json
import subprocess
import sys
from pathlib import Path

import jsonschema
import websockets

PROTOCOL = Path(__file__).resolve().parents[2] / "shared" / "protocol"
SCHEMA = json.loads((PROTOCOL / "schema.json").read_text(encoding="utf-8"))
REQUEST = jsonschema.Draft202012Validator(
    {"$ref": "#/$defs/request", "$defs": SCHEMA["$defs"]})
RESULT = {"winner": "white", "reason": "reduced"}
MOVES = 5


def first(kind, path):
    """The server's first message of a kind in a transcript."""
    lines = (line[2:] for line in path.read_text(encoding="utf-8").splitlines() if line[0] == "<")
    return next(m for m in map(json.loads, lines) if m["type"] == kind)


class Server:
    """Lets whoever attaches move alone, and ends the game after MOVES moves."""

    def __init__(self):
        self.requests = []
        self.transcript = PROTOCOL / "examples" / "against_computer.jsonl"

    async def serve(self, socket):
        async for text in socket:
            request = json.loads(text)
            assert REQUEST.is_valid(request), request
            self.requests.append(request)
            for answer in self.answers(request):
                await socket.send(json.dumps(answer | {"id": request["id"]}))

    def answers(self, request):
        if request["type"] == "hello":
            return [first("welcome", self.transcript)]
        if request["type"] in ("make", "join"):
            self.attached = first("attached", self.transcript)
            self.legal = self.attached["snapshot"]["legal"]
            return [self.attached, first("presence", self.transcript)]
        assert request["type"] == "move" and request["move"] in self.legal
        event = first("event", self.transcript) | {"turn": request["turn"] + 1}
        event |= {"result": RESULT} if event["turn"] == MOVES else {"legal": self.legal}
        return [{"type": "done", "table": event["table"], "seq": 1}, event]


async def bot(server, *arguments):
    async with websockets.serve(server.serve, "127.0.0.1", 0) as listening:
        port = listening.sockets[0].getsockname()[1]
        process = await asyncio.create_subprocess_exec(
            sys.executable, PROTOCOL / "examples" / "bot.py", f"ws://127.0.0.1:{port}/ws",
            *arguments, stdout=asyncio.subprocess.PIPE)
        output, _ = await process.communicate()
        return process.returncode, output.decode()


def test_the_bot_plays_to_the_end_and_says_how_it_ended():
    server = Server()
    status, output = asyncio.run(bot(server))
    assert (status, output) == (0, f"{RESULT}\n")
    assert [r["type"] for r in server.requests] == ["hello", "make"] + ["move"] * MOVES
    assert [r["turn"] for r in server.requests[2:]] == list(range(MOVES))


def test_the_bot_joins_with_an_invite():
    server = Server()
    status, _ = asyncio.run(bot(server, "K7Q2-M9XW-PA3D"))
    assert status == 0
    assert server.requests[1]["type"] == "join"
    assert server.requests[1]["invite"] == "K7Q2-M9XW-PA3D"


def test_the_bot_says_how_it_is_used():
    for arguments in ([], ["ws://localhost:1/ws", "K7Q2-M9XW-PA3D", "more"]):
        result = subprocess.run([sys.executable, PROTOCOL / "examples" / "bot.py", *arguments],
                                capture_output=True, encoding="utf-8", check=False)
        assert result.returncode != 0 and "bot.py URL [INVITE]" in result.stderr
        assert "Traceback" not in result.stderr
