"""The terminal client as a child of the test: in line mode, as JSON, and on a terminal."""

import asyncio
import fcntl
import json
import os
import pty
import re
import struct
import termios

import pytest

import programs
from model import View

# Clients of the test that is running; its end kills those that are left.
started = []


def home(folder):
    """An environment in which the client keeps its seats under `folder`."""
    return programs.environment(HOME=folder, XDG_STATE_HOME=folder / "state", TERM="xterm-256color")


def secrets_under(folder):
    """What the client has drawn: its seats' secrets and keys, and the player's."""
    found = set()
    for file in (folder / "state" / "morris").iterdir():
        text = file.read_text(encoding="utf-8")
        found |= set(re.findall(r"^secret (\S+)$", text, re.MULTILINE))
        found |= set(re.findall(r'"(?:key|secret)":"([^"]+)"', text))
    assert found
    return found


class Cli:
    """One run of the client whose input is ours. Its lines come as they are, see Player."""

    @classmethod
    async def start(cls, server, folder, *arguments, name="Ann"):
        self = cls()
        self.lines = []
        self._changed = asyncio.Event()
        self.process = await asyncio.create_subprocess_exec(
            programs.path_of("client"), *map(str, arguments), "--server", server.socket_url,
            "--name", name, env=home(folder), limit=1 << 22, stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE)
        self._reader = asyncio.ensure_future(self._read())
        started.append(self)
        return self

    async def _read(self):
        try:
            async for line in self.process.stdout:
                self.lines.append(line.decode().rstrip("\n"))
                self._took(self.lines[-1])
                self._changed.set()
        finally:
            self._changed.set()

    def _took(self, line):
        pass

    async def until(self, condition):
        while not condition():
            if self._reader.done():
                self._reader.result()
                error = (await self.process.stderr.read()).decode()
                raise AssertionError(f"the client has ended: {self.lines[-5:]} {error}")
            self._changed.clear()
            await self._changed.wait()

    def say(self, line):
        self.process.stdin.write(line.encode() + b"\n")

    async def ended(self):
        """Its exit code, and what it said on the error stream."""
        if not self.process.stdin.is_closing():
            self.process.stdin.close()
        await self._reader
        error = await self.process.stderr.read()
        return await self.process.wait(), error.decode()

    def kill(self):
        self.process.stdin.close()
        if self.process.returncode is None:
            self.process.kill()

    async def put_away(self):
        self.kill()
        await asyncio.wait([self._reader])
        await self.process.wait()


class JsonPlayer(Cli):
    """Follows the server's messages as the client prints them, and holds them against each other:
    whatever was lost with a connection has to be there afterwards, once and in order."""

    def __init__(self):
        self.view = None
        self.states = []  # what the client says of itself

    def _took(self, line):
        message = json.loads(line)
        kind = message["type"]
        if kind == "client":
            self.states.append(message["state"])
        elif kind == "attached" and "snapshot" in message:
            snapshot = message["snapshot"]
            if self.view and self.view.table == snapshot["table"]:
                self.view.take_snapshot(snapshot, message.get("color"))
            else:
                self.view = View(snapshot, message.get("color"))
                self.invite = snapshot.get("invite")
        elif kind == "event":
            self.view.take_event(message)

    @property
    def over(self):
        return self.view.result

    async def turn(self, random):
        """Makes a move if the game is not over: False when it is."""
        await self.until(lambda: self.view and (self.view.my_turn or self.view.result))
        if self.view.result:
            return False
        turn = self.view.turn
        self.say(random.choice(self.view.legal))
        await self.until(lambda: self.view.turn > turn)
        return True


class LinePlayer(Cli):
    """Follows the facts that the client prints, one a line."""

    def __init__(self):
        self.table = self.color = self.invite = self.over = self.to_move = None
        self.moves = []
        self.offered = []  # the last answer to `moves`
        self.states = []

    def _took(self, line):
        word, _, rest = line.partition(" ")
        if word == "table":
            self.table, self.moves, self.over, self.to_move = rest, [], None, None
        elif word == "seat":
            self.color = rest
        elif word == "invite":
            self.invite = rest
        elif word == "move":
            self.moves.append(rest.split()[1])
        elif word == "turn":
            self.to_move = rest
        elif word == "result":
            self.over = dict(part.split("=") for part in rest.split())
            self.to_move = None
        elif word == "moves":
            self.offered = rest.split()
        elif word == "connection":
            self.states.append(rest.split()[0])

    async def turn(self, random):
        await self.until(lambda: self.over or (self.color and self.to_move == self.color))
        if self.over:
            return False
        self.offered, turn = None, len(self.moves)
        self.say("moves")
        await self.until(lambda: self.offered is not None)
        self.say(random.choice(self.offered))
        await self.until(lambda: len(self.moves) > turn or self.over)
        return True


ESCAPE = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]|\x1b[()][A-Z0-9]|\r")


class Screen:
    """The client on a terminal of 80 by 30 characters."""

    def __init__(self, server, folder, *arguments):
        self.text = ""
        self._seen = 0
        self._changed = asyncio.Event()
        words = [programs.path_of("client"), *map(str, arguments), "--server", server.socket_url,
                 "--name", "Ann"]
        try:
            self.process, self._terminal = pty.fork()
        except OSError as error:
            pytest.skip(f"there are no pseudo-terminals here: {error}")
        if self.process == 0:
            os.execve(words[0], words, home(folder))
        fcntl.ioctl(self._terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 30, 80, 0, 0))
        self._bytes = b""
        asyncio.get_running_loop().add_reader(self._terminal, self._read)
        self._open = True
        started.append(self)

    def _read(self):
        try:
            data = os.read(self._terminal, 65536)
        except OSError:  # the client has ended
            data = b""
        if not data:
            self._close()
        self._bytes += data
        self.text = ESCAPE.sub("", self._bytes.decode(errors="ignore"))
        self._changed.set()

    def _close(self):
        if self._open:
            asyncio.get_running_loop().remove_reader(self._terminal)
            self._open = False

    def type(self, keys):
        """From here on only what is shown afterwards counts."""
        self._seen = len(self.text)
        os.write(self._terminal, keys.encode())

    @property
    def shown(self):
        return self.text[self._seen:]

    async def until(self, *texts):
        """Until all of these have been shown since the last keys, in this order."""
        pattern = re.compile(".*?".join(map(re.escape, texts)), re.DOTALL)
        while not pattern.search(self.shown):
            assert self._open, f"the client has ended:\n{self.shown}"
            self._changed.clear()
            await self._changed.wait()

    async def ended(self):
        while self._open:
            self._changed.clear()
            await self._changed.wait()
        _, status = os.waitpid(self.process, 0)
        self.process = None
        return os.waitstatus_to_exitcode(status)

    async def put_away(self):
        self._close()
        if self.process:
            os.kill(self.process, 9)
            os.waitpid(self.process, 0)
            self.process = None
