"""The client at a terminal: a pseudo-terminal of 24 lines, and what the client printed to it."""

import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import termios
import time

import pytest

PATIENCE = 20


class Terminal:
    def __init__(self, command, env):
        try:
            self._master, slave = pty.openpty()
        except OSError as error:
            pytest.skip(f"there are no pseudo-terminals here: {error}")
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        self.before = termios.tcgetattr(slave)
        self._slave = slave
        self.process = subprocess.Popen(command, stdin=slave, stdout=slave, stderr=slave, env=env,
                                        start_new_session=True,
                                        preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0))
        self._output = ""
        self._seen = 0

    def type(self, text):
        os.write(self._master, text.encode())

    def expect(self, text):
        """Waits until the text is printed, after what was expected before; returns what stood
        between."""
        deadline = time.monotonic() + PATIENCE
        while text not in self._output[self._seen:]:
            if time.monotonic() > deadline:
                raise AssertionError(f"{text!r} did not come; after what was expected before it "
                                     f"there was {self._output[self._seen:]!r}")
            self._read(0.2)
        start = self._seen
        end = self._output.index(text, start)
        self._seen = end + len(text)
        return self._output[start:end]

    def _read(self, seconds):
        if not select.select([self._master], [], [], seconds)[0]:
            return
        try:
            text = os.read(self._master, 65536).decode(errors="replace")
        except OSError:  # how Linux says that nobody has the other side open
            return
        # Colours, cursor moves and the like are not what is looked for.
        self._output += re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", text).replace("\r", "")

    def resize(self, lines, columns):
        fcntl.ioctl(self._slave, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))

    def signal(self, number):
        self.process.send_signal(number)

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait(PATIENCE)

    def wait(self):
        """The exit code, once the client has ended."""
        deadline = time.monotonic() + PATIENCE
        while self.process.poll() is None and time.monotonic() < deadline:
            self._read(0.1)
        return self.process.wait(1)

    def settings(self):
        return termios.tcgetattr(self._slave)

    def close(self):
        if self.process.poll() is None:
            self.kill()
        os.close(self._master)
        os.close(self._slave)
