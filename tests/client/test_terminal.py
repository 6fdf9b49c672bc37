"""The client at a terminal."""

import signal

import pytest

from fake_server import INVITE, TABLE, clock

GAME = "1. d2 d6 2. f4 b4 3. a7\n"


def seated(server, client, **snapshot):
    """A client that has joined a table as White, and its connection."""
    terminal = client.terminal("join", INVITE)
    connection = server.accept()
    connection.greet()
    connection.attach(connection.receive(), **snapshot)
    terminal.expect(f"Table {TABLE}")
    return terminal, connection


def test_a_game_is_played_by_typing(server, client):
    terminal, connection = seated(server, client)
    terminal.expect("Your turn, White: place a piece.\n")
    terminal.expect("White to move> ")
    terminal.type("d2\r")
    move = connection.receive()
    assert (move["turn"], move["move"]) == (0, {"to": "d2"})
    connection.done(move, 2)
    connection.moved(2, 1, "white", {"to": "d2"})
    terminal.expect("[○]")
    terminal.expect("Waiting for Black (Black) to move.")
    terminal.expect("Black to move (you are White)> ")
    connection.moved(3, 2, "black", {"to": "d6"})
    terminal.expect("[●]")
    terminal.expect("Last move: Black d6 (placed)")
    terminal.expect("White to move> ")


def test_what_happens_does_not_destroy_what_is_typed(server, client):
    terminal, connection = seated(server, client)
    terminal.expect("White to move> ")
    terminal.type("d1x")
    terminal.expect("d1x")
    connection.send({"type": "presence", "table": TABLE,
                     "white": {"present": True, "since": "2026-11-30T12:00:00.000Z"},
                     "black": {"present": False, "since": "2026-11-30T12:34:00.000Z"},
                     "spectators": 0})
    terminal.expect("Black (Black) is away since 12:34 UTC")
    terminal.expect("White to move> d1x")
    terminal.type("\x7f\r")  # backspace
    assert connection.receive()["move"] == {"to": "d1"}


def test_tab_completes_moves(server, client):
    terminal, connection = seated(server, client)
    terminal.expect("White to move> ")
    terminal.type("g\t")
    terminal.expect("g1  g4  g7")
    terminal.expect("White to move> g")
    terminal.type("7\t\r")
    assert connection.receive()["move"] == {"to": "g7"}


def test_a_lone_escape_does_not_stop_the_program(server, client):
    terminal, connection = seated(server, client)
    terminal.expect("White to move> ")
    terminal.type("\x1b")
    connection.moved(2, 1, "white", {"to": "d2"})
    terminal.expect("Last move: White d2 (placed)")


def test_a_lost_connection_is_said_once_and_comes_back(server, client):
    terminal, connection = seated(server, client)
    terminal.expect("White to move> ")
    connection.cut()
    terminal.expect("Connection lost (")
    connection = server.accept()
    connection.cut()
    connection = server.accept()
    connection.greet()
    connection.attach(connection.receive(), since=1)
    between = terminal.expect("Connected again.")
    assert "lost" not in between
    connection.moved(2, 1, "white", {"to": "d2"})
    terminal.expect("Last move: White d2 (placed)")


@pytest.mark.parametrize("key, name", [("\x03", "Ctrl-C"), ("\x04", "Ctrl-D")])
def test_ctrl_c_and_ctrl_d_explain_and_a_second_one_quits(server, client, key, name):
    terminal, connection = seated(server, client)
    terminal.expect("White to move> ")
    terminal.type(key)
    terminal.expect(f"Press {name} again")
    terminal.expect("White to move> ")
    terminal.type("d2\r")  # the game goes on, and it is asked anew
    assert connection.receive()["move"] == {"to": "d2"}
    terminal.type(key)
    terminal.expect(f"Press {name} again")
    terminal.expect("White to move> ")
    terminal.type(key)
    terminal.expect(f"morris resume {TABLE}")
    connection.wait_closed()
    assert terminal.wait() == 0
    assert terminal.settings() == terminal.before
    assert client.seats()[0]["table"] == TABLE


