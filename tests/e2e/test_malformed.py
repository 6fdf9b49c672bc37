"""What is no request, in every way that comes to mind, and that it hurts nobody else."""

import asyncio
import json
from random import Random

import pytest

import secret
from play import new_match
from wire import Client

SEED = 23


@pytest.fixture
def bystanders(server):
    """A match that has to go on all the while."""
    async def check(match):
        await match.play(Random(SEED), plies=2)
        match.check_agreement()
    return check


NOT_JSON = ["", " ", "{", "}", "nonsense", "{'type':'ping'}", '{"type":"ping","id":NaN}',
            '{"a":1,}', "\x00", "[" * 2000, '{"a":' * 500 + "1" + "}" * 500,
            '{"type":"ping","x":' + "[" * 500 + "]" * 500 + "}", '{"type":"ping","id":1e400}']
NOT_AN_OBJECT = ["[]", "1", '"ping"', "null", "true", '[{"type":"ping","id":1}]']
# The answer repeats the id where it could be read.
NOT_JSON_BUT_AN_ID = ['{"type":"ping","id":77', '{"type":"ping","id":77}}', '{"id":77,"type":ping}',
                      '{"type":"ping","id":77}{"type":"ping","id":78}',
                      '{"id":77,"type":"ping","x":01}', '{"id":77,"type":"ping","x":1e400}',
                      '{"id":77,"x":' + "[" * 100 + "]" * 100 + "}"]
NOT_A_REQUEST = ["{}", '{"id":7}', '{"type":null,"id":7}', '{"type":"Ping","id":7}',
                 '{"type":"event","id":7}', '{"type":["ping"],"id":7}', '{"type":"hello","id":7}',
                 '{"type":"hello","id":7,"name":7}', '{"type":"hello","id":7,"name":""}',
                 '{"type":"hello","id":7,"name":"a\\u0000b"}',
                 '{"type":"hello","id":7,"name":"' + "x" * 33 + '"}',
                 '{"type":"hello","id":7,"name":"Ann","secret":"short"}',
                 '{"type":"hello","id":7,"name":"Ann","secret":"' + "s" * 65 + '"}']
NO_ID = ['{"type":"ping"}', '{"type":"ping","id":null}', '{"type":"ping","id":"1"}',
         '{"type":"ping","id":-1}', '{"type":"ping","id":1.5}', '{"type":"ping","id":[1]}',
         '{"type":"ping","id":9007199254740992}', '{"type":"ping","id":1,"id":2}',
         '{"type":"ping","id":123456789012345678901234567890}']


@pytest.mark.parametrize("text", NOT_JSON + NOT_AN_OBJECT, ids=lambda text: repr(text[:20]))
async def test_what_is_not_one_json_object_is_refused_and_the_connection_goes_on(server, text):
    client = await Client.greet(server)
    await client.raw(text)
    error = await client.stray_error("bad_json")
    assert "id" not in error
    await client.ok("ping")


@pytest.mark.parametrize("text", NOT_JSON_BUT_AN_ID, ids=lambda text: repr(text[:30]))
async def test_what_is_not_json_is_refused_by_its_id_if_it_has_one(server, text):
    client = await Client.greet(server)
    assert (await client.raw(text, id=77))["code"] == "bad_json"
    await client.ok("ping")


@pytest.mark.parametrize("text", NO_ID, ids=lambda text: repr(text[:30]))
async def test_a_request_without_a_proper_id_is_refused(server, text):
    client = await Client.greet(server)
    await client.raw(text)
    error = await client.stray_error("bad_message")
    assert "id" not in error and error["field"] == "id"
    await client.ok("ping")


@pytest.mark.parametrize("text", NOT_A_REQUEST, ids=lambda text: repr(text[:45]))
async def test_a_wrong_request_is_refused_by_name_of_the_field(server, text):
    client = await Client.connect(server)
    # As an answer to the request, where it had an id that can be read.
    sent = json.loads(text)
    if "id" in sent:
        sent.pop("id")
        kind = sent.pop("type", None)
        error = await client.refused("bad_message", kind, **sent)
        assert error["field"] in error["message"] and error["field"]
    else:
        await client.raw(text)
        await client.stray_error("bad_message")
    await client.ok("ping")


WRONG = {
    "make": {"key": [None, 1, "short", "s" * 65, "s" * 30 + "!"], "secret": [None, {}, "x"],
             "color": [None, "green", 1], "opponent": [None, "person", {}, {"kind": "robot"},
                                                       {"kind": "computer"},
                                                       {"kind": "computer", "level": "easy"},
                                                       {"kind": "person", "listed": "yes"}],
             "options": [None, [], {"pieces": 4}, {"pieces": "9"}, {"board": "twelve"},
                         {"no_mill": 51}, {"no_mill": False}, {"flying": None},
                         {"threefold": 1}, {"move_limit": 100}, {"move_limit": "200"},
                         {"hand_counts": None}]},
    "watch": {"table": [None, 7, "", "x" * 33, "äöü", "a b"], "since": [-1, "1", 2**53, 0.5]},
    "resume": {"table": [None, []], "secret": [None, "short"], "since": [True]},
    "move": {"turn": [None, -1, "0", 2**53, 1.5, [0]],
             "move": [None, "", "d4", "a8", "a1-", "a1xa1-d2", 7, [], {}, {"to": "d4"},
                      {"from": "a1"}, {"to": None}, {"to": ["d2"]}, {"to": "d2", "take": 1}]},
}


