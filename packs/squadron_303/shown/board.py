"""The game board as a panel: areas and targets, planes, hidden squadrons, routes."""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from tabletop_core.panels import Art, BoardPanel, Piece, Spot, Way

from ..components import Mode, SquadronData
from ..questions.board import is_chosen, is_destroyed, planes_of, scenario
from ..questions.germans import flies_home
from ..questions.names import pilot_name
from ..questions.routes import arrival_words, is_there
from ..state import Fighter, InPlay, Plane, Squadron

_SYMBOLS = {
    "fighter": "fighter",
    "heavy_fighter": "fighter_2",
    "bomber": "bomber_2",
    "allied": "fighter",
}
_LETTERS = {"fighter": "f", "heavy_fighter": "h", "bomber": "b", "allied": "raf"}


def board_panel(play: InPlay, arrivals: Mapping[str, int]) -> BoardPanel:
    """Return the areas with their counters, and the ways of the squadrons.

    `arrivals` gives the turn on which each squadron reaches the end of its way.
    """
    return BoardPanel(
        title="Map",
        board=play.data.graph,
        pieces=tuple(pieces(play)),
        spots=tuple(spots(play, arrivals)),
        ways=tuple(
            route(play, squadron, arrivals[squadron.id])
            for squadron in play.state.squadrons.values()
            if squadron.hidden or planes_of(play, squadron.id)
        ),
        art=_art(play.data, play.game.package),
        legend=(
            "f: fighter, h: heavy fighter, b: bomber, raf: British, ?: unknown, ★: ace",
            "II b with a 2: two bombers of squadron II",
            "dots: the Hits that a plane still takes",
            "4 ××: our plane with ammunition 4 and 2 points of damage; B, Y, R, G: its colour",
            "①: a Maneuver token",
            "T3 1/5: the next raid comes on turn 3; bombed 1 of 5",
        ),
    )


@lru_cache(maxsize=8)
def _art(data: SquadronData, package: str) -> Art | None:
    board = data.board
    return Art.of(package, board.id, board.earth.box, faint_lines=True) if board.earth else None


def pieces(play: InPlay) -> Iterator[Piece]:
    """Yield the counters: bombers and fighters, unknown squadrons, the players on top."""
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
                placing=str(state.chapter),
            )
    for fighter in state.fighters.values():
        if fighter.pilot:
            yield fighter_piece(play, fighter)


def plane_piece(play: InPlay, plane: Plane) -> Piece:
    return _plane_piece(
        play.data,
        *(plane.id, plane.aircraft, plane.squadron, plane.area, plane.damage, plane.markers),
        bool(plane.ace),
    )


@lru_cache(maxsize=1 << 13)
def _plane_piece(
    data: SquadronData,
    number: str,
    aircraft: str,
    squadron: str,
    area: str,
    damage: int,
    markers: int,
    is_ace: bool,
) -> Piece:
    """Return a plane's counter. It is cached, since most planes do not change between questions."""
    kind = data.aircraft[aircraft]
    left = kind.toughness[damage:]
    dice = f"{kind.dice} to {kind.most_dice}" if kind.most_dice else str(kind.dice)
    words = (
        f"{kind.title} #{number} of squadron {squadron}, damage {damage}, toughness left "
        f"{'-'.join(map(str, left))}; rolls {dice} {kind.die} dice when attacked"
    )
    if is_ace:
        words += ", the ace"
    if markers:
        words += f", Maneuver tokens: {markers}"
    return Piece(
        id=number,
        label=f"{'★' if is_ace else _LETTERS[kind.group]}{number}",
        symbol=_SYMBOLS[kind.group],
        words=words,
        at=area,
        corners=_corners(pips(left), tokens=markers),
        tone="ours" if kind.group == "allied" else "theirs",
        alike="" if is_ace else f"{_short(squadron)} {_LETTERS[kind.group]}",
    )


