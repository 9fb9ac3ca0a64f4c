"""Exact chances of what follows from a choice, each with what they leave out."""

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from itertools import combinations
from typing import Any

from tabletop_core import Decision

from ..questions.board import chances
from ..questions.harm import damage_awaited
from ..questions.stopping import (
    in_words,
    of_dice_that_lie,
    of_extra_ammo,
    of_rolling_again,
    stopped_by_dice,
)
from ..state import InPlay
from .abilities import ACTIONS, Deed
from .damage import harm_of
from .items import ITEMS, Moment

UNHINDERED = {"counting": "all enemies as they are, nobody evades"}
NO_MORE = {"counting": "nobody does more, nobody evades"}
DONE = "done"

Look = Callable[[InPlay], Mapping[str, Any]]
"""Chances that can be read from the table as it is."""

GUNNERY = ("focus", "spot", "maneuver")
"""Actions for the sake of the guns."""


def of_standing_by(play: InPlay) -> Mapping[str, Any]:
    """Return the chances of the damage of this turn where nobody fires at the enemy or evades."""
    return damage_awaited(play) | UNHINDERED


def of_deed(play: InPlay, deed: Deed) -> Mapping[str, Any]:
    """Return the chances of what a deed, or an item named as one, leads to by dice or cards.

    What helps the guns tells whom they can then stop, the better way where there are several;
    what else is done in a fight, or nothing more, tells the damage that is still to come.
    """
    action = deed.action or deed.man
    if action == "reload":
        return of_rolling_again(play, deed.man)
    if action == "extra_ammo":
        return of_extra_ammo(play)
    if action == "course_correct":
        return of_next_card(play)
    if action == DONE:
        return _to_come(play)
    if action in ITEMS:
        return _of_item(play, action) if play.state.turn.dice else {}
    if action not in ACTIONS:
        return {}
    return _after(play, deed, of_dice_that_lie if action in GUNNERY else _to_come)


def _to_come(play: InPlay) -> Mapping[str, Any]:
    """Return the chances of the damage that is still to come in a turn of combat."""
    return damage_awaited(play) | NO_MORE if play.state.turn.is_combat else {}


def _after(play: InPlay, deed: Deed, look: Look) -> Mapping[str, Any]:
    """Return what can be read from the table after a deed that rolls nothing."""
    take = ACTIONS[deed.action].take
    (found,) = play.odds(take, deed, read=lambda aside, _: tuple(look(aside).items()))
    return dict(found)


def _of_item(play: InPlay, item: str) -> Mapping[str, Any]:
    """Return whom the guns can stop after an item, used in the way that is best for them."""
    asked: list[Decision] = []

    def stopped(answer: Callable[[Decision], Any]) -> tuple[Fraction, ...]:
        (found,) = play.odds(
            ITEMS[item].use,
            Moment.ACT,
            read=lambda aside, _: tuple(stopped_by_dice(aside)),
            policy=lambda _, decision: answer(decision),
        )
        return tuple(found)

    def ask(decision: Decision) -> Any:
        asked.append(decision)
        return next(_answers(decision))

    found = [stopped(ask)]
    found += [stopped(lambda _, it=it: it) for one in asked[:1] for it in _answers(one)]
    return in_words(play, max(found))


def _answers(decision: Decision) -> Iterator[Any]:
    """Yield every answer to a question that asks for one option, or for some of them."""
    if decision.most is None:
        yield from decision.options
        return
    for number in range(decision.least or 0, min(decision.most, len(decision.options)) + 1):
        yield from combinations(decision.options, number)


def of_event(play: InPlay, event: str) -> Mapping[str, Any]:
    """Return the chances of what suffering an event leads to."""
    if event == "friendly_fire":
        return harm_of(play)
    if event == "relentless":
        cards = play.state.discard
        return _kinds(play, {card: cards.count(card) for card in cards})
    return {}


def of_next_card(play: InPlay) -> Mapping[str, Any]:
    return _kinds(play, chances(play.state))


def _kinds(play: InPlay, cards: Mapping[str, int]) -> dict[str, Fraction]:
    """Return the chances of each kind of card."""
    found: dict[str, Fraction] = {}
    for card, count in cards.items():
        kind = "an event"
        if card in play.data.enemies or card in play.data.items:
            kind = "an enemy" if card in play.data.enemies else "an item"
        found[kind] = found.get(kind, Fraction(0)) + Fraction(count, sum(cards.values()))
    return dict(sorted(found.items()))
