"""What areas are worth to the `wingman` bot: to fight there, to meet a raid, to land."""

from ..components import Mode
from ..questions.board import airfields, germans_in, is_fighter, is_german, raf_in
from ..questions.routes import onward
from ..state import Fighter, InPlay
from .fights import loss_worth, urgency


def _fighting_worth(play: InPlay, fighter: Fighter, area: str) -> float:
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
    room = play.data.numbers.counts.damage_destroys - 1 - len(fighter.damage)
    expected = 1.2 * left_over + 1.0
    danger = 1.2 * left_over + max(0.0, expected - room) * loss_worth(play) / 3
    return 2.0 + sum(best) + 0.8 * min(len(friends), 2) + len(british) - danger


def raids(play: InPlay) -> list[tuple[str, float]]:
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
    play: InPlay, fighter: Fighter, area: str, meetings: list[tuple[str, float]]
) -> float:
    """Return what it is worth to be in an area in the air."""
    if fighter.ammunition == 0:
        away = play.data.graph.distance
        home = min((away(area, field) or 0 for field in airfields(play)), default=0)
        return -1.0 - home - len(germans_in(play, area))
    return battle_worth(play, fighter, area, meetings)


def battle_worth(
    play: InPlay, fighter: Fighter, area: str, meetings: list[tuple[str, float]]
) -> float:
    """Return what an area is worth for fighting: there, or on the way to the next raid."""
    worth = _fighting_worth(play, fighter, area)
    if worth:
        return worth
    away = play.data.graph.distance
    return max((gain - 0.9 * (away(area, there) or 0) for there, gain in meetings), default=-9.0)


def landing_worth(play: InPlay, fighter: Fighter) -> float:
    """Return what it is worth to stand on an airfield at the end of the turn."""
    empty = play.data.numbers.counts.ammunition - fighter.ammunition
    need = len(fighter.damage) + empty / 2
    worth = 1.6 * len(fighter.damage) + 0.6 * empty + (5.0 if fighter.ammunition == 0 else 0.0)
    if len(fighter.damage) >= 3:
        worth += loss_worth(play) / 3
    return worth if need >= 1 else -5.0