def test_a_termination_gives_the_terminal_back(server, client):
    terminal, _ = seated(server, client)
    terminal.expect("White to move> ")
    terminal.signal(signal.SIGTERM)
    assert terminal.wait() == 128 + signal.SIGTERM
    assert terminal.settings() == terminal.before


def test_a_closed_terminal_ends_it_and_the_seat_is_resumed(server, client):
    terminal, _ = seated(server, client)
    terminal.expect("White to move> ")
    terminal.kill()
    again = client.terminal("resume")
    connection = server.accept()
    connection.greet()
    resume = connection.receive()
    assert (resume["type"], resume["table"]) == ("resume", TABLE)
    connection.attach(resume)
    again.expect("White to move> ")


def test_the_host_sees_the_code_and_can_take_the_table_back(server, client):
    terminal = client.terminal("host")
    connection = server.accept()
    connection.greet()
    connection.attach(connection.receive(), open_seat="black")
    terminal.expect(f"\n    {INVITE}\n")
    terminal.expect("Waiting> ")
    terminal.type("leave\r")
    leave = connection.receive()
    assert (leave["type"], leave["table"]) == ("leave", TABLE)
    connection.done(leave, 2)
    assert terminal.wait() == 0
    code, _, err = client.run("resume")
    assert code == 1 and "no unfinished table" in err


def test_ctrl_l_draws_the_board_again_and_keeps_what_is_typed(server, client):
    terminal, connection = seated(server, client)
    terminal.expect("White to move> ")
    terminal.type("d1x\x0c")
    terminal.expect("a   b   c   d   e   f   g")
    terminal.expect("White to move> d1x")
    terminal.type("\x7f\r")  # backspace
    assert connection.receive()["move"] == {"to": "d1"}


def test_what_is_said_fits_the_window_as_it_is_now(server, client):
    terminal, _ = seated(server, client)
    terminal.expect("White to move> ")
    terminal.resize(24, 30)
    terminal.type("board\r")
    terminal.expect("White ○ 9 in hand, 0 on the\nboard\n  White (you)\n")
    terminal.resize(24, 80)
    terminal.type("board\r")
    terminal.expect("White ○  9 in hand, 0 on the board  White (you)\n")


def test_resigning_takes_two_lines(server, client):
    terminal, connection = seated(server, client)
    terminal.expect("White to move> ")
    terminal.type("resign\r")
    terminal.expect("Type resign again to give the game up.")
    terminal.type("d2\r")
    assert connection.receive()["type"] == "move"
    connection.moved(2, 1, "white", {"to": "d2"})
    terminal.expect("Last move: White d2")


def test_a_server_that_went_back_is_believed(server, client):
    terminal, connection = seated(server, client)
    terminal.type("d2\r")
    move = connection.receive()
    connection.done(move, 2)
    connection.moved(2, 1, "white", {"to": "d2"})
    terminal.expect("Black to move")
    connection.cut()
    connection = server.accept()
    connection.greet()
    resume = connection.receive()
    assert resume["since"] == 2
    connection.attach(resume)
    terminal.expect("1 move is undone.")
    terminal.expect("White to move> ")
    terminal.type("f4\r")
    move = connection.receive()
    assert (move["turn"], move["move"]) == (0, {"to": "f4"})


def test_a_spectator_stays_for_the_rematch(server, client):
    terminal = client.terminal("watch", TABLE)
    connection = server.accept()
    connection.greet()
    connection.attach(connection.receive(), color=None)
    terminal.expect("White to move> ")
    connection.ended(2, "black")
    terminal.expect("Game over> ")
    connection.send({"type": "event", "table": TABLE, "seq": 3, "at": "2026-11-30T12:00:00.000Z",
                     "turn": 0, "to_move": None, "kind": "rematched", "next": "9z8y7x6w5v4t"})
    terminal.expect("A rematch has begun: table 9z8y7x6w5v4t.")
    watch = connection.receive()
    assert (watch["type"], watch["table"]) == ("watch", "9z8y7x6w5v4t")
    terminal.type("quit\r")
    assert terminal.wait() == 0


