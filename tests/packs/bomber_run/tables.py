"""Positions on the board, and scripts that say them in lines of text."""

from collections.abc import Iterable

import pytest

from packs.bomber_run.game import GAME
from packs.bomber_run.rules.combat import attack_run, fire_batteries
from packs.bomber_run.rules.ending import bombing_run
from packs.bomber_run.rules.movement import ask_for_order, fly, fly_next, orders_now
from packs.bomber_run.state import Aircraft, Flight, Kind
from tabletop_core.chance import Scripted
from tabletop_core.testing import perform
from tabletop_core.testing.performing import Performed


class Position:
    """A board with just the aircraft that a test names, and scripted dice."""

    def __init__(self) -> None:
        # Both bases on row 12 (5d4), then west wins the choice and goes first.
        self.dice = Scripted([3, 3, 2, 2, 2, 3, 3, 2, 2, 2, 6, 1, *[1] * 6])
        self.match = GAME.start(source=self.dice)
        self.play = self.match.play
        self.play.state.aircraft.clear()
        self.grid = self.play.data.board.grid

    def put_all(self, *aircraft: str) -> None:
        """Put several, each in words: `w1 F12 E`."""
        for one in aircraft:
            self.put(*one.split())

    def put(self, name: str, square: str, facing: str) -> str:
        side = "west" if name[0] in "wW" else "east"
        kind = Kind.BOMBER if name[0].isupper() else Kind.FIGHTER
        self.play.state.aircraft[name] = Aircraft(self.grid.square(square), facing, side, kind)
        return name

    def square(self, name: str) -> str | None:
        at = self.play.state.aircraft[name].at
        return at and self.grid.name(at)

    def facing(self, name: str) -> str:
        return self.play.state.aircraft[name].facing

    def roll(self, *faces: int) -> None:
        """Write down the next faces."""
        self.dice.script = list(faces)
        self.dice.used = 0

    def start_flight(self, name: str, points: int = 0) -> None:
        self.play.seat = self.play.state.aircraft[name].side
        self.play.state.flight = Flight(name, 2 * points)

    def turn(self, side: str, **assigned: int) -> None:
        """Let a side move next, nothing of it flown, with these dice assigned."""
        self.play.seat = side
        self.play.state.flown.clear()
        self.play.state.assigned = assigned

    def flight(self, name: str, points: int, *answers: str):
        """Fly an aircraft; return the decisions that were asked."""
        self.start_flight(name, points)
        return self.fly(name, *answers)

    def run(self, procedure, *args, answers: Iterable[str] = ()) -> Performed:
        return perform(self.play, procedure, *args, answers=answers)

    def perform(self, procedure, *args, answers: Iterable[str] = ()):
        """Carry out one rule with these answers; return the decisions that were asked."""
        return list(self.run(procedure, *args, answers=answers).asked)

    def orders(self, name: str) -> list[str]:
        """Return what the moving aircraft may do, without its name."""
        return [order.removeprefix(f"{name} ") for order in orders_now(self.play, name)]

    def fly(self, name: str, *answers: str):
        """Carry out the flight that was started; return the decisions that were asked."""

        def flight(play):
            orders = orders_now(play, name)
            order = yield from ask_for_order(play, "Where?", orders)
            yield from fly(play, name, order, orders)

        return self.perform(flight, answers=answers)

    def happened(self, kind: str) -> list[dict]:
        return [dict(event.facts) for event in self.play.events if event.kind == kind]

    def told(self) -> str:
        """Return the last line of the log in words."""
        event = self.play.events[-1]
        words = self.play.game.look.words[event.kind]
        return words.format(**event.facts) if isinstance(words, str) else words(event.facts)


