"""The client without a terminal: what it sends and prints, and how it takes trouble."""

import json
import os
import pwd
import re
import signal
import socket
import subprocess
import threading

import pytest

from fake_server import INVITE, PATIENCE, TABLE, clock


def lines_until(process, start):
    """Reads lines up to the one that begins so, with that one."""
    lines = []
    while not lines or not lines[-1].startswith(start):
        line = process.stdout.readline()
        assert line, f"no line {start!r} after {lines}"
        lines.append(line.rstrip("\n"))
    return lines


def end_of(process):
    out, err = process.communicate(timeout=PATIENCE)
    return process.returncode, out, err


USUAL = {"board": "nine", "pieces": 9, "flying": True, "threefold": True, "no_mill": 100,
         "move_limit": None, "hand_counts": False}
TWO_HUNDRED = {**USUAL, "no_mill": None, "move_limit": 200, "hand_counts": True}


@pytest.mark.parametrize("arguments, options", [
    ([], USUAL),
    (["--preset", "usual"], USUAL),
    (["--preset", "lusalos"], {**USUAL, "flying": False}),
    (["--preset", "two-hundred"], TWO_HUNDRED),
    (["--preset", "two-hundred", "--pieces", "6", "--no-mill", "50", "--move-limit", "never"],
     {**TWO_HUNDRED, "pieces": 6, "no_mill": 50, "move_limit": None}),
    (["--no-flying", "--no-threefold", "--preset", "two-hundred"],
     {**TWO_HUNDRED, "flying": False, "threefold": False}),
    (["--move-limit", "200"], {**USUAL, "move_limit": 200}),
    (["--hand-counts"], {**USUAL, "hand_counts": True}),
])
@pytest.mark.parametrize("command", ["play", "host"])
def test_a_preset_is_sent_as_its_options_and_single_ones_change_it(server, client, command,
                                                                   arguments, options):
    client.start(command, *arguments)
    connection = server.accept()
    connection.greet()
    assert connection.receive()["options"] == options


def test_the_seat_is_kept_before_it_is_asked_for(server, client):
    host = client.start("host", "--color", "white", "--pieces", "6", "--no-mill", "never")
    connection = server.accept()
    kept = client.seats()
    assert len(kept) == 1 and "table" not in kept[0]
    hello = connection.greet()
    assert hello["name"] == "Anna" and len(hello["secret"]) >= 22
    make = connection.receive()
    assert make["type"] == "make" and make["secret"] == kept[0]["secret"]
    assert make["options"] == {**USUAL, "pieces": 6, "no_mill": None}
    assert make["opponent"]["kind"] == "person"
    connection.attach(make, open_seat="black")
    assert lines_until(host, "invite ")[-1] == f"invite {INVITE}"
    assert client.seats()[0]["table"] == TABLE


def test_who_gives_no_name_is_called_as_before(server, client):
    def name_with(*arguments, name=None):
        process = client.start(*arguments, name=name)
        connection = server.accept()
        called = connection.greet()["name"]
        if arguments[0] == "host":
            connection.attach(connection.receive(), open_seat="black")
            lines_until(process, "invite ")  # by then the seat is kept
        return called

    login = pwd.getpwuid(os.getuid()).pw_name
    assert name_with("play") == login
    assert name_with("host", name="Zoë") == "Zoë"
    for arguments in (["resume", TABLE], ["join", INVITE], ["play"], ["games", "--player", "me"]):
        assert name_with(*arguments) == "Zoë", arguments
    assert name_with("play", name="Ben") == "Ben"
    assert name_with("pair") == "Ben"


def test_a_make_that_was_not_answered_is_sent_again(server, client):
    host = client.start("host")
    secrets = set()
    for trouble in ("before hello", "after hello", "after make", ""):
        connection = server.accept()
        if trouble == "before hello":
            connection.cut()
            continue
        connection.greet()
        make = connection.receive()
        secrets.add((make["key"], make["secret"]))
        if trouble:
            connection.cut()
    connection.attach(make, open_seat="black")
    assert len(secrets) == 1
    lines = lines_until(host, "invite ")
    assert "connection back" in lines
    assert len([line for line in lines if line.startswith("connection lost")]) == 1


