"""The plain HTTP side, and that it gives no secret away."""

import re
from random import Random

import pytest

from play import new_game_with_computer, new_match
from wire import SNAPSHOT, TABLES, Client

SEED = 31


def test_the_page_is_served(server):
    status, headers, body = server.get("/")
    assert status == 200 and headers["Content-Type"].startswith("text/html")
    assert "<html" in body.lower() and "nosniff" == headers["X-Content-Type-Options"]
    assert "Content-Security-Policy" in headers
    status, headers, empty = server.get("/", method="HEAD")
    assert status == 200 and int(headers["Content-Length"]) == len(body.encode()) and not empty


@pytest.mark.parametrize("path", ["/healthz", "/readyz"])
def test_it_says_that_it_is_well(server, path):
    assert server.get(path)[0] == 200


@pytest.mark.parametrize("path", [
    "/nothing", "/index.php", "/api", "/api/", "/api/tables/", "/api/tables/0123456789ab",
    "/api/tables/0123456789ab.txt", "/api/tables/../../etc/passwd", "/../../../etc/passwd",
    "/%2e%2e/%2e%2e/etc/passwd", "/api/tables/" + "x" * 1000, "/api/tables/%00", "//", "/healthz/x",
    "/api/tables/0123456789ab.txt.txt", "/api/games/", "/api/games/0123456789ab",
    "/api/games/0123456789ab.txt", "/api/games/x"])
def test_there_is_nothing_elsewhere(server, path):
    status, _, body = server.get(path)
    assert status == 404 and body


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "OPTIONS"])
def test_nothing_is_changed_over_http(server, method):
    status, headers, _ = server.get("/api/tables", method=method)
    assert status == 405 and headers["Allow"] == "GET, HEAD"


def test_the_socket_is_for_websockets_only(server):
    assert server.get("/ws")[0] == 426


async def test_the_lists_and_tables_keep_to_the_schema(server):
    host = await Client.greet(server)
    listed = await host.make(opponent={"kind": "person", "listed": True})
    game = await new_match(server, listed=True, spectators=2)
    computer = await new_game_with_computer(server)
    await game.play(Random(SEED), plies=3)
    lists = server.get_json("/api/tables")
    TABLES.validate(lists)
    assert lists == {k: v for k, v in (await host.ok("list")).items() if k not in ("type", "id")}
    live = {each["table"]: each for each in lists["live"]}
    assert listed["table"] in [each["table"] for each in lists["open"]]
    assert live[game.table]["ply"] == 3 and live[game.table]["spectators"] == 2
    assert computer.table in live and game.table not in str(lists["open"])
    for table in (listed["table"], game.table, computer.table):
        SNAPSHOT.validate(server.table(table))
    order = [(each["spectators"], each["made_at"]) for each in lists["live"]]
    assert order == sorted(order, reverse=True)


# --- finished games ------------------------------------------------------------------------------

async def test_finished_games_are_found_and_read(server):
    match = await new_match(server)
    await match.play(Random(SEED), plies=4)
    loser = match.view.seats["white"]["player"]
    assert server.get(f"/api/games/{match.table}")[0] == 404
    await match.resign("white")

    def found(query):
        return [each["table"] for each in server.get_json(f"/api/games?{query}")["games"]]

    assert match.table in found("") and match.table in found("player=&result=black&limit=100")
    assert found(f"player={loser}&result=lost") == [match.table]
    assert found(f"player={loser}&result=won") == []
    assert found(f"player={loser}&to=2020-01-01") == []
    page = {k: v for k, v in (await match.seats["black"].client.ok("games", player=loser)).items()
            if k not in ("type", "id")}
    assert page == server.get_json(f"/api/games?player={loser}")
    assert page["games"][0]["seats"] == match.view.seats and page["games"][0]["ply"] == 4
    for end in ("", ".txt"):
        shown = server.get(f"/api/games/{match.table}{end}")
        assert shown[0] == 200 and shown[2] == server.get(f"/api/tables/{match.table}{end}")[2]


