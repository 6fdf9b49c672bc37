"""A morris-server process on a port and a data directory of its own."""

import http.client
import json
import re
import signal
import subprocess
import time

import programs
from secret import MARK

# Every client of a test comes from this machine's one address, so the limits per address are out
# of the way, but where they are what is tested (a later option wins over an earlier one).
ROOMY = {
    "--connects-per-second": 100000, "--connects-burst": 100000,
    "--max-connections-per-address": 2000,
    "--messages-per-second": 100000, "--messages-burst": 100000,
    "--tables-burst": 100000, "--guesses-burst": 100000, "--max-tables-per-player": 1000,
    "--stop-grace": 10, "--log-level": "debug",
}


class DidNotStart(Exception):
    pass


class Server:
    def __init__(self, folder, **options):
        """`options`: of the command line, `max_tables=3` for `--max-tables 3`."""
        self.data = folder / "data"
        self.log = folder / "server.log"
        self.port = 0  # then what the first start was given
        named = {"--" + name.replace("_", "-"): value for name, value in options.items()}
        self.options = {"--data": self.data, **ROOMY, **named}
        self.process = None
        self.faults_expected = False

    # --- running

    def start(self):
        arguments = [str(word) for pair in self.options.items() for word in pair]
        log = open(self.log, "ab")
        before = log.tell()
        self.process = subprocess.Popen(
            [programs.path_of("server"), "--port", str(self.port), *arguments],
            stdout=log, stderr=subprocess.STDOUT, env=programs.environment(),
            restore_signals=False)  # a file that may not grow is an error then, not the end
        log.close()
        self.port = self._wait_for_port(before)
        return self

    def _wait_for_port(self, offset):
        end = time.monotonic() + programs.PATIENCE
        while time.monotonic() < end:
            said = self.log.read_bytes()[offset:].decode()
            serving = re.search(r"serving on http://[^:]+:(\d+) ", said)
            if serving:
                return int(serving[1])
            if self.process.poll() is not None:
                raise DidNotStart(f"status {self.process.returncode}: {said}")
            time.sleep(0.01)
        raise DidNotStart(self.text_of_log())

    def kill(self):
        """As a power cut would end it."""
        self.process.kill()
        self.process.wait(programs.PATIENCE)

    def ask_to_stop(self):
        self.process.send_signal(signal.SIGTERM)

    def wait(self):
        return self.process.wait(programs.PATIENCE)

    def stop(self):
        """Asks it to stop; the exit status. Its clients have to be gone, or to run elsewhere."""
        self.ask_to_stop()
        return self.wait()

    def restart(self):
        self.kill()
        self.start()

    def is_running(self):
        return self.process is not None and self.process.poll() is None

    def administrate(self, command, *arguments):
        return programs.run("server", command, *arguments, "--data", self.data)

    # --- what it shows

    @property
    def url(self):
        return f"http://127.0.0.1:{self.port}"

    @property
    def socket_url(self):
        return f"ws://127.0.0.1:{self.port}/ws"

    def get(self, path, method="GET", headers=None):
        """(status, headers, body)"""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=programs.PATIENCE)
        try:
            connection.request(method, path, headers=headers or {})
            answer = connection.getresponse()
            body = answer.read().decode()
            assert MARK not in body, "a secret is shown"
            return answer.status, answer.headers, body
        finally:
            connection.close()

    def get_json(self, path):
        status, headers, body = self.get(path)
        assert status == 200, body
        assert headers["Content-Type"] == "application/json"
        return json.loads(body)

    def table(self, table):
        return self.get_json(f"/api/tables/{table}")

    def game_text(self, table):
        status, _, body = self.get(f"/api/tables/{table}.txt")
        assert status == 200, body
        return body

    def figures(self):
        """/metrics as {"name{labels}": value}."""
        lines = self.get("/metrics")[2].splitlines()
        return {name: float(value) for name, value in
                (line.rsplit(" ", 1) for line in lines if line and not line.startswith("#"))}

    def figure(self, name):
        return self.figures().get(name, 0)

    def text_of_log(self):
        return self.log.read_text(encoding="utf-8")

    def kept_bytes(self):
        """Everything that lies in the data directory, the database's side files too."""
        return b"\n".join(file.read_bytes() for file in sorted(self.data.rglob("*"))
                          if file.is_file())

    # --- what holds for every server, whatever was done to it

    def check(self):
        said = self.text_of_log()
        assert MARK not in said, "a secret stands in the log"
        if self.data.exists():
            assert MARK.encode() not in self.kept_bytes(), "a secret stands in the database"
        if not self.faults_expected:
            faults = [line for line in said.splitlines()
                      if re.search(r"\[(error|critical)\]|ERROR: |runtime error", line)]
            assert not faults, faults
