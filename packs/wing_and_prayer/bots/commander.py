"""A bot for either seat."""

from collections.abc import Sequence
from typing import Any, ClassVar

from tabletop_core import Decision, RuleBot
from tabletop_core.bots import Policies, preferred

from ..questions.formation import flying
from ..questions.mission import guarded_boxes
from ..rules import (
    air_combat,
    attacks_on_bombers,
    bombing_run,
    changing_crews,
    engagements,
    lady_luck,
    mission_turn,
    post_mission,
    pre_mission,
    routes,
)
from ..state import InPlay
from .controller import GERMAN_POLICIES, as_many


def fly(play: InPlay, decision: Decision) -> Any:
    """Keep to a plan; plan around guns where that costs at most two boxes."""
    if routes.KEEP in decision.options:
        return routes.KEEP
    guarded, plans = guarded_boxes(play).boxes, routes.plans(play)

    def cost(name: Any) -> float:
        way = plans[name][1]
        guns = sum(box in guarded for box in way[:-1])
        return len(way) + 2.5 * guns - (0.5 if meets_escort(play, way) else 0)

    return min((name for name in decision.options if name in plans), key=cost)


def meets_escort(play: InPlay, way: Sequence[str]) -> bool:
    has = play.data.map.has
    return not play.state.mission.escorts and any(has(box, "rendezvous") for box in way)


def use_luck(play: InPlay, decision: Decision) -> Any:
    """Use a counter as soon as it is offered."""
    return decision.options[-1]


def keep_escort(play: InPlay, decision: Decision) -> Any:
    """Keep an escort that still reaches the target or the base."""
    mission = play.state.mission
    if not mission.escorts:
        return "roll"
    left = play.data.escorts[mission.escorts[0].kind].range - mission.escort_range
    return "keep" if left >= 3 and len(mission.escorts) > 2 else "roll"


def attack(play: InPlay, decision: Decision) -> Any:
    """Send an escort for every interceptor."""
    foes = len(play.state.mission.interceptors)
    if decision.is_number:
        return min(max(foes, decision.options[0]), decision.options[-1])
    aces = {one.id: bool(one.ace) - one.damaged for one in air_combat.in_section(play)}
    best = sorted(decision.options, key=lambda name: -aces[str(name)])
    return tuple(best[: max(foes, decision.least or 0)])


def withdraw(play: InPlay, decision: Decision) -> Any:
    """Withdraw damaged escorts only, and only if they can be named."""
    if not decision.several:
        return None
    damaged = {one.id for one in play.state.mission.escorts if one.damaged}
    return tuple(name for name in decision.options if name in damaged)


def cover(play: InPlay, decision: Decision) -> Any:
    """Cover as many bombers as possible."""
    return as_many(play, decision) or decision.options[0]


def go_around(play: InPlay, decision: Decision) -> Any:
    """Go around only with a strong formation, for which another look is worth the flak."""
    return "again" if len(flying(play.state.mission)) >= 8 else "bomb"


class Commander(RuleBot):
    """A bot with a rule of thumb for each rule that asks something.

    For the squadron: the best crews lead, routes go around flak where the detour is short,
    each interceptor meets an escort and the others give cover.
    On the German side it answers like the `controller`.
    """

    policies: ClassVar[Policies] = {
        pre_mission.assign_bombers: preferred("best"),
        pre_mission.decide_altitude: preferred("low"),
        pre_mission.plan_the_route: fly,
        routes.move_formation: fly,
        "box": preferred(routes.REST),
        mission_turn.meet_escorts: keep_escort,
        lady_luck.use_luck: use_luck,
        air_combat.send_more_escorts: attack,
        engagements.escort_wingmen: as_many,
        air_combat.second_round: withdraw,
        attacks_on_bombers.cover_support: cover,
        bombing_run.go_around: go_around,
        post_mission.hasty_maintenance: preferred("wait"),
        changing_crews.change_crews: preferred("done"),
        **GERMAN_POLICIES,
    }
