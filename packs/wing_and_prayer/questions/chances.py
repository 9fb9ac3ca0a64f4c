"""Exact chances of what follows from an option."""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import reduce
from operator import add
from typing import Any, NamedTuple

import attrs

from tabletop_core.dice import Odds
from tabletop_core.events import counted, said

from ..state import Fighter, InPlay
from .formation import flying, lead_bomber
from .mission import active_card, is_two_player
from .ratings import ace_bonus, by, crew_of, crew_performance, ratings_of

Chances = Mapping[str, Fraction]

DAMAGE = {"none": "no damage", "light": "light damage", "heavy": "heavy damage"}
"""What is done to a target or a bomber, in words."""

_FIRE = {"ineffective": "no effect"}


class Pair(NamedTuple):
    """Two opponents in a fight, and whether a wingman helps each one."""

    escort: Fighter
    foe: Fighter
    helped: bool = False
    foe_helped: bool = False


def of_new_escort(play: InPlay) -> Chances:
    """Return how many escorts a rendezvous brings (5.6)."""
    odds = play.data.tables["new_escorts"].odds()
    return {counted(number, "escort"): chance for number, chance in odds.items()}


def of_clouds(play: InPlay) -> Chances:
    """Return the clouds of another look at the target (12.6)."""
    return dict(play.data.tables["cloud_cover"].odds().items())


def of_row(play: InPlay, table: str) -> Chances:
    """Return the results of a table that nothing changes."""
    return {said(result): chance for result, chance in play.data.tables[table].odds().items()}


def of_interception(highest: int) -> Chances:
    """Return whether interceptors find the formation (13.3)."""
    found = Odds.of([a + b for a in range(1, 7) for b in range(1, 7)]) <= highest
    return {"the formation is found": found, "it is not": 1 - found}


def of_fire(play: InPlay, how: Mapping[str, Any]) -> Chances:
    """Return what the fire of an interceptor does to a bomber with these modifiers (9.2.6)."""
    odds = play.data.tables["bomber_combat"].odds(**how)
    return {DAMAGE.get(result, result): chance for result, chance in odds.items()}


def of_flak(play: InPlay, value: int, hits_on: int, bomber: str) -> Chances:
    """Return what flak of this value does to one bomber, before the rolls that follow (10.3)."""
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
    """Return whether guns of a site open up on a way, that of the target left out (5.7).

    Nothing where there are none.
    """
    sites = play.data.flak_sites
    *on_the_way, _ = boxes
    fires = dict(play.data.tables["flak_site"].odds().items())["attack"]
    guns = sum(box in sites for box in on_the_way)
    if not guns:
        return {}
    silent = (1 - fires) ** guns
    return {"no site opens up": silent, "guns open up": 1 - silent}


def of_box(play: InPlay, box: str, *, on_the_run: bool) -> Chances:
    """Return what a box brings: the guns of its site (5.7), an event (5.8).

    `on_the_run`: the formation bombs there, and its site is no matter of chance.
    """
    data = play.data
    if box == data.base:
        return {}
    events = dict(data.tables["event_chance"].odds(column=data.from_base[box]).items())
    event, fires = events["event"], Fraction(0)
    if box in data.flak_sites and not (on_the_run or is_two_player(play)):
        fires = dict(data.tables["flak_site"].odds().items())["attack"]
    told = {
        "nothing happens": (1 - fires) * (1 - event),
        "guns open up": fires * (1 - event),
        "an event": (1 - fires) * event,
        "guns, and an event": fires * event,
    }
    return {words: chance for words, chance in told.items() if chance}


def of_keeping_up(play: InPlay, **performance: int) -> Chances:
    """Return whether a damaged aircraft keeps up in a turn, by what its `crew` performs (10.4)."""
    how = by(**performance)
    check = dict(play.data.tables["damaged_aircraft"].odds().items())
    falls = dict(play.data.tables["drop_out"].odds(**how).items())
    leaves = (1 - check["stays"]) * falls.get("drops_out", 0)
    return {"it keeps up": 1 - leaves, "it drops out": leaves}


def of_closing_up(play: InPlay) -> Chances:
    """Return whether a loose formation closes up at the next try (5.3)."""
    lead = crew_performance(play, lead_bomber(play.state.mission))
    how = by(lead_crew=lead["crew"], commander=lead["commander"])
    odds = dict(play.data.tables["formation_check"].odds(**how).items())
    words = {"tight": "it closes up at the next try", "loose": "it stays loose"}
    return {told: odds[result] for result, told in words.items() if result in odds}


def of_return(play: InPlay, bomber: str, box: str, commander: int) -> Chances:
    """Return whether a bomber that drops out in a box gets home (10.5.3).

    `commander`: what the commander of the squadron performs aboard it.
    """
    data = play.data
    own = ratings_of(play, attrs.evolve(play.state.bombers[bomber], damaged=True)).performance
    crew = crew_of(play, bomber).performance
    how = by("bomber", "crew", bomber=own, crew=crew, commander=commander)
    table = data.tables["lost_bomber_fate"]
    odds = dict(table.odds(column=data.from_england[box], **how).items())
    place = data.map.title_of(box)
    words = {"returns": "gets home from", "fails": "is lost from"}
    return {f"damaged, it {words[result]} {place}": chance for result, chance in odds.items()}