def test_the_line_for_the_invited_leads_to_this_server(server, client):
    terminal = client.terminal("host")
    connection = server.accept()
    connection.greet()
    connection.attach(connection.receive(), open_seat="black")
    terminal.expect(f"    morris join {INVITE} --server localhost:{server.port}\n")
    terminal.expect("this machine only")


def test_the_list_of_tables_is_broken_between_words(server, client):
    seat = {"kind": "person", "player": "b4t8c1v6nzer", "name": "A rather long name"}
    options = {"board": "nine", "pieces": 9, "flying": True, "threefold": True, "no_mill": 100}
    terminal = client.terminal("list")
    connection = server.accept()
    connection.greet()
    request = connection.receive()
    connection.send({"type": "tables", "id": request["id"], "open": [], "live": [
        {"table": TABLE, "options": options, "seats": {"white": seat, "black": seat},
         "made_at": "2026-11-30T12:00:00.000Z", "ply": 12, "spectators": 3}]})
    text = terminal.expect("3 watching\n")
    assert all(len(line) <= 80 for line in text.splitlines()), text
    assert "without a take" in " ".join(text.split())


def test_the_clock_counts_down_beside_what_is_typed(server, client):
    terminal, connection = seated(server, client, clock=clock(14500, 300000))
    terminal.expect("White (you)  0:14 low running")
    terminal.expect("White to move 0:14 low (Black 5:00)> ")
    terminal.type("d1x")
    terminal.expect("d1x")
    terminal.expect("White to move 0:12 low (Black 5:00)> d1x")
    terminal.expect("White to move 0:11 low (Black 5:00)> d1x")
    terminal.type("\x1b[D\x1b[D")  # the cursor stays where it is, too
    terminal.expect("White to move 9.")
    terminal.type("\x04\x04d\r")  # two letters deleted, one typed
    terminal.expect('"dd" is neither a move')


@pytest.mark.parametrize("columns, typed, shown", [
    (80, 40, "White {} low> "), (50, 9, "White {} low> "), (60, 5, "White to move {} low (Black 5:00)> ")])
def test_the_clock_counts_on_where_there_is_little_room(server, client, columns, typed, shown):
    terminal, connection = seated(server, client, clock=clock(19500, 300000))
    terminal.expect("White to move 0:19 low (Black 5:00)> ")
    terminal.resize(24, columns)
    terminal.type("d" * typed)
    terminal.expect("d" * typed)
    for time in ("0:16", "0:15"):
        terminal.expect(shown.format(time) + "d" * typed)
    connection.moved(2, 1, "white", {"to": "d2"}, clock=clock(100000, 300000, "black"))
    terminal.expect("Last move: White d2 (placed)")


def test_a_prompt_that_fills_the_window_counts_no_more(server, client):
    terminal, connection = seated(server, client, clock=clock(14500, 300000))
    terminal.expect("White to move 0:14 low (Black 5:00)> ")
    terminal.type("d" * 50)
    terminal.expect("ddd")
    connection.send({"type": "clock", "table": TABLE, "clock": clock(100000, 300000)})
    connection.moved(2, 1, "white", {"to": "d2"}, clock=clock(100000, 300000, "black"))
    assert "White to move 1:" not in terminal.expect("Last move: White d2 (placed)")


def test_a_draw_is_offered_and_accepted(server, client):
    terminal, connection = seated(server, client)
    terminal.expect("White to move> ")
    connection.event(2, "offered", color="black", offer=2, what="draw")
    terminal.expect("Black (Black) offers a draw: type accept or decline.")
    terminal.type("acc\t\r")
    answer = connection.receive()
    assert (answer["type"], answer["offer"], answer["kind"], answer["accept"]) == (
        "answer", 2, "draw", True)
    connection.done(answer, 3)
    connection.event(3, "ended", to_move=None, offer=2,
                     result={"winner": "draw", "reason": "agreed"})
    terminal.expect("Draw: both sides agreed to it.")
    terminal.expect("Game over> ")


