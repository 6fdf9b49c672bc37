"""schema.json against what the codec writes, and against what it refuses.

The codec's side is a small C++ program (message_tool.cpp), named by PROTOCOL_MESSAGE_TOOL.
"""

import copy
import functools
import json
import os
import re
import subprocess
import unicodedata
from pathlib import Path

import jsonschema
import pytest

PROTOCOL = Path(__file__).resolve().parents[2] / "shared" / "protocol"
SCHEMA = json.loads((PROTOCOL / "schema.json").read_text(encoding="utf-8"))
EXAMPLES = sorted((PROTOCOL / "examples").glob("*.jsonl"))
TOOL = os.environ["PROTOCOL_MESSAGE_TOOL"]
SEED = 1


def validator(definition):
    return jsonschema.Draft202012Validator(
        {"$ref": f"#/$defs/{definition}", "$defs": SCHEMA["$defs"]})


REQUEST = validator("request")
SERVER_MESSAGE = validator("server_message")


def run(*arguments, lines=()):
    result = subprocess.run([TOOL, *map(str, arguments)], input="".join(f"{l}\n" for l in lines),
                            capture_output=True, encoding="utf-8", check=True)
    return result.stdout.splitlines()


def random_messages(kind, count):
    return [json.loads(line) for line in run(kind, SEED, count)]


def example_lines(mark):
    return [json.loads(line[2:]) for path in EXAMPLES
            for line in path.read_text(encoding="utf-8").splitlines() if line[0] == mark]


REQUESTS = random_messages("requests", 8) + example_lines(">")
SERVER_MESSAGES = random_messages("server-messages", 2) + example_lines("<")


def judged(kind, messages):
    """For each message whether the codec takes it."""
    verdicts = run(kind, lines=[json.dumps(m) for m in messages])
    assert len(verdicts) == len(messages)
    return [verdict == "ok" for verdict in verdicts]


# --- One fault at a time -------------------------------------------------------------------------

def places(value, path=()):
    """The path of every field within, and of the first element of each list."""
    items = value.items() if isinstance(value, dict) else (
        enumerate(value[:1]) if isinstance(value, list) else ())
    for key, inner in items:
        yield (*path, key)
        yield from places(inner, (*path, key))


def at(message, path):
    for key in path:
        message = message[key]
    return message


def changed(message, path, value):
    message = copy.deepcopy(message)
    at(message, path[:-1])[path[-1]] = value
    return message


def without(message, path):
    message = copy.deepcopy(message)
    del at(message, path[:-1])[path[-1]]
    return message


def name_of(path):
    return ".".join("*" if isinstance(key, int) else key for key in path)


# Fields that a message may lack, by its type; "" for whatever has it.
OPTIONAL_OF_REQUEST = {
    "hello": r"secret|client",
    "make": r"color|options|options\.\w+|opponent\.listed|clock",
    "pair": r"options|options\.\w+|clock",
    "games": r"player|result|from|to|before|limit",
    "resume": r"since",
    "watch": r"since",
    "move": r"move\.(from|take)",
}
OPTIONAL_OF_SERVER_MESSAGE = {
    "": r".*\*|(.*\.)?snapshot\.(result|rematch|invite|legal|clock|offers|claims|absent|taken_back"
        r"|hints|undos|idle_ms)"
        r"|(.*\.)?clock\.(starts_in_ms|first_move_ms|waits_for)"
        r"|.*\.claims\.idle_ms|.*\.taken_back\.\*\.undo|(.*\.)?(white|black|seat)\.mark"
        r"|(open|live|games)\.\*\.clock|games\.\*\.(hints|undos)",
    "attached": r"color",
    "error": r"id|field|retry_ms|table|snapshot",
    "event": r"legal|result|clock|depth|move\.(from|take)",
    "hint": r"move\.(from|take)",
    "games": r"next",
    "presence": r"(white|black)\.claim_in_ms|idle_ms",
}


def may_lack(optional, message, path):
    name = name_of(path)
    if message["type"] == "event" and name in ("result", "clock"):
        return message["kind"] != {"result": "ended", "clock": "clock"}[name]
    if message["type"] == "event" and name == "offer":
        return message["kind"] == "ended"
    if message["type"] == "games" and name == "player":
        return message.get("result") not in ("won", "lost")
    if name.endswith(("rematch.offered_by", "rematch.table")):
        return len(at(message, path[:-1])) == 2
    return any(re.fullmatch(optional.get(kind, "(?!)"), name) for kind in ("", message["type"]))


