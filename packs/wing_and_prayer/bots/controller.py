"""The `controller` bot: it leads the fighters and guns of the German side."""

from functools import cache
from typing import Any, ClassVar

import attrs

from tabletop_core import Decision, RuleBot
from tabletop_core.bots import Policies, preferred

from ..questions.formation import element_of, in_element
from ..questions.ratings import ace_bonus, by, ratings_of
from ..rules import attacks_on_bombers, engagements, two_player
from ..state import Bomber, Fighter, InPlay

BEST_FIGHTERS = ("me262", "fw190", "me109", "me110")

# In mission points. The first is that of the table; the others were chosen by campaigns of 1944.
BOMBER_LOST = 2.0
BOMBER_AWAY = 1.0
"""The worth of a bomber that drops out: it may still come home."""
BOMBER_DAMAGED = 1.0
"""The worth of a bomber that is damaged and stays: the next hit may destroy it."""
BOMBS = 0.5
"""What a bomber that goes before it has bombed takes with it."""

LIGHT_COUNTS = 0.5
DROPS_OUT = 0.5
"""The chances that light damage counts (10.2.1), and that a damaged bomber leaves."""


def send_best(play: InPlay, decision: Decision) -> Any:
    """Send as many fighters as possible, the best types first."""
    best = sorted(decision.options, key=lambda name: BEST_FIGHTERS.index(str(name).split("-")[0]))
    return tuple(best[: decision.most])


def as_many(play: InPlay, decision: Decision) -> Any:
    """Choose as many fighters as possible."""
    if decision.is_number:
        return decision.options[-1]
    return tuple(decision.options[: decision.most]) if decision.several else None


def aim(play: InPlay, decision: Decision) -> Any:
    """Aim at the bomber where one more attack is worth most.

    The decision does not name the interceptor: it is the first that aims at nobody yet. In a
    second wave that may be another one, as good as it or a little worse.
    """
    line = play.state.mission.interceptors
    shooter = next(one for one in line if not one.beside)
    return max(decision.options, key=lambda name: worth_of_attack(play, shooter, str(name)))


def worth_of_attack(play: InPlay, shooter: Fighter, bomber: str) -> float:
    """Return what one more attack on a bomber is worth, in mission points.

    The odds are exact for the fire of both, of which the bomber's comes first. What the German
    player may not know is left out: the crew. So are cover and luck.
    """
    mission = play.state.mission
    answer = fire_of_bomber(play, shooter, bomber)
    fighters = {
        "ineffective": shooter,
        "damaged": attrs.evolve(shooter, damaged=True),
    }
    targets = {
        damaged: attrs.evolve(play.state.bombers[bomber], damaged=damaged)
        for damaged in (False, True)
    }
    hits = cache(lambda state, damaged: fire_at_bomber(play, fighters[state], targets[damaged]))
    before = sum(one.beside == bomber for one in mission.interceptors)
    bombs = 0.0 if mission.bombed else BOMBS
    # The chances that the bomber is there, whole or damaged, when the last one fires.
    whole, hurt = (0.0, 1.0) if targets[True] == play.state.bombers[bomber] else (1.0, 0.0)
    gain = 0.0
    for _ in range(before + 1):
        gain, stays_whole, stays_hurt = 0.0, whole, hurt
        for state in fighters:
            fires = answer.get(state, 0.0)
            lost, damaged = hits(state, False)
            chance = whole * fires
            gain += chance * (
                lost * (BOMBER_LOST + bombs)
                + damaged * DROPS_OUT * (BOMBER_AWAY + bombs)
                + damaged * (1 - DROPS_OUT) * BOMBER_DAMAGED
            )
            stays_whole -= chance * (lost + damaged)
            stays_hurt += chance * damaged * (1 - DROPS_OUT)
            lost, damaged = hits(state, True)
            chance = hurt * fires
            gain += chance * (
                lost * (BOMBER_LOST + bombs) + damaged * DROPS_OUT * (BOMBER_AWAY + bombs)
            )
            stays_hurt -= chance * (lost + damaged * DROPS_OUT)
        whole, hurt = stays_whole, stays_hurt
    points: int = play.data.tables["mission_vp"].row(shooter.kind).result
    return gain - points * answer.get("destroyed", 0.0)


def fire_of_bomber(play: InPlay, shooter: Fighter, bomber: str) -> dict[str, float]:
    """Return what the fire of a bomber does to an interceptor, its crew left out (9.2.5)."""
    mission = play.state.mission
    element = element_of(mission, bomber)
    named = [attacks_on_bombers.ELEMENT_MODIFIERS[element]]
    named += ["loose"] * mission.is_loose + ["covering_arcs"] * mission.covering_arcs
    how = by(
        *named,
        air_combat=ratings_of(play, play.state.bombers[bomber]).air_combat,
        structure=ratings_of(play, shooter).structure,
        other_bombers=len(in_element(mission, element)) - 1,
    )
    odds = play.data.tables["fighter_combat"].odds(**how)
    return {result: float(chance) for result, chance in odds.items()}


def fire_at_bomber(play: InPlay, shooter: Fighter, target: Bomber) -> tuple[float, float]:
    """Return the chances that a bomber is destroyed, and that it is damaged (9.2.6, 10.2)."""
    how = by(
        air_combat=ratings_of(play, shooter).air_combat,
        structure=ratings_of(play, target).structure,
        ace=ace_bonus(play, shooter)[0],
    )
    odds = dict(play.data.tables["bomber_combat"].odds(**how).items())
    lost, heavy, light = (float(odds.get(one, 0)) for one in ("destroyed", "heavy", "light"))
    if target.damaged:
        return lost + heavy, LIGHT_COUNTS * light
    return lost, heavy + LIGHT_COUNTS * light


GERMAN_POLICIES: Policies = {
    engagements.interceptor_wingmen: as_many,
    two_player.german_flak: preferred("heavy", "moderate", "light"),
    two_player.german_interception: preferred("intercept"),
    two_player.send_interceptors: send_best,
    attacks_on_bombers.german_target: aim,
}


class Controller(RuleBot):
    """A bot for the German side: all fighters at every chance, aimed by the odds; strong flak."""

    policies: ClassVar[Policies] = GERMAN_POLICIES
