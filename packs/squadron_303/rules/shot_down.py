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
    """The plane leaves the board, and the Germans near it move at once.

    A plane is lost with its fifth point of damage. Another pilot takes over the board at the end of
    the turn. In a Campaign, the pilot shot down returns in a later Scenario.
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
    "each group of a squadron in these areas moves once; planes that have moved are not moved "
    "again",
    rejected="a group that moves into another of these areas moves again there",
    why="the example moves all groups from their positions, one area each",
)
@ruling(
    "planes that meet RAF planes by this move do not strike at once",
    rejected="fighters strike as if it were their move in the German phase",
    why="the text gives only a Move action, which may lead to new Fights",
)
def bonus_moves(play: InPlay, area: str) -> Asks:
    """Every German squadron in the area and next to it moves, unless a Medal prevents it.

    It moves one area more, at once. A plane with Maneuver tokens loses one instead. Bombers that
    reach their target this way bomb it. Each pilot in these areas may spend one Medal to hold one
    squadron.
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
    # All groups leave from their present areas, so name the planes of each beforehand.
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
                pass  # This is only a move, whoever is met.
        for plane in map(state.planes.get, moved):
            if plane is not None and plane.area != group[1]:
                plane.brought_up = True


def _held_by_medals(play: InPlay, around: tuple[str, ...], groups: list[tuple[str, str]]) -> Asks:
    """Let pilots nearby each spend a Medal to hold one squadron with all its planes in the area."""
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