# Fields that may hold more than one kind of value.
KINDS = {"no_mill": (int, type(None)), "move_limit": (int, type(None)),
         "to_move": (str, type(None)), "runs": (str, type(None)), "move": (dict, str)}
ONE_OF_EACH_KIND = (None, True, 7, 1.5, "a text?", [], {})


def kinds_of(message, path):
    if message["type"] == "presence" and path in (("white",), ("black",)):
        return (dict, type(None))
    if message["type"] in ("make", "pair") and path == ("clock",):
        return (dict, type(None))
    if message["type"] in ("event", "hint") and path == ("move",):
        return (dict,)
    return KINDS.get(path[-1], (type(at(message, path)),))


def wrong_kinds(message, path):
    """Values of other kinds. Python's True is an int, and an empty object lacks what it needs."""
    kinds = kinds_of(message, path)
    return [value for value in ONE_OF_EACH_KIND
            if type(value) not in kinds or (value == {} and path[-1] not in ("options",))]


LONG = "x" * 100
FREE_TEXT = {"message", "field", "server"}


def out_of_range(message, path):
    value = at(message, path)
    if isinstance(value, bool) or value is None:
        return []
    if isinstance(value, int):
        return [-1, -(2 ** 53), 2 ** 53, 2 ** 64]
    if isinstance(value, str) and path[-1] in FREE_TEXT and message["type"] not in ("hello", "make"):
        return [""]
    if isinstance(value, str):
        blank = [] if path == ("client",) else [" "]
        return ["", LONG, "\u00e4\n?", value + "\x00", *blank]
    return []


def lacking(messages, optional, may):
    return [(without(m, p), m, p) for m in messages for p in places(m)
            if may_lack(optional, m, p) == may and not isinstance(p[-1], int)]


def broken(messages):
    return [(changed(m, p, value), m, p) for m in messages for p in places(m)
            for value in wrong_kinds(m, p) + out_of_range(m, p)]


REQUEST_FAULTS = lacking(REQUESTS, OPTIONAL_OF_REQUEST, False) + broken(REQUESTS)
SERVER_FAULTS = lacking(SERVER_MESSAGES, OPTIONAL_OF_SERVER_MESSAGE, False) + broken(SERVER_MESSAGES)


def definitions_by_type(direction):
    names = [one["$ref"].rsplit("/", 1)[1] for one in SCHEMA["$defs"][direction]["oneOf"]]
    return {SCHEMA["$defs"][name]["properties"]["type"]["const"]: name for name in names}


NAMES = {direction: definitions_by_type(direction) for direction in ("request", "server_message")}
# Requests whose answer is of a type of the same name.
ASKED_AND_ANSWERED = set(NAMES["request"]) & set(NAMES["server_message"])


@functools.cache
def validator_of(direction, kind):
    return validator(NAMES[direction][kind])


def fails_as_it_should(direction, fault):
    """Asks the message's own definition, which is quicker, unless it is the type that is wrong."""
    mutant, message, path = fault
    whole = {"request": REQUEST, "server_message": SERVER_MESSAGE}[direction]
    schema = whole if path == ("type",) else validator_of(direction, message["type"])
    assert not schema.is_valid(mutant), f"{name_of(path)} of {message} as {mutant}"


# --- The tests -----------------------------------------------------------------------------------

def test_the_schema_is_one():
    jsonschema.Draft202012Validator.check_schema(SCHEMA)


def test_every_definition_is_used():
    text = json.dumps(SCHEMA)
    spare = [name for name in SCHEMA["$defs"]
             if f'"#/$defs/{name}"' not in text and name != "tables_body"]
    assert spare == []


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.name)
def test_the_examples_hold(path):
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        schema = {"> ": REQUEST, "< ": SERVER_MESSAGE}[line[:2]]
        errors = [e.message for e in schema.iter_errors(json.loads(line[2:]))]
        assert errors == [], f"line {number}: {line}"


