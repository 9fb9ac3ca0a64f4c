"""The sequence of play: each turn the salters, then the reed folk."""

from tabletop_core import ForEach, Repeat, Step

from .questions import moves, targets
from .rules import arrive, attack, end_turn, move_a_unit

MOVEMENT = Repeat(
    "Movement",
    Step("Move a unit", move_a_unit, quiet=True),
    when=moves,
    until=lambda play: not moves(play),
)
COMBAT = Repeat(
    "Combat", Step("Attack", attack, quiet=True), when=targets, until=lambda play: not targets(play)
)
SEQUENCE = Repeat(
    "Turn",
    ForEach("Side", lambda play: play.seats, Step("Reinforcements", arrive), MOVEMENT, COMBAT),
    Step("End of the turn", end_turn),
)
