"""Fixtures, and how a test that is a coroutine is run."""

import asyncio
import inspect
import os

import pytest

import cli
import programs
import wire
from servers import Server

# Seconds; ends a test that hangs. None comes near it, unless the machine has much else to do.
TEST_LIMIT = 1400 if "MORRIS_LONG" in os.environ else 300


def pytest_configure():
    missing = programs.missing()
    if missing:
        pytest.exit("; ".join(missing), returncode=3)


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem):
    if not inspect.iscoroutinefunction(pyfuncitem.obj):
        return None
    arguments = {name: pyfuncitem.funcargs[name]
                 for name in inspect.signature(pyfuncitem.obj).parameters}
    asyncio.run(_run(pyfuncitem.obj(**arguments)))
    return True


async def _run(test):
    wire.opened.clear()
    cli.started.clear()
    try:
        try:
            await asyncio.wait_for(test, TEST_LIMIT)
        except asyncio.TimeoutError:
            pytest.fail(f"not done after {TEST_LIMIT} s; {wire.said_last()}", pytrace=False)
        await asyncio.gather(*(client.close() for client in wire.opened))
    finally:
        for client in wire.opened:
            client.cut()
        for client in cli.started:
            await client.put_away()


@pytest.fixture
def serve(tmp_path):
    """Starts servers of a test's own: serve(max_tables=3)."""
    servers = []

    def start(**options):
        folder = tmp_path / f"server{len(servers)}"
        folder.mkdir()
        server = Server(folder, **options)
        servers.append(server)
        return server.start()

    yield start
    _end(servers)


@pytest.fixture(scope="session")
def server(tmp_path_factory):
    """One server for all the tests that leave it as it is."""
    server = Server(tmp_path_factory.mktemp("server")).start()
    yield server
    _end([server])


def _end(servers):
    for server in servers:
        if server.is_running():
            assert server.stop() == 0, server.text_of_log()
        server.check()
