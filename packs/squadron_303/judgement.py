"""What cards, areas and rounds of a fight are worth to the `wingman` bot."""

from collections.abc import Iterable

from .rules.board import (
    Table,
    airfields,
    facts,
    germans_in,
    in_reserve,
    is_bomber,
    is_destroyed,
    is_fighter,
    is_german,
    kind_of,
    raf_in,
    scenario,
)
from .rules.damage import points_of_damage
from .rules.routes import onward
from .rules.symbols import ways_to_activate
from .rules.tokens import left_for_sets, tokens_to_activate
from .state import Fight, Fighter, Mode, Plane, Squadron

SYMBOL_WORTH = {"hit": 1.5, "evade": 1.0, "maneuver": 0.8}
DOWN = {"bomber": 6.0, "heavy_fighter": 4.0, "fighter": 4.0}
POINT = 1.5
CARD = 0.5


def card_worth(play: Table, card: str) -> float:
    """Return how gladly a card is kept."""
    it = facts(play).cards[card]
    return SYMBOL_WORTH[it.symbol] + 0.3 * it.move + 0.4 * it.support.count("joker")


def least_worth(play: Table, cards: Iterable[str], number: int = 1) -> tuple[str, ...]:
    return tuple(sorted(cards, key=lambda card: (card_worth(play, card), card))[:number])


def loss_worth(play: Table) -> float:
    """Return what losing a pilot costs: the game, when nobody is left in the Reserve."""
    return 9.0 if in_reserve(play) else 20.0


def wear(play: Table, fighter: Fighter, points: int) -> float:
    """Return what so many points of damage cost a plane that has some already."""
    if not points:
        return 0.0
    left = facts(play).numbers.counts.damage_destroys - len(fighter.damage) - points
    return points + (loss_worth(play) if left <= 0 else 2.0 if left == 1 else 0.0)


def round_worth(
    play: Table, fight: Fight, symbols: list[tuple[str, str]], card: str, support: str = ""
) -> float:
    """Return what a round is worth with these symbols, the active card and support."""
    fighter = play.state.fighters[fight.colour]
    plane = play.state.planes[fight.opponent]
    names = [symbol for symbol, _ in symbols] + [support]
    hits, evades = names.count("hit"), names.count("evade")
    german_hits = sum(face.startswith("hit") for face in fight.luftwaffe)
    markers, extra = names.count("maneuver"), 0.0
    strikes_first = False
    if card:
        tokens = tokens_to_activate(play, fight, card)
        free = left_for_sets(play, fight, symbols)
        ways = ways_to_activate(free, tokens, facts(play).cards[card].set)
        if ways:
            sets = max(ways)
            markers -= ways[sets].maneuvers
            effect = facts(play).cards[card].effect
            hits += sets * (effect == "extra_hit")
            hits += min(sets, hits) * (effect == "bomber_killer" and is_bomber(play, plane))
            hits += min(sets, hits) * (effect == "fighter_killer" and is_fighter(play, plane))
            evades += sets * (effect in ("extra_evade", "blank_hit", "ignore_damage"))
            strikes_first = effect == "first_strike"
            extra = {"third_round": 1.5, "gain_maneuver": 1.5, "mark_second": 1.0}.get(effect, 0.3)
    if not strikes_first:
        hits = max(0, hits - fight.luftwaffe.count("evade"))
    kind = kind_of(play, plane)
    points = points_of_damage(kind.toughness, plane.damage, hits)
    down = plane.damage + points >= len(kind.toughness)
    taken = 0 if strikes_first and down else max(0, german_hits - evades)
    marker_worth = (1.2 if is_bomber(play, plane) else 0.7) * (not down)
    return (
        points * POINT
        + (DOWN[kind.group] if down else 0.0)
        + 0.2 * names.count("hit")
        + max(0, markers) * marker_worth
        + extra
        - wear(play, fighter, taken)
    )


def distance_to_target(play: Table, squadron: Squadron, area: str) -> int:
    """Return how many areas a squadron still has to fly."""
    if area in squadron.route:
        return len(squadron.route) - 1 - squadron.route.index(area)
    return facts(play).board.away[area][squadron.route[-1]]


