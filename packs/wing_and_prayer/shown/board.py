"""The mission map as a panel: boxes, the formation, its target and the planned route."""

from collections.abc import Iterator

from tabletop_core.events import counted
from tabletop_core.panels import Art, BoardPanel, Piece, Spot, Way

from ..questions.formation import flying
from ..questions.mission import active_card, guarded_boxes, is_two_player
from ..questions.names import name_of
from ..state import InPlay

FORMATION = "formation"
ZONES = {"blue": "sea", "green": "wood", "white": "land", "red": "town"}
"""The ground that a colour of the map is drawn as: water, friendly, open and guarded land."""


def mission_map(play: InPlay, hidden: bool) -> BoardPanel:
    """Show all boxes; `hidden` leaves out what the German player may not know (13.0)."""
    data, mission = play.data, play.state.mission
    ways = ()
    if mission.route and not hidden:
        way = (mission.box, *mission.route)
        ways = (Way(id="route", words="planned route", spaces=way, tone="ours"),)
    return BoardPanel(
        title="Mission map",
        board=data.graph,
        pieces=(formation_piece(play),),
        spots=tuple(spots(play, is_target_hidden(play, hidden))),
        ways=ways,
        art=Art.of(play.game.package, "map", data.earth.box) if data.earth else None,
        legend=tuple(legend(play)),
    )


def is_target_hidden(play: InPlay, hidden: bool) -> bool:
    return hidden and not play.state.mission.record.is_known


def formation_piece(play: InPlay) -> Piece:
    mission = play.state.mission
    bombers = counted(len(flying(mission)), "bomber")
    escorts = counted(len(mission.escorts), "escort")
    return Piece(
        id=FORMATION,
        label="US",
        symbol="bomber_4",
        words=f"the formation, {bombers} and {escorts}",
        at=mission.box,
        corners=(str(len(flying(mission))), str(len(mission.escorts) or "")),
        tone="ours",
        state="loose" if mission.is_loose else "",
    )


def spots(play: InPlay, is_hidden: bool) -> Iterator[Spot]:
    """Yield every box with its colour, its icons, and how far it is from the base."""
    data, mission = play.data, play.state.mission
    target = "" if is_hidden or not mission.card else active_card(play).target.box
    guarded = guarded_boxes(play).boxes
    covered = in_escort_range(play)
    rendezvous = data.map.spaces_with("rendezvous")
    for box in data.graph:
        name, colour = name_of(play, box), data.colour(box)
        words = [name, colour]
        symbol, tone = "", "good" if box in covered else ""
        if box in rendezvous:
            words.append("rendezvous")
            symbol = "flag"
        if box in guarded:
            symbol, tone = "anti_aircraft", "bad"
            if not is_two_player(play):
                words.append("flak site")
        if box == data.base:
            symbol = "base"
        if box == target:
            words.append("target")
            symbol, tone = "target", "warn"
        if box in covered:
            words.append("in range of the escorts")
        words.append(f"{data.from_base[box]} from base")
        yield Spot(
            id=box,
            words=", ".join(words),
            label=name,
            ground=ZONES[colour],
            symbol=symbol,
            tone=tone,
            state=f"{data.from_base[box] or ''}{'e' if box in covered else ''}",
        )


def in_escort_range(play: InPlay) -> frozenset[str]:
    """The boxes that the formation can reach before its escorts turn back."""
    data, mission = play.data, play.state.mission
    if not mission.escorts:
        return frozenset()
    left = data.escorts[mission.escorts[0].kind].range - mission.escort_range
    away = data.graph.distances(mission.box)
    return frozenset(box for box, number in away.items() if number <= left)


def legend(play: InPlay) -> Iterator[str]:
    yield "US: the formation, with its bombers and escorts; below a box: how many boxes to the base"
    marks = f"the target is marked yellow, {guarded_boxes(play).many} red"
    escorted = ", other boxes that the escorts reach green; e below a box: they reach it"
    yield marks + escorted if play.state.mission.escorts else marks
