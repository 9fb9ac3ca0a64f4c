"""What can be read from the map and the state; nothing here changes it."""

from collections.abc import Iterable

from tabletop_core.boards import Reach, Zone

from .state import InPlay


def side_of(play: InPlay, unit: str) -> str:
    return play.data.counters.counters[unit].side


def foe_of(side: str) -> str:
    return "reed" if side == "salt" else "salt"


def units_of(play: InPlay, side: str) -> list[str]:
    """Return the units of a side on the map."""
    return [unit for unit in play.state.units.pieces() if side_of(play, unit) == side]


def hexes_of(play: InPlay, side: str) -> set[str]:
    return {play.state.units.at(unit) for unit in units_of(play, side)}


def villages_of(play: InPlay, side: str) -> list[str]:
    return [village for village, holder in play.state.held.items() if holder == side]


def strength(play: InPlay, units: Iterable[str]) -> int:
    """Return what units count in combat; one that has lost a step counts half, rounded up."""
    counters, steps = play.data.counters.counters, play.state.steps
    return sum((counters[unit].values["strength"] * steps[unit] + 1) // 2 for unit in units)


def beside(play: InPlay, spaces: Iterable[str]) -> frozenset[str]:
    """Return the hexes that one can step to: zones of control, and where an attack comes from."""
    return play.data.map.board.controlled(spaces, going=play.data.map.movement_costs("foot"))


def danger(play: InPlay, side: str) -> frozenset[str]:
    """Return where a side's foes stand, and their zones of control."""
    return beside(play, hexes_of(play, foe_of(side))) | hexes_of(play, foe_of(side))


def reach(play: InPlay, unit: str) -> Reach[str]:
    """Return where a unit can go: it stops beside a foe, and goes from one zone to no other."""
    counter, foe = play.data.counters.counters[unit], foe_of(side_of(play, unit))
    return play.data.map.reach(
        play.state.units.at(unit),
        counter.values["moves"],
        counter.kind,
        closed=hexes_of(play, foe),
        full=play.state.units.full(),
        zone=Zone(beside(play, hexes_of(play, foe)), through=False),
    )


def moves(play: InPlay) -> dict[str, int]:
    """Return the moves of the present side, each with the points it leaves.

    A move is a unit and the hex it goes to: `pike_1 0203`.
    """
    found = {}
    for unit in (one for one in units_of(play, play.seat) if one not in play.state.moved):
        there = reach(play, unit)
        for to in sorted({*there} - {there.start}):
            found[f"{unit} {to}"] = there[to]
    return found


def attackers_of(play: InPlay, target: str) -> list[str]:
    """Return the units of the present side that can attack a hex."""
    near, state = beside(play, [target]), play.state
    ours = [unit for unit in units_of(play, play.seat) if state.units.at(unit) in near]
    return [unit for unit in ours if unit not in state.fought]


def targets(play: InPlay) -> list[str]:
    """Return the hexes that the present side can attack, in the order of the map."""
    return [hex for hex in sorted(hexes_of(play, foe_of(play.seat))) if attackers_of(play, hex)]


def steps_back(play: InPlay, unit: str) -> list[str]:
    """Return where a unit can retreat to: out of danger, unless a friend is in a zone."""
    state, marsh, side = play.state, play.data.map, side_of(play, unit)
    going = marsh.movement_costs(play.data.counters.counters[unit].kind)
    here, barred = state.units.at(unit), danger(play, side) - hexes_of(play, side)
    near = [there for there in marsh.board.neighbours(here) if going.cost(here, there) is not None]
    return [there for there in near if there not in barred and state.units.fits(there)]


def arrivals(play: InPlay) -> list[str]:
    """Return the units of the present side that are due and not yet on the map."""
    due = [at for at in play.data.counters.placings("march") if 0 < at.turn <= play.round("Turn")]
    waiting = [unit for at in due for unit in at.counters if side_of(play, unit) == play.seat]
    state = play.state
    return [u for u in waiting if u in state.steps and u not in state.units]


def entries(play: InPlay) -> list[str]:
    """Return the hexes on the present side's edge where a unit can arrive."""
    edge, barred = play.data.map.region_of(play.seat), danger(play, play.seat)
    return [space for space in edge if space not in barred and play.state.units.fits(space)]


def gives_cover(play: InPlay, space: str) -> bool:
    return play.data.map.terrain_of(space).id == "reeds" or space in play.state.held


def has_cover(play: InPlay) -> bool:
    return gives_cover(play, play.state.target)


def is_across(play: InPlay) -> bool:
    """Return whether all attackers come across the channel, away from its bridges."""
    state, has = play.state, play.data.map.side_has
    sides = [(state.units.at(unit), state.target) for unit in state.attackers]
    return all(has(*side, "channel") and not has(*side, "bridge") for side in sides)
