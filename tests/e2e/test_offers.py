"""Draws, takebacks, aborts, claims, undo and hints: what everybody is told, and what is kept."""

import asyncio
from random import Random

import pytest

from play import check_http, new_game_with_computer, new_match

SEED = 37


async def offered(match, color, kind):
    """The offer's number; everybody has heard of it."""
    seat = match.seats[color]
    answer = await seat.client.ok("offer", table=match.table, kind=kind, turn=seat.view.turn)
    await match.all_at(answer["seq"])
    return answer["seq"]


async def answered(match, color, offer, kind, accept):
    answer = await match.seats[color].client.ok("answer", table=match.table, offer=offer, kind=kind,
                                                accept=accept)
    await match.all_at(answer["seq"])


async def test_a_game_with_offers_of_every_kind_stays_the_same_for_all_also_after_a_crash(serve):
    server = serve()
    random = Random(SEED)
    match = await new_match(server, spectators=1)
    await match.play(random, plies=4)
    for asker in ("white", "black", "white"):
        await answered(match, "black" if asker == "white" else "white",
                       await offered(match, asker, "takeback"), "takeback", True)
        assert match.view.to_move == asker
        await match.play(random, plies=3)
    await answered(match, "black", await offered(match, "white", "draw"), "draw", False)
    draw = await offered(match, "black", "draw")
    await match.seats["black"].client.ok("withdraw", table=match.table, offer=draw, kind="draw")
    await match.seats["white"].client.refused("offer_gone", "answer", table=match.table,
                                              offer=draw, kind="draw", accept=True)
    await match.play(random, plies=4)
    match.check_agreement()
    known = match.view.facts()
    server.restart()
    await asyncio.gather(*(seat.come_back(server) for seat in match.seats.values()))
    match.spectators = []
    assert match.view.facts() == known
    assert len(match.view.taken_back) == 3
    await answered(match, "white", await offered(match, "black", "draw"), "draw", True)
    assert match.view.result == {"winner": "draw", "reason": "agreed"}
    match.check_agreement()


@pytest.mark.parametrize("since", [True, False])
async def test_who_was_away_hears_of_offers_and_takebacks(server, since):
    random = Random(SEED)
    match = await new_match(server)
    await match.play(random, plies=5)
    black = match.seats["black"]
    await black.client.close()
    white = match.seats["white"]
    takeback = (await white.client.ok("offer", table=match.table, kind="takeback",
                                      turn=white.view.turn))["seq"]
    await black.come_back(server, since=since)
    await black.client.until_seq(match.table, takeback)
    assert [offer["offer"] for offer in black.view.offers] == [takeback]
    await white.client.close()
    await black.client.ok("answer", table=match.table, offer=takeback, kind="takeback", accept=True)
    await white.come_back(server, since=since)
    await white.client.until(lambda: len(white.view.moves) == 4)
    await match.all_at(max(white.view.seq, black.view.seq))
    match.check_agreement()


async def test_an_aborted_game_has_no_winner(server):
    random = Random(SEED)
    match = await new_match(server, spectators=1)
    await match.play(random, plies=1)
    answer = await match.seats["black"].client.ok("abort", table=match.table)
    await match.all_at(answer["seq"])
    assert match.view.result == {"winner": "nobody", "reason": "aborted"}
    match.check_agreement()


async def test_hint_and_undo_against_the_computer(serve):
    server = serve()
    random = Random(SEED)
    seat = await new_game_with_computer(server, "club", "white")
    for _ in range(3):
        assert await seat.until_my_turn()
        hint = await seat.client.ok("hint", table=seat.table, turn=seat.view.turn)
        assert hint["depth"] >= 1 and hint["turn"] == seat.view.turn
        again = await seat.client.ok("hint", table=seat.table, turn=seat.view.turn)
        assert (again["move"], again["line"]) == (hint["move"], hint["line"])
        await seat.move(hint["move"])
    assert await seat.until_my_turn()
    answer = await seat.client.ok("undo", table=seat.table, turn=seat.view.turn)
    await seat.client.until_seq(seat.table, answer["seq"])
    assert len(seat.view.moves) == 4 and seat.view.my_turn
    await seat.resign()
    await seat.client.until(lambda: seat.view.result)
    server.restart()
    await seat.come_back(server)
    answer = await seat.client.ok("undo", table=seat.table, turn=seat.view.turn)
    await seat.client.until_seq(seat.table, answer["seq"])
    assert seat.view.result is None and len(seat.view.moves) == 2
    await seat.move(random.choice(seat.view.legal))
    assert await seat.until_my_turn()
    assert (seat.view.hints, seat.view.undos) == (3, 2)
    check_http(server, seat.table, seat.view.facts())


async def test_what_is_for_people_is_refused_against_the_computer_and_the_other_way(server):
    random = Random(SEED)
    match = await new_match(server)
    await match.play(random, plies=2)
    alone = await new_game_with_computer(server, "casual", "white")
    for client, table, turn, code, types in (
            (match.seats["white"].client, match.table, 2, "no_computer", ("hint", "undo")),
            (alone.client, alone.table, 0, "no_person", ("offer", "claim"))):
        for type in types:
            fields = {"offer": {"kind": "draw", "turn": turn}, "claim": {"outcome": "win"}}
            await client.refused(code, type, table=table,
                                 **fields.get(type, {"turn": turn}))


async def test_spectators_can_do_none_of_it(server):
    random = Random(SEED)
    match = await new_match(server, spectators=1)
    await match.play(random, plies=2)
    offer = await offered(match, "white", "draw")
    [watcher] = match.spectators
    for type, fields in (("offer", {"kind": "draw", "turn": 2}),
                         ("answer", {"offer": offer, "kind": "draw", "accept": True}),
                         ("withdraw", {"offer": offer, "kind": "draw"}),
                         ("abort", {}), ("claim", {"outcome": "draw"}),
                         ("hint", {"turn": 2}), ("undo", {"turn": 2})):
        await watcher.refused("not_seated", type, table=match.table, **fields)
    match.check_agreement()
