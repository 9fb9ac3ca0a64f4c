"""A pilot who plans each flight to its end, without looking at the enemy's answer."""

from operator import itemgetter
from typing import ClassVar

from tabletop_core import Decision, RuleBot
from tabletop_core.bots import Judges

from ..rules.combat import snap_shots
from ..rules.movement import die_and_fighter, fly, fly_next, roll_movement
from ..state import InPlay
from .plans import Plan


def deal_die(play: InPlay, decision: Decision) -> str:
    """Give the next fighter the die with which it does best; of equal ones the lowest."""
    dice: dict[int, str] = {}
    fighters: list[str] = []
    for option in map(str, decision.options):
        die, fighter = die_and_fighter(option)
        fighters.append(fighter)
        if fighter == fighters[0]:
            dice[die] = option
    plan = Plan(play, decision.seat)
    return dice[max(dice, key=lambda die: (plan.of(fighters[0], die)[0], -die))]


def fly_first(play: InPlay, decision: Decision) -> str:
    """Move the aircraft first after whose flight the side stands best."""
    plan = Plan(play, decision.seat)
    points = play.state.assigned
    names = dict.fromkeys(str(order).split()[0] for order in decision.options)
    return max((plan.of(name, points.get(name, 0)) for name in names), key=itemgetter(0))[1]


def fly_on(play: InPlay, decision: Decision) -> str:
    return Plan(play, decision.seat).go_on()[1]


def shoot(play: InPlay, decision: Decision) -> str:
    """Fire whenever there is a shot."""
    return next(str(option) for option in decision.options if option != "hold")


class Pilot(RuleBot):
    """Compares all ways to fly an aircraft to the end of its move, by their worth on average."""

    judges: ClassVar[Judges] = {
        roll_movement: deal_die,
        fly_next: fly_first,
        fly: fly_on,
        snap_shots: shoot,
    }