class Script:
    """One claim as lines of text: where aircraft are, what they do, and what comes of it.

        w1 F12 E, e1 G14 N -> lost              aircraft; after all, e1 is not on the board
        w1 may 2: G12 E, H12 E                  these are all its orders with two points
        w1 flies 2 with 4 2: w1 G12 E, hold     it flies, with these dice and answers
        w1 attacks e1 with 3 3                  an attack run by itself; so `WA bombs with 1`
        west moves w1 1, w2 2: w2 H12 E         one of these flies, with the points of its die
        west moves on: w1 G12 E                 then another of them
        west ends with 2 2                      the batteries fire at the end of its turn
        options are w2 H12 E, w3 G3 E           all options of the first question
        seats are west, east                    who was asked, in order
        snap_shot happens 0                     so often; or the facts of the one that happens
        log says w1 attacks e1: ...             the last line of the log
        result is draw nobody                   how the game ended; `going_on nobody` if it did not
        last_side is wins                       an option of the game

    What follows an arrow is looked at when all is over.
    """

    def __init__(self, lines: list[str]) -> None:
        self.lines = lines

    def play(self) -> list[str]:
        """Play it through, and return all that came otherwise than it says."""
        self.position, self.wrong, self.asked = Position(), [], []
        later = []
        for line in self.lines:
            what, verb, *rest = line.split(" ", 2)
            if does := getattr(self, f"_{verb.rstrip(':')}", None):
                does(what, *rest)
                continue
            for piece in line.split(", "):
                where, arrow, after = piece.partition(" -> ")
                self.position.put_all(where)
                later += [(piece, where.split()[0], after.split())] if arrow else []
        for line, name, end in later:
            is_there = (self.position.square(name), self.position.facing(name))
            self._expect(line, is_there[: len(end)], (None,) if end == ["lost"] else tuple(end))
        self._expect("dice left over", self.position.dice.left, [])
        return self.wrong

    def _expect(self, line: str, found: object, wanted: object) -> None:
        if found != wanted:
            self.wrong.append(f"{line}: found {found!r}")

    def _roll(self, words: str) -> str:
        """Write down the dice after `with`; return what stands before."""
        before, _, faces = f" {words}".partition(" with ")
        self.position.roll(*map(int, faces.split()))
        return before.strip()

    def _flies(self, name: str, words: str) -> None:
        before, _, answers = words.partition(": ")
        self.position.start_flight(name, int(self._roll(before)))
        self.asked = self.position.fly(name, *(answers.split(", ") if answers else ()))

    def _moves(self, side: str, words: str) -> None:
        dice, _, answers = words.partition(": ")
        self.position.roll()
        if dice != "on":
            assigned = (one.split() for one in dice.split(", "))
            self.position.turn(side, **{name: int(points) for name, points in assigned})
        self.asked = self.position.perform(fly_next, answers=answers.split(", ") if answers else ())

    def _may(self, name: str, words: str) -> None:
        points, _, orders = words.partition(": ")
        self.position.start_flight(name, int(points))
        self.position.roll()
        self._expect(f"{name} may", set(self.position.orders(name)), set(orders.split(", ")))

    def _attacks(self, name: str, words: str) -> None:
        self.position.perform(attack_run, name, self._roll(words))

    def _bombs(self, name: str, words: str) -> None:
        self._roll(words)
        self.position.perform(bombing_run, name)

    def _ends(self, seat: str, words: str = "") -> None:
        self._roll(words)
        self.position.play.seat = seat
        self.position.perform(fire_batteries)

    def _are(self, what: str, words: str) -> None:
        found = {
            "seats": [decision.seat for decision in self.asked],
            "options": list(self.asked[0].options) if self.asked else [],
        }
        self._expect(what, found[what], words.split(", "))

    def _happens(self, kind: str, words: str) -> None:
        happened = self.position.happened(kind)
        told = [" ".join(f"{name}={fact}" for name, fact in facts.items()) for facts in happened]
        found, wanted = (len(told), int(words)) if words.isdigit() else (told, [words])
        self._expect(f"{kind} happens {words}", found, wanted)

    def _says(self, _: str, words: str) -> None:
        self._expect("log says", self.position.told(), words)

    def _is(self, what: str, words: str) -> None:
        play = self.position.play
        if what in play.options:
            play.options = {**play.options, what: words}
            return
        outcome = play.outcome
        found = (outcome.kind, outcome.winner or "nobody") if outcome else ("going_on", "nobody")
        self._expect("result is", " ".join(found), words)


def claims(text: str) -> pytest.MarkDecorator:
    """Read scripts: a claim each, and lines set in below it.

    Lines with a hash in front are for the reader.
    """
    scripts: dict[str, list[str]] = {}
    claim = ""
    for line in text.splitlines():
        if line.startswith("    "):
            scripts[claim].append(line.strip())
        elif line and not line.startswith("# "):
            assert line not in scripts, f"two scripts of one claim: {line}"
            claim = line
            scripts[claim] = []
    found = [pytest.param(Script(lines), id=claim) for claim, lines in scripts.items()]
    return pytest.mark.parametrize("script", found)