@pytest.mark.parametrize("kind,field", [(k, f) for k, fields in WRONG.items() for f in fields])
async def test_a_wrong_value_in_any_field_is_refused(server, kind, field):
    match = await new_match(server)
    good = {"make": {"key": secret.draw(), "secret": secret.draw(), "color": "white",
                     "options": {}, "opponent": {"kind": "person"}},
            "watch": {"table": match.table, "since": 1},
            "resume": {"table": match.table, "secret": match.seats["white"].secret, "since": 1},
            "move": {"table": match.table, "turn": 0, "move": "d2"}}[kind]
    client = match.seats["white"].client
    for value in WRONG[kind][field]:
        error = await client.refused("bad_message", kind, **{**good, field: value})
        assert error["field"].split(".")[0] == field, (value, error)
    await match.play(Random(SEED), plies=2)
    match.check_agreement()


async def test_a_join_names_its_table_in_exactly_one_way(server):
    client = await Client.greet(server)
    await client.refused("bad_message", "join", secret=secret.draw())
    await client.refused("bad_message", "join", secret=secret.draw(), invite="A" * 12,
                         table="a" * 12)


async def test_unknown_fields_are_ignored_everywhere(server):
    client = await Client.connect(server)
    more = {"later": {"deep": [1, 2, {"x": None}]}, "ünï": "çødé", "": 0}
    await client.ok("hello", name="Ann", **more)
    made = await client.ok("make", key=secret.draw(), secret=secret.draw(), **more,
                           opponent={"kind": "computer", "level": "casual", **more},
                           options={"pieces": 3, **more}, color="white")
    table = made["table"]
    await client.ok("move", table=table, turn=0, move={"to": "d2", **more}, **more)


# --- frames --------------------------------------------------------------------------------------

async def test_a_message_that_is_too_large_closes_the_connection(server, bystanders):
    match = await new_match(server)
    client = await Client.greet(server)
    largest = '{"type":"ping","id":5,"x":"' + "x" * 5000
    # Exactly as large as is allowed.
    assert (await client.raw(largest[:4094] + '"}', id=5))["type"] == "pong"
    await client.raw(largest[:4095] + '"}')
    assert await client.until_closed() == 1009
    await bystanders(match)


async def test_a_large_message_in_small_pieces_is_too_large_as_well(server, bystanders):
    match = await new_match(server)
    client = await Client.greet(server)
    await client.raw(["x" * 100] * 60)
    assert await client.until_closed() == 1009
    await bystanders(match)


async def test_a_binary_message_closes_the_connection(server, bystanders):
    match = await new_match(server)
    client = await Client.greet(server)
    await client.raw(b'{"type":"ping","id":1}')
    assert await client.until_closed() == 1003
    await bystanders(match)


@pytest.mark.parametrize("data", [b"\xff\xfe", b'{"type":"ping","id":1,"x":"\xc3"}',
                                  b"\xed\xa0\x80", b"\xc0\xaf", b"\xf4\x90\x80\x80"], ids=repr)
async def test_text_that_is_not_utf8_closes_the_connection(server, bystanders, data):
    match = await new_match(server)
    client = await Client.greet(server)
    await client.socket.write_frame(True, 1, data)
    assert await client.until_closed() == 1007
    await bystanders(match)


async def test_frames_that_break_the_rules_close_the_connection(server, bystanders):
    match = await new_match(server)
    frames = {"continues nothing": bytes([0x80, 0x80]), "reserved bits": bytes([0xf1, 0x80]),
              "unknown opcode": bytes([0x83, 0x80]), "unmasked": bytes([0x81, 0x02]) + b"{}",
              "long ping": bytes([0x89, 0xfe, 0x00, 0x7e])}
    for name, frame in frames.items():
        client = await Client.greet(server)
        client.socket.transport.write(frame + bytes(200))
        assert await client.until_closed() == 1002, name
    await bystanders(match)


async def test_a_message_in_several_frames_is_one_message(server):
    client = await Client.greet(server)
    for pieces in (['{"type":"pi', 'ng","id"', ':77}'], list('{"type":"ping","id":77}'),
                   ["", '{"type":"ping","id":77}', ""]):
        assert (await client.raw(pieces, id=77))["type"] == "pong"


async def test_what_is_no_websocket_at_all_hurts_nobody(server, bystanders):
    match = await new_match(server)
    for data in (b"\x16\x03\x01\x02\x00\x01\x00", b"GET", b"\r\n" * 100, b"x" * 20000,
                 b"GET /ws HTTP/1.1\r\n" + b"A: b\r\n" * 5000, b"\x00" * 100):
        reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
        writer.write(data)
        writer.write_eof()
        await asyncio.wait_for(read_all(reader), 60)
        writer.close()
    await bystanders(match)


async def read_all(reader):
    try:
        return await reader.read()
    except ConnectionResetError:
        return b""


async def test_random_bytes_in_good_frames_hurt_nobody(server, bystanders):
    random = Random(SEED)
    match = await new_match(server)
    good = json.dumps({"type": "move", "id": 1, "table": match.table, "turn": 0,
                       "move": {"to": "d2"}, "x": [1, 2, {"y": "z"}]})
    client = await Client.greet(server)
    client.sends_anything = True
    for _ in range(300):
        text = list(good)
        for _ in range(random.randint(1, 4)):
            at = random.randrange(len(text))
            text[at:at + random.randint(0, 2)] = random.choice(
                ['"', "{", "}", "[", "]", ",", ":", "0", "-", "e", "\\", "\\u", "ü", "null"])
        await client.raw("".join(text))
    await client.ok("ping")
    await bystanders(match)
