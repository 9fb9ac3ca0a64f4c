"""A pilot who plans each flight to its end, without looking at the enemy's answer."""

from typing import ClassVar

from tabletop_core import Decision, RuleBot
from tabletop_core.bots import Judges

from ..rules.combat import snap_shots
from ..rules.movement import fly, fly_next, roll_movement
from ..state import InPlay, Kind
from .plans import Plan


def deal_die(play: InPlay, decision: Decision) -> int:
    """Give the fighter the die with which it does best; of equal ones the lowest."""
    state = play.state
    fighters = state.of(decision.seat, Kind.FIGHTER)
    fighter = next(name for name in fighters if name not in state.assigned)
    plan = Plan(play, decision.seat)
    dice = (int(die) for die in decision.options)
    return max(dice, key=lambda die: (plan.of(fighter, die)[0], -die))


def next_aircraft(play: InPlay, decision: Decision) -> str:
    """Move the aircraft first after whose flight the side stands best."""
    plan = Plan(play, decision.seat)
    points = play.state.assigned
    names = (str(name) for name in decision.options)
    return max(names, key=lambda name: plan.of(name, points.get(name, 0))[0])


def fly_on(play: InPlay, decision: Decision) -> str:
    return Plan(play, decision.seat).go_on()[1]


def shoot(play: InPlay, decision: Decision) -> str:
    """Fire whenever there is a shot."""
    return next(str(option) for option in decision.options if option != "hold")


class Pilot(RuleBot):
    """Compares all ways to fly an aircraft to the end of its move, by their worth on average."""

    judges: ClassVar[Judges] = {
        roll_movement: deal_die,
        fly_next: next_aircraft,
        fly: fly_on,
        snap_shots: shoot,
    }
