"""What is on the table, and what happened in words."""

from tabletop_core import Viewer
from tabletop_core.events import counted, listed
from tabletop_core.panels import Facts, MapPanel, Panel, Space

from .questions import side_of, strength, units_of, villages_of
from .state import InPlay

WORDS = {
    "arrives": "{unit} arrive at {space}",
    "moves": "{unit} march to {space}",
    "taken": "{space} is taken by the {side} side",
    "attack": lambda facts, name: (
        f"{listed(map(name, facts['units']))} attack {name(facts['target'])}, "
        f"{facts['ours']} against {facts['theirs']}"
    ),
    "loses": "{unit} lose a step, {left} left",
    "retreats": "{unit} retreat to {space}",
    "advances": "{unit} advance to {space}",
}


def view(play: InPlay, viewer: Viewer) -> list[Panel]:
    """Nothing is hidden; the map lists the villages and the hexes where somebody stands."""
    (us,) = viewer.seats if len(viewer.seats) == 1 else (play.seat,)
    state = play.state
    spaces = tuple(space_of(play, at, us) for at in sorted({*state.units.spaces(), *state.held}))
    return [MapPanel(title="The marsh", spaces=spaces), Facts(title="Sides", rows=sides(play))]


def space_of(play: InPlay, at: str, us: str) -> Space:
    state, names = play.state, play.data.names
    here = state.units.on(at)
    owner = side_of(play, here[0]) if here else state.held[at]
    units = [names[unit] + " (worn)" * (state.steps[unit] == 1) for unit in here]
    name = f"{at} {names[at]}, held by {state.held[at]}" if at in state.held else at
    return Space(name=name, contents=listed(units), tone="ours" if owner == us else "theirs")


def sides(play: InPlay) -> tuple[tuple[str, str], ...]:
    villages = {side: counted(len(villages_of(play, side)), "village") for side in play.seats}
    return tuple(
        (side, f"{held}, strength {strength(play, units_of(play, side))}")
        for side, held in villages.items()
    )
