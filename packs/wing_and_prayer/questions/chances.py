"""Exact chances that a decision can tell: what follows from an option."""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

from tabletop_core.dice import Odds
from tabletop_core.events import counted, said

from ..state import Fighter, InPlay
from .formation import flying, lead_bomber
from .mission import active_card
from .ratings import ace_bonus, by, crew_of, ratings_of

Chances = Mapping[str, Fraction]

DAMAGE = {"none": "no damage", "light": "light damage", "heavy": "heavy damage"}
"""What is done to a target or a bomber, in words."""

_FIRE = {"ineffective": "no effect"}


def of_new_escort(play: InPlay) -> Chances:
    """How many escorts a rendezvous brings (5.6)."""
    odds = play.data.tables["new_escorts"].odds()
    return {counted(number, "escort"): chance for number, chance in odds.items()}


def of_clouds(play: InPlay) -> Chances:
    """The clouds of another look at the target (12.6)."""
    return dict(play.data.tables["cloud_cover"].odds().items())


def of_row(play: InPlay, table: str) -> Chances:
    """The results of a table that nothing changes."""
    return {said(result): chance for result, chance in play.data.tables[table].odds().items()}


def of_interception(highest: int) -> Chances:
    """Whether interceptors find the formation (13.3)."""
    found = Odds.of([a + b for a in range(1, 7) for b in range(1, 7)]).at_most(highest)
    return {"the formation is found": found, "it is not": 1 - found}


def of_fire(play: InPlay, how: Mapping[str, Any]) -> Chances:
    """What the fire of an interceptor does to a bomber with these modifiers (9.2.6)."""
    odds = play.data.tables["bomber_combat"].odds(**how)
    return {DAMAGE.get(result, result): chance for result, chance in odds.items()}


def of_flak(play: InPlay, value: int, hits_on: int, bomber: str) -> Chances:
    """What flak of this value does to one bomber of the formation (10.3), before it rolls on."""
    tables = play.data.tables
    number = len(flying(play.state.mission))
    dice: int = tables["combat"].look_up(value, column=number).result
    structure = ratings_of(play, play.state.bombers[bomber]).structure
    hits = Odds.of({0: hits_on - 1, 1: 7 - hits_on}).times(dice)
    told: dict[str, Fraction] = {}
    for count, chance in hits.items():
        total = Odds.of(range(1, 7)).times(count) if count else None
        for points, part in total.items() if total else ((0, Fraction(1)),):
            result = tables["flak_damage"].result(points - structure) if count else "none"
            words = DAMAGE.get(result, result)
            told[words] = told.get(words, Fraction(0)) + chance * part
    return told


def of_route(play: InPlay, boxes: Iterable[str]) -> Chances:
    """Whether guns of a site open up on a way, that of the target left out (5.7)."""
    sites = play.data.flak_sites
    *on_the_way, _ = boxes
    fires = dict(play.data.tables["flak_site"].odds().items())["attack"]
    silent = (1 - fires) ** sum(box in sites for box in on_the_way)
    return {"no site opens up": silent, "guns open up": 1 - silent}


def of_duel(play: InPlay, shooter: Fighter, target: Fighter) -> Chances:
    """What the fire of one fighter does to another, both as they are and without wingmen (9.5)."""
    how = by(
        air_combat=ratings_of(play, shooter).air_combat,
        structure=ratings_of(play, target).structure,
        ace=ace_bonus(play, shooter)[0],
    )
    odds = play.data.tables["fighter_combat"].odds(**how)
    return {_FIRE.get(result, result): chance for result, chance in odds.items()}


def of_bombing(play: InPlay, low: bool, cloud: str = "") -> Chances:
    """The damage to the target if all bombers reach it (11.2, 11.3).

    `cloud`: the clouds over it then; without, those of now.
    """
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
    least: int = data.tables["bombing_hits"].row(cloud or mission.cloud).result
    hits = Odds.of({0: least - 1, 1: 7 - least}).times(dice)
    damage = hits.map(
        lambda number: data.tables["target_damage"].result(number, target.blue.destruction)
    )
    return {DAMAGE[result]: chance for result, chance in damage.items()}
