"""The game board as a panel: areas and targets, planes, hidden squadrons, routes."""

from collections.abc import Iterator, Sequence

from tabletop_core.panels import Art, BoardPanel, Piece, Spot, Way

from ..components import Mode
from ..questions.board import (
    germans_in,
    is_destroyed,
    is_german,
    kind_of,
    planes_of,
    scenario,
)
from ..questions.names import area_name, pilot_name, plane_name
from ..questions.routes import arrival, arrival_words
from ..state import Fighter, InPlay, Plane, Squadron

_SYMBOLS = {
    "fighter": "fighter",
    "heavy_fighter": "fighter_2",
    "bomber": "bomber_2",
    "allied": "fighter",
}
_LETTERS = {"fighter": "f", "heavy_fighter": "h", "bomber": "b", "allied": "raf"}


def board_panel(play: InPlay) -> BoardPanel:
    """Show the areas with what stands in them, and the ways of the squadrons."""
    board = play.data.board
    art = Art.of(play.game.package, board.id, board.earth.box) if board.earth else None
    return BoardPanel(
        title="Map",
        board=play.data.graph,
        pieces=tuple(pieces(play)),
        spots=tuple(spots(play)),
        ways=tuple(route(play, squadron) for squadron in play.state.squadrons.values()),
        art=art,
        legend=(
            "f fighter, h heavy fighter, b bomber, ? unknown squadron, raf British; "
            "corners: toughness left as pips or ammunition, Maneuver tokens, damage",
        ),
    )


def pieces(play: InPlay) -> Iterator[Piece]:
    """Yield the counters: bombers and fighters, what is unknown, the players on top."""
    state = play.state
    for plane in state.planes.values():
        yield plane_piece(play, plane)
    for squadron in state.squadrons.values():
        if squadron.hidden:
            yield Piece(
                id=f"hidden:{squadron.id}",
                label=f"?{squadron.id}",
                symbol="hidden",
                words=f"unknown squadron {squadron.id}",
                at=squadron.area,
                tone="theirs",
            )
    for fighter in state.fighters.values():
        if fighter.pilot:
            yield fighter_piece(play, fighter)


def plane_piece(play: InPlay, plane: Plane) -> Piece:
    kind = kind_of(play, plane)
    left = kind.toughness[plane.damage :]
    dice = f"{kind.dice} to {kind.most_dice}" if kind.most_dice else str(kind.dice)
    words = (
        f"{plane_name(play, plane)}, damage {plane.damage}, toughness left "
        f"{'-'.join(map(str, left))}; rolls {dice} {kind.die} dice when attacked"
    )
    if plane.markers:
        words += f", Maneuver tokens: {plane.markers}"
    return Piece(
        id=plane.id,
        label=f"{_LETTERS[kind.group]}{plane.id}",
        symbol=_SYMBOLS[kind.group],
        words=words,
        at=plane.area,
        corners=_corners(pips(left), plane.markers, plane.damage),
        tone="theirs" if is_german(play, plane) else "ours",
    )


def pips(toughness: Sequence[int]) -> str:
    """Return toughness as pips: for each point of damage to come, as many as it takes Hits.

    >>> pips((1, 2, 1))
    '• •• •'
    """
    return " ".join("•" * hits for hits in toughness)


def fighter_piece(play: InPlay, fighter: Fighter) -> Piece:
    damage = len(fighter.damage)
    return Piece(
        id=fighter.colour,
        label=fighter.name,
        symbol="fighter",
        words=f"{fighter.name} ({pilot_name(play, fighter)}), ammunition {fighter.ammunition}, "
        f"damage {damage}",
        at=fighter.area,
        corners=_corners(str(fighter.ammunition), fighter.tokens, damage),
        tone=fighter.colour,
        state="on the ground" if fighter.landed else "",
    )


def _corners(first: str, tokens: int, damage: int) -> tuple[str, ...]:
    """Return the corner values; what is not there leaves its corner empty."""
    return (first, str(tokens or ""), f"-{damage}" if damage else "")


def spots(play: InPlay) -> Iterator[Spot]:
    """Yield the towns, and the areas where something stands on the ground."""
    board, targets = play.data.board, scenario(play).targets
    for area in board.space:
        kind = board.target(area.id)
        if not kind and not area.title:
            continue
        words = [area_name(play, area.id), _KINDS.get(kind, "")]
        states = []
        if area.id in targets:
            words.append("a target of the Germans")
            raids = [arrival(play, it) for it in raiders_of(play, area.id)]
            states += [f"turn {min(raids)}"] if raids else []
        bombs = play.state.bombs.get(area.id, 0)
        if kind and (bombs or area.id in targets):
            states.append(f"{bombs}/{board.toughness(area.id)}")
        yield Spot(
            id=area.id,
            words=", ".join(filter(None, words)),
            label=area.id if area.sector else area.title,
            symbol=kind,
            tone=_tone_of(play, area.id, is_target=area.id in targets),
            state=", ".join(states),
        )


def raiders_of(play: InPlay, target: str) -> list[Squadron]:
    """Return the German squadrons that are on their way to a target and will come there."""
    return [
        squadron
        for squadron in play.state.squadrons.values()
        if squadron.route[-1] == target
        and squadron.mode not in (Mode.BRITISH, Mode.ESCAPE)
        and arrival(play, squadron)
    ]


_KINDS = {
    "airfield": "airfield: a plane lands here for 1 movement and is armed and repaired (rule 11)",
    "city": "city: bombers that come to it may bomb it (rule 15)",
    "factory": "factory: bombers that come to it may bomb it (rule 15)",
    "port": "port: bombers that come to it may bomb it (rule 15)",
    "radar": "radar station: bombers that come to it may bomb it (rule 15)",
}


def _tone_of(play: InPlay, area: str, *, is_target: bool) -> str:
    if is_destroyed(play, area):
        return "bad"
    if is_target:
        return "warn"
    return "theirs" if germans_in(play, area) else ""


def route(play: InPlay, squadron: Squadron) -> Way:
    """Return the way that a squadron has before it, from the last of its planes on."""
    way = squadron.route
    here = [plane.area for plane in planes_of(play, squadron.id)] or [squadron.area]
    first = min((way.index(area) for area in here if area in way), default=0)
    is_british = squadron.mode is Mode.BRITISH and not squadron.hidden
    return Way(
        id=f"route:{squadron.id}",
        words=f"route of squadron {squadron.id}"
        + (f", {words}" if (words := arrival_words(play, squadron)) else ""),
        spaces=tuple(way[first:]),
        tone="ours" if is_british else "theirs",
    )