async def test_pages_of_finished_games_follow_each_other(serve):
    server = serve()
    tables = []
    for _ in range(5):
        match = await new_match(server)
        await match.resign()
        tables.insert(0, match.table)
    got, before = [], ""
    while before is not None:
        page = server.get_json(f"/api/games?limit=2&before={before}")
        got += [each["table"] for each in page["games"]]
        before = page.get("next")
    assert got == tables
    server.restart()
    assert [each["table"] for each in server.get_json("/api/games")["games"]] == tables


@pytest.mark.parametrize("query", [
    "result=won", "result=x", "limit=0", "limit=1e2", "from=x", "player=%", "player=%zz", "before=x",
    "limit=1&limit=1", "to=2026-02-30", "player=" + "x" * 500])
def test_a_wrong_question_for_games_is_refused_with_a_sentence(server, query):
    status, _, body = server.get(f"/api/games?{query}")
    assert status == 400 and body.endswith(".\n") and len(body) < 200


# --- the figures ---------------------------------------------------------------------------------

SAMPLE = re.compile(r"([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (-?[\d.e+-]+|\+Inf|NaN)")
LABELS = re.compile(r'(?:[a-zA-Z_]\w*="(?:[^"\\\n]|\\["\\n])*",?)*')
TYPES = ("counter", "gauge", "histogram", "summary", "untyped")


def read_figures(text):
    """The samples of a Prometheus text, each of a family that was introduced before it."""
    assert text.endswith("\n")
    types, samples = {}, {}
    for line in text.splitlines():
        if line.startswith("# HELP "):
            assert len(line.split(" ", 3)) == 4, line
        elif line.startswith("# TYPE "):
            _, _, name, kind = line.split(" ")
            assert kind in TYPES and name not in types, line
            types[name] = kind
        elif line:
            sample = SAMPLE.fullmatch(line)
            assert sample and LABELS.fullmatch(sample[2] or ""), line
            family = re.sub(r"_(bucket|sum|count)$", "", sample[1])
            assert sample[1] in types or types.get(family) in ("histogram", "summary"), line
            name = line.rsplit(" ", 1)[0]
            assert name not in samples, line
            samples[name] = float(sample[3])
    return samples


async def test_the_figures_can_be_read_and_count_what_happens(serve):
    server = serve()
    before = read_figures(server.get("/metrics")[2])
    match = await new_match(server, spectators=2)
    await match.play(Random(SEED), plies=10)
    await match.resign()
    status, headers, text = server.get("/metrics")
    assert status == 200 and headers["Content-Type"].startswith("text/plain; version=0.0.4")
    after = read_figures(text)

    def grown(name):
        return after.get(name, 0) - before.get(name, 0)

    assert grown('morris_events_total{kind="moved"}') == 10
    assert grown('morris_events_total{kind="joined"}') == 1
    assert grown('morris_events_total{kind="ended"}') == 1
    assert grown('morris_requests_total{type="hello"}') == 4
    assert grown('morris_requests_total{type="watch"}') == 2
    assert grown("morris_move_seconds_count") == 10
    assert grown("morris_messages_received_total") == sum(
        grown(name) for name in after if name.startswith("morris_requests_total"))
    assert grown("morris_store_commits_total") >= 10 and grown("morris_store_failures_total") == 0
    assert server.get("/ws", headers={
        "Connection": "Upgrade", "Upgrade": "websocket", "Sec-WebSocket-Version": "13",
        "Sec-WebSocket-Key": "AAAAAAAAAAAAAAAAAAAAAA==", "Origin": "https://foreign.example"})[0] == 403
    refused = 'morris_connections_refused_total{reason="origin"}'
    assert read_figures(server.get("/metrics")[2])[refused] == 1
    assert after["morris_clients"] == 4 and after["morris_tables_unfinished"] == 0
    # Nothing that points to a person: no table, player, name, address or code.
    seats = match.view.seats.values()
    for word in (match.table, *(seat["player"] for seat in seats), "127.0.0.1", "Black", "Wil"):
        assert word not in text
