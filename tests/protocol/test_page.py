"""PROTOCOL.md against schema.json: nothing left out, nothing made up, and its examples hold."""

import json
import re
from pathlib import Path

import jsonschema

ROOT = Path(__file__).resolve().parents[2]
PROTOCOL = ROOT / "shared" / "protocol"
PAGE = (PROTOCOL / "PROTOCOL.md").read_text(encoding="utf-8")
SCHEMA = json.loads((PROTOCOL / "schema.json").read_text(encoding="utf-8"))
DEFINITIONS = SCHEMA["$defs"]


def section(title):
    """What stands between a heading and the next one that is not below it."""
    heading = re.search(rf"^(#+) {title}$", PAGE, re.MULTILINE | re.IGNORECASE)
    assert heading, f"no heading {title}"
    rest = PAGE[heading.end():]
    after = re.search(rf"^#{{1,{len(heading[1])}}} ", rest, re.MULTILINE)
    return rest[:after.start()] if after else rest


def first_column(title):
    """The names in the first cells of a section's tables."""
    cells = re.findall(r"^\| ([^|]+) \|", section(title), re.MULTILINE)
    return [name for cell in cells for name in re.findall(r"`([^`]+)`", cell)]


def definitions(direction):
    for reference in DEFINITIONS[direction]["oneOf"]:
        definition = DEFINITIONS[reference["$ref"].rsplit("/", 1)[1]]
        yield definition["properties"]["type"]["const"], definition


def test_the_examples_of_the_page_hold():
    lines = re.findall(r"^([<>]) (\{.*)$", PAGE, re.MULTILINE)
    assert len(lines) > 20
    for mark, text in lines:
        definition = {">": "request", "<": "server_message"}[mark]
        schema = jsonschema.Draft202012Validator(
            {"$ref": f"#/$defs/{definition}", "$defs": DEFINITIONS})
        assert schema.is_valid(json.loads(text)), text


def test_every_request_has_its_section_with_all_its_fields():
    kinds = [kind for kind, _ in definitions("request")]
    assert re.findall(r"^### (.*)$", section("Requests"), re.MULTILINE) == kinds
    for kind, definition in definitions("request"):
        for field in set(definition["properties"]) - {"type", "id"}:
            assert f"`{field}`" in section(kind), f"{field} of {kind}"
    for option in DEFINITIONS["options_sent"]["properties"]:
        assert f"options.{option}" in first_column("make")


def test_every_message_of_the_server_is_told_with_all_its_fields():
    sections = {"welcome": "hello", "tables": "list", "pong": "ping", "error": "Errors",
                "event": "Events", "pairing": "pair"}
    for kind, definition in definitions("server_message"):
        text = section(sections.get(kind, kind))
        for field in set(definition["properties"]) - {"type", "id"}:
            assert f"`{field}`" in text, f"{field} of {kind}"
    for field in DEFINITIONS["snapshot"]["properties"]:
        assert field in first_column("Snapshot")
    for field in DEFINITIONS["finished"]["properties"]:
        assert f"`{field}`" in section("games"), field


def test_clocks_and_what_is_asked_are_told_with_all_their_fields():
    clock = DEFINITIONS["clock_shown"]["properties"] | DEFINITIONS["clock_terms"]["properties"]
    assert set(clock) <= set(first_column("Clocks"))
    for name in ("taken_back", "open_offer"):
        for field in DEFINITIONS[name]["properties"]:
            assert f"`{field}`" in section("Snapshot"), f"{field} of {name}"
    for field in DEFINITIONS["snapshot"]["properties"]["claims"]["properties"]:
        assert f"`{field}`" in section("Snapshot")
        assert f"claims.{field}" in section("When the other side is gone")
    for branch in DEFINITIONS["event"]["oneOf"]:
        kind = branch["properties"]["kind"]["const"]
        row = re.search(rf"^\| `{kind}` \| .*$", section("Events"), re.MULTILINE)[0]
        for field in set(branch["properties"]) - {"kind"}:
            assert f"`{field}`" in row, f"{field} of {kind}"


def test_the_words_of_the_page_are_those_of_the_schema():
    codes = re.findall(r"^\| `(\w+)` \| [^|]+ \| [^|]+ \|$", section("Errors"), re.MULTILINE)
    codes = [code for code in codes if code not in DEFINITIONS["error"]["properties"]]
    assert sorted(codes) == sorted(DEFINITIONS["error_code"]["enum"])
    reasons = DEFINITIONS["result"]["properties"]["reason"]["enum"]
    assert set(reasons) <= set(first_column("Snapshot"))
    assert set(DEFINITIONS["event"]["properties"]["kind"]["enum"]) <= set(first_column("Events"))


def test_the_errors_that_requests_name_are_codes():
    codes = set(DEFINITIONS["error_code"]["enum"])
    named = set()
    for kind, _ in definitions("request"):
        for errors in re.findall(r"Errors:([^#>|]*?)\.(?:\s|$)", section(kind)):
            named |= set(re.findall(r"`(\w+)`", errors))
    assert named <= codes
    # What any request may be answered, and what none is.
    anywhere = {"bad_json", "bad_message", "hello_first", "too_many_messages", "internal"}
    assert codes - named == anywhere


def test_every_close_code_is_told():
    header = (ROOT / "server/hub/ports/connections.hpp").read_text(encoding="utf-8")
    codes = re.findall(r"^    \w+ = (\d{4}),", header, re.MULTILINE)
    assert len(codes) > 5
    for code in codes:
        assert re.search(rf"^\| [^|]*\b{code}\b", section("Losing the connection"), re.MULTILINE)


def test_every_limit_of_the_codec_is_told():
    header = (PROTOCOL / "limits.hpp").read_text(encoding="utf-8")
    limit = {name: number.replace("'", "") for name, number in
             re.findall(r"constexpr [\w:]+ (\w+) = ([\d']+);", header)}
    assert f"{limit['max_request_bytes']} bytes, {limit['max_json_depth']} levels" in PAGE
    assert f"1 to {limit['max_name_code_points']} characters" in section("hello")
    assert f"up to {limit['max_client_length']} printable" in section("hello")
    secret = f"{limit['min_secret_length']} to {limit['max_secret_length']} characters"
    assert secret in section("Secrets")
    assert f": {limit['min_base_ms']} to {limit['max_base_ms']} " in section("make")
    assert f": 0 to {limit['max_increment_ms']} " in section("make")
    assert f": 1 to {limit['max_games']}; default {limit['default_games']} " in section("games")
    assert f": 1 to {limit['max_cursor_length']} characters" in section("games")


def test_the_limits_of_the_schema_are_those_of_the_codec():
    header = (PROTOCOL / "limits.hpp").read_text(encoding="utf-8")
    limit = {name: int(number.replace("'", "")) for name, number in
             re.findall(r"constexpr [\w:]+ (\w+) = ([\d']+);", header)}
    wanted = DEFINITIONS["clock_wanted"]["oneOf"][1]["properties"]
    assert wanted["base_ms"]["minimum"] == limit["min_base_ms"]
    assert wanted["base_ms"]["maximum"] == limit["max_base_ms"]
    assert wanted["increment_ms"]["maximum"] == limit["max_increment_ms"]
    page = DEFINITIONS["games_request"]["properties"]["limit"]
    assert (page["maximum"], page["default"]) == (limit["max_games"], limit["default_games"])
    assert DEFINITIONS["cursor"]["maxLength"] == limit["max_cursor_length"]
