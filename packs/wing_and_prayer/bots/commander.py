"""A bot for either seat."""

from collections.abc import Callable, Sequence
from typing import Any

from tabletop_core import Bot, Decision

from ..questions.formation import element_of, flying, in_element
from ..questions.mission import guarded_boxes
from ..rules.air_combat import in_section
from ..rules.attacks_on_bombers import ELEMENT_MODIFIERS
from ..rules.routes import plans
from ..state import InPlay, Mission

BEST_FIGHTERS = ("me262", "fw190", "me109", "me110")


class Commander(Bot):
    """Plays by rules of thumb, one for each rule that asks something.

    For the squadron: the best crews lead, routes go around flak where the detour is short,
    each interceptor meets an escort and the others give cover.
    For the German side: strong flak and all fighters at every chance, aimed at weak bombers.
    """

    def choose(self, play: InPlay, decision: Decision) -> Any:
        thumb = _THUMBS.get(decision.rule)
        answer = None if thumb is None else thumb(play, decision)
        return _first(decision) if answer is None else answer


def _first(decision: Decision) -> Any:
    """The first legal answer."""
    options = decision.options
    return tuple(options[: decision.least or 0]) if decision.several else options[0]


def _prefer(*wanted: str) -> Callable[[InPlay, Decision], Any]:
    """The first of these answers that is offered."""
    return lambda play, decision: next((one for one in wanted if one in decision.options), None)


def _use_luck(play: InPlay, decision: Decision) -> Any:
    """Use a counter as soon as it is offered, an upgrade for the first crew of those that fly."""
    return decision.options[-1] if "no" in decision.options else decision.options[0]


def _fly(play: InPlay, decision: Decision) -> Any:
    """Keep to a plan; plan around guns where that costs at most two boxes."""
    mission, guarded = play.state.mission, guarded_boxes(play).boxes
    offered = [option for option in decision.options if str(option).startswith("plan:")]
    if "plan:keep" in offered:
        return "plan:keep"
    ways = plans(play)

    def cost(name: Any) -> float:
        way = ways[name][1]
        guns = sum(box in guarded for box in way[:-1])
        return len(way) + 2.5 * guns - (0.5 if _meets_escort(play, mission, way) else 0)

    return min(offered, key=cost)


def _meets_escort(play: InPlay, mission: Mission, way: Sequence[str]) -> bool:
    boxes = play.data.boxes
    return not mission.escorts and any(boxes[box].rendezvous for box in way)


def _rendezvous(play: InPlay, decision: Decision) -> Any:
    """Keep an escort that still reaches the target or the base."""
    data, mission = play.data, play.state.mission
    if not mission.escorts:
        return "roll"
    left = data.escorts[mission.escorts[0].kind].range - mission.escort_range
    return "keep" if left >= 3 and len(mission.escorts) > 2 else "roll"


def _attack(play: InPlay, decision: Decision) -> Any:
    """Send an escort for every interceptor."""
    foes = len(play.state.mission.interceptors)
    if decision.is_number:
        return min(max(foes, decision.options[0]), decision.options[-1])
    aces = {one.id: bool(one.ace) - one.damaged for one in in_section(play)}
    best = sorted(decision.options, key=lambda name: -aces[str(name)])
    return tuple(best[: max(foes, decision.least or 0)])


def _withdraw(play: InPlay, decision: Decision) -> Any:
    """Only damaged escorts leave the fight."""
    if not decision.several:
        return decision.options[0]
    damaged = {one.id for one in play.state.mission.escorts if one.damaged}
    return tuple(name for name in decision.options if name in damaged)


def _as_many(play: InPlay, decision: Decision) -> Any:
    if decision.is_number:
        return decision.options[-1]
    return tuple(decision.options[: decision.most]) if decision.several else decision.options[0]


def _go_around(play: InPlay, decision: Decision) -> Any:
    """Another look is worth the flak to a strong formation only."""
    return "again" if len(flying(play.state.mission)) >= 8 else "bomb"


def _strongest_flak(play: InPlay, decision: Decision) -> Any:
    return next(
        level for level in ("heavy", "moderate", "light", "none") if level in decision.options
    )


def _fighters(play: InPlay, decision: Decision) -> Any:
    """Aim at bombers (13.4), or choose who flies."""
    if not decision.several:
        return min(decision.options, key=lambda name: strength(play, str(name)))
    best = sorted(decision.options, key=lambda name: BEST_FIGHTERS.index(str(name).split("-")[0]))
    return tuple(best[: decision.most])


def strength(play: InPlay, bomber: str) -> tuple[bool, int]:
    """Damaged bombers first, then those of the element that returns the least fire (9.2.5)."""
    mission = play.state.mission
    element = element_of(mission, bomber)
    fire = {one.id: one.dm for one in play.data.tables["fighter_combat"].modifiers}
    defence = len(in_element(mission, element)) + fire[ELEMENT_MODIFIERS[element]]
    return not play.state.bombers[bomber].damaged, defence


_THUMBS: dict[str, Callable[[InPlay, Decision], Any]] = {
    "4.4": _prefer("best"),
    "4.6": _fly,
    "5.1": _fly,
    "5.6": _rendezvous,
    "6.1.2": _use_luck,
    "7.4.3": _prefer("done"),
    "9.1.5": _attack,
    "9.1.6.1": _as_many,
    "9.1.6.2": _as_many,
    "9.1.10": _withdraw,
    "9.2.3": _as_many,
    "12.6": _go_around,
    "12.13": _prefer("low"),
    "12.8": _prefer("wait"),
    "13.4": _fighters,
    "14.2.1": _strongest_flak,
    "14.2.2": _prefer("intercept"),
}
