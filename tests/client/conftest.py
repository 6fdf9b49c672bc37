"""Fixtures: a fake server, and the client run against it."""

import os
import subprocess

import pytest

from fake_server import FakeServer
from terminal import Terminal

PATIENCE = 20


class Client:
    """Runs of the client of one user, whose keys lie in a folder of the test's own."""

    def __init__(self, port, folder):
        self.program = os.environ["MORRIS"]
        self.keys = folder / "state" / "morris"
        self._address = f"localhost:{port}"
        self._folder = folder
        self._running = []

    def env(self):
        clean = {k: v for k, v in os.environ.items() if not k.startswith("MORRIS")}
        return {**clean, "LC_ALL": "C.UTF-8", "TERM": "xterm", "HOME": str(self._folder),
                "XDG_STATE_HOME": str(self._folder / "state")}

    def command(self, *arguments, server=None, name="Anna"):
        """`name` None: none is given."""
        named = ["--name", name] if name else []
        return [self.program, *arguments, "--server", server or self._address, *named]

    def start(self, *arguments, stdin=subprocess.PIPE, **more):
        process = subprocess.Popen(self.command(*arguments, **more), stdin=stdin,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                   encoding="utf-8", env=self.env())
        self._running.append(process)
        return process

    def run(self, *arguments, **more):
        process = self.start(*arguments, stdin=subprocess.DEVNULL, **more)
        out, err = process.communicate(timeout=PATIENCE)
        return process.returncode, out, err

    def terminal(self, *arguments):
        terminal = Terminal(self.command(*arguments), self.env())
        self._running.append(terminal)
        return terminal

    def seats(self):
        """The kept seats, each as a dictionary of its lines."""
        if not self.keys.exists():
            return []
        return [dict(line.split(" ", 1) for line in path.read_text().splitlines())
                for path in self.keys.iterdir() if path.name.startswith("seat-")]

    def put_away(self):
        for process in self._running:
            if isinstance(process, Terminal):
                process.close()
            elif process.poll() is None:
                process.kill()
                process.communicate()


@pytest.fixture
def server():
    fake = FakeServer()
    yield fake
    fake.stop()


@pytest.fixture
def client(server, tmp_path):
    runs = Client(server.port, tmp_path)
    yield runs
    runs.put_away()


def pytest_configure():
    if not os.access(os.environ.get("MORRIS", ""), os.X_OK):
        pytest.exit("MORRIS names no program", returncode=3)
