"""What the client says to a command line that is wrong."""

import pytest

COMMANDS = "play, host, join, pair, resume, watch, list, games, show, rules and check"


@pytest.mark.parametrize("arguments, sentence", [
    ([], f"A command has to say what to do; there are {COMMANDS}."),
    (["bogus"], f"bogus is no command; there are {COMMANDS}."),
    (["--json", "bogus", "more"], f"bogus is no command; there are {COMMANDS}."),
    (["list", "--prot", "1"], "Not expected here: --prot 1."),
    (["list", "a", "--b", "c"], "Not expected here: a --b c."),
    (["play", "--level", "easy"], "--level: easy is none of casual, club, strong and master."),
    (["play", "--color", "red"], "--color: red is none of white, black and random."),
    (["host", "--pieces", "4"], "--pieces: 4 is none of 3, 6 and 9."),
    (["play", "--pieces", "x"], "--pieces cannot be x."),
    (["play", "--preset", "my"], "--preset: my is none of usual, lusalos and two-hundred."),
    (["host", "--move-limit", "100"], "--move-limit: 100 is none of 200 and never."),
    (["play", "--preset", "usual", "--table", "x"], "--preset does not go together with --table."),
    (["show", "x", "--ply", "many"], "--ply cannot be many."),
    (["play", "--level", "club", "--level", "club"], "--level is there more than once."),
    (["play", "--level", "club", "--table", "x"], "--level does not go together with --table."),
    (["join", "a", "b"], "Not expected here: b."),
    (["check", "--pieces", "3", "x.txt"], "--pieces goes only with --moves."),
    (["check"], "FILE or --moves is required."),
    (["join"], "CODE is required."),
])
def test_a_wrong_command_line_is_answered_with_a_sentence(client, arguments, sentence):
    code, out, err = client.run(*arguments)
    assert (code, out) == (2, "")
    assert err.startswith(sentence + " See: morris ") and err.endswith(" --help\n"), err
    assert err.count("\n") == 1


@pytest.mark.parametrize("arguments, sentence", [
    (["games", "--result", "won"], "--result won is of a player: it goes only with --player."),
    (["games", "--from", "yesterday"], "--from: yesterday is no day such as 2026-11-30 (UTC)."),
    (["games", "--to", "2026-02-30"], "--to: 2026-02-30 is no day such as 2026-11-30 (UTC)."),
    (["games", "--from", "2026-12-01", "--to", "2026-11-30"],
     "--from 2026-12-01 is later than --to 2026-11-30."),
    *((["games", "--player", no_id], f"--player: {no_id} is no player's id, which has 12")
      for no_id in ("bob", "#tkfq", "7h3k9m2qxwp", "7h3k9m2qxwpab", "7H3K9M2QXWPA", "7h3k9m2qxw-a")),
    (["host", "--clock", "5"], "--clock 5: A clock is written as minutes+seconds, such as 5+3"),
    (["pair", "--clock", "200+0"], "--clock 200+0: A clock has from one second"),
])
def test_an_option_that_cannot_be_is_answered_with_a_sentence(client, arguments, sentence):
    code, out, err = client.run(*arguments)
    assert (code, out) == (2, "")
    assert err.startswith(sentence) and err.count("\n") == 1


def test_colours_may_be_spelt_either_way(server, client):
    client.start("host", "--colour", "black", "--no-colour")
    connection = server.accept()
    connection.greet()
    assert connection.receive()["color"] == "black"


def test_the_help_has_every_option_once(client):
    for command in ("play", "host"):
        code, out, err = client.run(command, "--help")
        assert (code, err) == (0, "") and "  --color COLOR " in out and "colour," not in out
    assert "a JSON string" in client.run("--help")[1]


@pytest.mark.parametrize("arguments", [
    ["--player", "7h3k9m2qxwpa"], ["--player", "me"], ["--from", "2026-11-30", "--to", "2026-11-30"]])
def test_games_are_asked_for_as_they_are_named(server, client, arguments):
    client.start("games", *arguments)
    connection = server.accept()
    connection.greet()
    games = connection.receive()
    assert games.get("player", "7h3k9m2qxwpa") == "7h3k9m2qxwpa"
    assert games.get("from") == games.get("to")
