"""The way to Japan as a panel: the zones, the bomber, and what fuel it will have in each."""

from collections.abc import Iterator

from tabletop_core.events import counted
from tabletop_core.panels import Art, BoardPanel, Piece, Spot, Way

from ..questions import bomber as now
from ..state import InPlay, State
from .words import joined

_BOX = (-1.3, -1.0, 8.8, 3.2)
"""Where the drawing lies, in the units of the track."""


def space_of(zone: int) -> str:
    return f"zone_{zone}"


def track(play: InPlay) -> BoardPanel:
    mission = play.state.mission
    here = mission.flight.zone
    last = mission.flight.target_zone if mission.flight.leg == "out" else 0
    if mission.flight.turning:
        last = 0
    ahead = range(here, last + 1) if last > here else range(here, last - 1, -1)
    way = Way(
        id="way_ahead",
        words="the way ahead",
        spaces=tuple(map(space_of, ahead)),
        tone="ours",
    )
    return BoardPanel(
        title="The way to Japan",
        board=play.data.track.board,
        pieces=(bomber(play.state),),
        spots=tuple(spots(play)),
        ways=(way,) if len(ahead) > 1 else (),
        art=Art.of(play.game.package, "track", _BOX),
        legend=tuple(legend(play.state)),
    )


def bomber(state: State) -> Piece:
    flight = state.mission.flight
    return Piece(
        id="bomber",
        label="B-29",
        symbol="bomber_4",
        words=f"the bomber, at {flight.altitude.upper()}, {fuel_words(state)}",
        at=space_of(flight.zone),
        tone="ours",
        state=flight.altitude.upper() if flight.zone else "",
    )


def fuel_words(state: State) -> str:
    """Fuel aboard beside what the way needs; before the orders only what is aboard."""
    have, need = now.fuel_aboard(state), now.fuel_needed(state)
    boxes = counted(have, "box", "boxes")
    if not state.mission.orders.city:
        return f"{boxes} of fuel"
    rest = f"{have - need} to spare" if have >= need else f"{need - have} too few"
    return f"{boxes} of fuel, {need} needed: {rest}"


def spots(play: InPlay) -> Iterator[Spot]:
    """Yield the zones: what lies below, the target, and the fuel to be expected there."""
    state = play.state
    flight = state.mission.flight
    city = play.data.cities.get(state.mission.orders.city)
    expected: dict[str, dict[int, int]] = {}
    if city:
        expected = {"outbound": now.fuel_outbound(state), "homeward": now.fuel_homeward(state)}
    for zone, place in enumerate(play.data.way.zones):
        is_target = city is not None and zone == flight.target_zone
        title = city.name if city and is_target else place.title
        words = ["the base in the Marianas" if zone == 0 else f"zone {zone}"]
        fuel = {way: there[zone] for way, there in expected.items() if zone in there}
        if city and is_target:
            words.append(f"the target zone of {city.name}")
        if city and zone:
            words.append(f"below: {joined(now.terrain_of(play, zone))}")
        words += [
            f"{counted(boxes, 'box', 'boxes')} of fuel to be expected {way}"
            for way, boxes in fuel.items()
        ]
        symbol = "target" if is_target else "base" if zone == 0 else "flag" * (zone == 6)
        dry = any(boxes < 0 for boxes in fuel.values())
        yield Spot(
            id=place.id,
            label="base" if zone == 0 else title or str(zone),
            words=", ".join(words),
            symbol=symbol,
            tone="bad" if dry else "warn" if is_target else "",
            state="/".join(map(str, fuel.values())),
            name=f"zone {zone} {title}".strip() if zone else "base",
        )


def legend(state: State) -> Iterator[str]:
    if not state.mission.orders.city:
        return
    yield fuel_words(state)
    there = now.fuel_outbound(state).get(state.mission.flight.target_zone)
    target = f"{there} over the target, " if there is not None else ""
    home = now.fuel_homeward(state)[0]
    yield f"to be expected: {target}{home} at home; by each zone: out/home"
