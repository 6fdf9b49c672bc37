"""What tables that nobody uses any more leave behind in the server's memory: nothing.

Many tables are made, played a little and left; when their time is over, and the server has looked
for such tables, it is as small as before. Then as many are played to an end.
"""

import asyncio
import itertools
import json
import os
import time

import pytest
import websockets

import secret

TABLES = int(os.environ.get("MORRIS_MEMORY_TABLES", "20000"))
PAIRS = 40
KEEP = 180  # seconds that an unused table is kept: all of them are there at once
SWEEP = 60  # the server looks for unused tables every minute
MOVES = ["d2", "d6", "f4", "b4"]

pytestmark = pytest.mark.skipif("MORRIS_LONG" not in os.environ, reason="takes many minutes")


class Caller:
    """Sends a request and waits for its answer; everything else is passed over."""

    def __init__(self, socket):
        self.socket = socket
        self.ids = itertools.count(1)

    async def ask(self, type, **fields):
        number = next(self.ids)
        await self.socket.send(json.dumps({"type": type, "id": number, **fields}))
        while True:
            answer = json.loads(await self.socket.recv())
            if answer.get("id") == number:
                assert answer["type"] != "error", answer
                return answer


async def greeted(server, name):
    socket = await websockets.connect(server.socket_url, ping_interval=None, max_size=None,
                                      compression=None, max_queue=None)
    caller = Caller(socket)
    await caller.ask("hello", name=name, secret=secret.draw())
    return caller


async def play_tables(server, number, count, finish):
    """One pair of players: table after table."""
    white, black = await greeted(server, f"Wim {number}"), await greeted(server, f"Bas {number}")
    for _ in range(count):
        made = await white.ask("make", key=secret.draw(), secret=secret.draw(), color="white",
                               opponent={"kind": "person"})
        table = made["table"]
        await black.ask("join", invite=made["snapshot"]["invite"], secret=secret.draw())
        for turn, move in enumerate(MOVES):
            await (white, black)[turn % 2].ask("move", table=table, turn=turn, move=move)
        if finish:
            await white.ask("resign", table=table)
        for caller in (white, black):
            await caller.ask("leave", table=table)
    for caller in (white, black):
        await caller.socket.close()


async def play_many(server, count, finish):
    await asyncio.gather(*(play_tables(server, number, count // PAIRS, finish)
                           for number in range(PAIRS)))


async def until_swept(server):
    end = time.monotonic() + KEEP + 3 * SWEEP
    while server.figure("morris_tables_in_memory") > 0:
        assert time.monotonic() < end, "tables that nobody uses stay in memory"
        await asyncio.sleep(1)
    await asyncio.sleep(SWEEP + 2)  # and has given back what they left free


def resident_kb(server):
    with open(f"/proc/{server.process.pid}/status", encoding="ascii") as status:
        [line] = [line for line in status if line.startswith("VmRSS:")]
    return int(line.split()[1])


async def test_tables_that_are_over_leave_no_memory_behind(serve):
    server = serve(keep_idle_days=KEEP / 86400, keep_open_hours=0.002, log_level="info")
    await play_many(server, 400, finish=False)  # what is only allocated once
    await until_swept(server)
    start = resident_kb(server)
    await play_many(server, TABLES, finish=False)
    full = resident_kb(server)
    at_once = server.figure("morris_tables_in_memory")
    await until_swept(server)
    abandoned = resident_kb(server)
    await play_many(server, TABLES, finish=True)
    await until_swept(server)
    finished = resident_kb(server)
    print(f"resident memory in kB: {start} at the start, {full} with {at_once:.0f} tables, {abandoned} "
          f"after {TABLES} were ended, {finished} after {TABLES} more were finished")
    assert at_once > TABLES / 2
    assert abandoned <= 1.2 * start
    assert finished <= 1.2 * start
