"""Who plays: the captain, by rules of thumb, and how a position is valued."""

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from tabletop_core import Decision
from tabletop_core.bots import RuleBot

from .questions import (
    attackers_of,
    beside,
    foe_of,
    hexes_of,
    reach,
    side_of,
    strength,
    units_of,
    villages_of,
)
from .state import InPlay

VILLAGE = 6.0


def evaluate(play: InPlay, seat: str) -> float:
    """Return villages and strength, ours less theirs."""
    foe = foe_of(seat)
    villages = len(villages_of(play, seat)) - len(villages_of(play, foe))
    return (
        VILLAGE * villages
        + strength(play, units_of(play, seat))
        - strength(play, units_of(play, foe))
    )


def worth(play: InPlay, unit: str, space: str) -> float:
    """Return how much one wants a unit on a hex."""
    side = side_of(play, unit)
    foe = foe_of(side)
    state, board = play.state, play.data.map.board
    value = 0.0
    wanted = villages_of(play, foe)
    if space in wanted:
        value += 8
    elif space in state.held and space not in {*hexes_of(play, side)} - {state.units.at(unit)}:
        # A village that nobody guards, the nearer the foe the more.
        value += 4 if foes_within(play, space, foe, 3) else 1
    if wanted:
        value -= 1.5 * min(board.distance(space, village) for village in wanted)
    if space in beside(play, hexes_of(play, foe)):
        value += exchange(play, unit, space, foe)
    if play.data.map.terrain_of(space).id == "reeds":
        value += 0.5
    return value


def foes_within(play: InPlay, space: str, foe: str, steps: int) -> bool:
    return any(play.data.map.board.distance(space, hex) <= steps for hex in hexes_of(play, foe))


def exchange(play: InPlay, unit: str, space: str, foe: str) -> float:
    """Return the best odds against a hex of the foe's, together with the friends beside it."""
    state, best = play.state, -2.0
    friends = [one for one in units_of(play, side_of(play, unit)) if one != unit]
    for target in hexes_of(play, foe) & beside(play, [space]):
        near = beside(play, [target])
        ours = strength(play, [unit, *(f for f in friends if state.units.at(f) in near)])
        ratio = ours / strength(play, state.units.on(target))
        best = max(best, min(ratio, 4) * 2 - 2 + (1 if target in state.held else 0))
    return best


def pick_unit(play: InPlay, decision: Decision) -> Any:
    """The unit that gains most by its best move; none where none gains."""
    gains = {}
    for unit in decision.options[:-1]:
        stay = worth(play, unit, play.state.units.at(unit))
        gains[unit] = max(worth(play, unit, space) for space in reach(play, unit)) - stay
    best = max(gains, key=gains.__getitem__)
    return best if gains[best] > 0 else "done"


def pick_hex(play: InPlay, decision: Decision) -> Any:
    unit = play.state.moved[-1]
    return max(decision.options, key=lambda space: worth(play, unit, space))


def pick_target(play: InPlay, decision: Decision) -> Any:
    """The hex with the best odds, if they are even or better."""

    def ratio(target: str) -> float:
        ours = strength(play, attackers_of(play, target))
        return ours / strength(play, play.state.units.on(target))

    best = max(decision.options[:-1], key=ratio)
    return best if ratio(best) >= 1.5 else "done"


def everybody(play: InPlay, decision: Decision) -> Any:
    return tuple(decision.options)


def pick_loss(play: InPlay, decision: Decision) -> Any:
    """The unit with most steps left, then the weakest."""
    return min(decision.options, key=lambda unit: (-play.state.steps[unit], strength(play, [unit])))


def pick_retreat(play: InPlay, decision: Decision) -> Any:
    """A hex near the villages that are held or wanted."""
    board = play.data.map.board
    return min(
        decision.options,
        key=lambda space: min(board.distance(space, village) for village in play.state.held),
    )


def pick_advance(play: InPlay, decision: Decision) -> Any:
    return decision.options[0]


class Captain(RuleBot):
    """Makes for villages, fights at good odds, and guards what is threatened."""

    judges: ClassVar[Mapping[str, Callable[..., Any]]] = {
        "unit": pick_unit,
        "move": pick_hex,
        "target": pick_target,
        "attackers": everybody,
        "loss": pick_loss,
        "retreat": pick_retreat,
        "arrive": pick_retreat,
        "advance": pick_advance,
    }


BOTS = {"captain": Captain}
