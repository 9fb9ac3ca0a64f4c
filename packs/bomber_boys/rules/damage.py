"""Determining damage to the bomber."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import partial
from typing import Any

from tabletop_core import Asks, Decision, by_id, rule, ruling
from tabletop_core.events import counted

from ..questions.board import engine_hit, place_of
from ..state import Damage, InPlay
from .items import GO_ON, ITEMS, RABBIT, Moment, offer_items
from .results import check_failure


@rule("Damage die")
@ruling(
    "a die that hits what is lost already does nothing, and no item is offered against it",
    rejected="the damage goes to the next place",
    why="the place can take no more damage",
)
def roll_damage(play: InPlay) -> Asks:
    """Roll the twelve-sided damage die for each point: 1 to 10 is a station, 11 and 12 a wing.

    Items may help before the damage is placed.
    """
    turn = play.state.turn
    turn.hit = play.die(play.data.dice.damage, "damage die")
    turn.hit_again = False
    yield from offer_items(
        play,
        Moment.HIT,
        lambda: f"A hit on {place_of(play, turn.hit)}.",
        odds=lambda item: harm_of(play) if item == RABBIT else _harm_after(play, item),
    )
    place_hit(play)


def place_hit(play: InPlay) -> None:
    """Apply the damage of the die that was rolled, unless something has prevented it."""
    turn = play.state.turn
    hit, turn.hit = turn.hit, 0
    if hit in play.data.wings:
        damage_wing(play, hit)
    elif hit:
        damage_station(play, play.data.at_station[hit])


def harm_of(play: InPlay, points: int = 1) -> dict[str, Fraction]:
    """Return the chances of what this many damage dice do to the bomber, without items."""
    return _harm(play, [roll_damage] * points)


def _harm_after(play: InPlay, item: str) -> dict[str, Fraction]:
    """Return what the hit that was rolled does, after an item that rolls nothing, or none."""
    if item == GO_ON:
        return _harm(play, [place_hit])
    return _harm(play, [partial(ITEMS[item].use, moment=Moment.HIT), place_hit])


def _harm(play: InPlay, procedures: Sequence[Callable[..., Any]]) -> dict[str, Fraction]:
    """Return the chances of what rules do to the bomber; who may be bandaged is, if he is hit."""
    before = play.state.cubes

    def harm(aside: InPlay, _: object) -> str:
        lost = before - aside.state.cubes
        if aside.outcome is not None:
            return "the mission fails"
        if lost:
            return f"{counted(lost, 'man or engine', 'men or engines')} lost"
        return "minor damage" if damage_of(aside) > damage_of(play) else "no harm"

    def answer(_: InPlay, decision: Decision) -> Any:
        if GO_ON in decision.options:
            return GO_ON
        return (play.data.at_station[play.state.turn.hit],)

    found = play.odds(procedures, read=harm, policy=answer)
    return dict(sorted(found.items(), key=lambda one: -one[1]))


def damage_of(play: InPlay) -> int:
    """Return how many men and engines are damaged."""
    men = (man.damage for man in play.state.crew.values())
    return sum(damage is not Damage.NONE for damage in (*men, *play.state.engines.values()))


@rule("Cabin damage")
def damage_station(play: InPlay, name: str) -> None:
    """The first hit on a station is a yellow cube: minor damage, the man is wounded but can act.

    The second swaps it for a black cube off the damage track: major damage, he is lost.
    """
    man, title = play.state.crew[name], play.data.names[name]
    if man.is_lost:
        play.log("no_effect", place=title)
    elif man.is_wounded:
        man.damage = Damage.MAJOR
        play.state.cubes -= 1
        can_fly = [one for one in play.data.flyers if not play.state.crew[one].is_lost]
        facts = {"cubes": play.state.cubes, "id": name, "can_fly": can_fly}
        play.log("man_lost", place=title, **facts)
        check_failure(play)
    else:
        man.damage = Damage.MINOR
        play.log("minor_damage", place=title, id=name)


@rule("Engine damage")
@ruling(
    "an undamaged engine of the wing is hit first; the hit does nothing only when both are lost",
    rejected="the die names the engine, damaged or not",
    why="the worked example swaps a cube only once both engines of the wing are damaged",
)
def damage_wing(play: InPlay, location: int) -> None:
    """A hit on a wing damages one of its two engines: first yellow, then black, as in the cabin."""
    name = engine_hit(play, location)
    if name is None:
        play.log("no_effect", place=place_of(play, location))
    else:
        damage_engine(play, name, location)


def damage_engine(play: InPlay, name: str, die: int = 0) -> None:
    """Add minor damage to an engine, or swap it for major damage; 0 if no damage die hit it."""
    state, title = play.state, play.data.names[name]
    if state.engines[name] is Damage.NONE:
        state.engines[name] = Damage.MINOR
        play.log("minor_damage", place=title, id=name)
    else:
        state.engines[name] = Damage.MAJOR
        state.cubes -= 1
        running = sum(damage is not Damage.MAJOR for damage in state.engines.values())
        facts = {"cubes": state.cubes, "id": name, "die": die, "running": running}
        play.log("engine_lost", place=title, **facts)
        check_failure(play)


@rule("Engine of your choice")
@ruling(
    "choose an engine without damage; only if there is none, one with minor damage is lost",
    rejected="any engine may be chosen",
    why="both Engine Trouble and Course Correct turn to major damage when all have minor damage",
)
def damage_any_engine(play: InPlay) -> Asks:
    """An engine of your choice takes a yellow cube; where all have one, one is lost."""
    for level in (Damage.NONE, Damage.MINOR):
        choice = [name for name, damage in play.state.engines.items() if damage is level]
        if choice:
            name = yield from play.choose(
                "Which engine takes the damage?", choice, label=play.data.names, at=by_id()
            )
            damage_engine(play, name)
            return


@rule("Twin Fighters")
@ruling(
    "any engine that is not lost may be chosen, separately for each point of damage",
    rejected="an engine without damage must be chosen first",
    why="the card names one of your engines without a condition",
)
def hit_chosen_engine(play: InPlay) -> Asks:
    """Their hits roll no damage die: each falls on an engine that you choose."""
    choice = [name for name, damage in play.state.engines.items() if damage is not Damage.MAJOR]
    name = yield from play.choose(
        "Which engine do the Twin Fighters hit?",
        choice,
        label=lambda name: f"{play.data.names[name]}, {after_hit(play.state.engines[name])}",
        at=by_id(),
    )
    damage_engine(play, name)


def after_hit(damage: Damage) -> str:
    """Describe an engine and what a hit would do to it."""
    return "sound: minor damage" if damage is Damage.NONE else "minor damage: lost"
