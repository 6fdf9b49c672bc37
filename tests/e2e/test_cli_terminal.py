"""The terminal client on a terminal, as a person sees it."""

from random import Random

import pytest

from cli import Screen
from play import new_match
from wire import Client

SEED = 53
EDGES = "┌───────────┬───────────┐"


async def your_turn(screen):
    await screen.until("White ○", "Black ●", "Your turn, White", "White to move> ")


async def test_a_person_plays_with_the_computer(server, tmp_path):
    screen = Screen(server, tmp_path, "play", "--level", "casual", "--color", "white")
    await screen.until(EDGES, "a   b   c   d   e   f   g", "9 in hand, 0 on the board",
                       "Your turn, White: place a piece.", "White to move> ")
    screen.type("d2\r")
    await screen.until("Last move: White d2", "Last move: Black", "Your turn, White")
    assert "○" in screen.shown and "●" in screen.shown
    # A mistake is explained, and it is still the same turn.
    screen.type("d2\r")
    await screen.until("d2", "White to move> ")
    screen.type("moves\r")
    await screen.until("White may play 22 moves:", "White to move> ")
    screen.type("resign\r")
    await screen.until("resign again")
    screen.type("resign\r")
    await screen.until("You lose", "Game over> ")
    screen.type("quit\r")
    assert await screen.ended() == 0


async def test_tab_completes_words_and_moves(server, tmp_path):
    screen = Screen(server, tmp_path, "play", "--level", "casual", "--color", "white")
    await your_turn(screen)
    screen.type("mo\t")
    await screen.until("ves")
    screen.type("\r")
    await screen.until("White may play 24 moves:", "White to move> ")
    # All that it may become is shown.
    screen.type("a\t\t")
    await screen.until("a1", "a4", "a7")
    screen.type("4\t\r")
    await screen.until("Last move: White a4")


async def test_the_board_is_drawn_without_colours_and_unicode_if_so_wished(server, tmp_path):
    screen = Screen(server, tmp_path, "play", "--level", "casual", "--color", "white", "--ascii",
                    "--no-color")
    await screen.until("9 in hand, 0 on the board", "White to move> ")
    assert screen.text.isascii()
    screen.type("g7\r")
    await screen.until("Last move: White g7", "Last move: Black")
    assert "W" in screen.shown and "B" in screen.shown and screen.text.isascii()


async def test_ctrl_c_asks_first_and_the_seat_is_kept(server, tmp_path):
    screen = Screen(server, tmp_path, "play", "--level", "casual", "--color", "white")
    await your_turn(screen)
    screen.type("b4\r")
    await screen.until("Last move: Black")
    await your_turn(screen)
    screen.type("\x03")
    await screen.until("Ctrl-C again", "resign", "White to move> ")
    screen.type("\x03")
    await screen.until("morris resume")
    assert await screen.ended() == 0
    again = Screen(server, tmp_path, "resume")
    await again.until("8 in hand, 1 on the board", "Your turn, White")
    again.type("\x04")
    await again.until("Ctrl-D again", "White to move> ")
    again.type("\x04")
    assert await again.ended() == 0


async def test_somebody_watches_a_game_on_a_terminal(server, tmp_path):
    match = await new_match(server)
    await match.play(Random(SEED), plies=4)
    screen = Screen(server, tmp_path, "watch", match.table)
    await screen.until(EDGES, "White ○", "7 in hand, 2 on the board")
    await match.play(Random(SEED), plies=1)
    await screen.until(f"Last move: White {match.view.moves[-1]}")
    screen.type("d2\r")
    await screen.until("watching")
    await match.resign("black")
    await screen.until("Game over> ")
    screen.type("quit\r")
    assert await screen.ended() == 0
    assert "resigned" in screen.text or "White wins" in screen.text


async def test_a_lost_connection_is_told_and_comes_back_by_itself(serve, tmp_path):
    server = serve()
    screen = Screen(server, tmp_path, "play", "--level", "casual", "--color", "white")
    await your_turn(screen)
    server.kill()
    await screen.until("onnection")
    # What is typed meanwhile is sent when it is back.
    screen.type("d2\r")
    await screen.until("sent as soon as")
    server.start()
    await screen.until("Last move: White d2", "Last move: Black", "Your turn, White")
    screen.type("quit\r")
    assert await screen.ended() == 0


async def test_a_game_goes_on_from_a_backup_that_is_put_back(serve, tmp_path):
    server = serve()
    screen = Screen(server, tmp_path, "play", "--level", "casual", "--color", "white")
    await your_turn(screen)
    assert server.administrate("backup", tmp_path / "copy.db").returncode == 0
    screen.type("d2\r")
    await screen.until("Last move: Black", "Your turn, White")
    assert server.stop() == 0
    assert server.administrate("restore", tmp_path / "copy.db").returncode == 0
    server.start()
    await screen.until("2 moves are undone.", "9 in hand, 0 on the board", "White to move> ")
    screen.type("f4\r")
    await screen.until("Last move: White f4", "Last move: Black", "Your turn, White")
    screen.type("quit\r")
    assert await screen.ended() == 0


async def test_two_people_at_two_terminals(server, tmp_path):
    homes = [tmp_path / name for name in ("host", "guest")]
    for folder in homes:
        folder.mkdir()
    host = Screen(server, homes[0], "host", "--color", "white", "--listed")
    await host.until("morris join ")
    spectator = await Client.greet(server)
    [table] = [each["table"] for each in server.get_json("/api/tables")["open"]
               if each["table"] in host.text]
    await spectator.watch(table)
    invite = host.text.split("morris join ")[1].split()[0]
    guest = Screen(server, homes[1], "join", invite)
    await guest.until(EDGES, "Waiting for White")
    await your_turn(host)
    for screen, other, color, move in ((host, guest, "White", "d6"), (guest, host, "Black", "f4"),
                                       (host, guest, "White", "e3"), (guest, host, "Black", "b2")):
        other.type("")
        screen.type(f"{move}\r")
        await screen.until(f"Last move: {color} {move}")
        await other.until(f"Last move: {color} {move}", "Your turn")
    await spectator.until(lambda: spectator.views[table].turn == 4)
    assert spectator.views[table].moves == ["d6", "f4", "e3", "b2"]
    guest.type("quit\r")
    assert await guest.ended() == 0
    await host.until("away")
    host.type("resign\r")
    await host.until("resign again")
    host.type("resign\r")
    await spectator.until(lambda: spectator.views[table].result)
    assert spectator.views[table].result == {"winner": "black", "reason": "resigned"}


@pytest.mark.parametrize("option", ["--lines", "--json"])
async def test_lines_and_json_are_the_same_on_a_terminal(server, tmp_path, option):
    screen = Screen(server, tmp_path, "play", "--color", "white", option)
    await screen.until("d2" if option == "--json" else "turn white")
    assert EDGES not in screen.text
    screen.type("d2\n")
    await screen.until('"kind":"moved"' if option == "--json" else "move white d2")
