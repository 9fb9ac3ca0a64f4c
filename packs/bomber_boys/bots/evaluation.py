"""The value of a mission in progress, for searches and the greedy bot."""

from math import exp

from ..questions.board import (
    aircraft,
    bombs_of,
    capacity_of,
    card_of,
    exhausted,
    ground_enemies,
    wounded,
)
from ..questions.bombsight import best_to_keep, chance_of
from ..state import Damage, InPlay

VICTORY = 10
"""Points that reaching the target counts beside the score, which goes up to ten as well."""

BASE = (2.23, 5.26)
WEIGHTS = {
    "cubes": (1.56, 1.17),
    "attacks awaited": (-0.33, -0.18),
    "toughness awaited": (-0.26, -0.02),
    "attacks": (-0.60, -0.78),
    "toughness": (-0.25, 0.13),
    "ground enemies": (-0.26, -0.18),
    "men lost": (0.28, 0.10),
    "men wounded": (-0.50, -0.14),
    "men exhausted": (-0.12, -0.04),
    "engines damaged": (-0.73, -0.26),
    "items": (0.40, 0.20),
}
"""What each sign adds to the logarithm of the odds of reaching the target, and to the score there.

Fitted to how the captain's missions went on from the beginning of each turn; wounds and items
weigh more, since he thinks less of them than he should.
A man or an engine lost costs a cube as well, and that weighs most.
"""


def evaluate(play: InPlay, seat: str) -> float:
    """Return the score to expect, with ten points more for reaching the target."""
    state, outcome = play.state, play.outcome
    if outcome is not None:
        return outcome.scores[seat] + (VICTORY if outcome.winner else 0)
    if state.open:
        is_keeping = play.decision is not None and play.decision.kind == "keep"
        chance = best_to_keep(*bombs_of(play)).chance if is_keeping else chance_of(*bombs_of(play))
        return VICTORY + state.cubes + len(state.bombs) + float(chance) * len(state.open)
    odds, score = BASE
    for sign, number in signs(play).items():
        to_odds, to_score = WEIGHTS[sign]
        odds += to_odds * number
        score += to_score * number
    return (VICTORY + score) / (1 + exp(-odds))


def signs(play: InPlay) -> dict[str, float]:
    """Return the signs by which a mission is judged.

    An attack is what an enemy does on average with one die; his toughness is that times the
    damage that he still takes.
    """
    state = play.state
    awaited, tough_awaited = _awaited(play)
    attacks = toughness = 0.0
    for enemy in aircraft(play):
        card = card_of(play, enemy)
        attack = sum(card.damage) / 6 + 0.5 * card.raises_dice
        attacks += attack
        capacity = capacity_of(play, enemy)
        toughness += attack * (1 if capacity is None else capacity - enemy.damage)
    return {
        "cubes": state.cubes,
        "attacks awaited": awaited,
        "toughness awaited": tough_awaited,
        "attacks": attacks,
        "toughness": toughness,
        "ground enemies": len(ground_enemies(play)),
        "men lost": sum(man.is_lost for man in state.crew.values()),
        "men wounded": len(wounded(play)),
        "men exhausted": len(exhausted(play)),
        "engines damaged": sum(damage is Damage.MINOR for damage in state.engines.values()),
        "items": len(state.items),
    }


def _awaited(play: InPlay) -> tuple[float, float]:
    """Return the attacks and the toughness to expect of the cards above the target."""
    enemies = play.data.enemies
    attacks = toughness = 0.0
    for stack in play.state.deck.values():
        if not stack.left:
            continue
        each = stack.left / sum(stack.unseen.values())
        for card, count in stack.unseen.items():
            if card in enemies:
                attack = count * each * sum(enemies[card].damage) / 6
                capacity = enemies[card].capacity
                attacks += attack
                toughness += attack * (capacity.value if capacity else 0)
    return attacks, toughness