def test_a_client_killed_before_the_answer_resumes_with_the_same_request(server, client):
    host = client.start("host")
    connection = server.accept()
    connection.greet()
    first = connection.receive()
    host.kill()
    again = client.start("resume")
    connection = server.accept()
    connection.greet()
    second = connection.receive()
    assert {**first, "id": 0} == {**second, "id": 0}
    connection.attach(second, open_seat="black")
    lines_until(again, f"invite {INVITE}")
    again.kill()
    client.start("resume")
    connection = server.accept()
    connection.greet()
    resume = connection.receive()
    assert resume["type"] == "resume"
    assert (resume["table"], resume["secret"]) == (TABLE, first["secret"])


def test_a_move_that_was_not_answered_is_sent_again_for_the_same_turn(server, client):
    player = client.start("join", INVITE.lower().replace("-", ""))
    connection = server.accept()
    connection.greet()
    join = connection.receive()
    assert join["invite"] == INVITE
    connection.attach(join)
    player.stdin.write("d2\nf4\n")
    player.stdin.flush()
    move = connection.receive()
    assert (move["turn"], move["move"]) == (0, {"to": "d2"})
    connection.cut()
    connection = server.accept()
    connection.greet()
    resume = connection.receive()
    assert resume["since"] == 1
    connection.attach(resume, since=1)
    again = connection.receive()
    assert {**again, "id": 0} == {**move, "id": 0}
    connection.done(again, 2)
    connection.moved(2, 1, "white", {"to": "d2"})
    connection.moved(3, 2, "black", {"to": "d6"})
    assert connection.receive()["move"] == {"to": "f4"}
    assert lines_until(player, "move black")[-3:] == ["move white d2", "turn black",
                                                       "move black d6"]


def test_missing_events_are_asked_for(server, client):
    client.start("watch", TABLE)
    connection = server.accept()
    connection.greet()
    connection.attach(connection.receive(), color=None)
    connection.moved(3, 2, "black", {"to": "d6"})
    watch = connection.receive()
    assert (watch["type"], watch["since"]) == ("watch", 1)


def test_input_from_a_file_is_played_move_by_move(server, client, tmp_path):
    moves = tmp_path / "moves"
    moves.write_text("d2\r\nnonsense\nf4")  # the last line without an end
    with moves.open() as file:
        player = client.start("play", "--color", "white", stdin=file)
    connection = server.accept()
    connection.greet()
    connection.attach(connection.receive())
    for turn, move, answer in ((0, "d2", "d6"), (2, "f4", "b4")):
        request = connection.receive()
        assert (request["turn"], request["move"]) == (turn, {"to": move})
        connection.moved(turn + 2, turn + 1, "white", {"to": move})
        connection.done(request, turn + 2)
        connection.moved(turn + 3, turn + 2, "black", {"to": answer})
    code, out, _ = end_of(player)
    assert code == 0
    assert "refused not_understood" in out
    assert out.endswith(f"morris resume {TABLE}\n")


def test_a_client_without_input_follows_the_game_to_its_end(server, client):
    watcher = client.start("watch", TABLE, stdin=subprocess.DEVNULL)
    connection = server.accept()
    connection.greet()
    connection.attach(connection.receive(), color=None)
    connection.send({"type": "event", "table": TABLE, "seq": 2, "at": "2026-11-30T12:00:00.000Z",
                     "turn": 0, "to_move": None, "kind": "ended",
                     "result": {"winner": "black", "reason": "resigned"}})
    code, out, err = end_of(watcher)
    assert (code, err) == (0, "")
    assert out.endswith("turn white\nresult winner=black reason=resigned\n")


def test_json_lines_are_the_servers_messages_as_they_came(server, client):
    watcher = client.start("watch", TABLE, "--json", stdin=subprocess.DEVNULL)
    connection = server.accept()
    connection.greet()
    connection.attach(connection.receive(), color=None)
    odd = '{"type":"news","text":"of a later version","n":[1.5,null]}'
    connection.send_text(odd.replace(":", ":\n"))
    connection.cut()
    connection = server.accept()
    connection.greet()
    connection.attach(connection.receive(), color=None, since=1)
    connection.close(1008, "Go away.")
    code, out, _ = end_of(watcher)
    lines = out.splitlines()
    assert code == 1 and odd.replace(":", ": ") in lines
    states = [line["state"] for line in map(json.loads, lines) if line["type"] == "client"]
    assert states == ["connected", "lost", "back", "refused"]
    types = [line["type"] for line in map(json.loads, lines) if line["type"] != "client"]
    assert types == ["welcome", "attached", "news", "welcome", "attached"]


