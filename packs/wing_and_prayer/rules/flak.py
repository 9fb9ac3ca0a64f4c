"""8.0 Flak attack."""

from typing import Any, NamedTuple

from tabletop_core import Asks, rule, ruling
from tabletop_core.events import counted

from ..questions.formation import flying
from ..questions.names import FLAK_AT, bomber_name
from ..questions.ratings import ratings_of
from ..state import InPlay
from .general import consult
from .results import hit_bomber

_HIDING: dict[str, list[str]] = {
    "clear": [],
    "light": ["light_clouds"],
    "heavy": ["heavy_clouds"],
}


@rule("8.0", "Flak attack of a site")
@ruling(
    "the guns of a site hit on 5 and 6, those of a target on 6 only",
    rejected="both hit on the same numbers",
    why="8.0 and 11.1 differ in this, and each is followed as printed",
)
def site_flak_attack(play: InPlay) -> Asks:
    """A die decides whether the guns of a site are light, moderate or heavy flak.

    Then they fire at every bomber of the formation.
    """
    level = consult(play, "flak_value", column="level")
    yield from flak_attack(play, flak_value(play, level), play.data.numbers.flak.site_hits_on)


def flak_attack(
    play: InPlay, value: int, hits_on: int, called: str = "Flak", **shifts: Any
) -> Asks:
    """Attack every bomber of the formation with flak of this value."""
    bombers = flying(play.state.mission)
    at = counted(len(bombers), "bomber")
    why = f"{called} {value} at {at}, hits on {or_more(hits_on)}"
    dice = consult(play, "combat", at=value, column=len(bombers), why=why, **shifts)
    missed: dict[str, list[int]] = {}
    unharmed: dict[str, str] = {}
    for name in bombers:
        hit = flak_against(play, name, dice, hits_on)
        if not hit.hits:
            missed[bomber_name(play, name)] = list(hit.faces)
        elif hit.result == "none":
            unharmed[bomber_name(play, name)] = hit.why
        else:
            bomber = bomber_name(play, name)
            play.log("flak_hit", bomber=bomber, why=hit.why, result=hit.result)
            yield from hit_bomber(play, name, hit.result)
    if missed or unharmed:
        play.log("flak_unharmed", missed=missed, unharmed=unharmed)


class FlakHit(NamedTuple):
    """What flak did to a bomber: the faces of its dice, hits, damage and how that came."""

    faces: tuple[int, ...]
    hits: int = 0
    result: str = "none"
    why: str = ""


@rule("10.3", "Flak combat results")
def flak_against(play: InPlay, bomber: str, dice: int, hits_on: int) -> FlakHit:
    """Flak rolls its number of dice at each bomber; the dice that hit are rolled again and added.

    The excess over the structure of the bomber is looked up on the flak damage table.
    """
    name = bomber_name(play, bomber)
    faces = tuple(play.dice(dice, 6, f"{FLAK_AT}{name}, hits on {or_more(hits_on)}"))
    hits = sum(face >= hits_on for face in faces)
    if not hits:
        return FlakHit(faces)
    total = play.roll(f"{hits}d6", f"{FLAK_AT}{name}, {counted(hits, 'hit')}").total
    structure = ratings_of(play, play.state.bombers[bomber]).structure
    result = consult(play, "flak_damage", at=total - structure, why=name)
    why = f"{counted(hits, 'hit')}, {total} - {structure}"
    return FlakHit(faces, hits, result, why)


def or_more(least: int) -> str:
    """Return the faces from this one on, in words."""
    return "6" if least == 6 else f"{least} or more"


def target_flak(play: InPlay, value: int, called: str = "Flak") -> Asks:
    """Fire the flak of the target (11.1, 11.4), with the shifts of optional rules."""
    named = [*low_altitude(play), *hiding_clouds(play)]
    hits_on = play.data.numbers.flak.target_hits_on
    yield from flak_attack(play, value, hits_on, called, with_=named)


@rule("12.13", "Low bombing run")
def low_altitude(play: InPlay) -> list[str]:
    """Bombers that fly low are an easier target for flak, and bomb better."""
    return ["low_altitude"] if play.state.mission.low_altitude else []


@rule("12.14", "Clouds affect flak")
def hiding_clouds(play: InPlay) -> list[str]:
    """The clouds over the target hide the bombers: flak has fewer dice."""
    cloud = play.state.mission.cloud
    return _HIDING[cloud] if play.options["clouds_affect_flak"] else []


def flak_value(play: InPlay, level: str) -> int:
    """Return the value of light, moderate or heavy flak."""
    rows = play.data.tables["flak_value"].rows
    value: int = next(row.results[0] for row in rows if row.results[1] == level)
    return value
