"""What one client may take, and that the others do not notice."""

import asyncio
import json
import socket
from random import Random

import pytest
import websockets

import secret
from play import new_match
from wire import Client, eventually

SEED = 29
OTHER_ADDRESS = ("127.0.0.2", 0)


async def test_a_player_has_so_many_unfinished_tables(serve):
    server = serve(max_tables_per_player=3)
    player = secret.draw()
    client = await Client.greet(server, player=player)
    tables = [await client.make() for _ in range(3)]
    again = await Client.greet(server, player=player)
    ask = {"key": secret.draw(), "secret": secret.draw(), "opponent": {"kind": "person"}}
    for each in (client, again):
        await each.refused("too_many_tables", "make", **ask)
    # Taking a seat counts too.
    host = await Client.greet(server)
    invite = (await host.make())["snapshot"]["invite"]
    await client.refused("too_many_tables", "join", invite=invite, secret=secret.draw())
    # The same request is no new table.
    await client.leave(tables[0]["table"])
    await client.ok("make", **ask)
    await client.ok("make", **ask)
    await client.refused("too_many_tables", "make", **{**ask, "key": secret.draw()})


async def test_an_address_makes_so_many_tables_at_once(serve):
    server = serve(tables_burst=4)
    for _ in range(4):
        await (await Client.greet(server)).make()
    client = await Client.greet(server)
    error = await client.refused("too_many_tables", "make", key=secret.draw(),
                                 secret=secret.draw(), opponent={"kind": "person"})
    assert error["retry_ms"] > 0
    await (await Client.greet(server, local_addr=OTHER_ADDRESS)).make()


async def test_the_server_holds_so_many_tables(serve):
    server = serve(max_tables=2)
    clients = [await Client.greet(server) for _ in range(3)]
    tables = [await client.make() for client in clients[:2]]
    ask = {"key": secret.draw(), "secret": secret.draw(), "opponent": {"kind": "person"}}
    await clients[2].refused("too_many_tables", "make", **ask)
    await clients[0].leave(tables[0]["table"])
    await clients[2].ok("make", **ask)


async def test_a_connection_follows_so_many_tables(server):
    host = await Client.greet(server)
    tables = [made["table"] for made in
              await asyncio.gather(*(host.make() for _ in range(60)))]
    tables += [(await new_match(server)).table for _ in range(5)]
    watcher = await Client.greet(server)
    for table in tables[:64]:
        await watcher.watch(table)
    await watcher.refused("too_many_tables", "watch", table=tables[64])
    # Those it follows may be asked for again, and one that is left makes room for another.
    await watcher.watch(tables[0])
    await watcher.leave(tables[0])
    await watcher.watch(tables[64])


async def test_a_flood_of_messages_ends_its_sender_only(serve):
    server = serve(messages_per_second=20, messages_burst=40)
    match = await new_match(server, spectators=1)
    flooder = await Client.greet(server)
    await flooder.watch(match.table)
    flooder.sends_anything = True
    for number in range(300):
        flooder.socket.write_frame_sync(True, 1, json.dumps({"type": "ping", "id": number + 1000})
                                        .encode())
    assert await flooder.until_closed() == 4001
    await match.play(Random(SEED), plies=6)
    match.check_agreement()


async def test_a_client_that_waits_for_its_answers_is_only_slowed_down(serve):
    server = serve(messages_per_second=20, messages_burst=5)
    client = await Client.greet(server)
    for _ in range(20):
        await client.ok("ping")


async def test_a_client_that_does_not_read_ends_itself_only(serve):
    server = serve(max_queue_bytes=65536)
    match = await new_match(server, spectators=1)
    small = socket.socket()
    small.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    small.connect(("127.0.0.1", server.port))
    sleeper = await Client.greet(server, sock=small)
    await sleeper.watch(match.table)
    sleeper.stop_reading()
    sleeper.sends_anything = True
    # More answers than the kernel and the server are ready to hold.
    for number in range(20000):
        sleeper.socket.write_frame_sync(
            True, 1, json.dumps({"type": "watch", "table": "x", "id": number}).encode())
        if number % 4000 == 0:
            await match.play(Random(f"{SEED} {number}"), plies=1)
    await eventually(lambda: server.figure("morris_clients") == 3)
    await match.play(Random(SEED), plies=4)
    match.check_agreement()
    sleeper.cut()


async def test_an_address_holds_so_many_connections(serve):
    server = serve(max_connections_per_address=4)
    clients = [await Client.greet(server) for _ in range(4)]
    with pytest.raises(websockets.InvalidStatusCode) as refusal:
        await Client.greet(server)
    assert refusal.value.status_code == 429
    other = await Client.greet(server, local_addr=OTHER_ADDRESS)
    await other.ok("ping")
    # HTTP is refused too, from that address.
    assert server.get("/healthz")[0] == 429
    await clients[0].close()
    await eventually(lambda: server.get("/healthz")[0] == 200)
    for client in clients[1:]:
        await client.ok("ping")


async def test_an_address_opens_connections_so_fast(serve):
    server = serve(connects_burst=3, connects_per_second=1)
    for _ in range(3):
        await Client.greet(server)
    with pytest.raises(websockets.InvalidStatusCode) as refusal:
        for _ in range(20):
            await Client.greet(server)
    assert refusal.value.status_code == 429
    await Client.greet(server, local_addr=OTHER_ADDRESS)


async def test_behind_a_trusted_proxy_the_forwarded_address_counts(serve):
    server = serve(max_connections_per_address=2, trusted_proxy="127.0.0.1")

    def connect(address, **options):
        return Client.greet(server, extra_headers={"X-Forwarded-For": address}, **options)

    for _ in range(2):
        await connect("192.0.2.1")
    with pytest.raises(websockets.InvalidStatusCode) as refusal:
        await connect("192.0.2.1")
    assert refusal.value.status_code == 429
    await connect("192.0.2.2")
    # Who is no proxy is not believed.
    for number in range(2):
        await connect(f"192.0.2.{number + 10}", local_addr=OTHER_ADDRESS)
    with pytest.raises(websockets.InvalidStatusCode):
        await connect("192.0.2.20", local_addr=OTHER_ADDRESS)


async def test_pages_of_other_sites_may_not_connect(serve):
    server = serve(allowed_origin="https://morris.example")
    own = f"http://127.0.0.1:{server.port}"
    for origin in (None, own, "https://morris.example"):
        client = await Client.greet(server, origin=origin)
        await client.ok("ping")
    for origin in ("https://evil.example", "null", "http://morris.example",
                   "https://morris.example.evil.example", f"http://127.0.0.1:{server.port + 1}"):
        with pytest.raises(websockets.InvalidStatusCode) as refusal:
            await Client.greet(server, origin=origin)
        assert refusal.value.status_code == 403, origin


async def test_finished_games_that_nobody_follows_are_not_kept_in_memory(serve):
    server = serve()
    match = await new_match(server)
    await match.resign()
    for client in match.clients:
        await client.close()
    prying = await Client.greet(server)

    async def until_forgotten():
        await eventually(lambda: server.figure("morris_tables_in_memory") == 0)

    await until_forgotten()
    await prying.refused("wrong_secret", "resume", table=match.table, secret=secret.draw())
    await until_forgotten()
    await prying.refused("game_over", "join", table=match.table, secret=secret.draw())
    await until_forgotten()
    server.table(match.table)
    server.game_text(match.table)
    await until_forgotten()
    await prying.watch(match.table)
    assert server.figure("morris_tables_in_memory") == 1
    await prying.close()
    await until_forgotten()
