"""The way to Japan as a panel: the zones, the bomber, and the fuel it will have in each."""

from collections.abc import Iterator
from typing import Any, TypeAlias

from tabletop_core.events import counted
from tabletop_core.panels import Art, BoardPanel, Piece, Spot, Way, kept

from ..questions import bomber as now
from ..state import InPlay, State
from .words import joined

FIGURE_SPACE = "\u2007"
_BOX = (-1.2, -1.2, 9.3, 7.1)
"""The place of the drawing, in the units of the track."""

_NAME = 8
"""The most letters of a city that stand between the numbers of the zones beside it."""


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
    fuel, expected = fuel_words(play.state), fuel_expected(play.state)
    return BoardPanel(
        title="The way to Japan",
        board=play.data.track.board,
        pieces=(bomber(play.state, fuel),),
        spots=spots(play, expected),
        ways=(way,) if len(ahead) > 1 and is_under_way(play.state) else (),
        art=Art.of(play.game.package, "track", _BOX, faint_lines=True, night=mission.orders.night),
        legend=tuple(legend(play.state, fuel, expected)),
    )


Expected: TypeAlias = dict[str, dict[int, int]]
"""The boxes of fuel expected in each zone, by way: outbound, homeward."""


def fuel_expected(state: State) -> Expected:
    """Return the fuel expected in each zone; none before the orders and after the flight."""
    if not is_under_way(state):
        return {}
    return {"outbound": now.fuel_outbound(state), "homeward": now.fuel_homeward(state)}


def is_under_way(state: State) -> bool:
    """Return whether the bomber has a way ahead: from the orders until it is down."""
    mission = state.mission
    return bool(mission.orders.city) and mission.status in ("orders", "flying")


def bomber(state: State, fuel: str) -> Piece:
    flight = state.mission.flight
    return Piece(
        id="bomber",
        label="B-29",
        symbol="bomber_4",
        words=f"the bomber, at {flight.altitude.upper()}, {fuel}",
        at=space_of(flight.zone),
        tone="ours",
        state=flight.altitude.upper() if flight.zone else "",
        silhouette=True,
    )


def fuel_words(state: State) -> str:
    """Return the fuel aboard and the fuel needed, or only the fuel aboard if the flight is over."""
    have, need = now.fuel_aboard(state), now.fuel_needed(state)
    boxes = counted(have, "box", "boxes")
    if not is_under_way(state):
        return f"{boxes} of fuel"
    rest = f"{have - need} to spare" if have >= need else f"{need - have} too few"
    rest += "; Iwo Jima is in reach" * now.saves_iwo_jima(state)
    return f"{boxes} of fuel, {need} needed: {rest}"


def _of_way(play: InPlay, expected: Expected) -> Iterator[Any]:
    mission = play.state.mission
    yield from (play.data, mission.orders.city, mission.flight.target_zone)
    yield tuple(weather_met(play.state).items())
    yield from (tuple(fuel.items()) for fuel in expected.values())


@kept(_of_way)
def spots(play: InPlay, expected: Expected) -> tuple[Spot, ...]:
    """Return the zones with what lies below, the target, and the fuel expected there."""
    found, met = [], weather_met(play.state)
    for zone in range(len(play.data.way.zones)):
        boxes = {way: there[zone] for way, there in expected.items() if zone in there}
        found.append(zone_spot(play, zone, boxes, met.get(zone, "")))
    return tuple(found)


def fuel_in_words(boxes: int, way: str) -> str:
    """Return the boxes expected in a zone, or how many are missing before it is reached.

    >>> fuel_in_words(1, "outbound"), fuel_in_words(-3, "homeward")
    ('1 box of fuel expected outbound', 'out of reach homeward: 3 boxes of fuel short')
    """
    if boxes < 0:
        return f"out of reach {way}: {counted(-boxes, 'box', 'boxes')} of fuel short"
    return f"{counted(boxes, 'box', 'boxes')} of fuel expected {way}"


def _of_zone(play: InPlay, zone: int, fuel: dict[str, int], weather: str) -> tuple[Any, ...]:
    mission = play.state.mission
    is_target = zone == mission.flight.target_zone
    return play.data, zone, mission.orders.city, is_target, weather, *fuel.items()


@kept(_of_zone)
def zone_spot(play: InPlay, zone: int, fuel: dict[str, int], weather: str) -> Spot:
    """Return a zone with the boxes of fuel expected there, by way, and the weather met."""
    mission, place = play.state.mission, play.data.way.zones[zone]
    city = play.data.cities.get(mission.orders.city)
    is_target = city is not None and zone == mission.flight.target_zone
    title = city.id if city and is_target else place.title
    name = f"zone {zone} {title}".strip() if zone else "base"
    # They begin with the name, by which the page then calls the zone.
    words = [name if zone else f"{name} in the Marianas"]
    if city and is_target:
        words.append("the target zone")
    if city and zone:
        words.append(f"below: {joined(now.terrain_of(play, zone))}")
    words += [fuel_in_words(boxes, way) for way, boxes in fuel.items()]
    if weather:
        words.append(f"{weather} weather met")
    # The target has no sign: beside the names of most cities it would lie on the next number.
    symbol = "base" * (zone == 0)
    dry = any(boxes < 0 for boxes in fuel.values())
    return Spot(
        id=place.id,
        label="base" if zone == 0 else short_name(title) or str(zone),
        words=", ".join(words),
        ground={"poor": "cloud", "bad": "storm"}.get(weather, ""),
        symbol=symbol,
        tone="bad" if dry else "warn" if is_target else "",
        state=in_short(fuel),
        name=name,
    )


def weather_met(state: State) -> dict[int, str]:
    """Return the poor and bad weather by zone, as it was met last."""
    flight = state.mission.flight
    met = {one.zone: one.weather for one in state.mission.visits} | {flight.zone: flight.weather}
    return {zone: weather for zone, weather in met.items() if weather != "good"}


def short_name(city: str) -> str:
    """Return the name of a city so short that it leaves the zones beside it free.

    >>> short_name("Tokyo"), short_name("Amagasaki"), short_name("Kanoya East")
    ('Tokyo', 'Amagas.', 'Kanoya E.')
    """
    if len(city) <= _NAME or city == "Iwo Jima":
        return city
    first, _, second = city.partition(" ")
    return f"{first} {second[0]}." if second else f"{city[: _NAME - 2]}."


def in_short(fuel: dict[str, int]) -> str:
    """Return the boxes of a zone, out/home, or what is left on the way home alone.

    >>> in_short({"outbound": 20, "homeward": 4}), in_short({"outbound": 36, "homeward": -1})
    ('20/4', '36/−1')
    >>> in_short({"homeward": 14}), in_short({"homeward": -1}), in_short({})
    ('14 left', '1 short', '')
    """
    if not fuel:
        return ""
    home = fuel.get("homeward", "–")
    if "outbound" in fuel:
        # With a figure space it is long enough to stand on a line of its own in every zone.
        return f"{fuel['outbound']:{FIGURE_SPACE}>2}/{home}".replace("-", "−")
    return f"{home} left" if fuel["homeward"] >= 0 else f"{-fuel['homeward']} short"


def legend(state: State, fuel: str, expected: Expected) -> Iterator[str]:
    if not expected:
        return
    yield fuel
    there = expected["outbound"].get(state.mission.flight.target_zone)
    target = f"{there} over the target, " if there is not None else ""
    zones = "; by each zone: out/home" if expected["outbound"] else ""
    yield f"expected: {target}{expected['homeward'][0]} at home{zones}"