def urgency(play: Table, plane: Plane) -> float:
    """Return how much a German plane must be stopped now."""
    squadron = play.state.squadrons[plane.squadron]
    if squadron.mode is Mode.ESCAPE:
        return 0.3
    if not is_bomber(play, plane):
        return 2.0 if squadron.quarry or squadron.event else 0.8
    if is_destroyed(play, squadron.route[-1]) or squadron.route[-1] not in scenario(play).targets:
        return 0.8
    near = max(0, 4 - distance_to_target(play, squadron, plane.area))
    return 2.0 + near


def opponent_worth(play: Table, plane: Plane, same: bool) -> float:
    """Return how much a plane is worth attacking."""
    left = sum(kind_of(play, plane).toughness[plane.damage :])
    worth = urgency(play, plane) + 2.5 / left + (2.0 if same else 0.0)
    if is_fighter(play, plane) and not (plane.engaged or plane.markers):
        worth += 2.0
    if plane.markers:
        worth += 0.7
    return worth


def fight_worth(play: Table, fighter: Fighter, area: str) -> float:
    """Return what it is worth to fight in an area this turn."""
    enemies = germans_in(play, area)
    british = [p for p in play.state.planes.values() if p.area == area and not is_german(play, p)]
    if not enemies:
        return 0.0
    friends = [f for f in raf_in(play, area) if f is not fighter]
    strikers = [
        p
        for p in enemies
        if is_fighter(play, p)
        and not p.markers
        and play.state.squadrons[p.squadron].mode is not Mode.ESCAPE
    ]
    left_over = max(0, len(strikers) - 2 * (len(friends) + 1))
    best = sorted((urgency(play, plane) for plane in enemies), reverse=True)[:2]
    room = facts(play).numbers.counts.damage_destroys - 1 - len(fighter.damage)
    expected = 1.2 * left_over + 1.0
    danger = 1.2 * left_over + max(0.0, expected - room) * loss_worth(play) / 3
    return 2.0 + sum(best) + 0.8 * min(len(friends), 2) + len(british) - danger


def raids(play: Table) -> list[tuple[str, float]]:
    """Return where each German plane can be met next, and how gladly."""
    found = []
    for plane in play.state.planes.values():
        if is_german(play, plane):
            squadron = play.state.squadrons[plane.squadron]
            meeting = onward(play, squadron, plane.area) or plane.area
            found.append((meeting, 0.5 * urgency(play, plane)))
    found += [(squadron.area, 2.0) for squadron in play.state.squadrons.values() if squadron.hidden]
    return list(dict.fromkeys(found))


def area_worth(
    play: Table, fighter: Fighter, area: str, meetings: list[tuple[str, float]]
) -> float:
    """Return what it is worth to be in an area in the air."""
    away = facts(play).board.away[area]
    if fighter.ammunition == 0:
        home = min((away[field] for field in airfields(play)), default=0)
        return -1.0 - home - len(germans_in(play, area))
    return battle_worth(play, fighter, area, meetings)


def battle_worth(
    play: Table, fighter: Fighter, area: str, meetings: list[tuple[str, float]]
) -> float:
    """Return what an area is worth for fighting: there, or on the way to the next raid."""
    away = facts(play).board.away[area]
    worth = fight_worth(play, fighter, area)
    if worth:
        return worth
    return max((gain - 0.9 * away[meeting] for meeting, gain in meetings), default=-9.0)


def landing_worth(play: Table, fighter: Fighter) -> float:
    """Return what it is worth to stand on an airfield at the end of the turn."""
    empty = facts(play).numbers.counts.ammunition - fighter.ammunition
    need = len(fighter.damage) + empty / 2
    worth = 1.6 * len(fighter.damage) + 0.6 * empty + (5.0 if fighter.ammunition == 0 else 0.0)
    if len(fighter.damage) >= 3:
        worth += loss_worth(play) / 3
    return worth if need >= 1 else -5.0
