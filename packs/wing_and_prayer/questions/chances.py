"""Exact chances that a decision can tell: what follows from an option."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from tabletop_core.dice import Odds
from tabletop_core.events import counted

from ..state import InPlay
from .formation import flying, lead_bomber
from .mission import active_card
from .ratings import by, crew_of, ratings_of

Chances = Mapping[str, Fraction]

DAMAGE = {"none": "no damage", "light": "light damage", "heavy": "heavy damage"}
"""What is done to a target or a bomber, in words."""


def of_new_escort(play: InPlay) -> Chances:
    """How many escorts a rendezvous brings (5.6)."""
    odds = play.data.tables["new_escorts"].odds()
    return {counted(number, "escort"): chance for number, chance in odds.items()}


def of_clouds(play: InPlay) -> Chances:
    """The clouds of another look at the target (12.6)."""
    return dict(play.data.tables["cloud_cover"].odds().items())


def of_interception(highest: int) -> Chances:
    """Whether interceptors find the formation (13.3)."""
    found = Odds.of([a + b for a in range(1, 7) for b in range(1, 7)]).at_most(highest)
    return {"the formation is found": found, "it is not": 1 - found}


def of_fire(play: InPlay, how: Mapping[str, Any]) -> Chances:
    """What the fire of an interceptor does to a bomber with these modifiers (9.2.6)."""
    odds = play.data.tables["bomber_combat"].odds(**how)
    return {DAMAGE.get(result, result): chance for result, chance in odds.items()}


def of_bombing(play: InPlay, low: bool) -> Chances:
    """The damage to the target if all bombers reach it under the present clouds (11.2, 11.3)."""
    data, mission = play.data, play.state.mission
    target = active_card(play).target
    bombers = [play.state.bombers[name] for name in flying(mission)]
    factors = sum(ratings_of(play, one).bombing for one in bombers)
    how = by(
        *(["low_altitude"] if low else []),
        lead_bombardier=crew_of(play, lead_bomber(mission)).bombing,
        difficulty=target.difficulty,
    )
    dice: int = data.tables["combat"].look_up(factors, column=1, **how).result
    least: int = data.tables["bombing_hits"].row(mission.cloud).result
    hits = Odds.of({0: least - 1, 1: 7 - least}).times(dice)
    damage = hits.map(
        lambda number: data.tables["target_damage"].result(number, target.blue.destruction)
    )
    return {DAMAGE[result]: chance for result, chance in damage.items()}
