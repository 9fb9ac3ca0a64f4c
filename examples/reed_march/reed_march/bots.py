"""The bots: a captain with rules of thumb, and the evaluation of a position."""

from typing import ClassVar

from tabletop_core import Answer, Decision, Match
from tabletop_core.bots import GreedyBot, Policies, RuleBot

from .questions import (
    attackers_of,
    beside,
    foe_of,
    gives_cover,
    hexes_of,
    side_of,
    strength,
    units_of,
    villages_of,
)
from .state import InPlay

VILLAGE = 6.0

FRUITS = {"repulsed": -1.0, "back": -0.5, "exchange": 0.0, "retreat": 0.5, "broken": 1.5}
"""What each result of combat is worth to the attacker."""


def evaluate(play: InPlay, seat: str) -> float:
    """Return villages, strength, posts and the attack in progress, ours less theirs."""
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
    value = post(play, unit, space) + attack_from(play, unit, space)
    wanted = villages_of(play, foe_of(side_of(play, unit)))
    if wanted and space not in play.state.held:
        value -= 1.5 * min(play.data.map.board.distance(space, village) for village in wanted)
    if play.data.map.terrain_of(space).id == "reeds":
        value += 0.5
    return value


def post(play: InPlay, unit: str, space: str) -> float:
    """Return what a unit does for a village: it takes it, or makes it safer."""
    state = play.state
    if space not in state.held:
        return 0.0
    taken = 8.0 if state.held[space] != side_of(play, unit) else 0.0
    others = [one for one in state.units.on(space) if one != unit]
    threat = 0 if is_last_move(play) else threatening(play, space, foe_of(side_of(play, unit)))
    with_it = safety(strength(play, [unit, *others]), threat)
    return taken + 4 * (with_it - safety(strength(play, others), threat))


def threatening(play: InPlay, space: str, side: str) -> int:
    """Return the strength with which a side can come at a hex in its next turn."""
    return strength(play, [one for one in units_of(play, side) if is_in_reach(play, one, space)])


def safety(guard: int, threat: int) -> float:
    """Return how safe a guard is: from 0 for none to 1 where nothing threatens it."""
    return 2 * guard / (2 * guard + threat) if threat else 1.0


def is_in_reach(play: InPlay, unit: str, space: str) -> bool:
    moves = play.data.counters.counters[unit].values["moves"]
    here = play.state.units.at(unit)
    return bool(play.data.map.board.distance(here, space) <= moves)


def attack_from(play: InPlay, unit: str, space: str) -> float:
    """Return what the best attack from a hex promises, with all friends that can join it."""
    side, units = side_of(play, unit), play.state.units
    friends = [one for one in units_of(play, side) if one != unit]
    promises = []
    for target in hexes_of(play, foe_of(side)) & beside(play, [space]):
        near = beside(play, [target])
        joining = [
            one
            for one in friends
            if units.at(one) in near
            or (one not in play.state.moved and is_in_reach(play, one, target))
        ]
        promises.append(4 * fruits(play, target, strength(play, [unit, *joining])))
    return max(promises, default=0.0)


def fruits(play: InPlay, target: str, ours: int) -> float:
    """Return what an attack of this strength is worth: the mean of the combat table.

    In the last turn losses matter little, villages as ever.
    """
    theirs = strength(play, play.state.units.on(target))
    column = f"{ours}:{theirs}" if 2 * ours >= theirs else "1:2"
    cover, table = int(gives_cover(play, target)), play.data.tables["combat"]
    results = [str(table.result(die - cover, column)) for die in range(1, 7)]
    value = sum(FRUITS[result] for result in results) * (0.1 if is_last_turn(play) else 1)
    if target in play.state.held:
        value += sum(result in ("retreat", "broken") for result in results)
    return value / 6


def is_last_turn(play: InPlay) -> bool:
    return bool(play.round("Turn") == play.options["turns"])


def is_last_move(play: InPlay) -> bool:
    """Return whether no turn of the foe's follows."""
    return is_last_turn(play) and play.seat == play.seats[-1]


def gain(play: InPlay, unit: str, space: str) -> float:
    """Return how much more one wants a unit on a hex than where it is."""
    return worth(play, unit, space) - worth(play, unit, play.state.units.at(unit))


def pick_move(play: InPlay, decision: Decision[str]) -> str:
    """Return the move that gains most; none where none gains."""

    def gained(move: str) -> float:
        return gain(play, *move.split())

    best = max(decision.options[:-1], key=gained)
    return best if gained(best) > 0 else "done"


def pick_target(play: InPlay, decision: Decision[str]) -> str:
    """Return the hex against which an attack promises most, if it promises anything."""

    def promised(target: str) -> float:
        return fruits(play, target, strength(play, attackers_of(play, target)))

    best = max(decision.options[:-1], key=promised)
    return best if promised(best) > 0 else "done"


def pick_attackers(play: InPlay, decision: Decision[str]) -> tuple[str, ...]:
    """Return all attackers except those that add nothing; guards are spared first."""
    units, held, target = play.state.units, play.state.held, play.state.target

    def promised(attackers: list[str]) -> float:
        return fruits(play, target, strength(play, attackers))

    chosen = list(decision.options)
    for unit in sorted(chosen, key=lambda one: (units.at(one) not in held, strength(play, [one]))):
        rest = [one for one in chosen if one != unit]
        if rest and promised(rest) >= promised(chosen):
            chosen = rest
    return tuple(chosen)


def pick_advance(play: InPlay, decision: Decision[str]) -> str:
    """Return the unit that gains most by it; nobody where none gains."""
    target = play.state.target
    best = max(decision.options[:-1], key=lambda unit: gain(play, unit, target))
    return best if gain(play, best, target) > 0 else "nobody"


class Captain(RuleBot, GreedyBot):
    """Makes for villages and guards them, and joins units for attacks that the table favours.

    Where units arrive or retreat to, and who takes a loss, it answers as `greedy` does.
    """

    policies: ClassVar[Policies] = {
        "move": pick_move,
        "target": pick_target,
        "attackers": pick_attackers,
        "advance": pick_advance,
    }

    def otherwise(self, match: Match, decision: Decision) -> Answer:
        return GreedyBot.choose(self, match, decision)


BOTS = {"captain": Captain}
