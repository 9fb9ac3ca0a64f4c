"""Fires in a section, fought with hand extinguishers (7.5, 7-12)."""

from tabletop_core import Asks, Play, rule, ruling

from .. import situation as now
from ..charts import effect, resolve
from ..state import State
from . import bailout

NEAR = {
    "nose": ("nose", "nav_radio"),
    "nav_radio": ("nav_radio", "nose", "waist"),
    "waist": ("waist", "utility", "nav_radio"),
    "utility": ("utility", "waist", "tail"),
    "tail": ("tail", "utility"),
}


@effect("section_fire")
@rule("7.5", "Fire in a section")
@ruling(
    "a fit man of the section or of the next ones empties one extinguisher after the other, "
    "first the section's own, then those of the sections beside it; when none is left everybody "
    "jumps by 8-4",
    "7.5 is not in the booklet; 7-2 and 7-7 count the extinguishers by section",
)
def section_fire(play: Play[State], section: str) -> Asks:
    state = play.state
    near = NEAR[section]
    play.log("section_fire", section=section)
    before = state.hand.section
    state.hand.section = section
    able = [man for man in now.fit_men(state) if man.section in near]
    while able:
        bottle = next((one for one in near if one in state.plane.extinguishers), None)
        if bottle is None:
            break
        state.plane.extinguishers.discard(bottle)
        state.hand.fights_fire = True
        yield from resolve(play, "7-12")
        if not state.hand.fights_fire:
            state.hand.section = before
            return
    state.hand.fights_fire = False
    yield from bailout.bail_out(play, "8-4", "fire")
