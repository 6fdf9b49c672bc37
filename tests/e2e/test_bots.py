"""The example bot of the protocol's page, as it stands there."""

import ast
import asyncio
import sys

import programs
from play import check_http
from wire import Client

BOT = programs.ROOT / "shared/protocol/examples/bot.py"


async def run_bot(server, *arguments):
    """Runs it to its end: the result that it prints."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-B", str(BOT), server.socket_url, *arguments,
        stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE,
        env=programs.environment())
    output, error = await process.communicate()
    assert process.returncode == 0, error.decode()
    return ast.literal_eval(output.decode())


async def test_the_bot_plays_a_game_against_the_computer(serve):
    server = serve()
    result = await run_bot(server)
    assert result["winner"] in ("white", "black", "draw")
    assert server.figure("morris_tables_unfinished") == 0
    assert server.figure('morris_events_total{kind="moved"}') > 10


async def test_a_bot_joins_by_invite_and_plays_against_whoever_made_the_table(server):
    client = await Client.greet(server)
    made = await client.make(color="black", options={"no_mill": 50})
    table = made["table"]
    bot = asyncio.ensure_future(run_bot(server, made["snapshot"]["invite"]))
    view = client.views[table]
    while True:
        await client.until(lambda: view.my_turn or view.result)
        if view.result:
            break
        await client.ok("move", table=table, turn=view.turn, move=view.legal[0])
    assert await bot == view.result
    check_http(server, table, view.facts())


async def test_bots_with_a_wrong_invite_say_so(server):
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-B", str(BOT), server.socket_url, "0000-0000-0000",
        stderr=asyncio.subprocess.PIPE, env=programs.environment())
    _, error = await process.communicate()
    assert process.returncode == 1 and b"invite" in error
