"""Many missions of bombers in trouble go as they went: what whole missions hardly ever reach.

Each bomber is put into a zone on its way out or home, with damage, wounds and standing orders drawn
at random, and more befalls it in each turn. After a change that is meant to change missions:
`pytest --tabletop-record`, and tell why in the change note.
"""

from random import Random
from typing import Any

import attrs
import pytest

from packs.b29_superfortress.game import GAME
from packs.b29_superfortress.questions import bomber as now
from packs.b29_superfortress.rules import bombs, zones
from packs.b29_superfortress.rules.charts import Down, resolve
from packs.b29_superfortress.rules.damage import damage
from packs.b29_superfortress.rules.systems import SYSTEMS
from packs.b29_superfortress.sequence import SEQUENCE, is_airborne, is_flying
from packs.b29_superfortress.state import LEVELS, PRESSURISED, WINGS, InPlay
from tabletop_core import GameOption, Repeat, Step

BY_HAND = [
    f"{gear}_gear_by_hand_{why}" for gear in ("main", "nose") for why in ("electrics", "panel")
]
FAILURES = (
    *(name for name in SYSTEMS if name != "electrics"),
    *BY_HAND,
    "brakes",
    "flaps_by_motor",
    "flaps_by_generator",
)
PROPELLERS = ("ok", "feathered", "drags", "windmilling", "runaway", "gone")


def some(draw: Random, things: Any, odds: float) -> set[Any]:
    return {one for one in things if draw.random() < odds}


def befall_bomber(play: InPlay) -> None:
    """Put it somewhere on a mission, and let it have suffered what a flight may bring."""
    draw = Random(play.die(1_000_000))
    put_somewhere(play, draw)
    grade = draw.choice((0.02, 0.06, 0.15))
    hurt_plane(play, draw, grade)
    hurt_crew(play, draw, grade)


def put_somewhere(play: InPlay, draw: Random) -> None:
    state = play.state
    flight = state.mission.flight
    flight.altitude = draw.choice(LEVELS)
    flight.fuel = draw.choice((0, 1, 2, 4, 6, 9, 13, 21))
    flight.weather = draw.choice(("good", "poor", "bad"))
    state.mission.formation.assembled = draw.random() < 0.7
    state.mission.formation.apart = some(draw, ("engines", "altitude"), 0.1)
    if draw.random() < 0.6:
        flight.leg = "back"
        flight.reached_target = draw.random() < 0.8
        if not flight.reached_target:
            flight.aborted, flight.aborted_in = True, flight.target_zone - 1
    if flight.leg == "back" or draw.random() < 0.1:
        bombs.drop_all(play)
    flight.turn = 5
    zones.enter(play, draw.randint(1, max(1, flight.target_zone - (flight.leg == "out"))))


def hurt_plane(play: InPlay, draw: Random, grade: float) -> None:
    plane = play.state.plane
    plane.out |= some(draw, FAILURES, grade)
    plane.on_generator = some(draw, sorted(plane.out), grade)
    for wing in WINGS:
        plane.wing_roots[wing] = draw.randint(0, 4) if draw.random() < grade else 0
        plane.tailplane_roots[wing] = draw.randint(0, 2) if draw.random() < grade else 0
        if draw.random() < grade:
            plane.main_gear[wing] = draw.choice(("dropped", "stuck_up", "gone"))
    if draw.random() < grade:
        plane.nose_gear = draw.choice(("dropped", "stuck_up", "gone"))
    plane.flaps_out = some(draw, WINGS, grade)
    plane.ailerons_out = some(draw, WINGS, grade)
    plane.elevators_out = some(draw, WINGS, grade)
    plane.reservoirs = some(draw, ("nose", "waist"), grade)
    plane.rafts_hit = some(draw, ("forward", "aft"), grade)
    plane.compromised = some(draw, (*PRESSURISED, "tunnel"), grade)
    plane.bursts = some(draw, ("nose", "aft_bomb_bay", "waist", "tail"), grade)
    plane.gunsights_out = some(draw, ("bombardier", "cfc", "left_gunner", "tail_gunner"), grade)
    plane.extinguishers -= some(draw, sorted(plane.extinguishers), grade)
    plane.hits |= {key: draw.randint(0, 1) for key in ("pump_failed", "pump_hit", "feed_trays")}
    for engine in plane.engines.values():
        if draw.random() < grade:
            engine.prop = draw.choice(PROPELLERS)
            engine.running = engine.prop == "ok"
        engine.weak = engine.running and draw.random() < grade
    for gun in plane.guns.values():
        gun.boxes = draw.randint(0, gun.boxes)
        gun.out, gun.jammed = draw.random() < grade / 2, draw.random() < grade
    for bay in now.bays(play.state):
        if bay.tank_fitted:
            bay.tank_fuel, bay.tank_leaks = draw.randint(0, 2), draw.random() < grade
        if draw.random() < grade:
            bay.doors_hit = True
            bay.jammed = draw.choice(("", "shut", "open"))
            bay.doors = {"": "shut", "shut": "jammed_shut", "open": "open"}[bay.jammed]
        bay.release_out = draw.random() < grade


def hurt_crew(play: InPlay, draw: Random, grade: float) -> None:
    for man in play.state.crew.values():
        if not man.aboard:
            continue
        if draw.random() < grade / 4:
            man.fate = "killed"
        elif draw.random() < grade:
            man.light, man.serious = draw.randint(1, 2), draw.random() < 0.5
        elif draw.random() < grade:
            man.frostbitten = True
        man.oxygen_out = draw.random() < grade


def befall_more(play: InPlay) -> Any:
    """Damage to a section, or a chart of failures, in most turns."""
    draw = Random(play.die(1_000_000))
    try:
        for _ in range(draw.choice((0, 1, 1, 2))):
            if draw.random() < 0.5:
                sections = [name for name in play.data.sections if name != "tunnel"]
                yield from damage(play, draw.choice(sections))
            else:
                yield from resolve(play, draw.choice(("4-9", "7-9", "7-10")))
    except Down:
        return


def with_troubles(node: Any) -> Any:
    """The same sequence, with more trouble at the end of each turn and the first before it."""
    if not isinstance(node, Repeat):
        return (node,)
    inner = tuple(one for child in node.children for one in with_troubles(child))
    if node.name == "Turn":
        inner = (*inner, Step("More trouble", befall_more, when=is_flying))
    again = Repeat(node.name, *inner, until=node.until, when=node.when, number=node.number)
    first = Step("Trouble", befall_bomber, when=is_airborne)
    return (first, again) if node.name == "Turn" else (again,)


TROUBLED = attrs.evolve(
    GAME,
    sequence=with_troubles(SEQUENCE)[0],
    options=(
        GameOption(name="mission", values=range(1, 36), default=1, help="by its number"),
        GameOption(name="target", values=("rolled",), default="rolled", help="by the charts"),
        *(option for option in GAME.options if option.name not in ("mission", "target")),
    ),
)


@pytest.fixture(scope="session")
def pack():
    return TROUBLED


@pytest.mark.gate
@pytest.mark.timeout(1200)  # on a busy machine
def test_missions_in_trouble_go_as_recorded(replay_many):
    replay_many("many_troubles", games=400)
