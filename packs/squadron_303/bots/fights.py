"""The worth of cards, opponents and rounds of a Fight to the `wingman` bot.

All worths are in points of damage to a plane: one point is worth about 1.
"""

from collections.abc import Iterable

import attrs

from ..questions.board import in_reserve, is_destroyed, kind_of, scenario
from ..questions.germans import flies_home
from ..questions.routes import distance_to_target
from ..questions.symbols import sources_for_sets, symbols_counted, ways_to_activate
from ..rules.damage import points_of_damage
from ..rules.effects import tried
from ..rules.tokens import tokens_to_activate
from ..state import Fight, Fighter, InPlay, Plane

SYMBOL_WORTH = {"hit": 1.5, "evade": 1.0, "maneuver": 0.8}


DOWN = {"bomber": 6.0, "heavy_fighter": 4.0, "fighter": 4.0}


POINT = 1.5


CARD = 0.5
LATER = {"third_round": 1.5, "gain_maneuver": 1.5, "mark_second": 1.0}
"""The worth of effects beyond what they change in the round; unlisted ones get a little."""


def card_worth(play: InPlay, card: str) -> float:
    """Return the worth of keeping a card."""
    it = play.data.cards[card]
    return SYMBOL_WORTH[it.symbol] + 0.3 * it.move + 0.4 * it.support.count("joker")


def least_worth(play: InPlay, cards: Iterable[str], number: int = 1) -> tuple[str, ...]:
    return tuple(sorted(cards, key=lambda card: (card_worth(play, card), card))[:number])


def loss_worth(play: InPlay) -> float:
    """Return the cost of losing a pilot: the game, if nobody is left in the Reserve."""
    return 9.0 if in_reserve(play) else 20.0


def wear(play: InPlay, fighter: Fighter, points: int) -> float:
    """Return the cost of this many points of damage to a plane, given what it has already."""
    if not points:
        return 0.0
    left = play.data.numbers.counts.damage_destroys - len(fighter.damage) - points
    return points + (loss_worth(play) if left <= 0 else 2.0 if left == 1 else 0.0)


def round_worth(play: InPlay, fight: Fight) -> float:
    """Return the worth of a round with the Fight's current dice, cards and support.

    What the sets of the active card have already brought is not counted twice.
    """
    fighter = play.state.fighters[fight.colour]
    plane = play.state.planes[fight.opponent]
    symbols = symbols_counted(play, fight)
    markers, extra = symbols.count("maneuver"), 0.0
    fight = attrs.evolve(fight, hits=0, evades=0, ignore=0, first_strike=False)
    if fight.active:
        card = play.data.cards[fight.active]
        free = [symbol for _, symbol in sources_for_sets(play, fight)]
        ways = ways_to_activate(free, tokens_to_activate(play, fight, fight.active), card.set)
        if ways:
            sets = max(ways)
            markers -= ways[sets].maneuvers
            fight = tried(play, fight, sets)
            extra = LATER.get(card.effect, 0.3)
    hits = symbols.count("hit") + fight.hits
    if not fight.first_strike:
        hits = max(0, hits - fight.luftwaffe.count("evade"))
    kind = kind_of(play, plane)
    points = points_of_damage(kind.toughness, plane.damage, hits)
    down = plane.damage + points >= len(kind.toughness)
    german_hits = sum(face.startswith("hit") for face in fight.luftwaffe)
    cancelled = symbols.count("evade") + fight.evades + fight.ignore
    taken = 0 if fight.first_strike and down else max(0, german_hits - cancelled)
    marker_worth = (1.2 if plane.is_bomber else 0.7) * (not down)
    return (
        points * POINT
        + (DOWN[kind.group] if down else 0.0)
        + 0.2 * symbols.count("hit")
        + max(0, markers) * marker_worth
        + extra
        - wear(play, fighter, taken)
    )


def urgency(play: InPlay, plane: Plane) -> float:
    """Return how urgent it is to stop a German plane now."""
    squadron = play.state.squadrons[plane.squadron]
    if flies_home(squadron):
        return 0.3
    if not plane.is_bomber:
        return 2.0 if squadron.quarry or squadron.event else 0.8
    if is_destroyed(play, squadron.route[-1]) or squadron.route[-1] not in scenario(play).targets:
        return 0.8
    near = max(0, 4 - distance_to_target(play, squadron, plane.area))
    return 2.0 + near


def opponent_worth(play: InPlay, plane: Plane, same: bool) -> float:
    """Return the worth of attacking a plane."""
    left = sum(kind_of(play, plane).toughness[plane.damage :])
    worth = urgency(play, plane) + 2.5 / left + (2.0 if same else 0.0)
    if plane.is_fighter and not (plane.engaged or plane.markers):
        worth += 2.0
    if plane.markers:
        worth += 0.7
    return worth
