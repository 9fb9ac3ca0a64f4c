"""Who plays: the captain, by rules of thumb, and how a position is valued."""

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from tabletop_core import Answer, Decision
from tabletop_core.bots import GreedyBot, RuleBot

from .questions import (
    attackers_of,
    beside,
    foe_of,
    hexes_of,
    side_of,
    strength,
    units_of,
    villages_of,
)
from .state import InPlay

VILLAGE = 6.0


def evaluate(play: InPlay, seat: str) -> float:
    """Return villages, strength, posts and the attack under way, ours less theirs."""
    value = 0.0
    for side, sign in ((seat, 1), (foe_of(seat), -1)):
        value += sign * VILLAGE * len(villages_of(play, side))
        value += sign * strength(play, units_of(play, side))
        value -= sign * 0.3 * sum(way_to_a_post(play, unit) for unit in units_of(play, side))
    return value + (1 if seat == play.seat else -1) * promise(play)


def way_to_a_post(play: InPlay, unit: str) -> int:
    """Return how far a unit is from the villages that its side wants, or from those to guard."""
    wanted = villages_of(play, foe_of(side_of(play, unit))) or play.state.held
    here = play.state.units.at(unit)
    return min(play.data.map.board.distance(here, village) for village in wanted)


def promise(play: InPlay) -> float:
    """Return what an attack is worth that has been ordered and not yet carried out."""
    target, attackers = play.state.target, play.state.attackers
    return min(ratio(play, target), 4) - 1.5 if target and not attackers else 0


def ratio(play: InPlay, target: str) -> float:
    """Return the odds against a hex if all attack it that can."""
    defenders = play.state.units.on(target)
    return strength(play, attackers_of(play, target)) / strength(play, defenders)


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
        value -= 3 * min(board.distance(space, village) for village in wanted)
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
        odds = ours / strength(play, state.units.on(target))
        best = max(best, min(odds, 4) * 2 - 2 + (1 if target in state.held else 0))
    return best


def pick_move(play: InPlay, decision: Decision) -> Any:
    """The move that gains most; none where none gains."""

    def gain(move: str) -> float:
        unit, space = move.split()
        return worth(play, unit, space) - worth(play, unit, play.state.units.at(unit))

    best = max(decision.options[:-1], key=gain)
    return best if gain(best) > 0 else "done"


def pick_target(play: InPlay, decision: Decision) -> Any:
    """The hex with the best odds, if they are two to one or better."""
    best = max(decision.options[:-1], key=lambda target: ratio(play, target))
    return best if ratio(play, best) >= 2 else "done"


class Captain(RuleBot, GreedyBot):
    """Makes for villages, attacks at good odds, guards what is threatened; looks ahead else.

    Who attacks, retreats or takes a loss is answered as `greedy` does, one answer ahead.
    """

    judges: ClassVar[Mapping[str, Callable[..., Any]]] = {"move": pick_move, "target": pick_target}

    def otherwise(self, play: InPlay, decision: Decision) -> Answer:
        return GreedyBot.choose(self, play, decision)


BOTS = {"captain": Captain}
