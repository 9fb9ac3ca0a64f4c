"""A bot that plans each flight to its end but does not look ahead to the enemy's answer."""

from collections.abc import Mapping
from operator import itemgetter
from typing import ClassVar

from tabletop_core import Decision, Match, RuleBot
from tabletop_core.bots import Policies

from ..rules.combat import snap_shots
from ..rules.movement import face_to_deal, fly, fly_next, roll_movement
from ..state import InPlay, State
from .plans import Plan


def shoot(play: InPlay, decision: Decision) -> str:
    """Fire whenever there is a shot."""
    return next(str(option) for option in decision.options if option != "hold")


class Pilot(RuleBot):
    """A bot that compares all ways to complete an aircraft's move by their expected value."""

    plan: ClassVar[type[Plan]] = Plan

    policies: ClassVar[Policies] = {snap_shots: shoot}

    def own_policies(self) -> Policies:
        return {roll_movement: self.deal_dice, fly_next: self.fly_first, fly: self.fly_on}

    def deal_dice(self, play: InPlay, decision: Decision) -> str | tuple[str, ...]:
        """Name the fighters for the dice asked for; each in turn takes the die that serves it best.

        If several dice serve equally well, it takes the lowest.
        """
        plan = self.plan(play, decision.seat)
        dice = list(play.state.dice)
        face = face_to_deal(dice)
        chosen: list[str] = []
        for fighter in map(str, decision.options):
            worth = {die: plan.of(fighter, die)[0] for die in set(dice)}
            die = max(worth, key=lambda die: (worth[die], -die))
            dice.remove(die)
            chosen += [fighter] * (die == face)
        return tuple(chosen) if decision.several else chosen[0]

    def fly_first(self, play: InPlay, decision: Decision) -> str:
        """Move the aircraft whose flight gives the best position."""
        plan = self.plan(play, decision.seat)
        points = play.state.assigned
        names = dict.fromkeys(str(order).split()[0] for order in decision.options)
        return max((plan.of(name, points.get(name, 0)) for name in names), key=itemgetter(0))[1]

    def fly_on(self, play: InPlay, decision: Decision) -> str:
        return self.plan(play, decision.seat).go_on()[1]

    def weigh(self, match: Match[State], decision: Decision) -> Mapping[str | int, float]:
        """Return the expected value of the position after each order."""
        if decision.kind != "fly":
            return {}
        play = match.play
        plan = self.plan(play, decision.seat)
        if play.state.flight is not None:
            return {**plan.worths()}
        points = play.state.assigned
        names = dict.fromkeys(str(order).split()[0] for order in decision.options)
        return {
            order: worth
            for name in names
            for order, worth in plan.worths_of(name, points.get(name, 0)).items()
        }
