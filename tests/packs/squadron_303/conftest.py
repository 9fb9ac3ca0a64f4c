"""A table on which a test sets up just what it needs."""

from collections.abc import Callable
from typing import Any

import attrs
import pytest

from packs.squadron_303.components import Mode
from packs.squadron_303.data import load_data
from packs.squadron_303.game import GAME
from packs.squadron_303.state import Fighter, Plane, Squadron, Status
from tabletop_core import Pile, Scripted
from tabletop_core.testing import perform

DATA = load_data()


class Table:
    """A game in progress without Germans, events or cards in hand, and scripted chance."""

    def __init__(self, **options: Any) -> None:
        self.match = GAME.start(options, seed=1, data=DATA, snapshots=False)
        self.play = self.match.play
        self.state = self.play.state
        self.play.events.clear()
        self.state.planes.clear()
        self.state.squadrons.clear()
        self.state.events_to_come.clear()
        self.state.deck = Pile.of(list(DATA.cards))
        self.state.discards.clear()
        for record in self.state.pilots.values():
            record.status = Status.ASIDE
        for fighter in self.state.fighters.values():
            fighter.pilot = ""
            fighter.cards.clear()
            fighter.declared = False
            fighter.ammunition = DATA.numbers.counts.ammunition
            fighter.supply = Pile.of(list(DATA.damage_tokens))
        self.prompts: list[str] = []

    def fly(self, colour: str, pilot: str, area: str, *cards: str, **more: Any) -> Fighter:
        """Put a pilot into the air with these cards in hand."""
        fighter = self.state.fighters[colour]
        fighter.pilot, fighter.area, fighter.landed = pilot, area, False
        fighter.cards = [self.state.deck.take(card) for card in cards]
        self.state.pilots[pilot].status = Status.FLYING
        for name, value in more.items():
            setattr(fighter, name, value)
        for token in fighter.damage:
            fighter.supply.take(token)
        return fighter

    def card(self, name: str, **parts: Any) -> str:
        """Print a Combat card anew, so that a test does not hang on the reconstructed deck."""
        data = self.play.data
        card = attrs.evolve(data.cards[name], **parts)
        self.play.data = attrs.evolve(data, cards={**data.cards, name: card})
        return name

    def squadron(self, name: str, *route: str, mode: str = "escort", **more: Any) -> Squadron:
        squadron = Squadron(id=name, route=list(route), mode=Mode(mode), area=route[0], **more)
        self.state.squadrons[name] = squadron
        return squadron

    def plane(self, aircraft: str, area: str, squadron: str = "I", **more: Any) -> Plane:
        if squadron not in self.state.squadrons:
            self.squadron(squadron, area)
        name = str(len(self.state.planes) + 1)
        group = self.play.data.aircraft[aircraft].group
        plane = Plane(id=name, aircraft=aircraft, group=group, area=area, squadron=squadron, **more)
        self.state.planes[name] = plane
        return plane

    def script(self, *outcomes: int | str) -> None:
        """Write down the dice and cards to come."""
        self.play.source = Scripted(outcomes)

    def run(self, procedure: Callable[..., Any], *args: Any, answers: tuple[Any, ...] = ()) -> Any:
        """Run a rule with these answers; all answers and all scripted chance must be used."""
        done = perform(self.play, procedure, *args, answers=answers)
        self.prompts += done.prompts
        script = self.play.source
        assert not isinstance(script, Scripted) or not script.left
        return done.result

    def events(self, kind: str) -> list[Any]:
        return [event.facts for event in self.play.events if event.kind == kind]


@pytest.fixture
def table() -> Table:
    return Table(scenario="biggin_hill", players=2)


@pytest.fixture
def make_table() -> type[Table]:
    return Table


@pytest.fixture(scope="session")
def pack():
    """The game under test, for the fixtures that tabletop brings."""
    return GAME
