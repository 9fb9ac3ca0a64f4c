"""The sequence of play."""

from collections.abc import Callable

from tabletop_core import Repeat, Sequence, Step

from .questions import bomber as now
from .rules import (
    combat,
    coming_down,
    commander,
    course,
    errands,
    formation,
    over_target,
    takeoff,
    target,
    tour,
    weather,
    zones,
)

# Imported for the effects and charts that the data names.
from .rules import damage as damage
from .rules import fire as fire
from .rules import systems as systems
from .shown.fire_in_short import fire_in_short
from .shown.in_short import orders_in_short, zones_in_short
from .state import InPlay


def number_of_mission(play: InPlay) -> int:
    """Return its number in the tour. A mission that does not count is flown again."""
    return play.state.mission.number


def is_flying(play: InPlay) -> bool:
    return play.state.mission.status == "flying" and play.state.mission.flight.zone > 0


def is_down(play: InPlay) -> bool:
    """Return whether the bomber is over the base again, or no longer in the air."""
    mission = play.state.mission
    return mission.status != "flying" or (mission.flight.leg == "back" and mission.flight.zone == 0)


def is_airborne(play: InPlay) -> bool:
    return play.state.mission.status == "flying"


def entered(play: InPlay) -> bool:
    return is_flying(play) and play.state.mission.flight.entered


def needs_course(play: InPlay) -> bool:
    mission = play.state.mission
    seeks_target = (
        not mission.flight.on_course
        and mission.flight.leg == "out"
        and now.is_at_target(play.state)
    )
    return is_flying(play) and (mission.flight.entered or seeks_target)


def _flying(step: Callable[..., object], name: str) -> Step:
    return Step(name, step, when=is_flying)


def _flown(name: str, step: Callable[..., object], when: Callable[[InPlay], bool]) -> Step:
    """Make a step that a quiet zone sums up in one line."""
    return Step(name, step, when=when, summary=zones_in_short)


def _under_fire(name: str, step: Callable[..., object], when: Callable[[InPlay], bool]) -> Step:
    """Make a step whose volleys, hits and oxygen masks are summary lines that expand."""
    return Step(name, step, when=when, summary=fire_in_short, in_parts=True)


def _ordered(name: str, step: Callable[..., object]) -> Step:
    return Step(name, step, summary=orders_in_short)


SEQUENCE = Repeat(
    "Mission",
    Sequence(
        "Orders",
        Step("Crew and bomber", tour.make_ready),
        _ordered("Target", target.choose_target),
        _ordered("Position", target.choose_position),
        _ordered("Expected resistance", target.expect_resistance),
        _ordered("Gunners", target.allot_gunners),
        _ordered("Escort", target.find_escort),
        _ordered("Bay tanks", target.fit_bay_tanks),
        _ordered("Times", target.set_times),
    ),
    _ordered("Take-off", takeoff.take_off),
    Repeat(
        "Turn",
        _flown("Fly on", zones.fly_on, is_airborne),
        _under_fire("Men sent", errands.send_men, errands.is_man_wanted),
        Step("Windows", weather.face_frost, when=weather.flies_frosted),
        _flown("Weather", weather.enter_weather, entered),
        _flown("Course", course.find_course, needs_course),
        _flown("Event", weather.random_event, entered),
        _flying(commander.look_after_engines, "Engines"),
        _flown("Assembly", formation.assemble, formation.is_to_assemble),
        _flown("Escort rendezvous", formation.meet_escort, formation.is_to_meet_escort),
        Step(
            "Evasive action and searchlights",
            combat.meet_searchlights,
            when=over_target.is_over_target,
        ),
        _flown("Fighters", combat.meet_fighters, is_flying),
        Repeat(
            "Combat",
            Step("Combat", combat.fight, quiet=True, summary=fire_in_short, in_parts=True),
            when=combat.is_attacked,
            until=combat.is_beaten_off,
        ),
        _under_fire("Over the target", over_target.bomb, over_target.is_over_target),
        _under_fire("More flak", over_target.linger, over_target.lingers_over_target),
        _under_fire("Crew", commander.look_after_crew, is_flying),
        _flying(commander.give_orders, "Commander"),
        until=is_down,
        when=is_airborne,
    ),
    _under_fire("Over the base", coming_down.come_home, is_airborne),
    Step("Debriefing", tour.debrief, summary=fire_in_short, in_parts=True),
    Step("Close", tour.close, may_end=True),
    number=number_of_mission,
)
