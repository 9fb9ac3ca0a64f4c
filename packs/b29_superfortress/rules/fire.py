"""Fires in a section, fought with hand extinguishers (7.5, 7-12)."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import TypeAlias

from tabletop_core import Asks, rule, ruling

from ..questions import bomber as now
from ..state import InPlay, Man, State
from . import air, bailout, crewmen
from .charts import effect, resolve

Sections: TypeAlias = tuple[str, ...]

NEAR: dict[str, Sections] = {
    "nose": ("nose", "nav_radio"),
    "nav_radio": ("nav_radio", "nose", "waist"),
    "waist": ("waist", "utility", "nav_radio"),
    "utility": ("utility", "waist", "tail"),
    "tail": ("tail", "utility"),
}


@effect("section_fire")
@rule("7.5", "Fire in a section")
@ruling(
    "a fit man in the section or a neighbouring one empties one extinguisher after another, "
    "first the section's own, then those of its neighbours; when none is left, everybody jumps "
    "by 8-4",
    rejected="each man tries once, with the extinguisher of his own section",
    why="7.5 is not in the booklet; 7-2 and 7-7 count the extinguishers by section",
)
def section_fire(play: InPlay, section: str) -> Asks:
    """Men near the fire empty hand extinguishers on it, each with a roll on 7-12."""
    state = play.state
    near = NEAR[section]
    play.log("section_fire", section=section)
    state.plane.fires.add(section)
    with state.subject.being(section=section, fights_fire=False):
        if men_near(state, near) and bottle_in(state, near):
            yield from clear_the_way(play, section)
        if (yield from is_put_out(play, near)):
            return
    yield from bailout.bail_out(play, "8-4", "fire")


def is_put_out(play: InPlay, near: Sections) -> Asks:
    """Empty one extinguisher after another. Return whether the fire is out."""
    state = play.state
    while men_near(state, near) and (bottle := bottle_in(state, near)):
        state.plane.extinguishers.discard(bottle)
        state.subject.fights_fire = True
        yield from resolve(play, "7-12")
        if not state.subject.fights_fire:
            return True
    return False


def men_near(state: State, near: Sections) -> list[Man]:
    """Return the fit men in these sections."""
    return [man for man in now.fit_men(state) if man.section in near]


def bottle_in(state: State, near: Sections) -> str:
    """Return the first of these sections that still has its extinguisher, or an empty string."""
    return next((one for one in near if one in state.plane.extinguishers), "")


def odds_of_fire(play: InPlay, near: Sections) -> Callable[[str], Mapping[str, Fraction]]:
    """Return the odds that the extinguishers nearby put the fire out while a man can use them."""

    def odds(option: str) -> Mapping[str, Fraction]:
        def fight(other: InPlay) -> Asks:
            if option == "go_low":
                air.go_low(other)
            else:
                other.state.mission.depressurised = True
            return (yield from is_put_out(other, near))

        return play.odds(fight, read=lambda _, out: "the fire goes out" if out else "all must jump")

    return odds


@rule("7.5.reach", "Reaching a fire")
@ruling(
    "if pressure keeps everyone nearby from the fire, as in utility, the pressure is released "
    "or the bomber descends to LO first",
    rejected="nobody fights a fire in utility or a bay while the plane is pressurised",
    why="7-7 sends a man into utility, which note a of 5-7 calls unpressurised; the notes on "
    "the bays demand it of men who go there",
)
def clear_the_way(play: InPlay, section: str) -> Asks:
    """Nobody reaches a fire behind a pressure bulkhead until the pressure is gone."""
    state = play.state
    if any(crewmen.can_reach(state, man, section) for man in men_near(state, NEAR[section])):
        return
    choices = {"let_out": "release the pressure"} if air.can_depressurise(state) else {}
    choices["go_low"] = "descend to LO first"
    prompt = f"Fire ({play.data.names[section]}). The pressure keeps everyone from it. What now?"
    odds = odds_of_fire(play, NEAR[section])
    answer = yield from play.choose(prompt, choices, odds=odds, kind="reach")
    if answer == "go_low":
        air.go_low(play)
    else:
        yield from air.depressurise(play)
