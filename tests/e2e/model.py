"""What a client knows of a table, folded from snapshots and events, and checked as it goes.

Written from the protocol alone and with no rules of the game but what a move does to the board.
"""

import copy
import re

POINT = r"[a-g][1-7]"
MOVE = re.compile(rf"(?:({POINT})-)?({POINT})(?:x({POINT}))?")

OTHER = {"white": "black", "black": "white"}

# What a snapshot leaves out when it says nothing.
ABSENT = {"result": None, "rematch": {}, "offers": [], "taken_back": [], "absent": [], "hints": 0,
          "undos": 0}


def move_object(text):
    parts = MOVE.fullmatch(text)
    named = zip(("from", "to", "take"), parts.groups())
    return {name: point for name, point in named if point}


def move_text(move):
    start = f"{move['from']}-" if "from" in move else ""
    end = f"x{move['take']}" if "take" in move else ""
    return start + move["to"] + end


class View:
    """A table as this viewer may see it. `color` is None for a spectator."""

    def __init__(self, snapshot, color):
        self.color = color
        self.table = snapshot["table"]
        self.options = snapshot["options"]
        self.made_at = snapshot["made_at"]
        self.listed = snapshot["listed"]
        self._start(snapshot)
        self.check(snapshot)

    def _start(self, snapshot):
        self.seq = snapshot["seq"]
        self.seats = snapshot["seats"]
        self.result = snapshot.get("result")
        self.rematch = snapshot.get("rematch", {})
        self.legal = snapshot.get("legal")
        self.clock = snapshot.get("clock")
        self.turn = snapshot["turn"]
        self.offers = copy.deepcopy(snapshot.get("offers", []))
        self.taken_back = copy.deepcopy(snapshot.get("taken_back", []))
        self.absent = [side["color"] for side in snapshot.get("absent", [])]
        self.hints = snapshot.get("hints", 0)
        self.undos = snapshot.get("undos", 0)
        self._set_up(snapshot["moves"])

    def _set_up(self, moves):
        self.moves = []
        self.side = "white"
        self.points = {"white": set(), "black": set()}
        self.hands = dict.fromkeys(OTHER, self.options["pieces"])
        self.plies_without_take = 0
        for text in moves:
            self._play(text)

    # --- what follows from it

    @property
    def begun(self):
        return all(seat["kind"] != "open" for seat in self.seats.values())

    @property
    def to_move(self):
        return self.side if self.begun and not self.result else None

    @property
    def my_turn(self):
        return self.color is not None and self.to_move == self.color

    @property
    def phase(self):
        if self.hands[self.side] > 0:
            return "placing"
        three = len(self.points[self.side]) == 3
        return "flying" if three and self.options["flying"] else "moving"

    def facts(self):
        """What every viewer agrees on, as of now."""
        return copy.deepcopy(self._facts())

    def _facts(self):
        return {
            "table": self.table, "seq": self.seq, "turn": self.turn, "ply": len(self.moves),
            "made_at": self.made_at, "options": self.options, "listed": self.listed,
            "begun": self.begun, "seats": self.seats, "moves": self.moves, "result": self.result,
            "rematch": self.rematch, "plies_without_take": self.plies_without_take,
            "offers": sorted(self.offers, key=lambda offer: offer["offer"]),
            "taken_back": self.taken_back, "absent": sorted(self.absent), "hints": self.hints,
            "undos": self.undos,
            "position": {
                "white": sorted(self.points["white"]), "black": sorted(self.points["black"]),
                "hands": self.hands, "to_move": self.side, "phase": self.phase},
        }

    # --- what changes it

    def _play(self, text):
        move = move_object(text)
        mine, theirs = self.points[self.side], self.points[OTHER[self.side]]
        if "from" in move:
            assert self.hands[self.side] == 0 and move["from"] in mine, text
            mine.remove(move["from"])
        else:
            assert self.hands[self.side] > 0, text
            self.hands[self.side] -= 1
        assert move["to"] not in mine | theirs, text
        mine.add(move["to"])
        self.plies_without_take += 1
        if "take" in move:
            theirs.remove(move["take"])
            self.plies_without_take = 0
        self.moves.append(text)
        self.side = OTHER[self.side]

    def check(self, snapshot):
        """A snapshot of this very moment, for this viewer, says what is known here."""
        position = snapshot["position"]
        sorted_points = {color: sorted(position[color]) for color in OTHER}
        shown = {**ABSENT, **snapshot, "position": {**position, **sorted_points}}
        shown["offers"] = sorted(shown["offers"], key=lambda offer: offer["offer"])
        shown["absent"] = sorted(side["color"] for side in shown["absent"])
        for name, value in self._facts().items():
            assert shown[name] == value, (name, shown[name], value)
        assert ("legal" in snapshot) == self.my_turn, snapshot
        self._check_clock(snapshot.get("clock"))
        may_invite = self.color is not None and not self.begun and not self.result
        assert ("invite" in snapshot) == may_invite, snapshot

    def take_snapshot(self, snapshot, color):
        """A later snapshot of the same table goes on from what is known."""
        assert snapshot["table"] == self.table and snapshot["seq"] >= self.seq, snapshot
        # What was taken back is said.
        undone = len(snapshot.get("taken_back", [])) > len(self.taken_back)
        kept = snapshot["moves"][:len(self.moves)] == self.moves
        assert kept or undone, "the past has changed"
        if self.result and not undone:
            assert snapshot.get("result") == self.result, "the result has changed"
        self.color = color
        self._start(snapshot)
        self.check(snapshot)

    def take_event(self, event):
        assert event["table"] == self.table
        assert event["seq"] == self.seq + 1, f"seq {event['seq']} after {self.seq}"
        self.seq = event["seq"]
        getattr(self, "_on_" + event["kind"])(event)
        self.clock = event.get("clock", self.clock)
        if "result" in event:
            self.offers, self.absent = [], []
            assert self.result is None or event["kind"] not in ("moved", "ended")
            self.result = event["result"]
        if "clock" in event:
            self._check_clock(self.clock)
        assert event["turn"] == self.turn, event
        assert event["to_move"] == self.to_move, event
        if event["kind"] in ("joined", "moved", "taken_back"):
            self.legal = event.get("legal")
        else:
            assert "legal" not in event, event
        if not self.my_turn:
            assert "legal" not in event, "the legal moves of somebody else's turn"
            self.legal = None
        elif "legal" in event:
            assert self.legal and len(set(self.legal)) == len(self.legal), event

    def take_clock(self, clock):
        self.clock = clock
        self._check_clock(clock)

    def _on_joined(self, event):
        assert self.seats[event["color"]]["kind"] == "open" and not self.result
        self.seats = {**self.seats, event["color"]: event["seat"]}

    def _on_moved(self, event):
        assert event["color"] == self.to_move, event
        if self.legal is not None:
            assert move_text(event["move"]) in self.legal, event
        self._play(move_text(event["move"]))
        self.turn += 1
        self.absent = [color for color in self.absent if color != event["color"]]
        # Left unanswered by the mover; and its own wish to take back.
        self.offers = [offer for offer in self.offers
                       if offer["color"] == event["color"] and offer["kind"] == "draw"]

    def _on_ended(self, event):
        assert self.result is None and "result" in event, event
        if "offer" in event:
            assert self._offer(event["offer"])["kind"] == "draw", event

    def _on_offered(self, event):
        assert self.to_move and event["offer"] == event["seq"], event
        self.offers.append({"offer": event["offer"], "kind": event["what"],
                            "color": event["color"]})

    def _on_withdrawn(self, event):
        offer = self._offer(event["offer"])
        assert (offer["kind"], offer["color"]) == (event["what"], event["color"]), event
        self.offers.remove(offer)

    def _on_declined(self, event):
        offer = self._offer(event["offer"])
        assert (offer["kind"], offer["color"]) == (event["what"], OTHER[event["color"]]), event
        self.offers.remove(offer)

    def _on_taken_back(self, event):
        asker, plies = event["color"], event["plies"]
        assert plies == (2 if self.side == asker else 1), event
        if event.get("undo"):
            assert "offer" not in event, event
            self.undos += 1
            self.result, self.rematch = None, {}
        else:
            offer = self._offer(event["offer"])
            assert (offer["kind"], offer["color"]) == ("takeback", asker), event
        undone = {"turn": self.turn, "color": asker, "moves": self.moves[-plies:]}
        self.taken_back.append({**undone, "undo": True} if event.get("undo") else undone)
        self._set_up(self.moves[:-plies])
        self.turn += 1
        self.offers = []

    def _on_clock(self, event):
        assert "clock" in event and self.to_move, event

    def _on_absent(self, event):
        assert self.to_move and event["color"] not in self.absent, event
        self.absent.append(event["color"])

    def _on_returned(self, event):
        self.absent.remove(event["color"])

    def _on_hinted(self, event):
        assert event["color"] == self.to_move, event
        self.hints += 1

    def _offer(self, number):
        [offer] = [offer for offer in self.offers if offer["offer"] == number]
        return offer

    def _check_clock(self, clock):
        if clock is None:
            return
        assert clock["runs"] in (None, self.to_move), clock
        assert clock.get("waits_for") in (None, self.to_move), clock
        said = [clock["runs"] is not None, "first_move_ms" in clock, "waits_for" in clock]
        assert sum(said) <= 1, clock
        persons = [color for color, seat in self.seats.items() if seat["kind"] != "computer"]
        assert sum(said) == (1 if self.to_move in persons else 0), clock

    def _on_rematch_offered(self, event):
        assert self.result and "table" not in self.rematch, event
        self.rematch = {"offered_by": event["color"]}

    def _on_rematched(self, event):
        assert self.result and "table" not in self.rematch, event
        self.rematch = {**self.rematch, "table": event["next"]}
