"""The table as panels, and the words for events."""

from collections.abc import Iterator

from tabletop_core import Viewer, Words
from tabletop_core.events import counted, listed
from tabletop_core.panels import BoardPanel, Edge, Facts, Panel, Piece, Spot, Way

from .questions import strength, units_of, villages_of
from .state import InPlay

WORDS: Words = {
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
TONES = {
    "taken": lambda facts: f"good {facts['side']}",
    "loses": lambda facts: "" if facts["left"] else "warn",
}


SYMBOLS = {"pike": "infantry", "rider": "cavalry", "bow": "artillery", "spear": "infantry"}
GROUNDS = {"meadow": "land", "reeds": "marsh", "mere": "sea"}
EDGES = {"channel": "sea", "bridge": "road"}


def view(play: InPlay, viewer: Viewer) -> list[Panel]:
    """Return the marsh with its villages and units; only the tones depend on the viewer."""
    (us,) = viewer.seats if len(viewer.seats) == 1 else (play.seat,)
    lines = [one for one in play.data.map.feature if one.id in EDGES]
    roads = [one for one in play.data.map.feature if one.through]
    marsh = BoardPanel(
        title="The marsh",
        board=play.data.map.board,
        pieces=tuple(counters(play, us)),
        spots=tuple(spots(play, us)),
        edges=tuple(Edge(id=o.id, words=o.title, sides=o.sides, ground=EDGES[o.id]) for o in lines),
        ways=tuple(Way(id=o.id, words=o.title, spaces=o.through[0], tone="quiet") for o in roads),
        legend=("upper left: strength, upper right: moves",),
    )
    return [marsh, Facts(title="Sides", rows=sides(play))]


def counters(play: InPlay, us: str) -> Iterator[Piece]:
    for unit in (one for space in play.state.units.spaces() for one in play.state.units.on(space)):
        counter, now = play.data.counters.counters[unit], strength(play, [unit])
        yield Piece(
            id=unit,
            words=f"{play.data.names[unit]} of the {counter.side} side, strength {now}",
            at=play.state.units.at(unit),
            symbol=SYMBOLS[counter.id],
            corners=(str(now), str(counter.values["moves"])),
            tone="ours" if counter.side == us else "theirs",
            state="worn" if play.state.steps[unit] == 1 else "",
        )


def spots(play: InPlay, us: str) -> Iterator[Spot]:
    """Yield what is printed in each hex; a village is marked by the side that holds it."""
    marsh, held = play.data.map, play.state.held
    for space in marsh.board:
        side, terrain, name = held.get(space), marsh.terrain_of(space), marsh.title_of(space)
        yield Spot(
            id=space,
            words=f"{name}, held by the {side} side" if side else terrain.title,
            label=name,
            ground=GROUNDS[terrain.id],
            symbol="town" if side else "",
            tone="" if not side else "ours" if side == us else "theirs",
        )


def sides(play: InPlay) -> tuple[tuple[str, str], ...]:
    villages = {side: counted(len(villages_of(play, side)), "village") for side in play.seats}
    return tuple(
        (side, f"{held}, strength {strength(play, units_of(play, side))}")
        for side, held in villages.items()
    )