def test_messages_that_make_no_sense_are_passed_over(server, client):
    watcher = client.start("watch", TABLE)
    connection = server.accept()
    connection.greet()
    connection.attach(connection.receive(), color=None)
    for text in ("", "{", "[]", '{"type":"event"}', '{"type":"welcome","id":1}', "\x1b[2J"):
        connection.send_text(text)
    connection.moved(2, 1, "white", {"to": "d2"})
    assert lines_until(watcher, "move ")[-1] == "move white d2"


def test_refusals_end_the_program_with_their_own_code(server, client):
    player = client.start("join", "AAAA-BBBB-CCCC", stdin=subprocess.DEVNULL)
    connection = server.accept()
    connection.greet()
    join = connection.receive()
    connection.send({"type": "error", "id": join["id"], "code": "no_such_invite",
                     "message": "No table has this code."})
    code, out, _ = end_of(player)
    assert code == 1
    assert out.splitlines()[-1] == "refused no_such_invite No table has this code."
    assert client.seats() == []


def test_who_finds_the_seats_of_an_own_table_taken_is_told_to_resume(server, client):
    for own in ("host", "join"):
        arguments = [own] if own == "host" else [own, INVITE]
        process = client.start(*arguments)
        connection = server.accept()
        connection.greet()
        connection.attach(connection.receive(), open_seat="black" if own == "host" else None)
        lines_until(process, "turn " if own == "join" else "invite ")
        again = client.start("join", INVITE.lower())
        connection = server.accept()
        connection.greet()
        request = connection.receive()
        connection.send({"type": "error", "id": request["id"], "code": "seat_taken",
                         "message": "Both seats of this table are taken."})
        refused = lines_until(again, "refused ")[-1]
        assert refused.endswith(f"one is yours: morris resume {TABLE}"), refused
        for seat in client.keys.glob("seat-*"):
            seat.unlink(missing_ok=True)  # the refused client drops its own


def test_a_server_that_is_not_there_or_none_has_its_own_code(client):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port = taken.getsockname()[1]
        code, out, err = client.run("list", server=f"127.0.0.1:{port}")
        assert code == 3 and out.startswith("connection failed") and "Cannot reach" in err
    code, _, err = client.run("list", server="no-such-host.invalid")
    assert code == 3 and "no such host" in err


