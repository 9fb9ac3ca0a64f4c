"""The game board as a panel: areas and targets, planes, hidden squadrons, routes."""

from collections.abc import Iterator, Sequence
from functools import lru_cache

from tabletop_core.panels import Art, BoardPanel, Piece, Spot, Way

from ..components import Mode, SquadronData
from ..questions.board import is_destroyed, is_german, kind_of, planes_of, scenario
from ..questions.names import pilot_name, plane_name
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
    targets = scenario(play).targets
    held = {plane.area for plane in play.state.planes.values() if is_german(play, plane)}
    for area in play.data.board.marked:
        is_target = area.id in targets
        tone = "theirs" if area.id in held else ""
        if is_destroyed(play, area.id):
            tone = "bad"
        elif is_target:
            tone = "warn"
        state = damage_words(play, area.id, is_target)
        yield spot(play.data, area.id, is_target, tone, state)


def damage_words(play: InPlay, area: str, is_target: bool) -> str:
    """Tell when a target is raided, and how much of the bombing that it takes it has taken."""
    words = []
    if is_target and (raids := raids_on(play, area)):
        words.append(f"turn {min(raids)}")
    board, bombs = play.data.board, play.state.bombs.get(area, 0)
    if board.target(area) and (bombs or is_target):
        words.append(f"{bombs}/{board.toughness(area)}")
    return ", ".join(words)


def raids_on(play: InPlay, target: str) -> list[int]:
    """Return the turns on which the German squadrons on their way to a target come there."""
    return [
        turn
        for squadron in play.state.squadrons.values()
        if squadron.route[-1] == target
        and squadron.mode not in (Mode.BRITISH, Mode.ESCAPE)
        and (turn := arrival(play, squadron))
    ]


@lru_cache(maxsize=1 << 12)
def spot(data: SquadronData, area: str, is_target: bool, tone: str, state: str) -> Spot:
    board = data.board
    it, kind, name = board.areas[area], board.target(area), board.name_of(area)
    ground = f"{_KINDS[kind]}; toughness {board.toughness(area)}" if kind else ""
    target = "a target of the Germans" if is_target else ""
    return Spot(
        id=area,
        words=", ".join(filter(None, (name, ground, target))),
        label=area if it.sector else it.title,
        symbol=kind,
        tone=tone,
        state=state,
        name=name,
    )


_KINDS = {
    "airfield": "airfield: a plane lands here for 1 movement and is armed and repaired (rule 11)",
    "city": "city: bombers that come to it may bomb it (rule 15)",
    "factory": "factory: bombers that come to it may bomb it (rule 15)",
    "port": "port: bombers that come to it may bomb it (rule 15)",
    "radar": "radar station: bombers that come to it may bomb it (rule 15)",
}


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