def test_leaving_a_game_says_what_it_means_first(server, client):
    terminal, connection = seated(server, client, claims={"away_ms": 60000, "idle_ms": 600000})
    connection.moved(2, 1, "white", {"to": "d2"})
    connection.moved(3, 2, "black", {"to": "d6"})
    terminal.expect("Last move: Black d6")
    terminal.expect("White to move> ")
    terminal.type("leave\r")
    said = " ".join(terminal.expect("to give the game up.").split())
    assert "once you have been away for 1:00, or have not moved for 10:00" in said
    terminal.type("leave\r")
    terminal.expect(f"morris resume {TABLE}")
    assert terminal.wait() == 0


def test_a_pair_waits_and_is_given_up(server, client):
    terminal = client.terminal("pair", "--clock", "5+3")
    connection = server.accept()
    connection.greet()
    pair = connection.receive()
    assert pair["clock"] == {"base_ms": 300000, "increment_ms": 3000}
    connection.send({"type": "pairing", "id": pair["id"], "waiting": True})
    assert "clock 5+3" in terminal.expect("(Ctrl-C gives up)")
    terminal.type("\x03")
    unpair = connection.receive()
    assert unpair["type"] == "unpair"
    connection.send({"type": "pairing", "id": unpair["id"], "waiting": False})
    assert terminal.wait() == 0
    assert client.seats() == []


def test_a_pair_comes_to_its_table(server, client):
    terminal = client.terminal("pair")
    connection = server.accept()
    connection.greet()
    pair = connection.receive()
    connection.send({"type": "pairing", "id": pair["id"], "waiting": True})
    connection.send({"type": "paired", "table": TABLE, "color": "black"})
    terminal.expect("Somebody is here: you are Black.")
    resume = connection.receive()
    assert (resume["type"], resume["table"], resume["secret"]) == ("resume", TABLE, pair["secret"])
    connection.attach(resume, color="black")
    terminal.expect("White to move (you are Black)> ")


def test_a_game_is_stepped_through_with_the_arrow_keys(client, tmp_path):
    game = tmp_path / "game.txt"
    game.write_text(GAME)
    terminal = client.terminal("show", str(game))
    terminal.expect("Ply 5 of 5.")
    for keys, ply in (("\x1b[D", 4), ("\x1b[D", 3), ("\x1b[C", 4), ("\x1b[H", 0), ("\x1b[C", 1),
                      ("\x1b[F", 5), ("\x1b[D\x1b[D", 3)):
        terminal.type(keys)
        terminal.expect(f"Ply {ply} of 5.")
    terminal.type("q")
    assert terminal.wait() == 0
    assert terminal.settings() == terminal.before


def test_one_ply_is_printed_at_a_terminal_too(client, tmp_path):
    game = tmp_path / "game.txt"
    game.write_text(GAME)
    terminal = client.terminal("show", str(game), "--ply", "2")
    terminal.expect("Ply 2 of 5.")
    assert terminal.wait() == 0


def test_the_list_is_followed(server, client):
    seat = {"kind": "person", "player": "b4t8c1v6nzer", "name": "Ann"}
    options = {"board": "nine", "pieces": 9, "flying": True, "threefold": True, "no_mill": 100}
    table = {"table": TABLE, "options": options, "seats": {"white": seat, "black": {"kind": "open"}},
             "made_at": "2026-11-30T12:00:00.000Z", "ply": 0, "spectators": 0,
             "clock": {"base_ms": 300000, "increment_ms": 3000}}
    terminal = client.terminal("list", "--follow")
    connection = server.accept()
    connection.greet()
    request = connection.receive()
    assert (request["type"], request["follow"]) == ("lobby", True)
    connection.send({"type": "lobby", "id": request["id"], "open": [table], "live": [],
                     "waiting": 1})
    terminal.expect("Ann - open")
    assert "clock 5+3" in " ".join(terminal.expect("1 player waits").split())
    connection.send({"type": "lobby_changed", "open": [], "live": [], "gone": [TABLE],
                     "waiting": 0})
    terminal.expect(f"Over:  {TABLE}  Ann - open")
    terminal.type("quit\r")
    assert terminal.wait() == 0
