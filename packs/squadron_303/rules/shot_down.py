"""Pilots shot down, and the moves this gives the Germans (p. 14)."""

from tabletop_core import Asks, rule, ruling
from tabletop_core.events import listed

from ..questions.board import germans_in, is_british, neighbours, planes_of
from ..questions.names import area_name, pilot_name, to_whom
from ..questions.pilots import medals
from ..state import Fighter, InPlay, Status
from .medals import spend
from .movement import leave_board, pass_leadership
from .squadrons import move_group, move_hidden


@rule("14/Pilots shot down", "A pilot is lost and German morale rises")
def shot_down(play: InPlay, fighter: Fighter) -> Asks:
    """Take the plane off the board and give the Germans near it a move at once.

    A plane is lost with its fifth point of damage. Another pilot takes the board over at the end
    of the turn; in a Campaign the one shot down comes back in a later Scenario.
    """
    state = play.state
    area = fighter.area
    state.pilots[fighter.pilot].status = Status.SHOT_DOWN
    state.losses += 1
    play.log(
        "shot_down",
        colour=fighter.colour,
        pilot=pilot_name(play, fighter),
        area=area_name(play, area),
    )
    state.note(f"{pilot_name(play, fighter)} is shot down at {area_name(play, area)}")
    pass_leadership(play, fighter)
    leave_board(play, fighter)
    yield from bonus_moves(play, area)


@rule("14/German morale", "Additional moves around a pilot shot down")
@ruling(
    "each group of a squadron in these areas moves once; what moved is not moved again",
    rejected="a group that moves into another area of these moves there again",
    why="the example moves all groups from where they stand, one area each",
)
@ruling(
    "planes that come upon RAF planes by this move do not strike at once",
    rejected="fighters strike as if it were their move of the German phase",
    why="the text gives a Move action only, which may lead to new Fights",
)
def bonus_moves(play: InPlay, area: str) -> Asks:
    """Move every German squadron in the area and next to it, unless a Medal prevents it.

    It is one more area, at once; a plane with Maneuver tokens loses one instead. Bombers that come
    to their target by it bomb. Each pilot in these areas may spend one Medal to hold one squadron.
    """
    state = play.state
    around = (area, *neighbours(play, area))
    groups = [
        (squadron.id, place)
        for place in around
        for squadron in state.squadrons.values()
        if not is_british(squadron)
        and (
            any(plane.squadron == squadron.id for plane in germans_in(play, place))
            or (squadron.hidden and squadron.area == place)
        )
    ]
    held = yield from _held_by_medals(play, around, groups)
    groups = [group for group in groups if group[0] not in held]
    # All groups leave from where they stand, so the planes of each are named beforehand.
    planes = {
        group: [plane.id for plane in germans_in(play, group[1]) if plane.squadron == group[0]]
        for group in groups
    }
    if groups:
        play.log("bonus_moves", area=area_name(play, area))
    for group in groups:
        squadron = state.squadrons.get(group[0])
        if squadron is None:
            continue
        if squadron.hidden:
            move_hidden(play, squadron)
            moved = [plane.id for plane in planes_of(play, squadron.id)]
        else:
            moved = planes[group]
            for _ in move_group(play, squadron, moved, bonus=True):
                pass  # Whoever is met, this move is a move only.
        for plane in map(state.planes.get, moved):
            if plane is not None and plane.area != group[1]:
                plane.brought_up = True


def _held_by_medals(play: InPlay, around: tuple[str, ...], groups: list[tuple[str, str]]) -> Asks:
    """Let pilots near by spend a Medal each to hold one squadron, all planes of it around."""
    places: dict[str, list[str]] = {}
    for squadron, place in groups:
        places.setdefault(squadron, []).append(place)
    held: list[str] = []
    for fighter in play.state.fighters.values():
        left = {name: at for name, at in places.items() if name not in held}
        if not left or not medals(play, fighter) or fighter.area not in around:
            continue
        where = {name: listed(area_name(play, area) for area in at) for name, at in left.items()}
        answer = yield play.ask(
            to_whom(fighter, "spend a Medal to hold a squadron?"),
            {"none": "no"} | {name: f"squadron {name} at {where[name]}" for name in left},
            seat=fighter.seat,
            at={name: at[0] for name, at in left.items()},
        )
        if answer != "none":
            spend(play, fighter, f"holding squadron {answer}")
            held.append(answer)
    return held