def _short(squadron: str) -> str:
    """Return a squadron's number, or the first letter of the name of an Event's squadron."""
    return squadron if squadron.isupper() else squadron[0]


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
        label=fighter.name[0],
        symbol="fighter",
        words=f"{fighter.name} ({pilot_name(play, fighter)}), ammunition {fighter.ammunition}, "
        f"damage {damage}",
        at=fighter.area,
        corners=_corners(str(fighter.ammunition), damage, fighter.tokens),
        tone=fighter.colour,
        state="landed" if fighter.landed else "",
        placing=f"{play.state.chapter} {fighter.pilot}",
    )


def _corners(first: str, damage: int = 0, tokens: int = 0) -> tuple[str, ...]:
    """Return the corner values, empty for zero.

    Pips show the damage that a German plane can still take, crosses what one of ours has; a circled
    number counts tokens.
    """
    return (first, "×" * damage, chr(ord("①") + tokens - 1) if tokens else "")


def spots(play: InPlay, arrivals: Mapping[str, int]) -> Iterator[Spot]:
    """Yield the towns, and the areas with something on the ground."""
    targets = scenario(play).targets if is_chosen(play) else ()
    raided = raids(play, arrivals)
    held = {plane.area for plane in play.state.planes.values() if plane.is_german}
    for area in play.data.board.marked:
        is_target = area.id in targets
        tone = "theirs" if area.id in held else ""
        if is_destroyed(play, area.id):
            tone = "bad"
        elif is_target:
            tone = "warn"
        bombs = play.state.bombs.get(area.id, 0)
        turn = raided.get(area.id, 0) if is_target else 0
        yield spot(play.data, area.id, is_target, tone, bombs, turn)


def raids(play: InPlay, arrivals: Mapping[str, int]) -> dict[str, int]:
    """Return the turn on which the next German squadron on its way reaches each target."""
    first: dict[str, int] = {}
    for squadron in play.state.squadrons.values():
        is_raid = squadron.mode is not Mode.BRITISH and not flies_home(squadron)
        if is_raid and not is_there(play, squadron):
            turn, target = arrivals[squadron.id], squadron.route[-1]
            if turn and turn <= first.get(target, turn):
                first[target] = turn
    return first


@lru_cache(maxsize=1 << 12)
def spot(data: SquadronData, area: str, is_target: bool, tone: str, bombs: int, turn: int) -> Spot:
    """Return a marked area. `turn` is that of the next raid on it, `bombs` the bombing so far."""
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
        state=damage_words(data, area, is_target, bombs, turn),
        name=name,
    )


def damage_words(data: SquadronData, area: str, is_target: bool, bombs: int, turn: int) -> str:
    """Return the turn of the raid on a target, and its bombs so far out of its toughness.

    Towns are close together, so the text must be short. The legend explains it.
    """
    words = [f"T{turn}"] if turn else []
    if data.board.target(area) and (bombs or is_target):
        words.append(f"{bombs}/{data.board.toughness(area)}")
    return " ".join(words)


_KINDS = {
    "airfield": "airfield: a plane lands here for 1 movement and is armed and repaired (page 11)",
    "city": "city: bombers that reach it may bomb it (page 15)",
    "factory": "factory: bombers that reach it may bomb it (page 15)",
    "port": "port: bombers that reach it may bomb it (page 15)",
    "radar": "radar station: bombers that reach it may bomb it (page 15)",
}


def route(play: InPlay, squadron: Squadron, turn: int) -> Way:
    """Return the way ahead of a squadron, from its rearmost plane on."""
    way = squadron.route
    here = [plane.area for plane in planes_of(play, squadron.id)] or [squadron.area]
    first = min((way.index(area) for area in here if area in way), default=0)
    is_british = squadron.mode is Mode.BRITISH and not squadron.hidden
    words = arrival_words(play, squadron, turn)
    return _way(squadron.id, words, tuple(way[first:]), "ours" if is_british else "theirs")


@lru_cache(maxsize=1 << 12)
def _way(squadron: str, arrival: str, spaces: tuple[str, ...], tone: str) -> Way:
    words = f"route of squadron {squadron}, {arrival or 'not flown at present'}"
    return Way(id=f"route:{squadron}", words=words, spaces=spaces, tone=tone)