def test_a_server_of_another_kind_is_named_so(client):
    with socket.create_server(("127.0.0.1", 0)) as listener:
        def answer():
            connection, _ = listener.accept()
            connection.recv(4096)
            connection.sendall(b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n")
            connection.recv(4096)
            connection.close()
        threading.Thread(target=answer, daemon=True).start()
        code, _, err = client.run("list", server=f"127.0.0.1:{listener.getsockname()[1]}")
    assert code == 3 and "HTTP 404" in err


def test_a_table_is_shown_and_saved(server, client, tmp_path):
    saved = tmp_path / "game.txt"
    shown = client.start("show", TABLE, "--save", str(saved), stdin=subprocess.DEVNULL)
    connection = server.accept()
    connection.greet()
    connection.attach(connection.receive(), color=None)
    code, out, _ = end_of(shown)
    assert code == 0 and "White: White   Black: Black   2026-11-30" in out
    assert out.endswith(f"\nSaved as {saved}.\n")
    assert saved.read_text().startswith("Morris game\nWhite: White\nBlack: Black\n")
    code, out, _ = client.run("check", str(saved))
    assert code == 0 and "Unfinished, White to move." in out


def test_a_shown_game_has_its_clock_and_what_help_was_used(server, client, tmp_path):
    saved = tmp_path / "game.txt"
    shown = client.start("show", TABLE, "--save", str(saved), stdin=subprocess.DEVNULL)
    connection = server.accept()
    connection.greet()
    connection.attach(connection.receive(), color=None, clock=clock(14500, 300000), hints=1,
                      undos=2)
    code, out, _ = end_of(shown)
    headings = "a take, clock 5+0\nHelp used: 1 hint and 2 undos.\n"
    assert code == 0 and headings in out
    assert "\nClock: 300+0\nHelp: hints=1 undos=2\n" in saved.read_text()
    assert headings in client.run("show", str(saved))[1]


def test_the_input_may_be_closed_altogether(server, client):
    watcher = subprocess.Popen(["sh", "-c", 'exec "$0" "$@" <&-', *client.command("watch", TABLE)],
                               stdout=subprocess.PIPE, encoding="utf-8", env=client.env())
    connection = server.accept()
    connection.greet()
    connection.attach(connection.receive(), color=None)
    assert lines_until(watcher, "turn ")
    watcher.send_signal(signal.SIGTERM)
    watcher.communicate(timeout=PATIENCE)
    assert watcher.returncode == 128 + signal.SIGTERM


def test_an_interrupt_ends_it_with_a_goodbye(server, client):
    watcher = client.start("watch", TABLE)
    connection = server.accept()
    connection.greet()
    connection.attach(connection.receive(), color=None)
    lines_until(watcher, "turn ")
    watcher.send_signal(signal.SIGINT)
    connection.wait_closed()
    assert end_of(watcher)[0] == 128 + signal.SIGINT


def test_the_seats_that_are_kept_are_listed(server, client):
    assert client.run("resume", "--list") == (0, "There is no unfinished table to go on with.\n", "")
    host = client.start("host")
    connection = server.accept()
    connection.greet()
    connection.attach(connection.receive(), open_seat="black")
    lines_until(host, f"invite {INVITE}")
    code, out, err = client.run("resume", "--list")
    assert (code, err) == (0, "")
    assert re.fullmatch(rf"{TABLE}  white  \d{{4}}-\d\d-\d\d  localhost:\d+\n", out), out


def test_a_file_is_overwritten_only_when_that_is_asked_for(client, tmp_path):
    game, saved = tmp_path / "game.txt", tmp_path / "saved.txt"
    game.write_text("1. d2 d6\n")
    saved.write_text("mine")
    code, out, err = client.run("show", str(game), "--save", str(saved))
    assert (code, out) == (1, "")
    assert err == f"The file {saved} exists already; --overwrite replaces it.\n"
    assert saved.read_text() == "mine"
    code, out, err = client.run("show", str(game), "--save", str(saved), "--overwrite")
    assert (code, err) == (0, "") and f"Saved as {saved}." in out
    assert saved.read_text().endswith("1. d2 d6\n")
    assert client.run("show", str(game), "--overwrite")[0] == 2
    assert client.run("show", str(game), "--save", str(tmp_path / "new"), "--json")[0] == 2
    assert not (tmp_path / "new").exists()


def test_what_is_no_json_is_not_printed_as_json(server, client):
    watch = client.start("watch", TABLE, "--json")
    connection = server.accept()
    connection.greet()
    request = connection.receive()
    connection.send_text("\x1b[2Jnot JSON")
    connection.send_text('{"type":"\x1b]0;title\x07"}')
    connection.send_text('{"type":"of a later version"}')
    connection.attach(request)
    connection.cut()
    lines = [watch.stdout.readline() for _ in range(4)]
    assert all("\x1b" not in line and isinstance(json.loads(line), dict) for line in lines), lines
    assert any("of a later version" in line for line in lines), lines


def test_an_output_that_cannot_be_written_is_an_error(client):
    with open("/dev/full", "w") as full:
        for arguments in (["rules"], ["check", "--moves", "d2 d6"]):
            result = subprocess.run([client.program, *arguments], stdout=full, env=client.env(),
                                    stderr=subprocess.PIPE, encoding="utf-8", check=False)
            assert result.returncode == 1 and "cannot be written" in result.stderr, arguments


def test_a_file_name_steers_no_terminal(client, tmp_path):
    file = tmp_path / "a\x1b[2Jb"
    file.write_text("1. d2 d6\n")
    for path in (file, tmp_path / "none\x1b[2J"):
        result = subprocess.run([client.program, "check", path], stdout=subprocess.PIPE,
                                stderr=subprocess.PIPE, encoding="utf-8", env=client.env(),
                                check=False)
        assert (result.stdout + result.stderr) and "\x1b" not in result.stdout + result.stderr
