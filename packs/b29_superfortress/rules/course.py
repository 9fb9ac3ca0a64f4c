"""Finding the way: charts 4-4 to 4-8."""

from tabletop_core import Asks, rule, ruling

from ..questions import bomber as now
from ..state import InPlay
from .charts import look_up, resolve


@rule("4.5", "Course")
@ruling(
    "checked on entering a zone by a bomber alone, at night and by the lead bomber; being off "
    "course in two zones running costs another turn; in the target zone it costs one every time "
    "until the bomber is on course",
    rejected="every bomber checks in every zone, and each error costs a turn",
    why="section 4.5 is not in the booklet; in formation the others follow the lead; 6-6 counts "
    "off course results in the target zone; a turn for every error would starve a novice "
    "crew of fuel",
)
def find_course(play: InPlay) -> Asks:
    """The navigator takes his fixes by 4-4 to 4-7. Chart 4-8 shows whether the bomber is on course.

    A second zone off course in a row costs a turn, and so does every failure in the target zone.
    """
    state = play.state
    mission = state.mission
    strayed = not mission.flight.on_course
    mission.flight.on_course = True
    if now.in_formation(state) and mission.orders.position != "lead":
        return
    for way in (sight_land, reckon, shoot_stars, tune_in):
        found = yield from way(play)
        mission.flight.fixes |= {label for label in found if label in FIXES}
    lookup = look_up(play, "4-8")
    if lookup.result == "off_course":
        mission.flight.on_course = False
        seeking = now.is_at_target(state) and mission.flight.leg == "out"
        mission.flight.off_course_at_target |= seeking
        lost = strayed or seeking
        if lost:
            mission.flight.stay("off course")
        play.log("off_course", zone=mission.flight.zone, turn_lost=lost)


FIXES = (
    *("pilotage_wrong", "pilotage_right", "dead_reckoning_wrong", "dead_reckoning_right"),
    *("celestial_wrong", "celestial_right", "radio_right"),
)


@rule("4-4", "Pilotage")
def sight_land(play: InPlay) -> Asks:
    """The navigator looks for landmarks.

    The radar operator's skill counts only if nothing but the radar saw them.
    """
    lookup = look_up(play, "4-4")
    if lookup.result == "no_observation":
        return []
    radar = sum(one.dm for one in lookup.applied if one.id == "radar_works")
    with play.state.subject.being(radar_needed=int(lookup.total) - radar < 4):
        return (yield from resolve(play, "4-4.note"))


@rule("4-5", "Dead reckoning")
def reckon(play: InPlay) -> Asks:
    """Speed, heading and time give a position, right or wrong: chart 4-5."""
    return (yield from resolve(play, "4-5"))


@rule("4-6", "Celestial navigation")
def shoot_stars(play: InPlay) -> Asks:
    """The navigator measures the height of stars or sun if he can see them: chart 4-6."""
    return (yield from resolve(play, "4-6"))


@rule("4-7", "Radio navigation")
def tune_in(play: InPlay) -> Asks:
    """The radio compass works near friendly stations, and sometimes with a Japanese one."""
    state = play.state
    mission = state.mission
    compass = False
    if not now.is_out(state, "radio_compass"):
        if mission.flight.zone == 1 or (mission.flight.zone == 6 and mission.number > 10):
            compass = True
        elif mission.flight.zone >= 10:
            compass = "radio_compass" in (yield from resolve(play, "4-7.note"))
    with state.subject.being(radio_compass=compass):
        return (yield from resolve(play, "4-7"))