def test_what_the_codec_writes_holds():
    for message in random_messages("requests", 50):
        assert REQUEST.is_valid(message), message
        assert not SERVER_MESSAGE.is_valid(message), message
    for message in random_messages("server-messages", 50):
        assert SERVER_MESSAGE.is_valid(message), message
        # What such an answer says beyond a request, a request may have and it is ignored.
        if message["type"] not in ASKED_AND_ANSWERED:
            assert not REQUEST.is_valid(message), message


def test_the_bodies_of_http_hold():
    count = 30
    bodies = random_messages("bodies", count)
    for body in bodies[:count]:
        assert validator("snapshot").is_valid(body), body
    for body in bodies[count:]:
        assert validator("tables_body").is_valid(body), body


def test_a_request_with_a_fault_fails():
    assert len(REQUEST_FAULTS) > 3000
    for fault in REQUEST_FAULTS:
        fails_as_it_should("request", fault)


def test_a_servers_message_with_a_fault_fails():
    assert len(SERVER_FAULTS) > 3000
    for fault in SERVER_FAULTS:
        fails_as_it_should("server_message", fault)


def test_the_codec_refuses_the_same_requests():
    mutants = [mutant for mutant, _, _ in REQUEST_FAULTS]
    for mutant, taken in zip(mutants, judged("judge-requests", mutants)):
        assert not taken, mutant


def test_fields_that_may_be_missing_may():
    requests = [m for m, _, _ in lacking(REQUESTS, OPTIONAL_OF_REQUEST, True)]
    messages = [m for m, _, _ in lacking(SERVER_MESSAGES, OPTIONAL_OF_SERVER_MESSAGE, True)]
    assert len(requests) > 50 and len(messages) > 10
    assert [m for m in requests if not REQUEST.is_valid(m)] == []
    assert [m for m in messages if not SERVER_MESSAGE.is_valid(m)] == []
    assert all(judged("judge-requests", requests))
    assert all(judged("judge-server-messages", messages))


def test_what_the_schema_takes_from_a_server_our_client_takes():
    mutants = [changed(m, p, value) for m in SERVER_MESSAGES for p in places(m)
               if p != ("type",) for value in ("white", "a1", "closed", "Ann", 3, 50, False)]
    taken_by_schema = [m for m in mutants if validator_of("server_message", m["type"]).is_valid(m)]
    assert len(taken_by_schema) > 100
    for mutant, taken in zip(taken_by_schema, judged("judge-server-messages", taken_by_schema)):
        # A schema cannot count, nor compare two lists.
        assert taken or "snapshot" in mutant, mutant


def test_extra_fields_are_taken():
    for schema, messages in ((REQUEST, REQUESTS), (SERVER_MESSAGE, SERVER_MESSAGES)):
        for message in messages:
            inner = [p for p in places(message) if isinstance(at(message, p), dict)]
            for path in [(), *inner]:
                grown = copy.deepcopy(message)
                at(grown, path)["a_later_field"] = [None, 1.5]
                assert schema.is_valid(grown), grown


# Invisible, but letters, marks or symbols by category.
BLANK = re.compile("[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0]")


def may_stand_in_a_name(character):
    return (unicodedata.category(character) not in ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")
            and not BLANK.match(character))


def test_names_hold_the_characters_that_can_be_seen():
    # Python's tables are older than the codec's: what they do not know may have come since.
    characters = [c for c in map(chr, range(0xD800))
                  if unicodedata.category(c) != "Cn"] + ["\ufffe", "\uffff", "\ufeff", "\ufffd"]
    hellos = [{"type": "hello", "id": 1, "name": f"a{c}b"} for c in characters]
    for character, taken in zip(characters, judged("judge-requests", hellos)):
        assert taken == may_stand_in_a_name(character), f"U+{ord(character):04X}"


def test_names_are_as_long_as_the_schema_says():
    names = ["", " ", "  a  ", "n" * 32, "n" * 33, " " + "n" * 32 + " ", "\u3000" + "n" * 33,
             "n" * 16 + " " * 15 + "n", "n" * 16 + " " * 16 + "n", "\U0001f600" * 32,
             "\U0001f600" * 33, "a\nb", "a\u200b", "\u202ea"]
    hellos = [{"type": "hello", "id": 1, "name": name} for name in names]
    assert judged("judge-requests", hellos) == [REQUEST.is_valid(h) for h in hellos]
