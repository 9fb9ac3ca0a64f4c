"""Set up a moment of a mission and carry out rules on it, dice and cards written down."""

import re
from collections.abc import Iterable, Iterator
from contextlib import suppress

import pytest

from packs.bomber_boys.game import GAME
from packs.bomber_boys.sequence import SEQUENCE
from packs.bomber_boys.state import Damage, Enemy
from tabletop_core import Decision, Scripted, Step
from tabletop_core.engine.outcome import GameOver
from tabletop_core.testing import perform

DATA = GAME.load_data(())


def steps_of(node, play) -> Iterator[Step]:
    """Yield the steps below a node whose conditions hold when their turn comes."""
    if node.when is not None and not node.when(play):
        return
    if isinstance(node, Step):
        yield node
    else:
        for child in node.children:
            yield from steps_of(child, play)


class Mission:
    """A mission in progress, with just what a test puts on the table."""

    def __init__(self, **options) -> None:
        self.chance = Scripted(["lucky_coin"])
        self.match = GAME.start(options, source=self.chance, data=DATA)
        self.play = self.match.play
        self.state = self.play.state
        self.state.items.clear()
        self.turn_node = SEQUENCE.children[1]

    # ------------------------------------------------------------ what lies on the table

    def put(self, card: str, **how) -> Enemy:
        """Put an enemy on display."""
        name = card
        while any(enemy.name == name for enemy in self.state.display):
            name += "_2"
        self.state.display.append(Enemy(name=name, card=card, **how))
        return self.state.display[-1]

    def wound(self, *men: str) -> None:
        for man in men:
            self.state.crew[man].damage = Damage.MINOR

    def lose(self, *men: str) -> None:
        for man in men:
            self.state.crew[man].damage = Damage.MAJOR

    def exhaust(self, *men: str) -> None:
        for man in men:
            self.state.crew[man].exhausted = True

    def exhaust_all_but(self, *men: str) -> None:
        self.exhaust(*[name for name in self.state.crew if name not in men])

    @property
    def tired(self) -> set[str]:
        return {name for name, man in self.state.crew.items() if man.exhausted}

    @property
    def hurt(self) -> dict[str, str]:
        places = {name: man.damage for name, man in self.state.crew.items()} | self.state.engines
        return {name: damage.value for name, damage in places.items() if damage.value != "none"}

    # ------------------------------------------------------------ playing

    def take_turn(self, *script, answers: Iterable = ()) -> list[Decision]:
        """Play one turn of the sequence: the card first, then dice, in the order of the rules."""
        left = list(answers)
        self.chance.script, self.chance.used = list(script), 0
        asked: list[Decision] = []
        with suppress(GameOver):
            for step in steps_of(self.turn_node, self.play):
                self._run(step.run, (), left, asked)
        assert not left, f"answers that nobody asked for: {left}"
        assert not self.chance.left, f"dice or cards left over: {self.chance.left}"
        return asked

    def perform(self, procedure, *args, script: Iterable = (), answers: Iterable = ()):
        """Carry out one rule; return the decisions that were asked."""
        self.chance.script, self.chance.used = list(script), 0
        done = perform(self.play, procedure, *args, answers=answers)
        assert not self.chance.left, f"dice or cards left over: {self.chance.left}"
        return list(done.asked)

    def _run(self, procedure, args, left: list, asked: list[Decision]) -> None:
        running = procedure(self.play, *args)
        if running is None:
            return
        try:
            decision = next(running)
            while True:
                asked.append(decision)
                assert left, f"no answer for {decision.prompt!r}: {list(decision.options)}"
                decision = running.send(decision.check(left.pop(0)))
        except StopIteration:
            return

    @staticmethod
    def shots(decision: Decision, gunner: str = "") -> list[str]:
        """Return the options that fire a gun, or that of one gunner: a die, him, an enemy."""
        found = [option for option in decision.options if re.fullmatch(r"d\d \w+ \w+", option)]
        return [option for option in found if not gunner or option.split()[1] == gunner]

    def happened(self, kind: str) -> list[dict]:
        return [dict(event.facts) for event in self.play.events if event.kind == kind]

    @property
    def outcome(self):
        return self.play.outcome


@pytest.fixture
def table() -> Mission:
    return Mission()


@pytest.fixture
def table_for():
    return Mission


@pytest.fixture(scope="session")
def pack():
    """The pack under test, for the fixtures that tabletop brings."""
    return GAME