def _fire(play: InPlay, shooter: Fighter, target: Fighter, helped: bool) -> Odds:
    """Return the results of the fire of one fighter at another, both as they are (9.5)."""
    how = by(
        *(["wingman"] if helped else []),
        air_combat=ratings_of(play, shooter).air_combat,
        structure=ratings_of(play, target).structure,
        ace=ace_bonus(play, shooter)[0],
    )
    return play.data.tables["fighter_combat"].odds(**how)


def of_duel(play: InPlay, shooter: Fighter, target: Fighter, helped: bool = False) -> Chances:
    """Return what the fire of one fighter does to another, both as they are (9.5)."""
    odds = _fire(play, shooter, target, helped)
    return {_FIRE.get(result, result): chance for result, chance in odds.items()}


def _exchange(play: InPlay, pair: Pair) -> Odds:
    """Return what befalls foe and escort in a round, by the order of fire (9.1.8, 9.1.9)."""

    def performance(one: Fighter) -> int:
        return ratings_of(play, one).performance + ace_bonus(play, one)[1]

    escort, foe, helped, foe_helped = pair
    better = performance(escort) - performance(foe)
    first, second = (escort, helped), (foe, foe_helped)
    if better < 0:
        first, second = second, first

    def fire_back(hit: str) -> Odds:
        if better == 0 or hit == "ineffective":
            back = _fire(play, second[0], first[0], second[1])
        elif hit == "destroyed":
            back = Odds.of(["ineffective"])
        else:
            back = _fire(play, attrs.evolve(second[0], damaged=True), first[0], second[1])
        return back.map(lambda answer: (answer, hit) if better < 0 else (hit, answer))

    return _fire(play, first[0], second[0], first[1]).then(fire_back)


def of_exchange(play: InPlay, pair: Pair) -> Chances:
    """Return what a round does to both of a pair, if no counter is used.

    An interceptor that is hit leaves, damaged or destroyed (9.1.7).
    """
    was_damaged = pair.escort.damaged

    def told(hits: tuple[str, str]) -> str:
        foe, escort = hits
        whole = escort == "ineffective" or (was_damaged and escort == "damaged")
        mine = "unhurt" if whole else "lost" if escort == "destroyed" else escort
        their = "flies on" if foe == "ineffective" else "is driven off"
        return f"interceptor {their}, escort {mine}"

    return dict(sorted(_exchange(play, pair).map(told).items(), key=_best_first))


def _best_first(one: tuple[str, Fraction]) -> tuple[bool, int]:
    words, _ = one
    ends = ("unhurt", "damaged", "lost")
    return "flies on" in words, next(at for at, end in enumerate(ends) if words.endswith(end))


def of_round(play: InPlay, pairs: Iterable[Pair]) -> Chances:
    """Return how many interceptors a round of fighters drives off, if these are the pairs."""
    return _driven_off(
        _exchange(play, pair).map(lambda hits: int(hits[0] != "ineffective")) for pair in pairs
    )


def of_bombers_fire(play: InPlay, modifiers: Iterable[Mapping[str, Any]]) -> Chances:
    """Return how many interceptors the bombers drive off before these fire (9.2.5)."""
    table = play.data.tables["fighter_combat"]
    return _driven_off(
        table.odds(**how).map(lambda result: int(result != "ineffective")) for how in modifiers
    )


def _driven_off(hits: Iterable[Odds]) -> Chances:
    """Return how many of these interceptors are hit, each with its odds of 0 and 1."""
    each = list(hits)
    if not each:
        return {}
    total = reduce(add, each)
    if len(each) == 1:
        words = {1: "it is driven off", 0: "it flies on"}
    else:
        words = {number: f"{number or 'none'} driven off" for number in range(len(each), -1, -1)}
    odds = dict(total.items())
    return {told: odds[number] for number, told in words.items() if number in odds}


def of_bombing(
    play: InPlay, low: bool, cloud: str = "", chosen: Sequence[str] | None = None
) -> Chances:
    """Return the damage to the target if all bombers reach it (11.2, 11.3).

    `cloud`: the clouds over it then; without, those of now.
    `chosen`: the bombers, the lead bomber first; without, those that fly.
    """
    data, mission = play.data, play.state.mission
    target = active_card(play).target
    names = flying(mission) if chosen is None else chosen
    lead = lead_bomber(mission) if chosen is None else chosen[0]
    factors = sum(ratings_of(play, play.state.bombers[name]).bombing for name in names)
    how = by(
        *(["loose"] if mission.is_loose else []),
        *(["low_altitude"] if low else []),
        lead_bombardier=crew_of(play, lead).bombing,
        difficulty=target.difficulty,
    )
    dice: int = data.tables["combat"].look_up(factors, column=1, **how).result
    least: int = data.tables["bombing_hits"].row(cloud or mission.cloud).result
    hits = Odds.of({0: least - 1, 1: 7 - least}).times(dice)
    damage = hits.map(
        lambda number: data.tables["target_damage"].result(number, target.blue.destruction)
    )
    return {DAMAGE[result]: chance for result, chance in damage.items()}
